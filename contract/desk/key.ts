import { z } from "zod";
import type { DeskEndpoint } from "./endpoint.ts";

/** The keys that seal codes and card numbers, as operators see them: which are in use, never what they are. Section 10.4. */

const KeyState = z.object({
  version: z.number().int().describe("As in CODE_KEYS"),
  isThere: z.boolean().describe("The shop was given this key"),
  isNewest: z.boolean().describe("What is sealed from now on is sealed with it"),
  texts: z
    .number()
    .int()
    .describe(
      "How many texts it still seals; without any, an older key may be taken from the shop",
    ),
});

export const listKeys = {
  method: "GET",
  path: "/keys",
  summary:
    "Which keys seal how much, and what could not be opened to be sealed with the newest one",
  answer: z.object({
    keys: z.array(KeyState),
    unopenable: z
      .array(z.object({ place: z.string(), id: z.string(), triedAt: z.iso.datetime() }))
      .describe("At most 100, by the table they are in; each is tried again once a day"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;
