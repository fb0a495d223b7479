import { z } from "zod";
import { type DeskEndpoint, Person, deskRefusals } from "./endpoint.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { AmountToman, ShortNumber } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { Authority, GatewayName } from "../payment.ts";
import { PersianDay } from "./figures.ts";

/**
 * Movements of money, and stray payments: the gateway has the money, but the shop has no row.
 * Section 10.6.
 */

export const strayRefusals = {
  paymentKnown: { code: "payment_known", status: 409, message: "این پرداخت در فروشگاه ثبت است." },
  notPaid: {
    code: "not_paid",
    status: 409,
    message: "درگاه چنین پرداختی را با این مبلغ تأیید نمی‌کند.",
  },
  notTheirCard: {
    code: "not_their_card",
    status: 409,
    message:
      "این پرداخت با هیچ کارت تأییدشده این شخص انجام نشده است. آن را در پنل درگاه بازگردانید یا شخص دیگری را نام ببرید.",
  },
  needsReview: {
    code: "needs_review",
    status: 409,
    message: "این پرداخت ثبت شد ولی به کیف پول افزوده نشد و باید بررسی شود.",
  },
} as const satisfies Record<string, Refusal>;

export const listStrayPayments = {
  method: "GET",
  path: "/stray-payments",
  role: "viewer",
  area: "money",
  trace: "list",
  summary:
    "List payments that the gateway lists as unverified and the shop does not know, oldest first",
  query: PageQuery,
  answer: z.object({
    strayPayments: z.array(
      z.object({
        authority: z.string(),
        amount: z.number().int(),
        firstSeenAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
      }),
    ),
    nextCursor: NextCursor,
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

/** The payment may be listed as unverified, or be found in the gateway's own reports. */
export const adoptPayment = {
  method: "POST",
  path: "/stray-payments",
  role: "finance",
  area: "money",
  trace: "decision",
  summary:
    "Credit a stray payment to its payer's wallet; it must come from the payer's verified card",
  body: z.object({
    authority: Authority,
    amount: AmountToman,
    personId: z.string().min(1).max(100),
  }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    ...Object.values(strayRefusals),
    refusals.unavailable,
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;

export const Movement = z.object({
  id: z.string(),
  kind: z.enum(["payment", "topup", "refund", "withdrawal"]),
  amount: z.number().int().describe("Toman; for a refund, the sum of card and wallet"),
  state: z.string().describe("The state of the payment, refund or withdrawal"),
  person: Person,
  orderId: z.string().nullable(),
  orderNumber: ShortNumber.nullable(),
  reference: z.string().nullable().describe("The reference of the gateway or the bank"),
  gateway: GatewayName.nullable().describe("The gateway that took the money or returns it, if any"),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
});
export type Movement = z.infer<typeof Movement>;

export const listPayments = {
  method: "GET",
  path: "/payments",
  role: "viewer",
  area: "money",
  trace: "list",
  summary: "List payments, refunds and withdrawals together, newest first",
  query: PageQuery.extend({
    kind: z.enum(["payment", "refund", "withdrawal"]).optional(),
    from: PersianDay.optional().describe(
      "First day (Persian calendar) on which the payment, refund or withdrawal began",
    ),
    to: PersianDay.optional().describe(
      "Last day (Persian calendar) on which the payment, refund or withdrawal began",
    ),
  }),
  answer: z.object({ movements: z.array(Movement), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

/** Asks the gateway and settles the payment in the same way as the jobs do. */
export const checkPayment = {
  method: "POST",
  path: "/payments/:id/check",
  role: "support",
  area: "money",
  trace: "decision",
  summary: "Ask the gateway now about a payment that is not settled, and settle it by the answer",
  answer: Message.extend({
    state: z.string().describe("The state of the payment after the gateway's answer"),
  }),
  refusals: [refusals.notFound, deskRefusals.decided, refusals.unavailable],
} as const satisfies DeskEndpoint;
