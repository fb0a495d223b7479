import { z } from "zod";
import { Message, refusals } from "../endpoint.ts";
import { EmailText, Phone } from "../field.ts";
import { Area, ChosenAreas } from "./area.ts";
import { type DeskEndpoint, ProposalId, Role, deskRefusals } from "./endpoint.ts";
import { operatorRefusals } from "./operator-refusals.ts";
import { Token } from "./token.ts";

/** Operators and how they enter. Section 10.11. */

/** Hours for which an invitation can be accepted. */
export const INVITATION_HOURS = 48;
/**
 * The most wrong tokens and secrets of one network that are logged in a minute. Further ones are
 * answered with `too_many`.
 */
export const REFUSED_TOKENS_PER_MINUTE = 20;

/** The short name of an operator in decisions; it never changes. */
export const OperatorName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,29}$/, {
    error: "نام کارمند با حروف کوچک لاتین، رقم و خط تیره نوشته می‌شود؛ مانند sara.",
  });

const OperatorEmail = EmailText("این ایمیل درست نیست.", 200).pipe(z.string().toLowerCase());

const Secret = z
  .string()
  .regex(/^[A-Za-z0-9_-]{20,200}$/, { error: "این رمز یک‌بارمصرف درست نیست." })
  .meta({ writeOnly: true });

export const Entry = z.object({
  name: OperatorName,
  role: Role,
  token: z
    .string()
    .describe(
      "Shown only once; the shop keeps only its SHA-256. With the header `X-Desk-Session: 1` it is the token of a browser's session; the edge sends this header and keeps the token in a cookie",
    ),
  expiresAt: z.iso.datetime(),
});

export const enterAsFirstOwner = {
  method: "POST",
  path: "/first-owner",
  role: "anyone",
  area: "own",
  opensSession: true,
  trace: "decision",
  summary:
    "Enter as the first owner, with the secret whose SHA-256 is in the setting DESK_FIRST_OWNER",
  body: z.object({ secret: Secret, name: OperatorName, phone: Phone }),
  answer: Entry,
  refusals: [refusals.invalid, operatorRefusals.unknownSecret, operatorRefusals.nameTaken],
} as const satisfies DeskEndpoint;

export const acceptInvitation = {
  method: "POST",
  path: "/invitations/acceptance",
  role: "anyone",
  area: "own",
  opensSession: true,
  trace: "decision",
  summary:
    "Enter with the secret of an invitation or a one-time link; an invitation ends earlier tokens",
  body: z.object({ secret: Secret }),
  answer: Entry,
  refusals: [refusals.invalid, operatorRefusals.unknownSecret],
} as const satisfies DeskEndpoint;

export const getMe = {
  method: "GET",
  path: "/me",
  role: "viewer",
  area: "own",
  isBeforePasskey: true,
  trace: "list",
  summary: "Get the operator of the sent token, with role and areas, and when the token expires",
  answer: z.object({
    name: OperatorName,
    role: Role,
    areas: z.array(Area).describe("The areas that this token opens"),
    isPerson: z.boolean(),
    isSession: z
      .boolean()
      .describe("True for a person in a browser, false for a terminal or a program"),
    hasPasskey: z.boolean(),
    lacksPasskey: z
      .boolean()
      .describe("True when the operator must register a passkey before any other call"),
    isAlone: z
      .boolean()
      .describe(
        "True when no other operator could confirm a proposal; an owner then confirms their own after a day",
      ),
    expiresAt: z.iso.datetime(),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const listOperators = {
  method: "GET",
  path: "/operators",
  role: "owner",
  area: "settings",
  trace: "list",
  summary: "List all operators, including former ones",
  answer: z.object({
    operators: z.array(
      z.object({
        name: OperatorName,
        role: Role,
        areas: z.array(Area),
        isPrepared: z.boolean().describe("True when the areas are the default ones of the role"),
        phone: z.string().describe("Phone of the operator, masked"),
        email: z
          .string()
          .nullable()
          .describe("The e-mail address for entering through Cloudflare Access; null without one"),
        enteredAt: z.iso.datetime().nullable().describe("Null until an invitation is accepted"),
        endedAt: z.iso.datetime().nullable(),
        tokens: z.array(Token),
      }),
    ),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

const Invitation = Message.extend({
  secret: z.string().describe("The one-time secret to give to the person"),
  expiresAt: z.iso.datetime(),
  proposalId: ProposalId.describe(
    "Id of the proposal when the role is raised to finance or owner and another operator must confirm; otherwise null",
  ),
});

export const inviteOperator = {
  method: "POST",
  path: "/operators",
  role: "owner",
  area: "settings",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary:
    "Invite an operator; owners get an SMS. After the first sale, the roles finance and owner need a second person",
  body: z.object({ name: OperatorName, role: Role, phone: Phone, areas: ChosenAreas }),
  answer: Invitation,
  refusals: [
    refusals.invalid,
    operatorRefusals.nameTaken,
    operatorRefusals.phoneTaken,
    operatorRefusals.areaLacked,
  ],
} as const satisfies DeskEndpoint;

export const changeEmail = {
  method: "PUT",
  path: "/operators/:name/email",
  role: "owner",
  area: "settings",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary:
    "Set the e-mail address with which an operator enters through Cloudflare Access; null removes it",
  body: z.object({ email: OperatorEmail.nullable() }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    operatorRefusals.ended,
    operatorRefusals.emailTaken,
    operatorRefusals.areaLacked,
  ],
} as const satisfies DeskEndpoint;

export const inviteAgain = {
  method: "POST",
  path: "/operators/:name/invitation",
  role: "owner",
  area: "settings",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary:
    "Invite an operator again: their tokens, passkeys and everything that they left running end; they count as a new operator",
  answer: Invitation,
  refusals: [refusals.notFound, operatorRefusals.ended, operatorRefusals.areaLacked],
} as const satisfies DeskEndpoint;

export const changeRole = {
  method: "PUT",
  path: "/operators/:name/role",
  role: "owner",
  area: "settings",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary:
    "Change an operator's role and areas; new rights of finance or owner need a second operator",
  body: z.object({ role: Role, areas: ChosenAreas }),
  answer: Message.extend({ proposalId: ProposalId }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    operatorRefusals.ended,
    operatorRefusals.lastOwner,
    operatorRefusals.areaLacked,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;

export const endOperator = {
  method: "DELETE",
  path: "/operators/:name",
  role: "owner",
  area: "settings",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary:
    "Remove an operator; tokens, passkeys and everything that runs in the operator's name end",
  answer: Message,
  refusals: [refusals.notFound, operatorRefusals.ended, operatorRefusals.lastOwner],
} as const satisfies DeskEndpoint;
