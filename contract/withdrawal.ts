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

export const Withdrawal = z.object({
  id: z.string(),
  amount: z.number().int(),
  state: z.enum(["pending", "paid", "rejected"]),
  createdAt: z.iso.datetime(),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

export const requestWithdrawal = {
  method: "POST",
  path: "/withdrawals",
  summary:
    "Request a withdrawal, held at once. Without `cardNumber`, the default card gets the money",
  access: "shopper",
  body: z.object({ amount: AmountToman, cardNumber: CardNumber.optional() }),
  takesKey: true,
  answer: Message.extend({ withdrawal: Withdrawal }),
  refusals: [refusals.invalid, refusals.keyReused, ...Object.values(withdrawalRefusals)],
} as const satisfies Endpoint;
