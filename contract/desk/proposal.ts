import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { Area } from "./area.ts";
import { type DeskEndpoint, Role, deskRefusals } from "./endpoint.ts";
import { deskCodeRefusals } from "./code.ts";
import { freezeRefusals } from "./freeze.ts";
import { deskRefundRefusals } from "./refund.ts";
import { personRefusals } from "./user.ts";
import { operatorRefusals } from "./operator-refusals.ts";
import { deskWithdrawalRefusals } from "./withdrawal.ts";

/**
 * Two-person approval: an action that one operator proposes is carried out when another confirms
 * it. Section 10.12.
 */

/** Days that a proposal waits for a second person. */
export const PROPOSAL_DAYS = 7;
/**
 * Hours after which a new operator counts as a second person, and hours for which an owner waits
 * when no second person exists.
 */
export const SECOND_PERSON_HOURS = 24;

export const proposalRefusals = {
  ownProposal: {
    code: "own_proposal",
    status: 409,
    message: "این را خود شما خواسته‌اید؛ کس دیگری باید آن را تأیید کند.",
  },
  /** `details` says from when on the owner may confirm. */
  waitsADay: {
    code: "waits_a_day",
    status: 409,
    message:
      "همکار دومی نیست که این را تأیید کند. خود شما آن را یک روز پس از درخواست تأیید می‌کنید.",
  },
  samePerson: {
    code: "same_person",
    status: 409,
    message: "شما و درخواست‌کننده یک موبایل دارید؛ کس دیگری باید این را تأیید کند.",
  },
  aboutYou: {
    code: "about_you",
    status: 409,
    message: "این دربارهٔ خود شما یا درخواست‌کننده است؛ کس دیگری باید آن را بخواهد و تأیید کند.",
  },
  askerGone: {
    code: "asker_gone",
    status: 409,
    message: "درخواست‌کننده دیگر در این نقش کار نمی‌کند. درخواست را کنار بگذارید.",
  },
  enteredLately: {
    code: "entered_lately",
    status: 409,
    message: "هنوز یک روز از ورود شما به میز کار نگذشته است.",
  },
  /** Both operators verified the person's card or identity, so neither is an independent check. */
  bothVerified: {
    code: "both_verified",
    status: 409,
    message: "هر دوی شما کارت یا هویت این شخص را تأیید کرده‌اید؛ کس سومی باید این را تأیید کند.",
  },
  stale: {
    code: "stale_proposal",
    status: 409,
    message: "وضعیت این مورد از زمان درخواست عوض شده است. درخواست را کنار بگذارید.",
  },
} as const satisfies Record<string, Refusal>;

/** The details of a proposal to raise an operator; null means the default areas of the role. */
export const RaiseDetails = z.object({
  from: Role,
  to: Role,
  fromAreas: z.array(Area).nullable().default(null),
  areas: z.array(Area).nullable().default(null),
});

export const listProposals = {
  method: "GET",
  path: "/proposals",
  role: "viewer",
  area: "own",
  trace: "list",
  summary: "List the proposals that wait for the confirmation of a second operator, oldest first",
  answer: z.object({
    proposals: z.array(
      z.object({
        id: z.string(),
        action: z.string().describe("The proposed action, such as «raise»"),
        subjectId: z.string(),
        details: z.record(z.string(), z.unknown()),
        note: z.string().nullable(),
        askedBy: z.string(),
        createdAt: z.iso.datetime(),
        expiresAt: z.iso.datetime(),
      }),
    ),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

/** The outcome of a proposal, for the operator who made it. */
export const Answered = z.object({
  id: z.string(),
  what: z.string().describe("The proposed action, in Persian"),
  outcome: z.enum(["confirmed", "dropped", "lapsed"]),
  by: z.string().nullable().describe("The operator who decided; null when nobody decided in time"),
  at: z.iso.datetime(),
  order: z
    .object({ id: z.string(), number: z.string() })
    .nullable()
    .describe("The order that the proposal is about; null for other proposals"),
});

export const hearProposal = {
  method: "PUT",
  path: "/proposals/:id/heard",
  role: "support",
  area: "own",
  trace: "decision",
  summary: "Confirm that the caller has read how the caller's own proposal was decided",
  answer: Message,
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const decideProposal = {
  method: "PUT",
  path: "/proposals/:id",
  role: "finance",
  area: "own",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary: "Confirm another operator's proposal, so that it is carried out at once, or drop it",
  body: z.object({ status: z.enum(["confirmed", "dropped"]) }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.decided,
    operatorRefusals.areaLacked,
    operatorRefusals.lastOwner,
    deskRefusals.frozen,
    deskRefusals.cardRevoked,
    deskRefusals.ownerDiffers,
    deskRefusals.notSeen,
    deskRefusals.noPicture,
    deskRefusals.cardTaken,
    ...Object.values(deskWithdrawalRefusals),
    freezeRefusals.notVerified,
    deskRefundRefusals.refunded,
    deskCodeRefusals.gone,
    ...Object.values(personRefusals),
    ...Object.values(proposalRefusals),
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;
