import { z } from "zod";

/** Things that operators give away on their word, in toman at cost. Section 10.12. */

/** Ways in which value leaves the shop on the word of an operator. */
const WAYS = ["price", "rate", "discount", "replacement", "reveal", "export"] as const;
export type Way = (typeof WAYS)[number];

/** The details of a proposal to give something away. */
export const GivingDetails = z.object({
  way: z.enum(WAYS),
  toman: z.number().int().min(0).describe("At cost"),
  fingerprint: z.string().describe("Of what exactly was asked"),
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
