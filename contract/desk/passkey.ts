import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { text } from "../field.ts";
import type { DeskEndpoint } from "./endpoint.ts";
import { Entry, OperatorName } from "./operator.ts";

/**
 * Passkeys of operators: registering them, entering with them, and proving one again in a session.
 */

/** The most passkeys of one operator: one in use, and a second one in case the first is lost. */
export const PASSKEYS_MAX = 2;
/** Minutes within which a passkey must answer its challenge. */
export const CHALLENGE_MINUTES = 5;
/** The most challenges for entering that one network may request in a minute. */
export const CHALLENGES_PER_MINUTE = 30;

export const passkeyRefusals = {
  refused: {
    code: "passkey_refused",
    status: 401,
    message: "این گذرکلید پذیرفته نشد. دوباره تلاش کنید.",
  },
  /** Not 401: in a session, that status means that the session has ended. */
  notProven: {
    code: "passkey_not_proven",
    status: 409,
    message: "این گذرکلید پذیرفته نشد. دوباره تلاش کنید.",
  },
  tooMany: {
    code: "too_many_passkeys",
    status: 409,
    message: "شما دو گذرکلید دارید. نخست یکی را بردارید.",
  },
  last: {
    code: "last_passkey",
    status: 409,
    message: "این تنها راه ورود است و برداشته نمی‌شود. نخست گذرکلید دیگری بسازید.",
  },
} as const satisfies Record<string, Refusal>;

const Base64Url = (most: number) => z.string().regex(new RegExp(`^[\\w-]{1,${String(most)}}$`));
/** Options in the JSON form of WebAuthn; the browser passes them to the authenticator. */
const Options = z.looseObject({ challenge: z.string() });

/** The part of the answer that is the same for all authenticators, in the JSON form of WebAuthn. */
const credential = {
  id: Base64Url(1_400),
  rawId: Base64Url(1_400),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).nullish(),
  clientExtensionResults: z.looseObject({}),
};
const Registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(4_000),
    attestationObject: Base64Url(12_000),
    transports: z.array(z.string().max(30)).max(10).nullish(),
  }),
});
const Assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url(4_000),
    authenticatorData: Base64Url(4_000),
    signature: Base64Url(4_000),
    userHandle: Base64Url(200).nullish(),
  }),
});

export const startPasskey = {
  method: "POST",
  path: "/passkeys/options",
  role: "viewer",
  area: "own",
  isPersonal: true,
  isBeforePasskey: true,
  trace: "list",
  summary: "Get the options with which a browser creates a new passkey (WebAuthn registration)",
  answer: z.object({ options: Options }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const addPasskey = {
  method: "POST",
  path: "/passkeys",
  role: "viewer",
  area: "own",
  isPersonal: true,
  isBeforePasskey: true,
  needsFresh: true,
  trace: "decision",
  summary: "Register a passkey; an operator's first one also counts as just proven",
  body: z.object({
    label: text(1, 50, "لطفاً بنویسید این گذرکلید روی کدام دستگاه است."),
    credential: Registration,
  }),
  answer: Message,
  refusals: [refusals.invalid, passkeyRefusals.notProven, passkeyRefusals.tooMany],
} as const satisfies DeskEndpoint;

export const listPasskeys = {
  method: "GET",
  path: "/passkeys",
  role: "viewer",
  area: "own",
  isBeforePasskey: true,
  trace: "list",
  summary: "List the caller's own passkeys",
  answer: z.object({
    passkeys: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        isShared: z.boolean().describe("True when an account synchronises it to several devices"),
        createdAt: z.iso.datetime(),
        lastUsedAt: z.iso.datetime().nullable(),
      }),
    ),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const endPasskey = {
  method: "DELETE",
  path: "/passkeys/:id",
  role: "viewer",
  area: "own",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary: "Remove one of the caller's own passkeys",
  answer: Message,
  refusals: [refusals.notFound, passkeyRefusals.last],
} as const satisfies DeskEndpoint;

export const startProof = {
  method: "POST",
  path: "/passkey-proof/options",
  role: "viewer",
  area: "own",
  isPersonal: true,
  isBeforePasskey: true,
  trace: "list",
  summary: "Get the options with which a browser proves a passkey again (WebAuthn assertion)",
  answer: z.object({ options: Options }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const provePasskey = {
  method: "POST",
  path: "/passkey-proof",
  role: "viewer",
  area: "own",
  isPersonal: true,
  isBeforePasskey: true,
  trace: "decision",
  summary:
    "Prove a passkey again; calls that need a fresh passkey are then allowed for five minutes",
  body: z.object({ credential: Assertion }),
  answer: Message,
  refusals: [refusals.invalid, passkeyRefusals.notProven],
} as const satisfies DeskEndpoint;

export const startEntry = {
  method: "POST",
  path: "/passkey-entry/options",
  role: "anyone",
  area: "own",
  trace: "list",
  summary:
    "Get the options for entering with a passkey; the response looks the same for unknown names",
  body: z.object({ name: OperatorName }),
  answer: z.object({ options: Options }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const enterWithPasskey = {
  method: "POST",
  path: "/passkey-entry",
  role: "anyone",
  area: "own",
  opensSession: true,
  trace: "decision",
  summary: "Enter the desk with a passkey; the response contains the token of the session",
  body: z.object({ credential: Assertion }),
  answer: Entry,
  refusals: [refusals.invalid, passkeyRefusals.refused],
} as const satisfies DeskEndpoint;
