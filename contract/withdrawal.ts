import { z } from "zod";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { AmountToman, CardNumber } from "./field.ts";

/** Withdrawals from the wallet to a verified bank card. Sections 2, 4 and 9. */

export const WITHDRAWAL_MIN_TOMAN = 100_000;
export const OPEN_WITHDRAWALS_MAX = 5;

export const withdrawalRefusals = {
  amountTooSmall: {
    code: "amount_too_small",
    status: 422,
    message: "حداقل مبلغ برداشت ۱۰۰٬۰۰۰ تومان است.",
  },
  balanceTooLow: { code: "balance_too_low", status: 409, message: "موجودی کیف پول کافی نیست." },
  identityNeeded: {
    code: "identity_needed",
    status: 403,
    message: "برای برداشت ابتدا هویت خود را تأیید کنید.",
  },
  noVerifiedCard: {
    code: "no_verified_card",
    status: 409,
    message: "برای برداشت ابتدا یک کارت بانکی تأییدشده لازم است.",
  },
  cardNotFound: {
    code: "card_not_found",
    status: 404,
    message: "این کارت بانکی در حساب شما ثبت نشده است.",
  },
  cardNotVerified: {
    code: "card_not_verified",
    status: 409,
    message: "تنها به کارت بانکی تأییدشده می‌توان برداشت کرد.",
  },
  tooManyOpen: {
    code: "too_many_withdrawals",
    status: 409,
    message: "پنج درخواست برداشت در انتظار دارید. تا رسیدگی به آن‌ها صبر کنید.",
  },
} as const;

export const takeBackRefusals = {
  inHand: {
    code: "in_hand",
    status: 409,
    message: "واریز این برداشت آغاز شده است و دیگر نمی‌توان آن را پس گرفت.",
  },
  withdrawalDecided: {
    code: "decided",
    status: 409,
    message: "این برداشت پیش‌تر به پایان رسیده است.",
  },
} as const;

export const Withdrawal = z.object({
  id: z.string(),
  amount: z.number().int(),
  state: z.enum(["pending", "paid", "rejected", "taken_back"]),
  createdAt: z.iso.datetime(),
  dueAt: z.iso
    .datetime()
    .nullable()
    .describe(
      "Not paid before this time, because the card or IBAN is new; null when there is no wait",
    ),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

export const requestWithdrawal = {
  method: "POST",
  path: "/withdrawals",
  summary:
    "Request a withdrawal; the money is held at once. Without `cardNumber`, the default card gets the money",
  access: "shopper",
  body: z.object({ amount: AmountToman, cardNumber: CardNumber.optional() }),
  takesKey: true,
  answer: Message.extend({ withdrawal: Withdrawal }),
  refusals: [
    refusals.invalid,
    refusals.accountFrozen,
    refusals.keyReused,
    ...Object.values(withdrawalRefusals),
  ],
} as const satisfies Endpoint;

export const takeBackWithdrawal = {
  method: "POST",
  path: "/withdrawals/:id/take-back",
  summary: "Cancel a withdrawal that nobody is paying yet; the money returns to the wallet at once",
  access: "shopper",
  answer: Message,
  refusals: [refusals.notFound, ...Object.values(takeBackRefusals)],
} as const satisfies Endpoint;
