import { z } from "zod";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import {
  CardNumber,
  CardOwner,
  INCOMPLETE_PERSON,
  Iban,
  hasBothOrNeither,
  inquiredFields,
} from "./field.ts";
import { UploadUrl } from "./upload.ts";

/** Bank cards of a shopper. Sections 2, 3 and 5. */

export const BANK_CARDS_MAX = 10;
/**
 * The most card numbers that a shopper may submit per day, for cards and identity requests
 * together. Limited because the response reveals whether a card is verified in another account.
 */
export const CARD_TRIES_PER_DAY_MAX = 20;

export const bankCardRefusals = {
  cardTaken: { code: "card_taken", status: 409, message: "این شمارهٔ کارت قبلاً ثبت شده است." },
  tooManyCards: {
    code: "too_many_cards",
    status: 409,
    message: "تعداد کارت‌های بانکی به حداکثر رسیده است.",
  },
  cardNotFound: {
    code: "card_not_found",
    status: 404,
    message: "این کارت بانکی در حساب شما ثبت نشده است.",
  },
  cardInUse: {
    code: "card_in_use",
    status: 409,
    message: "یک برداشت به این کارت در جریان است. پس از پایان آن می‌توانید کارت را حذف کنید.",
  },
  ibanUnused: {
    code: "card_not_verified",
    status: 409,
    message: "شبا را پس از تأیید کارت می‌توانید ثبت کنید.",
  },
  defaultNotVerified: {
    code: "card_not_verified",
    status: 409,
    message: "تنها کارت تأییدشده می‌تواند کارت پیش‌فرض باشد.",
  },
  imageNotFound: { code: "image_not_found", status: 422, message: "لطفا یک فایل انتخاب کنید" },
} as const;

/** A withdrawal to a card waits this long after the card was added, or its IBAN changed. */
export const NEW_CARD_WAIT_HOURS = 24;

export const BankCardStatus = z.enum(["pending", "verified", "rejected"]);

export const BankCard = z.object({
  id: z.string(),
  cardNumber: z
    .string()
    .describe(
      "All sixteen digits; empty when they cannot be decrypted, and then the card is unusable",
    ),
  cardOwner: z.string(),
  cardBank: z
    .string()
    .describe("Persian name of the bank that issued the card; empty when unknown"),
  cardImage: z.string(),
  iban: z.string().describe("The full IBAN: IR and 24 digits; empty when the card has none"),
  status: BankCardStatus,
  isDefault: z
    .boolean()
    .describe("True for the card that receives a withdrawal when the request names no card"),
  waitsForIdentity: z
    .boolean()
    .describe(
      "True for a pending card that is not decided before the shopper's identity is verified",
    ),
  paysOutFrom: z.iso
    .datetime()
    .nullable()
    .describe("A withdrawal to this card is not paid before this time; null when there is no wait"),
  rejectionReason: z
    .string()
    .nullable()
    .describe("The operator's reason for rejecting the card, in Persian; null for other cards"),
});
export type BankCard = z.infer<typeof BankCard>;

export const getBankCards = {
  method: "GET",
  path: "/bankcards",
  summary:
    "List the shopper's bank cards; without any card, also the message «No bank cards found.»",
  access: "shopper",
  answer: z.object({
    bankCards: z.array(BankCard),
    asksNationalCode: z
      .boolean()
      .describe(
        "True when `nationalCode` and `birthDate` can get the next card verified within seconds",
      ),
    message: z.string().optional(),
  }),
  refusals: [],
} as const satisfies Endpoint;

export const addBankCard = {
  method: "POST",
  path: "/bankcards",
  summary:
    "Add a bank card. It can be used once it is verified: by an operator, or, for a shopper with " +
    "a verified identity, perhaps at once by an automatic check",
  access: "shopper",
  body: z
    .object({
      cardNumber: CardNumber,
      cardOwner: CardOwner,
      cardImage: UploadUrl,
      ...inquiredFields,
    })
    .refine(hasBothOrNeither, INCOMPLETE_PERSON),
  answer: Message.extend({ bankCard: BankCard }),
  refusals: [
    refusals.invalid,
    refusals.tooMany,
    bankCardRefusals.cardTaken,
    bankCardRefusals.tooManyCards,
    bankCardRefusals.imageNotFound,
  ],
} as const satisfies Endpoint;

export const setIban = {
  method: "PUT",
  path: "/bankcards/:id/iban",
  summary:
    "Set or change the IBAN of a verified card, or remove it with an empty text. Withdrawals to the card wait a day after a change",
  access: "shopper",
  body: z.object({ iban: Iban }),
  answer: Message.extend({ bankCard: BankCard }),
  refusals: [
    refusals.invalid,
    refusals.tooMany,
    bankCardRefusals.cardNotFound,
    bankCardRefusals.ibanUnused,
    bankCardRefusals.cardInUse,
  ],
} as const satisfies Endpoint;

export const chooseBankCard = {
  method: "PUT",
  path: "/bankcards/:id/default",
  summary: "Make a verified card the default for withdrawals",
  access: "shopper",
  answer: Message,
  refusals: [bankCardRefusals.cardNotFound, bankCardRefusals.defaultNotVerified],
} as const satisfies Endpoint;

export const deleteBankCard = {
  method: "DELETE",
  path: "/bankcards/:id",
  summary: "Remove a card from the account; earlier payments and withdrawals with it are kept",
  access: "shopper",
  answer: Message,
  refusals: [bankCardRefusals.cardNotFound, bankCardRefusals.cardInUse],
} as const satisfies Endpoint;
