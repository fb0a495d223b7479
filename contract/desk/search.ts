import { z } from "zod";
import { refusals } from "../endpoint.ts";
import type { DeskEndpoint } from "./endpoint.ts";

/** Searches that found nothing. Section 10.10. */

/** Days for which searches without a result are kept. */
export const MISSES_KEPT_DAYS = 90;
export const MISSES_SHOWN_MAX = 200;

export const listSearchMisses = {
  method: "GET",
  path: "/searches",
  role: "viewer",
  area: "goods",
  trace: "list",
  summary: "List the searches of the last days that found nothing, the most frequent first",
  query: z.object({ days: z.coerce.number().int().min(1).max(MISSES_KEPT_DAYS).default(7) }),
  answer: z.object({
    searches: z.array(
      z.object({
        query: z
          .string()
          .describe("The query in the normalised form in which the search compares words"),
        count: z
          .number()
          .int()
          .describe("Number of searches, without those that the edge answered from its cache"),
        lastDay: z.iso.date(),
      }),
    ),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
