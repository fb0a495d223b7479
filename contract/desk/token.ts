import { z } from "zod";
import { Message, refusals } from "../endpoint.ts";
import { text, wholeNumber } from "../field.ts";
import { Area, ChosenAreas } from "./area.ts";
import { type DeskEndpoint, Role, deskRefusals } from "./endpoint.ts";
import { operatorRefusals } from "./operator-refusals.ts";

/** Tokens of people and programs. Section 10.11. */

/** Days for which the token of a person is valid; also the default for a program's token. */
export const TOKEN_DAYS = 90;
export const TOKEN_DAYS_MAX = 365;
/** The most valid tokens of one operator at the same time. */
export const TOKENS_MAX = 20;

export const Token = z.object({
  id: z.string(),
  label: z.string(),
  role: Role.nullable().describe("The highest role of a program; null for the person's own token"),
  areas: z
    .array(Area)
    .describe("Areas that the token opens, never more than the operator's own areas now"),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

export const listTokens = {
  method: "GET",
  path: "/tokens",
  role: "viewer",
  area: "own",
  trace: "list",
  summary: "List the caller's own valid tokens, except sessions of browsers",
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
    "Create a token for a program, with a role and areas that the caller has too; owners are told about the roles finance and owner",
  body: z.object({
    label: text(1, 50, "لطفاً بنویسید این نشان برای چیست."),
    role: Role,
    areas: ChosenAreas,
    days: wholeNumber(1, TOKEN_DAYS_MAX, "عددی از ۱ تا ۳۶۵ روز بنویسید.").default(TOKEN_DAYS),
  }),
  answer: Message.extend({
    id: z.string(),
    token: z.string().describe("Shown only once; the shop keeps only its SHA-256"),
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
  summary: "End one of the caller's tokens; owners can also end the tokens of other operators",
  answer: Message,
  refusals: [refusals.notFound, operatorRefusals.lastOwner],
} as const satisfies DeskEndpoint;
