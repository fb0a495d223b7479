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

/** Everything that waits for an operator, in the order that was promised. Section 10.15. */

/** The call that decides each kind. Who may make it sees the kind in the queue. */
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

/** The most rows that the queue shows; those promised first come first. */
export const QUEUE_ROWS_MAX = 100;
/** Minutes for which an opened thing stays in a hand; renewed while it is open. */
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
  id: z.string().describe("Of what is decided; for a stray payment its authority"),
  person: Person.nullable().describe("Whose it is; null for stray payments and proposals"),
  name: z
    .string()
    .describe("The proven name, else that of the account or the papers; empty if there is nobody"),
  summary: z.string().describe("What matters, in one line of Persian"),
  amount: z.number().int().nullable().describe("Toman, if it is about money"),
  startsAt: z.iso.datetime().describe("The promised time begins"),
  dueAt: z.iso.datetime().describe("The promised time ends"),
  heldBy: z.string().nullable().describe("The operator who has it open, or in hand to pay it"),
  aside: Aside.nullable().describe("Set while somebody has set it aside"),
});
export type QueueRow = z.infer<typeof QueueRow>;

export const listQueue = {
  method: "GET",
  path: "/queue",
  role: "support",
  area: "own",
  trace: "list",
  summary:
    "Everything that waits for this operator, first promised first; answers 304 to the ETag of an unchanged list",
  answer: z.object({
    rows: z.array(QueueRow),
    isMore: z.boolean().describe("True when more things wait than are shown"),
    decidedToday: z.number().int().describe("Decisions of this operator since midnight in Tehran"),
    answered: z
      .array(Answered)
      .describe("How second persons decided what this operator asked, until they heard it"),
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
    "How much of the queue nobody has set aside, and how many shelves run low, for the rail of every page; opens no seals",
  answer: z.object({
    count: z.number().int(),
    isMore: z.boolean().describe("True when more things wait than are counted"),
    lowStock: z.number().int().describe("Products whose free codes are few"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

/** A fact of the pane. `form` says how it is written. */
const Fact = z.object({
  label: z.string(),
  value: z.string(),
  form: z.enum(["text", "digits", "latin"]).describe("Text, Persian digits, or as it is"),
});

const Check = z.object({ state: z.enum(["good", "warning", "bad"]), text: z.string() });

const Talk = z.object({
  from: z.enum(["buyer", "shop"]),
  by: z.string().describe("The name of the buyer, or of the operator"),
  text: z.string(),
  uploadId: z.string().nullable(),
  at: z.iso.datetime(),
});

export const QueuePane = QueueRow.extend({
  joinedAt: z.iso.datetime().nullable(),
  ordersCount: z.number().int().nullable(),
  order: z.object({ id: z.string(), number: ShortNumber }).nullable(),
  uploadId: z.string().nullable().describe("The picture to be seen before it is decided"),
  facts: z.array(Fact),
  checks: z.array(Check).describe("What the desk has checked by itself"),
  mustSee: z.array(z.string()).describe("What a person has to see"),
  talk: z.array(Talk).describe("The words of a ticket, oldest first"),
  aboutWords: z
    .string()
    .describe("The codes and the order that a ticket is about, for prepared answers; else empty"),
  history: z.array(z.object({ at: z.iso.datetime(), text: z.string() })),
  consequence: z.string().describe("What a yes causes"),
  otherwise: z.string().describe("What a no causes; empty where nothing else does"),
  reasons: z.array(z.string()).describe("Prepared reasons for a no"),
  quantity: z.number().int().describe("Codes that a delivery needs; 0 for other kinds"),
  supplyRef: z
    .string()
    .nullable()
    .describe("The order at a supplier that did not bring a delivery and may be asked again"),
  needsReason: z
    .boolean()
    .describe("True when a yes to a card or a payout needs a reason, because of another owner"),
  asked: z
    .string()
    .describe(
      "Who asked a second person to confirm it, and until when: nobody decides otherwise meanwhile. Else empty",
    ),
  isOwn: z
    .boolean()
    .describe("True when it is about the account of this operator, who decides nothing about it"),
  isInHand: z.boolean().describe("True for a withdrawal that this operator is paying"),
  isWaiting: z.boolean(),
  decided: z
    .object({ by: z.string(), what: z.string(), at: z.iso.datetime() })
    .nullable()
    .describe("Which operator decided what; null while it waits, and if no operator did"),
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
  summary: "One thing that waits, or waited: what is known, checked and caused by a decision",
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
    "The whole number of the card that waiting papers name, to be compared with their picture; recorded",
  answer: z.object({ cardNumber: z.string().describe("Empty when it cannot be decrypted") }),
  refusals: [refusals.notFound, deskRefusals.decided],
} as const satisfies DeskEndpoint;

export const holdQueued = {
  method: "PUT",
  path: "/queue/:kind/:id/hold",
  role: "support",
  area: "own",
  trace: "hand",
  summary:
    "Take a thing in hand for five minutes, or go on holding it; taking it from somebody else has to be said and is recorded",
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
  summary: "Let go of a thing that is in one's own hand",
  answer: Message,
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const setAside = {
  method: "PUT",
  path: "/queue/:kind/:id/aside",
  role: "support",
  area: "own",
  trace: "decision",
  summary: "Set a thing aside until a time, with a reason; its promise stays what it was",
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
  summary: "Bring back what was set aside",
  answer: Message,
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;
