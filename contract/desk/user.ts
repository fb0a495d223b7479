import { z } from "zod";
import { type DeskEndpoint, Note, Person, ProposalId, deskRefusals } from "./endpoint.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { Phone } from "../field.ts";

/**
 * Requests of people, carried out by an operator: end their sessions, export their data, delete
 * their data. Section 10.5.
 */

export const personRefusals = {
  stillOpen: {
    code: "still_open",
    status: 409,
    message: "هنوز چیزی از این شخص باز است و نمی‌توان او را فراموش کرد.",
  },
  forgotten: { code: "forgotten", status: 409, message: "اطلاعات این شخص پاک شده است." },
  moneyMovedLately: {
    code: "money_moved_lately",
    status: 409,
    message: "از آخرین جابه‌جایی پول این شخص هنوز زمان لازم نگذشته است.",
  },
  noDossierKey: {
    code: "no_dossier_key",
    status: 409,
    message: "کلید پرونده‌های مهرشده تنظیم نشده است و بدون آن اطلاعات کسی پاک نمی‌شود.",
  },
} as const satisfies Record<string, Refusal>;

export const findPerson = {
  method: "POST",
  path: "/people/find",
  role: "support",
  trace: "look",
  summary: "Find the account of a phone. A POST, so that the phone appears in no URL",
  body: z.object({ phone: Phone }),
  answer: z.object({ person: Person }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;

export const signPersonOut = {
  method: "POST",
  path: "/people/:id/sign-out",
  role: "support",
  trace: "decision",
  summary: "End all sessions of a person, as they can do themselves",
  answer: Message,
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export const exportPerson = {
  method: "GET",
  path: "/people/:id/export",
  role: "finance",
  trace: "look",
  summary:
    "Export all data about a person, without codes or data of others; the request is recorded",
  answer: z.object({
    exportedAt: z.iso.datetime(),
    isWhole: z.boolean().describe("False when a list was cut to its newest 5,000 rows"),
    data: z.record(z.string(), z.array(Row)),
  }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const forgetPerson = {
  method: "POST",
  path: "/people/:id/forget",
  role: "finance",
  trace: "decision",
  summary:
    "Ask to delete a person's data, except what the books need, which another operator confirms; refused while money or orders are open, and for some days after money moved",
  body: z.object({ reason: Note }),
  answer: Message.extend({ proposalId: ProposalId }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    deskRefusals.alreadyProposed,
    ...Object.values(personRefusals),
  ],
} as const satisfies DeskEndpoint;
