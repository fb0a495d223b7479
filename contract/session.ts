import { z } from "zod";
import { type Endpoint, Message, refusals } from "./endpoint.ts";

/** The browsers in which a shopper is signed in. Section 4.22. */

export const Session = z.object({
  id: z.string(),
  device: z.string().describe("Browser and system in Persian words; empty when unknown"),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().describe("Time of the last request, rounded to the hour"),
  isThis: z.boolean().describe("True for the session of this call"),
});
export type Session = z.infer<typeof Session>;

export const getSessions = {
  method: "GET",
  path: "/sessions",
  summary: "List the shopper's valid sessions, most recently used first, at most fifty",
  access: "shopper",
  answer: z.object({ sessions: z.array(Session) }),
  refusals: [],
} as const satisfies Endpoint;

export const endSession = {
  method: "DELETE",
  path: "/sessions/:sessionId",
  summary:
    "End one of the shopper's sessions; its browser then counts as unknown at the next sign-in",
  access: "shopper",
  answer: Message,
  refusals: [refusals.notFound],
} as const satisfies Endpoint;
