import { z } from "zod";
import { type DeskEndpoint, Note, Person, deskRefusals } from "./endpoint.ts";
import { strayRefusals } from "./payment.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { ShortNumber } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";

/**
 * Payments and refunds in review: the shop cannot find out by itself where the money is. Section
 * 10.7.
 */

export const reviewRefusals = {
  decided: deskRefusals.decided,
  notPaid: strayRefusals.notPaid,
  referenceKnown: {
    code: "reference_known",
    status: 409,
    message:
      "شمارهٔ پیگیری این پرداخت برای پرداخت دیگری ثبت شده است. مبلغ را در پنل درگاه بازگردانید.",
  },
  refundMade: {
    code: "refund_made",
    status: 409,
    message:
      "درگاه می‌گوید این مبلغ به کارت بازگردانده شده یا در راه آن است. بنویسید پول روی کارت است.",
  },
  nobody: {
    code: "forgotten",
    status: 409,
    message: "اطلاعات این شخص حذف شده است و کیف پولی ندارد. مبلغ را در پنل درگاه بازگردانید.",
  },
  cardOnly: {
    code: "card_only",
    status: 409,
    message:
      "این خرید بدون مدرک بوده است و پولش تنها به همان کارت برمی‌گردد. مبلغ را در پنل درگاه بازگردانید.",
  },
} as const satisfies Record<string, Refusal>;

export const Review = z.object({
  id: z.string(),
  kind: z.enum(["payment", "refund"]),
  amount: z.number().int().describe("Toman that were paid, or that should return to the card"),
  person: Person,
  /** The payment's id in the gateway's panel. */
  authority: z.string().nullable(),
  refId: z.string().nullable(),
  orderId: z.string().nullable(),
  orderNumber: ShortNumber.nullable(),
  reason: z.string().nullable().describe("Why a payment is in review; null for refunds"),
  createdAt: z.iso.datetime(),
});

export const listReviews = {
  method: "GET",
  path: "/reviews",
  role: "viewer",
  area: "money",
  trace: "list",
  summary:
    "List payments and refunds that an operator must check in the gateway's panel, oldest first",
  query: PageQuery,
  answer: z.object({ reviews: z.array(Review), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

/**
 * The money of a payment goes to the wallet only if the gateway confirms the payment. The money of
 * a refund goes to the wallet only if the gateway says that it has not made the refund.
 */
export const endReview = {
  method: "PUT",
  path: "/reviews/:id",
  role: "finance",
  area: "money",
  trace: "decision",
  summary:
    "End a review: say whether the money is on the card or in the shop. Money in the shop goes to the wallet",
  body: z.object({
    moneyIs: z.enum(["on_card", "in_shop"], { error: "بنویسید پول کجاست: on_card یا in_shop." }),
    note: Note,
  }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    ...Object.values(reviewRefusals),
    refusals.unavailable,
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;
