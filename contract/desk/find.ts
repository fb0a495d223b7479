import { z } from "zod";
import { refusals } from "../endpoint.ts";
import { text } from "../field.ts";
import type { DeskEndpoint } from "./endpoint.ts";

/** Search in everything by any detail that an operator knows. Section 10.17. */

const Found = z.object({
  kind: z.enum(["order", "person", "ticket", "payment", "card", "code", "withdrawal", "refund"]),
  id: z.string(),
  title: z.string().describe("Persian title, such as the kind and state of the result"),
  detail: z.string().describe("Persian details: person, time and amount, masked"),
  orderId: z.string().nullable(),
  personId: z.string().nullable(),
  ticketId: z.string().nullable(),
});
export type Found = z.infer<typeof Found>;

export const find = {
  method: "POST",
  path: "/find",
  role: "viewer",
  area: "own",
  trace: "view",
  summary:
    "Find by a phone, the number of an order or a ticket, a reference, an authority, the last four digits of a card, a name, or a whole code (by its fingerprint). A POST, so that no URL contains the text",
  body: z.object({ text: text(3, 200) }),
  answer: z.object({ found: z.array(Found) }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;
