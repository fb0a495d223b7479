import { z } from "zod";
import { Message, refusals } from "../endpoint.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { NameRequest } from "../user.ts";
import { type DeskEndpoint, Note, Person, deskRefusals } from "./endpoint.ts";

/** Requests to change proven names that wait for a decision. Section 10. */

export const DeskNameRequest = NameRequest.extend({
  person: Person,
  reason: z.string().describe("Why the person asks, in their words"),
});
export const listNameRequests = {
  method: "GET",
  path: "/name-requests",
  role: "viewer",
  area: "papers",
  trace: "list",
  summary: "List requests for other names that wait for a decision, longest waiting first",
  query: PageQuery,
  answer: z.object({ nameRequests: z.array(DeskNameRequest), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
export const decideNameRequest = {
  method: "PUT",
  path: "/name-requests/:id",
  role: "support",
  area: "papers",
  trace: "decision",
  summary: "Change the names as requested, with a reason, or reject the request",
  body: z.discriminatedUnion("status", [
    z.object({ status: z.literal("verified"), reason: Note }),
    z.object({ status: z.literal("rejected"), rejectionReason: Note }),
  ]),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, deskRefusals.decided, deskRefusals.heldByOther],
} as const satisfies DeskEndpoint;
