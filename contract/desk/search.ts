import { z } from "zod";
import { refusals } from "../endpoint.ts";
import type { DeskEndpoint } from "./endpoint.ts";

/** Searches that found nothing. Section 10.10. */

/** Days that misses are kept. */
export const MISSES_KEPT_DAYS = 90;
export const MISSES_SHOWN_MAX = 200;

export const listSearchMisses = {
  method: "GET",
  path: "/searches",
  role: "viewer",
  area: "goods",
  trace: "list",
  summary: "What people looked for in vain in the last days, the most frequent first",
  query: z.object({ days: z.coerce.number().int().min(1).max(MISSES_KEPT_DAYS).default(7) }),
  answer: z.object({
    searches: z.array(
      z.object({
        query: z.string().describe("Its search key"),
        count: z.number().int().describe("Searches that the edge did not answer from its cache"),
        lastDay: z.iso.date(),
      }),
    ),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
