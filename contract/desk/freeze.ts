import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { type DeskEndpoint, Note, Person, ProposalId, deskRefusals } from "./endpoint.ts";

/** Freezing people, cards and devices, and revoking verifications. Section 10. */

export const freezeRefusals = {
  released: { code: "released", status: 409, message: "این مسدودی پیش‌تر برداشته شده است." },
  notVerified: {
    code: "not_verified",
    status: 409,
    message: "این مورد تأییدشده نیست و چیزی برای لغو ندارد.",
  },
} as const satisfies Record<string, Refusal>;

const Kind = z.enum(["person", "card", "identity", "device"]);

export const freeze = {
  method: "POST",
  path: "/freezes",
  role: "support",
  area: "people",
  trace: "decision",
  summary:
    "Freeze a person; a card with all its owners; an identity with its card and person; or the known devices of a person with everybody who signs in on them",
  body: z.object({
    kind: Kind,
    id: z
      .string()
      .min(1)
      .max(100)
      .describe(
        "Id of the person, bank card or identity request; to freeze devices, the person's id",
      ),
    reason: Note.describe("Shown to the person"),
  }),
  answer: Message.extend({ freezeId: z.string() }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;

export const releaseFreeze = {
  method: "POST",
  path: "/freezes/:id/release",
  role: "finance",
  area: "people",
  trace: "decision",
  summary: "End a freeze, so that the frozen accounts, cards and devices work again",
  body: z.object({ reason: Note }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, freezeRefusals.released],
} as const satisfies DeskEndpoint;

export const DeskFreeze = z.object({
  id: z.string(),
  reason: z.string(),
  frozenAt: z.iso.datetime(),
  frozenBy: z.string(),
  people: z.array(Person),
  cards: z.number().int().describe("Number of frozen cards"),
  devices: z.number().int().describe("Number of frozen devices"),
});
export type DeskFreeze = z.infer<typeof DeskFreeze>;

export const listFreezes = {
  method: "GET",
  path: "/freezes",
  role: "viewer",
  area: "people",
  trace: "list",
  summary: "List the freezes that are in force, newest first",
  query: PageQuery,
  answer: z.object({ freezes: z.array(DeskFreeze), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const revokeBankCard = {
  method: "POST",
  path: "/bankcards/:id/revocation",
  role: "finance",
  area: "papers",
  trace: "decision",
  summary:
    "Propose to revoke the verification of a card. After another operator confirms, the card can neither pay nor receive money",
  body: z.object({ reason: Note }),
  answer: Message.extend({ proposalId: ProposalId }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    freezeRefusals.notVerified,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;

export const revokeIdentity = {
  method: "POST",
  path: "/authorizes/:id/revocation",
  role: "finance",
  area: "papers",
  trace: "decision",
  summary:
    "Propose to revoke the verification of an identity and of all cards of the person; another operator must confirm",
  body: z.object({ reason: Note.describe("Shown to the person") }),
  answer: Message.extend({ proposalId: ProposalId }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    freezeRefusals.notVerified,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;
