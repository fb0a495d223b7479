import { z } from "zod";
import { DiscountType } from "./cart.ts";
import type { Endpoint } from "./endpoint.ts";

/** The discount codes shown to a shopper: usable, used up and expired ones. Sections 2 and 3. */

export const DISCOUNT_CODES_SHOWN_MAX = 50;

export const DiscountCode = z.object({
  id: z.string(),
  code: z.string(),
  type: DiscountType,
  value: z.number().int().describe("Percent or toman, depending on `type`"),
  minPurchase: z.number().int().describe("Smallest purchase for the code, in toman"),
  maxDiscount: z
    .number()
    .int()
    .nullable()
    .describe("Toman that the code takes off one purchase at most; null without a limit"),
  expirationDate: z.iso.datetime().nullable().describe("Null when it does not expire"),
  isActive: z
    .boolean()
    .describe("False when it is switched off, expired or used up for this shopper"),
  isPublic: z.boolean(),
});
export type DiscountCode = z.infer<typeof DiscountCode>;

export const getDiscountCodes = {
  method: "GET",
  path: "/discount-codes",
  summary:
    "List the shopper's own and public discount codes as a plain array, newest first, up to fifty",
  access: "shopper",
  answer: z.array(DiscountCode),
  refusals: [],
} as const satisfies Endpoint;
