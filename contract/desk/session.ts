import { z } from "zod";
import { Message, type Refusal } from "../endpoint.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import { OperatorName } from "./operator.ts";

/** Entering the desk in a browser: one-time links, and the session behind the cookie. */

/** Hours for which the session of a browser is valid: a long shift. */
export const SESSION_HOURS = 12;
/** Minutes without a request after which the session of a browser ends. */
export const IDLE_MINUTES = 30;
/** Hours for which a link to enter is valid: a working day. */
export const LINK_HOURS = 12;

export const sessionRefusals = {
  noSession: {
    code: "no_session",
    status: 409,
    message: "این نشان از آنِ مرورگری نیست؛ در تنظیمات آن را پایان دهید.",
  },
  linksClosed: {
    code: "links_closed",
    status: 409,
    message: "به میز این فروشگاه با گذرکلید وارد می‌شوند و لینک یک‌بارمصرف ندارد.",
  },
} as const satisfies Record<string, Refusal>;

export const lookAtDoor = {
  method: "GET",
  path: "/door",
  role: "anyone",
  area: "own",
  trace: "list",
  summary:
    "The ways to enter this desk, and the operator who is signed in to the requesting browser",
  answer: z.object({
    operator: OperatorName.nullable(),
    needsPasskey: z.boolean().describe("False where a one-time link is enough, as on a local run"),
    lacksPasskey: z
      .boolean()
      .describe("True when they must register a passkey before anything else"),
    hasAccess: z.boolean().describe("True when operators can enter through Cloudflare Access"),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const makeLink = {
  method: "POST",
  path: "/links",
  role: "viewer",
  area: "own",
  isPersonal: true,
  trace: "decision",
  summary:
    "Make a one-time link by which the caller enters the desk in a browser; an earlier link ends",
  answer: Message.extend({
    secret: z.string().describe("The part after the # of /desk/enter; works once"),
    expiresAt: z.iso.datetime(),
  }),
  refusals: [sessionRefusals.linksClosed],
} as const satisfies DeskEndpoint;

export const listBrowsers = {
  method: "GET",
  path: "/sessions",
  role: "viewer",
  area: "own",
  trace: "list",
  summary:
    "The browsers in which the caller is signed in to the desk; DELETE /tokens/:id signs one out",
  answer: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        isThis: z.boolean(),
        createdAt: z.iso.datetime(),
        lastUsedAt: z.iso.datetime(),
      }),
    ),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const leaveDesk = {
  method: "DELETE",
  path: "/session",
  role: "viewer",
  area: "own",
  isPersonal: true,
  isBeforePasskey: true,
  trace: "decision",
  summary: "End the session of the requesting browser",
  answer: Message,
  refusals: [sessionRefusals.noSession],
} as const satisfies DeskEndpoint;
