import { z } from "zod";
import { BankCardStatus } from "../bank-card.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { NextCursor, PageQuery } from "../page.ts";
import {
  CardMasked,
  type DeskEndpoint,
  Note,
  OverrideReason,
  Person,
  ProposalId,
  deskRefusals,
} from "./endpoint.ts";

/** Bank cards that wait for a decision. Section 10. */

export const deskBankCardRefusals = {
  identityFirst: {
    code: "identity_first",
    status: 409,
    message: "هویت این شخص هنوز تأیید نشده است. کارت پس از آن تأیید می‌شود.",
  },
} as const satisfies Record<string, Refusal>;

export const DeskBankCard = z.object({
  id: z.string(),
  person: Person,
  cardMasked: CardMasked,
  cardOwner: z.string(),
  cardBank: z.string(),
  uploadId: z.string().nullable(),
  status: BankCardStatus,
  createdAt: z.iso.datetime(),
  promisedFrom: z.iso
    .datetime()
    .nullable()
    .describe(
      "Start of the time promised for a decision; null while the card waits for the identity",
    ),
});
export const listBankCards = {
  method: "GET",
  path: "/bankcards",
  role: "viewer",
  area: "papers",
  trace: "list",
  summary: "List the bank cards that wait for a decision, longest waiting first",
  query: PageQuery,
  answer: z.object({ bankCards: z.array(DeskBankCard), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const getDeskBankCard = {
  method: "GET",
  path: "/bankcards/:id",
  role: "support",
  area: "papers",
  trace: "view",
  summary: "Get one bank card that waits for a decision, with the shopper's full phone number",
  answer: z.object({ bankCard: DeskBankCard }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;
/** The names compared in a proposal to verify a card whose owner is not the proven one. */
export const VerifyCardDetails = z.object({
  cardOwner: z.string(),
  provenOwner: z.string().nullable(),
});

export const decideBankCard = {
  method: "PUT",
  path: "/bankcards/:id",
  role: "support",
  area: "papers",
  trace: "decision",
  summary:
    "Verify or reject a card. If its owner is not the verified person, a second operator confirms",
  body: z.discriminatedUnion("status", [
    z.object({ status: z.literal("verified"), overrideReason: OverrideReason }),
    z.object({ status: z.literal("rejected"), rejectionReason: Note }),
  ]),
  answer: Message.extend({ proposalId: ProposalId }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    refusals.unavailable,
    deskRefusals.decided,
    deskRefusals.alreadyProposed,
    deskRefusals.frozen,
    deskRefusals.notSeen,
    deskRefusals.noPicture,
    deskRefusals.cardTaken,
    deskRefusals.cardUnreadable,
    deskRefusals.ownerDiffers,
    ...Object.values(deskBankCardRefusals),
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;
