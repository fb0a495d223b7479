import { z } from "zod";
import type { Refusal } from "../endpoint.ts";

/** Value that an operator's decision gives away, computed in toman from the cost. Section 10.12. */

/** Ways in which an operator's decision gives away value of the shop. */
const WAYS = ["price", "rate", "discount", "replacement", "reveal", "export", "cost"] as const;
export type GivingWay = (typeof WAYS)[number];

/** The details of a proposal to give something away. */
export const GivingDetails = z.object({
  way: z.enum(WAYS),
  toman: z.number().int().min(0).describe("Toman, computed from the cost"),
  words: z
    .string()
    .default("")
    .describe("Persian text: the exact request; empty when the subject alone is clear enough"),
  fingerprint: z.string().describe("Identifies exactly what was asked"),
  subject: z.enum([
    "product",
    "price",
    "rate",
    "discount_code",
    "order_item",
    "code",
    "code_batch",
  ]),
});
export type GivingDetails = z.infer<typeof GivingDetails>;

export const givingRefusals = {
  /** `details` contains the previous unit cost. */
  costFar: {
    code: "cost_far",
    status: 409,
    message: "این بها بیش از ۳۰ درصد از آخرین بهای این کالا دور است. اگر درست است، تأیید کنید.",
  },
} as const satisfies Record<string, Refusal>;

/** Confirms a unit cost that is far from the product's last one. */
export const IsSureOfCost = z
  .boolean()
  .default(false)
  .describe(
    "True: accept a unit cost that differs more than 30 percent from the product's last one",
  );
