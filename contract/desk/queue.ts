import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { ShortNumber } from "../field.ts";
import { decideBankCard } from "./bank-card.ts";
import { deliver } from "./delivery.ts";
import { decideEarning } from "./earning.ts";
import { type DeskEndpoint, Note, Person, deskRefusals } from "./endpoint.ts";
import { decideIdentityRequest } from "./identity.ts";
import { decideLook } from "./look.ts";
import { decideNameRequest } from "./name-request.ts";
import { adoptPayment } from "./payment.ts";
import { Answered, decideProposal } from "./proposal.ts";
import { endReview } from "./review.ts";
import { answerTicket } from "./ticket.ts";
import { decideWithdrawal } from "./withdrawal.ts";

/** Everything that waits for an operator, in the order of the promised times. Section 10.15. */

/** The call that decides each kind. Operators see the kinds whose call they may make. */
export const DECIDING = {
  identity: decideIdentityRequest,
  bank_card: decideBankCard,
  name_request: decideNameRequest,
  delivery: deliver,
  ticket: answerTicket,
  withdrawal: decideWithdrawal,
  payment: endReview,
  refund: endReview,
  look: decideLook,
  earning: decideEarning,
  stray_payment: adoptPayment,
  proposal: decideProposal,
} as const satisfies Record<string, DeskEndpoint>;
export type QueueKind = keyof typeof DECIDING;
export const QUEUE_KINDS = Object.keys(DECIDING) as [QueueKind, ...QueueKind[]];
export const QueueKind = z.enum(QUEUE_KINDS);

/** The most rows that the queue shows; those with the earliest promised time come first. */
export const QUEUE_ROWS_MAX = 100;
/** Minutes for which an opened thing is held for its operator; renewed while it is open. */
export const QUEUE_HOLD_MINUTES = 5;
/** Days for which a thing may be set aside. */
export const ASIDE_DAYS_MAX = 7;

export const queueRefusals = {
  asideUntil: {
    code: "aside_until",
    status: 422,
    message: "زمانی در هفت روز آینده را انتخاب کنید.",
  },
} as const satisfies Record<string, Refusal>;

const Aside = z.object({ by: z.string(), reason: z.string(), until: z.iso.datetime() });

export const QueueRow = z.object({
  kind: QueueKind,
  id: z.string().describe("Id of the thing to decide; for a stray payment, its authority"),
  person: Person.nullable().describe(
    "The person it belongs to; null for stray payments and proposals",
  ),
  name: z
    .string()
    .describe("Proven name, else the name in the account or the request; empty without a person"),
  summary: z.string().describe("The most important facts in one line, in Persian"),
  amount: z
    .number()
    .int()
    .nullable()
    .describe("Amount in toman; null when the thing is not about money"),
  startsAt: z.iso.datetime().describe("Start of the promised time"),
  dueAt: z.iso.datetime().describe("End of the promised time"),
  heldBy: z
    .string()
    .nullable()
    .describe("The operator who has the thing open, or who is paying the withdrawal"),
  aside: Aside.nullable().describe("By whom, why and until when it is set aside; otherwise null"),
});
export type QueueRow = z.infer<typeof QueueRow>;

export const listQueue = {
  method: "GET",
  path: "/queue",
  role: "support",
  area: "own",
  trace: "list",
  summary:
    "Everything that waits for this operator, earliest promised time first; answers 304 when the list still has the ETag of the request",
  answer: z.object({
    rows: z.array(QueueRow),
    isMore: z.boolean().describe("True when more things wait than are shown"),
    decidedToday: z.number().int().describe("Decisions of this operator since midnight in Tehran"),
    answered: z
      .array(Answered)
      .describe("Outcomes of this operator's proposals that they have not confirmed as read"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const countQueue = {
  method: "GET",
  path: "/queue/count",
  role: "support",
  area: "own",
  trace: "list",
  summary:
    "Count the things that wait and are not set aside, and the products that are low in stock",
  answer: z.object({
    count: z.number().int(),
    isMore: z.boolean().describe("True when more things wait than are counted"),
    lowStock: z.number().int().describe("Number of products with few free codes"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

/** A fact about the opened thing. `form` says how it is written. */
const Fact = z.object({
  label: z.string(),
  value: z.string(),
  form: z
    .enum(["text", "digits", "latin"])
    .describe("text: as text; digits: in Persian digits; latin: unchanged"),
});

const Check = z.object({ state: z.enum(["good", "warning", "bad"]), text: z.string() });

const Talk = z.object({
  from: z.enum(["buyer", "shop"]),
  by: z.string().describe("The name of the buyer or the operator"),
  text: z.string(),
  uploadId: z.string().nullable(),
  at: z.iso.datetime(),
});

export const QueuePane = QueueRow.extend({
  joinedAt: z.iso.datetime().nullable(),
  ordersCount: z.number().int().nullable(),
  order: z.object({ id: z.string(), number: ShortNumber }).nullable(),
  uploadId: z.string().nullable().describe("The picture that must be viewed before the decision"),
  facts: z.array(Fact),
  checks: z.array(Check).describe("Results of the desk's automatic checks"),
  mustTick: z.array(z.string()).describe("Facts that the operator must check by eye"),
  talk: z.array(Talk).describe("The messages of a ticket, oldest first"),
  aboutWords: z
    .string()
    .describe(
      "Text for `{کد}` in prepared answers: codes and order of the ticket; otherwise empty",
    ),
  history: z.array(z.object({ at: z.iso.datetime(), text: z.string() })),
  consequence: z.string().describe("Persian text: the effect of an approval"),
  otherwise: z
    .string()
    .describe("Persian text: the effect of a rejection; empty when there is nothing to explain"),
  reasons: z.array(z.string()).describe("Ready-made reasons for a rejection, in Persian"),
  quantity: z.number().int().describe("Number of codes that a delivery needs; 0 for other kinds"),
  supplyRef: z
    .string()
    .nullable()
    .describe(
      "`ref` of the supplier order that failed for this delivery and may be tried again; or null",
    ),
  approvalBlockedBy: z
    .string()
    .describe("In Persian, why this operator cannot confirm it now; empty when they can"),
  needsReason: z
    .boolean()
    .describe(
      "True when a yes to a card or a withdrawal needs a reason, because the card has another owner",
    ),
  asked: z
    .string()
    .describe(
      "In Persian, who made a proposal that waits for a second person, until when; or empty",
    ),
  isOwn: z
    .boolean()
    .describe(
      "True when the thing is about the calling operator, who therefore may not decide about it",
    ),
  isInHand: z.boolean().describe("True for a withdrawal that this operator is paying"),
  isWaiting: z.boolean(),
  decided: z
    .object({ by: z.string(), what: z.string(), at: z.iso.datetime() })
    .nullable()
    .describe(
      "The decision and the operator who made it; null while it waits, and if no operator decided",
    ),
});
export type QueueCheck = z.infer<typeof Check>;
export type QueueTalk = z.infer<typeof Talk>;
export type QueuePane = z.infer<typeof QueuePane>;

export const getQueuePane = {
  method: "GET",
  path: "/queue/:kind/:id",
  role: "support",
  area: "own",
  trace: "view",
  summary: "Get one waiting or decided thing: its facts, the checks and the effects of a decision",
  answer: z.object({ pane: QueuePane }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const getQueuedCard = {
  method: "GET",
  path: "/queue/:kind/:id/card",
  role: "support",
  area: "own",
  isPersonal: true,
  trace: "view",
  summary:
    "Get the full card number of a waiting request, to compare it with the image; this is logged",
  answer: z.object({ cardNumber: z.string().describe("Empty when it cannot be decrypted") }),
  refusals: [refusals.notFound, deskRefusals.decided],
} as const satisfies DeskEndpoint;

export const holdQueued = {
  method: "PUT",
  path: "/queue/:kind/:id/hold",
  role: "support",
  area: "own",
  trace: "hand",
  summary: "Reserve a thing for the caller for five minutes; `isTakingOver` takes it from another",
  body: z.object({ isTakingOver: z.boolean().default(false) }),
  answer: z.object({ heldBy: z.string(), heldUntil: z.iso.datetime() }),
  refusals: [refusals.invalid, refusals.notFound, deskRefusals.decided, deskRefusals.heldByOther],
} as const satisfies DeskEndpoint;

export const releaseQueued = {
  method: "DELETE",
  path: "/queue/:kind/:id/hold",
  role: "support",
  area: "own",
  trace: "hand",
  summary: "End the caller's own reservation of a thing",
  answer: Message,
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const setAside = {
  method: "PUT",
  path: "/queue/:kind/:id/aside",
  role: "support",
  area: "own",
  trace: "decision",
  summary: "Set a thing aside until a given time, with a reason; its promised time does not change",
  body: z.object({ until: z.iso.datetime(), reason: Note }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.decided,
    deskRefusals.heldByOther,
    queueRefusals.asideUntil,
  ],
} as const satisfies DeskEndpoint;

export const bringBack = {
  method: "DELETE",
  path: "/queue/:kind/:id/aside",
  role: "support",
  area: "own",
  trace: "decision",
  summary: "Put a thing that was set aside back into the queue at once",
  answer: Message,
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;
