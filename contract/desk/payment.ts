import { z } from "zod";
import type { DeskEndpoint } from "./endpoint.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { AmountToman } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { Authority } from "../payment.ts";

/** Payments that the gateway has money for and the shop has no row of. Section 10.6. */

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
  summary: "Payments that the gateway lists as unverified and the shop does not know, oldest first",
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

export const adoptPayment = {
  method: "POST",
  path: "/stray-payments",
  summary:
    "Credit a payment that the shop has no row of to the wallet of who paid: listed as unverified, or found in the gateway's own reports. Their verified card must have paid",
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
  ],
} as const satisfies DeskEndpoint;
