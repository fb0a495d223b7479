import { z } from "zod";
import { Message, refusals } from "../endpoint.ts";
import { ShortNumber } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { type DeskEndpoint, Note, Person, deskRefusals } from "./endpoint.ts";

/** Income of inviters who look like the same person as their invitee. Section 10. */

export const DeskEarning = z.object({
  id: z.string(),
  amount: z.number().int().describe("Toman, without the share of units that were refunded"),
  orderNumber: ShortNumber,
  inviter: Person,
  buyer: Person,
  sharedMarks: z
    .array(z.enum(["browser", "picture", "name", "card"]))
    .describe("Traces that both accounts share, a reason to think that they belong to one person"),
  createdAt: z.iso.datetime(),
});
export type DeskEarning = z.infer<typeof DeskEarning>;
export const listEarnings = {
  method: "GET",
  path: "/earnings",
  role: "viewer",
  area: "money",
  trace: "list",
  summary: "List referral income on hold, because inviter and buyer may be one person",
  query: PageQuery,
  answer: z.object({ earnings: z.array(DeskEarning), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const decideEarning = {
  method: "PUT",
  path: "/earnings/:id",
  role: "finance",
  area: "money",
  trace: "decision",
  summary: "Release referral income on hold, so that it is paid when it is due, or reject it",
  body: z.object({ status: z.enum(["released", "refused"]), reason: Note }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, deskRefusals.decided, deskRefusals.heldByOther],
} as const satisfies DeskEndpoint;
