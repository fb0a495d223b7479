import { z } from "zod";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { CardNumber, CardOwner } from "./field.ts";
import { UploadUrl } from "./upload.ts";

/** Bank cards of a shopper. Sections 2, 3 and 5. */

export const BANKCARDS_MAX = 10;

export const bankcardRefusals = {
  cardTaken: { code: "card_taken", status: 409, message: "این شماره کارت قبلاً ثبت شده است." },
  tooManyCards: { code: "too_many_cards", status: 409, message: "تعداد کارت‌های بانکی به حداکثر رسیده است." },
  imageNotFound: { code: "image_not_found", status: 422, message: "لطفا یک فایل انتخاب کنید" },
} as const;

export const BankCardStatus = z.enum(["pending", "verified", "rejected"]);

export const BankCard = z.object({
  id: z.string(),
  cardNumber: z.string().describe("In full: only its owner reads it"),
  cardOwner: z.string(),
  cardBank: z.string().describe("The issuing bank's name, empty when unknown"),
  cardImage: z.string(),
  status: BankCardStatus,
});
export type BankCard = z.infer<typeof BankCard>;

export const getBankCards = {
  method: "GET",
  path: "/bankcards",
  summary: "The shopper's bank cards; with none, an empty list and the message «No bank cards found.»",
  access: "shopper",
  answer: z.object({ bankCards: z.array(BankCard), message: z.string().optional() }),
  refusals: [],
} as const satisfies Endpoint;

export const addBankCard = {
  method: "POST",
  path: "/bankcards",
  summary: "Register a bank card; it pays only once an operator has verified it",
  access: "shopper",
  body: z.object({ cardNumber: CardNumber, cardOwner: CardOwner, cardImage: UploadUrl }),
  answer: Message.extend({ bankCard: BankCard }),
  refusals: [refusals.invalid, ...Object.values(bankcardRefusals)],
} as const satisfies Endpoint;
