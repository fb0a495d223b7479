import { z } from "zod";
import { Message, refusals } from "../endpoint.ts";
import { IdentityRequest } from "../identity.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { CardMasked, type DeskEndpoint, Person, Verdict, deskRefusals } from "./endpoint.ts";

/** Identity requests that wait for a decision. Section 10. */

export const DeskIdentityRequest = IdentityRequest.extend({
  person: Person,
  cardMasked: CardMasked,
  cardOwner: z.string(),
  uploadId: z.string().nullable(),
});
export const listIdentityRequests = {
  method: "GET",
  path: "/authorizes",
  role: "viewer",
  area: "papers",
  trace: "list",
  summary: "List identity requests that wait for a decision, longest waiting first",
  query: PageQuery,
  answer: z.object({ authorizations: z.array(DeskIdentityRequest), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const getDeskIdentityRequest = {
  method: "GET",
  path: "/authorizes/:id",
  role: "support",
  area: "papers",
  trace: "view",
  summary:
    "Get one identity request that waits for a decision, with the shopper's full phone number",
  answer: z.object({ authorization: DeskIdentityRequest }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;
export const decideIdentityRequest = {
  method: "PUT",
  path: "/authorizes/:id",
  role: "support",
  area: "papers",
  trace: "decision",
  summary: "Approve or reject an identity request",
  body: Verdict,
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.decided,
    deskRefusals.notSeen,
    deskRefusals.noPicture,
    deskRefusals.cardTaken,
    deskRefusals.cardUnreadable,
    deskRefusals.heldByOther,
  ],
} as const satisfies DeskEndpoint;
