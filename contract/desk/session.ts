import { z } from "zod";
import { Message, type Refusal } from "../endpoint.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import { OperatorName } from "./operator.ts";

/** The door of the desk in a browser: links that open it, and the session behind the cookie. */

/** Hours that the session of a browser lasts: a long shift. */
export const SESSION_HOURS = 12;
/** Minutes after which the session of a browser that nobody touches ends. */
export const IDLE_MINUTES = 30;
/** Hours within which a link for a browser must be opened: a working day. */
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
  summary: "How this desk is entered, and who has entered it in the browser that asks",
  answer: z.object({
    operator: OperatorName.nullable(),
    needsPasskey: z.boolean().describe("False where a one-time link is enough: on a local run"),
    lacksPasskey: z.boolean().describe("They must register a passkey before anything else"),
    hasAccess: z.boolean().describe("Cloudflare Access may say who comes"),
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
    "Make a one-time link with which the caller opens the desk in a browser; an earlier one ends",
  answer: Message.extend({
    secret: z.string().describe("Stands behind the # of /desk/enter; works once"),
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
  summary: "The browsers in which the caller has the desk open; DELETE /tokens/:id ends one",
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
  summary: "End the session of the browser that asks",
  answer: Message,
  refusals: [sessionRefusals.noSession],
} as const satisfies DeskEndpoint;
