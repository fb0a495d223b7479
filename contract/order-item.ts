import { z } from "zod";
import { DeliveryType } from "./catalogue.ts";
import { GivenAnswers } from "./question.ts";
import { Rating } from "./rating.ts";

/** The items of an order, and their delivered codes. Sections 3 and 4. */

export const DeliveryStatus = z.enum(["pending", "processing", "delivered", "cancelled", "failed"]);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/** A code of an item, without its text. */
export const OrderCode = z.object({
  id: z.string(),
  position: z
    .number()
    .int()
    .describe("Position in the item, from 1; a replacement takes the same position"),
  state: z
    .enum(["unread", "read", "used", "given", "reported", "replaced", "refunded"])
    .describe(
      "used: marked by the shopper; given: in a gift, and only the gift opens it; reported: in an open ticket; replaced: another code took its position",
    ),
  reportUntil: z.iso
    .datetime()
    .nullable()
    .describe("Until when a problem with the code can be reported; null when this is impossible"),
  ticketId: z
    .string()
    .nullable()
    .describe("Id of the open ticket about the code; null without one"),
});
export type OrderCode = z.infer<typeof OrderCode>;

/** How a code of a service is redeemed. */
export const Redeem = z.object({
  url: z
    .string()
    .nullable()
    .describe("URL where the code is redeemed; replace `{code}` in it by the code"),
  steps: z
    .array(z.string())
    .describe("How to redeem the code, in Persian steps; names of menus are in backticks"),
});

export const OrderItem = z.object({
  id: z.string(),
  Product: z.object({
    id: z.string(),
    name: z.string(),
    imageUrl: z.string(),
    region: z.string().describe("Persian name of the region whose accounts can redeem the code"),
    productType: z.string(),
    subcategoryUrlName: z.string(),
    latinName: z.string().describe("Latin name of the service where the code is redeemed"),
    redeem: Redeem,
  }),
  quantity: z.number().int(),
  price: z.number().int(),
  priceAfterDiscount: z.number().int(),
  total: z.number().int(),
  deliveryType: DeliveryType,
  deliveryStatus: DeliveryStatus,
  isComing: z
    .boolean()
    .describe("True while the shop gets the codes from a supplier, usually for less than a minute"),
  awaitedSince: z.iso
    .datetime()
    .nullable()
    .describe(
      "Since when the item waits for a supplier or an operator; null when it does not wait",
    ),
  deliveredAt: z.iso.datetime().nullable(),
  canReportProblem: z
    .boolean()
    .describe("True when a problem with one of its codes can be reported"),
  answers: GivenAnswers.optional(),
  codes: z
    .array(OrderCode)
    .describe(
      "The codes without their texts, in the order of their positions; empty before delivery",
    ),
  Rating: Rating.nullable(),
  Refund: z
    .object({
      toWallet: z.number().int().describe("Toman that went, or will go, to the wallet"),
      toCard: z.number().int().describe("Toman that the gateway returns to the card that paid"),
      withheld: z
        .number()
        .int()
        .describe(
          "Toman not refunded, because the kept items cost less than the code's minimum purchase",
        ),
      isSettled: z.boolean(),
    })
    .nullable(),
});
export type OrderItem = z.infer<typeof OrderItem>;
