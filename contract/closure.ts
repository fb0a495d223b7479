import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";

/** Whether the shop is closed to shoppers. Section 10.39. */

export const Closure = z.object({
  reason: z.string().describe("Shown to shoppers; plain text"),
  closedAt: z.iso.datetime(),
  reopensAt: z.iso
    .datetime()
    .nullable()
    .describe("When the shop opens by itself; null when an operator has to open it"),
});
export type Closure = z.infer<typeof Closure>;

export const getShop = {
  method: "GET",
  path: "/shop",
  summary:
    "Get what everybody may know about the shop: whether it is closed, why, and until when. May be five seconds old",
  access: "anyone",
  answer: z.object({ closure: Closure.nullable().describe("Null while the shop is open") }),
  refusals: [],
} as const satisfies Endpoint;
