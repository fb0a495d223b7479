import { z } from "zod";
import { type DeskEndpoint, Note, Person } from "./endpoint.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { Phone } from "../field.ts";

/** What an operator does for a person who asks: end their sessions, tell them what is kept about them, forget them. Section 10.5. */

export const personRefusals = {
  stillOpen: {
    code: "still_open",
    status: 409,
    message: "هنوز چیزی از این شخص باز است و نمی‌توان او را فراموش کرد.",
  },
  forgotten: { code: "forgotten", status: 409, message: "اطلاعات این شخص پاک شده است." },
} as const satisfies Record<string, Refusal>;

export const findPerson = {
  method: "POST",
  path: "/people/find",
  summary: "Whose account a phone is. A POST, so that no address holds a phone",
  body: z.object({ phone: Phone }),
  answer: z.object({ person: Person }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;

export const signPersonOut = {
  method: "POST",
  path: "/people/:id/sign-out",
  summary: "End every session of a person, as they can themselves",
  answer: Message,
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export const exportPerson = {
  method: "GET",
  path: "/people/:id/export",
  summary:
    "All that is kept about a person, for them: nothing of anybody else, no codes. That it was asked for is written down",
  answer: z.object({
    exportedAt: z.iso.datetime(),
    isWhole: z
      .boolean()
      .describe("False when a list was longer than 5,000 rows, of which it has the newest"),
    data: z.record(z.string(), z.array(Row)),
  }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const forgetPerson = {
  method: "POST",
  path: "/people/:id/forget",
  summary:
    "Delete what is kept about a person, as far as the books allow. Nothing happens while money or an order of theirs is open",
  body: z.object({ reason: Note }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    personRefusals.stillOpen,
    personRefusals.forgotten,
  ],
} as const satisfies DeskEndpoint;
