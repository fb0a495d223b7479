import { z } from "zod";
import { Message, refusals } from "../endpoint.ts";
import { EmailText, Phone, text, wholeNumber } from "../field.ts";
import { Area, ChosenAreas } from "./area.ts";
import { type DeskEndpoint, ProposalId, Role, deskRefusals } from "./endpoint.ts";
import { operatorRefusals } from "./operator-refusals.ts";

/** Operators, how they enter, and the tokens they show. Section 10.11. */

/** Days that the token of a person works, and one of a program for which no other is said. */
export const TOKEN_DAYS = 90;
export const TOKEN_DAYS_MAX = 365;
/** Hours within which an invitation must be accepted. */
export const INVITATION_HOURS = 48;
/** Tokens of one operator that work at the same time. */
export const TOKENS_MAX = 20;
/** Tokens and secrets of one network that are refused one by one within a minute. */
export const REFUSED_TOKENS_PER_MINUTE = 20;

/** The short name by which decisions name an operator, the same for good. */
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
      "Shown this once; the shop keeps its SHA-256 alone. The header `X-Desk-Session: 1` asks for " +
        "the token of a browser's session; the edge sends it and keeps the token in a cookie",
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
    "Enter as the first owner, with the secret whose SHA-256 the setting DESK_FIRST_OWNER is",
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
  summary: "Accept an invitation, which ends earlier tokens of the person, or open a link, once",
  body: z.object({ secret: Secret }),
  answer: Entry,
  refusals: [refusals.invalid, operatorRefusals.unknownSecret],
} as const satisfies DeskEndpoint;

const Token = z.object({
  id: z.string(),
  label: z.string(),
  role: Role.nullable().describe("The most a program may do; null for the token of the person"),
  areas: z.array(Area).describe("Never more than its operator has now"),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

export const getMe = {
  method: "GET",
  path: "/me",
  role: "viewer",
  area: "own",
  isBeforePasskey: true,
  trace: "list",
  summary: "Who is asking, with which role, and until when the token works",
  answer: z.object({
    name: OperatorName,
    role: Role,
    areas: z.array(Area).describe("What this token opens"),
    isPerson: z.boolean(),
    isSession: z.boolean().describe("True for a person in a browser"),
    hasPasskey: z.boolean(),
    lacksPasskey: z.boolean().describe("They must register a passkey before anything else"),
    isAlone: z
      .boolean()
      .describe("Nobody else could confirm what they ask: what needs a second person waits a day"),
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
  summary: "Everybody who works or worked at the desk",
  answer: z.object({
    operators: z.array(
      z.object({
        name: OperatorName,
        role: Role,
        areas: z.array(Area),
        isPrepared: z.boolean().describe("True when these are the prepared set of the role"),
        phone: z.string().describe("Masked"),
        email: z.string().nullable().describe("The address that Cloudflare Access knows"),
        enteredAt: z.iso.datetime().nullable().describe("Null until an invitation is accepted"),
        endedAt: z.iso.datetime().nullable(),
        tokens: z.array(Token),
      }),
    ),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

const Invitation = Message.extend({
  secret: z.string().describe("To be given to the person; works once"),
  expiresAt: z.iso.datetime(),
  proposalId: ProposalId.describe(
    "The raise to finance or owner that another operator has to confirm; null when none waits",
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
  summary: "Invite an operator; owners get an SMS. After the first sale finance and owner wait",
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
  summary: "Set the address for which Cloudflare Access lets an operator in; null for none",
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
    "Invite an operator again: all that let them in and that they left running ends; they count as new",
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
  summary: "Change role and areas; more in finance or owner waits for a second person",
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
  summary: "End an operator with all that lets them in or goes on in their name",
  answer: Message,
  refusals: [refusals.notFound, operatorRefusals.ended, operatorRefusals.lastOwner],
} as const satisfies DeskEndpoint;

export const listTokens = {
  method: "GET",
  path: "/tokens",
  role: "viewer",
  area: "own",
  trace: "list",
  summary: "The caller's own tokens that work; sessions of browsers are not among them",
  answer: z.object({ tokens: z.array(Token) }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const makeToken = {
  method: "POST",
  path: "/tokens",
  role: "viewer",
  area: "own",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary:
    "Make a token for a program, with no role and no area beyond the caller's; owners hear of finance and owner",
  body: z.object({
    label: text(1, 50, "لطفاً بنویسید این نشان برای چیست."),
    role: Role,
    areas: ChosenAreas,
    days: wholeNumber(1, TOKEN_DAYS_MAX, "عددی از ۱ تا ۳۶۵ روز بنویسید.").default(TOKEN_DAYS),
  }),
  answer: Message.extend({
    id: z.string(),
    token: z.string().describe("Shown this once; the shop keeps its SHA-256 alone"),
    expiresAt: z.iso.datetime(),
  }),
  refusals: [
    refusals.invalid,
    deskRefusals.roleTooLow,
    operatorRefusals.areaLacked,
    operatorRefusals.tooManyTokens,
  ],
} as const satisfies DeskEndpoint;

export const endToken = {
  method: "DELETE",
  path: "/tokens/:id",
  role: "viewer",
  area: "own",
  trace: "decision",
  summary: "End a token: one's own, or as an owner that of anybody",
  answer: Message,
  refusals: [refusals.notFound, operatorRefusals.lastOwner],
} as const satisfies DeskEndpoint;
