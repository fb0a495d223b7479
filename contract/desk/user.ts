import { z } from "zod";
import { type DeskEndpoint, Note, Person, ProposalId, deskRefusals } from "./endpoint.ts";
import { AccountEvent } from "../account-event.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { Phone, ShortNumber } from "../field.ts";
import { OrderLines } from "../order.ts";
import { TicketSummary } from "../ticket.ts";
import { Transaction } from "../transaction.ts";

/**
 * Requests of people that an operator carries out: end their sessions, export their data, delete
 * their data. Section 10.5.
 */

export const personRefusals = {
  stillOpen: {
    code: "still_open",
    status: 409,
    message: "هنوز چیزی از این شخص باز است و نمی‌توان او را فراموش کرد.",
  },
  forgotten: { code: "forgotten", status: 409, message: "اطلاعات این شخص پاک شده است." },
  moneyMovedLately: {
    code: "money_moved_lately",
    status: 409,
    message: "از آخرین جابه‌جایی پول این شخص هنوز زمان لازم نگذشته است.",
  },
  noDossierKey: {
    code: "no_dossier_key",
    status: 409,
    message: "کلید پرونده‌های مهرشده تنظیم نشده است و بدون آن اطلاعات کسی پاک نمی‌شود.",
  },
} as const satisfies Record<string, Refusal>;

export const findPerson = {
  method: "POST",
  path: "/people/find",
  role: "support",
  area: "people",
  trace: "view",
  summary: "Find the person with a phone number; a POST, so that no URL contains the number",
  body: z.object({ phone: Phone }),
  answer: z.object({ person: Person }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;

export const signPersonOut = {
  method: "POST",
  path: "/people/:id/sign-out",
  role: "support",
  area: "people",
  trace: "decision",
  summary: "Sign a person out everywhere, with the same effects as the person's own call",
  answer: Message,
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export const exportPerson = {
  method: "GET",
  path: "/people/:id/export",
  role: "finance",
  area: "people",
  isPersonal: true,
  needsFresh: true,
  trace: "view",
  summary:
    "Export all data about a person, without codes or data of others; the request is recorded",
  answer: z.object({
    exportedAt: z.iso.datetime(),
    isWhole: z.boolean().describe("False when a list was cut to its newest 5,000 rows"),
    data: z.record(z.string(), z.array(Row)),
  }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const forgetPerson = {
  method: "POST",
  path: "/people/:id/forget",
  role: "finance",
  area: "people",
  trace: "decision",
  summary:
    "Propose to delete a person's data, except what the books need; another operator must confirm. Refused while money or orders are open, and for some days after money moved",
  body: z.object({ reason: Note }),
  answer: Message.extend({ proposalId: ProposalId }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.alreadyProposed,
    ...Object.values(personRefusals),
  ],
} as const satisfies DeskEndpoint;

const At = z.iso.datetime();

/**
 * Everything that the desk shows about a person; at most the newest twenty entries of each list.
 */
export const DeskPerson = z.object({
  person: Person,
  email: z.string(),
  joinedAt: At,
  forgottenAt: At.nullable(),
  waiting: z
    .array(
      z.object({
        what: z.string().describe("The proposed action, in Persian"),
        askedBy: z.string(),
        note: z.string().nullable(),
        since: At,
        until: At,
      }),
    )
    .describe("Proposals about the person or something of theirs that wait for a second person"),
  counts: z.object({ orders: z.number(), tickets: z.number(), invitees: z.number() }),
  referralIncome: z.number().int().describe("Referral income of the person, toman"),
  inviter: z.object({ id: z.string(), name: z.string() }).nullable(),
  balance: z.number().int().describe("Balance of the person's wallet, toman"),
  identities: z.array(
    z.object({
      id: z.string(),
      status: z.enum(["pending", "verified", "rejected"]),
      cardOwner: z.string(),
      rejectionReason: z.string().nullable(),
      createdAt: At,
      decidedAt: At.nullable(),
    }),
  ),
  cards: z.array(
    z.object({
      id: z.string(),
      cardMasked: z.string().describe("Empty when it cannot be decrypted"),
      bank: z.string(),
      owner: z.string(),
      iban: z.string().describe("Masked IBAN; empty without one"),
      status: z.string(),
      isDefault: z.boolean(),
      rejectionReason: z.string().nullable(),
    }),
  ),
  transactions: z.array(Transaction),
  orders: z.array(
    z.object({
      id: z.string(),
      number: ShortNumber,
      total: z.number().int(),
      state: z.enum(["paid", "refunded"]),
      paidAt: At,
      firstItem: OrderLines.shape.firstItem,
      itemsCount: OrderLines.shape.itemsCount,
    }),
  ),
  tickets: z.array(TicketSummary),
  sessions: z.array(z.object({ device: z.string(), createdAt: At, lastUsedAt: At })),
  events: z.array(AccountEvent),
  invitees: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      joinedAt: At,
      purchases: z.number().int(),
      income: z.number().int().describe("Toman that the person got for this invitee's purchases"),
    }),
  ),
  freezes: z.array(
    z.object({
      id: z.string(),
      reason: z.string(),
      frozenAt: At,
      frozenBy: z.string(),
      releasedAt: At.nullable(),
      releasedBy: z.string().nullable(),
      releaseReason: z.string().nullable(),
    }),
  ),
  alike: z
    .array(
      z.object({
        person: Person,
        sharedMarks: z.array(z.enum(["browser", "picture", "name", "card"])),
      }),
    )
    .describe("Other people whose accounts share marks with this one; without phones"),
  lines: z
    .array(
      z.object({
        id: z.string(),
        operator: z.string(),
        verdict: z.string().describe("`noted` for a note, otherwise the decision"),
        note: z.string().nullable(),
        createdAt: At,
      }),
    )
    .describe("Decisions and notes of operators about the person"),
});
export type DeskPerson = z.infer<typeof DeskPerson>;

export const getPerson = {
  method: "GET",
  path: "/people/:id",
  role: "support",
  area: "people",
  trace: "view",
  summary: "Get one person with orders, cards, tickets and more; card numbers and IBANs are masked",
  answer: DeskPerson,
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const notePerson = {
  method: "POST",
  path: "/people/:id/notes",
  role: "support",
  area: "people",
  trace: "decision",
  summary: "Add a note about a person for other operators; the log keeps the note",
  body: z.object({ note: Note }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;
