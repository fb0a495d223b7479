import { z } from "zod";
import { BankCardStatus } from "../bank-card.ts";
import { Message, refusals } from "../endpoint.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { CardMasked, type DeskEndpoint, Person, Verdict, deskRefusals } from "./endpoint.ts";

/** Bank cards that wait for a decision. Section 10. */

export const DeskBankCard = z.object({
  id: z.string(),
  person: Person,
  cardMasked: CardMasked,
  cardOwner: z.string(),
  cardBank: z.string(),
  uploadId: z.string().nullable(),
  status: BankCardStatus,
  createdAt: z.iso.datetime(),
});
export const listBankCards = {
  method: "GET",
  path: "/bankcards",
  role: "viewer",
  trace: "list",
  summary: "Cards that wait for a decision, longest waiting first",
  query: PageQuery,
  answer: z.object({ bankCards: z.array(DeskBankCard), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const getDeskBankCard = {
  method: "GET",
  path: "/bankcards/:id",
  role: "support",
  trace: "look",
  summary: "One of them, with the phone of its person",
  answer: z.object({ bankCard: DeskBankCard }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;
export const decideBankCard = {
  method: "PUT",
  path: "/bankcards/:id",
  role: "support",
  trace: "decision",
  summary: "Verify or reject a card",
  body: Verdict,
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.decided,
    deskRefusals.notSeen,
    deskRefusals.cardTaken,
    deskRefusals.cardUnreadable,
  ],
} as const satisfies DeskEndpoint;
