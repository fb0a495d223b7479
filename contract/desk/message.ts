import { z } from "zod";
import { refusals } from "../endpoint.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { type DeskEndpoint, Person } from "./endpoint.ts";

/** Messages that could not be sent in any attempt. Section 10.9. */

export const listGivenUpMessages = {
  method: "GET",
  path: "/messages",
  role: "viewer",
  area: "people",
  trace: "list",
  summary: "List the messages that the shop stopped trying to send, oldest first",
  query: PageQuery,
  answer: z.object({
    messages: z.array(
      z.object({
        id: z.string(),
        channel: z.enum(["sms", "email"]),
        template: z.string(),
        person: Person,
        givenUpAt: z.iso.datetime(),
      }),
    ),
    nextCursor: NextCursor,
  }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const sendMessagesAgain = {
  method: "POST",
  path: "/messages/again",
  role: "support",
  area: "people",
  trace: "decision",
  summary: "Send all messages again that the shop stopped trying to send since the given time",
  body: z.object({ since: z.iso.datetime() }),
  answer: z.object({ message: z.string(), count: z.number().int() }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
