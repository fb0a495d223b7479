import { z } from "zod";
import { plainCharacters } from "../../persian/characters.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { text } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { Withdrawal } from "../withdrawal.ts";
import {
  type DeskEndpoint,
  Note,
  OverrideReason,
  Person,
  ProposalId,
  deskRefusals,
} from "./endpoint.ts";

/** Withdrawals that wait to be paid. Section 10. */

export const deskWithdrawalRefusals = {
  notInHand: {
    code: "not_in_hand",
    status: 409,
    message: "این برداشت را نخست در دست بگیرید و سپس واریز کنید.",
  },
  /** A payment at the bank pays only one withdrawal, and this reference is already recorded. */
  referenceKnown: {
    code: "reference_known",
    status: 409,
    message: "این شمارهٔ پیگیری برای برداشت دیگری ثبت شده است.",
  },
  notDue: {
    code: "not_due",
    status: 409,
    message: "کارت یا شبای این برداشت تازه است. تا زمان آن صبر کنید.",
  },
  /**
   * Another withdrawal of the person was paid in the meantime. If the call is repeated, it waits
   * for a second person.
   */
  tooMuchAlone: {
    code: "too_much_alone",
    status: 409,
    message:
      "همین حالا برداشت دیگری هم پرداخت شد و مجموع آن‌ها از سهم یک نفر گذشت. دوباره بفرستید تا نفر دوم تأیید کند.",
  },
  inAnotherHand: {
    code: "in_another_hand",
    status: 409,
    message: "این برداشت در دست همکار دیگری است.",
  },
  inFile: {
    code: "in_file",
    status: 409,
    message: "این برداشت در یک پروندهٔ بانکی است و با پاسخ بانک بسته می‌شود.",
  },
} as const satisfies Record<string, Refusal>;

/** The bank's reference in one normal form, so that one bank payment cannot pay two withdrawals. */
export const BankReference = text(1, 100, "لطفاً شمارهٔ پیگیری بانک را وارد کنید.").overwrite(
  plainCharacters,
);

export const DeskWithdrawal = Withdrawal.extend({
  person: Person,
  cardMasked: z
    .string()
    .describe("Empty when the number cannot be decrypted; then the withdrawal cannot be paid"),
  cardOwner: z.string(),
  cardBank: z.string(),
  iban: z.string().describe("Masked in lists; when empty, it is paid from card to card"),
  isIbanReadable: z
    .boolean()
    .describe("False when an IBAN cannot be decrypted; then the withdrawal cannot be paid"),
  inHandOf: z.string().nullable().describe("The operator who is paying it"),
  payoutId: z.string().nullable().describe("The bank file that contains it"),
  bankWords: z.string().nullable().describe("Why the bank returned it the last time, if it did"),
});
export type DeskWithdrawal = z.infer<typeof DeskWithdrawal>;
export const listWithdrawals = {
  method: "GET",
  path: "/withdrawals",
  role: "viewer",
  area: "money",
  trace: "list",
  summary: "List the withdrawals that wait to be paid, longest waiting first",
  query: PageQuery,
  answer: z.object({ withdrawals: z.array(DeskWithdrawal), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const getDeskWithdrawal = {
  method: "GET",
  path: "/withdrawals/:id",
  role: "finance",
  area: "money",
  isPersonal: true,
  trace: "view",
  summary: "Get one withdrawal with the full card number, so that an operator can pay it",
  answer: z.object({ withdrawal: DeskWithdrawal.extend({ cardNumber: z.string() }) }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;
export const holdWithdrawal = {
  method: "PUT",
  path: "/withdrawals/:id/hand",
  role: "finance",
  area: "money",
  trace: "decision",
  summary: "Lock a withdrawal before paying it, so that its owner cannot cancel it; or unlock it",
  body: z.object({ inHand: z.boolean() }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.decided,
    deskRefusals.alreadyProposed,
    deskWithdrawalRefusals.inAnotherHand,
    deskWithdrawalRefusals.notDue,
    deskWithdrawalRefusals.inFile,
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;
/** The details of a proposal to record a withdrawal as paid. */
export const PayoutDetails = z.object({
  reference: z.string(),
  overrideReason: OverrideReason,
  /** The two owners that were compared when the operator made the proposal. */
  cardOwner: z.string().default(""),
  provenOwner: z.string().nullable().default(null),
});

export const decideWithdrawal = {
  method: "PUT",
  path: "/withdrawals/:id",
  role: "finance",
  area: "money",
  trace: "decision",
  summary:
    "Record a withdrawal as paid, with the bank's reference, or reject it and return the money. Above a limit, or for a card of another owner, another operator must confirm the payment",
  body: z.discriminatedUnion("status", [
    z.object({
      status: z.literal("paid"),
      reference: BankReference,
      overrideReason: OverrideReason,
    }),
    z.object({ status: z.literal("rejected"), rejectionReason: Note }),
  ]),
  answer: Message.extend({ proposalId: ProposalId }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.decided,
    deskRefusals.frozen,
    deskRefusals.cardRevoked,
    deskRefusals.cardUnreadable,
    deskRefusals.ownerDiffers,
    deskRefusals.alreadyProposed,
    ...Object.values(deskWithdrawalRefusals),
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;
