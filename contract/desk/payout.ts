import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { Id } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { type DeskEndpoint, Note, Person, ProposalId, deskRefusals } from "./endpoint.ts";
import { BankReference, deskWithdrawalRefusals } from "./withdrawal.ts";

/** Bank files: withdrawals that the bank is asked to pay together. Section 10.19. */

/** The most withdrawals of one file. */
export const PAYOUT_ROWS_MAX = 100;
/** The most characters of the bank's answer: 250 for each row. */
const ANSWER_TEXT_MAX = 25_000;

export const PAYOUT_FORMATS = ["paya", "card_list"] as const;
export const PayoutFormat = z
  .enum(PAYOUT_FORMATS)
  .describe(
    "paya: a group transfer to IBANs; card_list: a table of cards, which are paid one by one",
  );

export const payoutRefusals = {
  notReady: {
    code: "not_ready",
    status: 409,
    message: "وضعیت یکی از این برداشت‌ها عوض شده است. فهرست را دوباره ببینید.",
  },
  payerUnknown: {
    code: "payer_unknown",
    status: 409,
    message: "پروندهٔ پایا به نام و شبای حساب فروشگاه نیاز دارد. آن‌ها را در تنظیمات بنویسید.",
  },
  waits: { code: "file_waits", status: 409, message: "این پرونده در انتظار تأیید نفر دوم است." },
  /** An IBAN, a name or the payer changed after the file was made. */
  changed: {
    code: "file_changed",
    status: 409,
    message:
      "مقصد یکی از برداشت‌ها پس از ساختن این پرونده عوض شده است. اگر به بانک نداده‌اید، ردیف‌هایش را برگردانید و پروندهٔ تازه‌ای بسازید.",
  },
} as const satisfies Record<string, Refusal>;

const fileRowRefusals = {
  ibanNeeded: {
    code: "iban_needed",
    status: 409,
    message: "برای این کارت شبایی ثبت نشده است. آن را با فهرست کارت‌به‌کارت بپردازید.",
  },
  payaTooLarge: {
    code: "paya_too_large",
    status: 409,
    message: "این مبلغ از سقف یک دستور پایا بیشتر است.",
  },
} as const satisfies Record<string, Refusal>;
export const payoutRowRefusals = {
  ...fileRowRefusals,
  notFound: refusals.notFound,
  decided: deskRefusals.decided,
  frozen: deskRefusals.frozen,
  cardRevoked: deskRefusals.cardRevoked,
  cardUnreadable: deskRefusals.cardUnreadable,
  ownerDiffers: deskRefusals.ownerDiffers,
  alreadyProposed: deskRefusals.alreadyProposed,
  ...deskWithdrawalRefusals,
} as const satisfies Record<string, Refusal>;

const WithdrawalIds = z
  .array(Id)
  .min(1, { error: "دست‌کم یک برداشت را انتخاب کنید." })
  .max(PAYOUT_ROWS_MAX, { error: "یک پرونده بیش از صد برداشت نمی‌گیرد." })
  .refine((ids) => new Set(ids).size === ids.length, { error: "برداشتی دو بار آمده است." });

const NewPayout = z.object({ withdrawalIds: WithdrawalIds, format: PayoutFormat });

const Fate = z.object({
  withdrawalId: z.string(),
  amount: z.number().int(),
  owner: z.string().describe("The name in the file; empty when the row cannot be in it"),
  to: z.string().describe("The masked IBAN or card"),
  refusal: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe("Why the row cannot be in the file; null when it can"),
});

export const previewPayout = {
  method: "POST",
  path: "/payouts/preview",
  role: "finance",
  area: "money",
  trace: "view",
  summary: "Preview a bank file of these withdrawals; no withdrawal is locked yet",
  body: NewPayout,
  answer: z.object({
    rows: z.array(Fate),
    total: z.number().int().describe("Sum of the rows that can be in the file, toman"),
    totalRial: z.number().int(),
    needsSecond: z.boolean().describe("True when a second person must confirm the file"),
  }),
  refusals: [refusals.invalid, payoutRefusals.payerUnknown],
} as const satisfies DeskEndpoint;

export const PayoutRow = z.object({
  withdrawalId: z.string(),
  tracking: z.string().describe("Twelve digits; the bank's answer may identify the row by them"),
  amount: z.number().int(),
  person: Person,
  cardOwner: z.string(),
  to: z.string().describe("The masked IBAN or card; empty when it cannot be decrypted"),
  state: z.enum(["sent", "paid", "returned"]),
  note: z
    .string()
    .nullable()
    .describe("The bank's reference, or the bank's reason for a returned row"),
});
export type PayoutRow = z.infer<typeof PayoutRow>;

export const Payout = z.object({
  id: z.string(),
  number: z.string(),
  format: PayoutFormat,
  madeBy: z.string(),
  madeAt: z.iso.datetime(),
  state: z
    .enum(["waiting", "made", "done"])
    .describe(
      "waiting: for a second person; made: some rows have no answer yet; done: all rows are answered",
    ),
  confirmedBy: z.string().nullable(),
  total: z.number().int(),
  rows: z.number().int(),
  open: z.number().int().describe("Number of rows that the bank has not answered yet"),
  paid: z.number().int(),
  returned: z.number().int(),
});
export type Payout = z.infer<typeof Payout>;

export const makePayout = {
  method: "POST",
  path: "/payouts",
  role: "finance",
  area: "money",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary:
    "Make a bank file of withdrawals that are free or in the caller's hand, and lock them to it. Above a limit, another operator must confirm it",
  body: NewPayout,
  answer: Message.extend({ payout: Payout, proposalId: ProposalId }),
  refusals: [refusals.invalid, payoutRefusals.notReady, payoutRefusals.payerUnknown],
} as const satisfies DeskEndpoint;

export const listPayouts = {
  method: "GET",
  path: "/payouts",
  role: "viewer",
  area: "money",
  trace: "list",
  summary: "List the bank files, newest first",
  query: PageQuery,
  answer: z.object({
    payouts: z.array(Payout),
    nextCursor: NextCursor,
    nextCycleAt: z.iso
      .datetime()
      .nullable()
      .describe("When the banks carry out paya transfers next"),
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const getPayout = {
  method: "GET",
  path: "/payouts/:id",
  role: "viewer",
  area: "money",
  trace: "view",
  summary: "Get one bank file with its rows; card numbers and IBANs are masked",
  answer: z.object({
    payout: Payout,
    rows: z.array(PayoutRow),
    proposalId: z
      .string()
      .nullable()
      .describe("Id of the proposal that a second person has to confirm, if any"),
  }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const getPayoutFile = {
  method: "GET",
  path: "/payouts/:id/file",
  role: "finance",
  area: "money",
  isPersonal: true,
  needsFresh: true,
  trace: "view",
  summary:
    "Get the text of a bank file, which never changes: rial amounts, full IBANs or card numbers",
  answer: z.object({ name: z.string(), type: z.string(), text: z.string() }),
  refusals: [refusals.notFound, payoutRefusals.waits, payoutRefusals.changed],
} as const satisfies DeskEndpoint;

const AnsweredLine = z.object({
  line: z.string(),
  withdrawalId: z.string().nullable().describe("The withdrawal whose row this line answers"),
  finding: z.enum(["paid", "returned", "settled", "unclear", "unknown"]),
  reference: z.string().describe("The bank's reference in the line; empty when none was found"),
  words: z.string().describe("The bank's words about the row"),
  why: z.string().describe("Why the line is unclear or unknown; otherwise empty"),
});
export type AnsweredLine = z.infer<typeof AnsweredLine>;

export const readPayoutAnswer = {
  method: "POST",
  path: "/payouts/:id/answer",
  role: "finance",
  area: "money",
  trace: "view",
  summary: "Preview what each line of the bank's answer would change; nothing is recorded",
  body: z.object({
    text: z
      .string({ error: "پاسخ بانک را بچسبانید." })
      .min(1, { error: "پاسخ بانک را بچسبانید." })
      .max(ANSWER_TEXT_MAX, { error: "این متن بلندتر از پاسخ یک پرونده است." }),
  }),
  answer: z.object({
    lines: z.array(AnsweredLine),
    missing: z.array(z.string()).describe("Withdrawals of the file that no line answers"),
  }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;

export const settlePayout = {
  method: "PUT",
  path: "/payouts/:id",
  role: "finance",
  area: "money",
  trace: "decision",
  summary:
    "Record the bank's result for each row: paid with a reference, or returned with a reason; returned withdrawals wait again",
  body: z.object({
    rows: z
      .array(
        z.discriminatedUnion("status", [
          z.object({ withdrawalId: Id, status: z.literal("paid"), reference: BankReference }),
          z.object({ withdrawalId: Id, status: z.literal("returned"), words: Note }),
        ]),
      )
      .min(1, { error: "پاسخ دست‌کم یک ردیف را بنویسید." })
      .max(PAYOUT_ROWS_MAX, { error: "یک پرونده بیش از صد برداشت ندارد." }),
  }),
  answer: Message.extend({
    rows: z.array(
      z.object({
        withdrawalId: z.string(),
        outcome: z.enum(["paid", "returned", "refused"]),
        refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
    payout: Payout,
  }),
  refusals: [refusals.invalid, refusals.notFound, payoutRefusals.waits],
} as const satisfies DeskEndpoint;
