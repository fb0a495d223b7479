import { z } from "zod";
import type { DeskEndpoint } from "./endpoint.ts";

/**
 * The keys that encrypt codes and card numbers, for operators: their versions and use, never the
 * keys themselves. Section 10.4.
 */

const KeyState = z.object({
  version: z.number().int().describe("The version in CODE_KEYS"),
  isThere: z.boolean().describe("Whether the shop's settings contain this key"),
  isNewest: z.boolean().describe("Whether new texts are encrypted with it"),
  texts: z
    .number()
    .int()
    .describe(
      "Number of texts encrypted with it; at 0, an old key can be removed from the settings",
    ),
});

export const listKeys = {
  method: "GET",
  path: "/keys",
  role: "owner",
  area: "settings",
  trace: "list",
  summary: "List the encryption keys with their use, and texts that could not be re-encrypted",
  answer: z.object({
    keys: z.array(KeyState),
    unopenable: z
      .array(z.object({ place: z.string(), id: z.string(), triedAt: z.iso.datetime() }))
      .describe("At most 100 texts that could not be re-encrypted; each is tried again once a day"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;
