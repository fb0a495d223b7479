import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import type { z } from "zod";
import {
  type Endpoint,
  type Refusal,
  type RefusalAnswer,
  needsSecondCode,
  refusals,
} from "../../contract/endpoint.ts";
import { type Statement, readAll, readTogether } from "./batch.ts";
import { type ClosureRow, findClosure, secondsUntilOpen } from "./closure.ts";
import { FROZEN_REASON } from "./frozen.ts";
import { logError } from "./log-error.ts";
import { networkOf, wideNetworkOf } from "./network.ts";
import type { Email } from "../outside/email.ts";
import type { Bot } from "../outside/bot.ts";
import type { Gateways } from "../outside/gateways.ts";
import type { Inquiries } from "../outside/inquiries.ts";
import type { RateSources } from "../outside/rates.ts";
import type { Suppliers } from "../outside/suppliers.ts";
import type { Sms } from "../outside/sms.ts";
import type { Settings } from "./settings.ts";
import { HOUR_MS } from "./time.ts";
import { type Vault, sha256 } from "./vault.ts";

/**
 * Everything a handler needs besides the request: database, storage, settings, providers, clock.
 */
export interface Shop {
  db: D1Database;
  uploads: R2Bucket;
  settings: Settings;
  vault: Vault;
  gateways: Gateways;
  suppliers: Suppliers;
  sms: Sms;
  rates: RateSources;
  inquiries: Inquiries;
  /** Null when the shop has no bot. */
  bot: Bot | null;
  /** Null when the shop is configured without e-mail; then no e-mails are queued either. */
  email: Email | null;
  /** UTC milliseconds. The only clock of the shop, so that tests can move it. */
  now: () => number;
}

export interface Bindings {
  DB: D1Database;
  UPLOADS: R2Bucket;
}

export interface ShopEnv {
  Bindings: Bindings;
  Variables: {
    shop: Shop;
    /** The code of the refusal that answers the call. */
    refusal?: string;
  };
}

export interface ShopperEnv extends ShopEnv {
  Variables: ShopEnv["Variables"] & {
    userId: string;
    tokenHash: string;
    /** Null unless the account is frozen. */
    frozenReason: string | null;
    /**
     * False in a browser that is new to a valuable account, until the person enters the second
     * code.
     */
    isProven: boolean;
  };
}

interface RefusalDetails {
  fields?: Record<string, string>;
  details?: string;
  retryAfterSeconds?: number;
}

/**
 * Calls whose clients read `error` instead of `message`. Matched by path, because many requests are
 * refused before they are routed.
 */
const USES_ERROR_FIELD = /^\/api\/v1\/(carts|payments|orders|torob)\b/;

/** Answers with a refusal of the contract, in the form that the clients of this path read. */
export function refuse(c: Context, refusal: Refusal, extra: RefusalDetails = {}): Response {
  c.set("refusal", refusal.code);
  const answer: RefusalAnswer = {
    message: refusal.message,
    code: refusal.code,
    ...(USES_ERROR_FIELD.test(c.req.path) && { error: refusal.message }),
    ...(extra.details !== undefined && { details: extra.details }),
    ...(extra.fields && { fields: extra.fields }),
  };
  if (extra.retryAfterSeconds !== undefined)
    c.header("Retry-After", String(Math.max(1, Math.ceil(extra.retryAfterSeconds))));
  else if (refusal.status === 429 || refusal.status === 503) c.header("Retry-After", "5");
  return c.json(answer, refusal.status);
}

/**
 * Refuses a body of more than `maxSize` bytes. Without a Content-Length header, the body is read to
 * measure it.
 */
export function limitBodyTo(maxSize: number, refusal: Refusal) {
  return bodyLimit({ maxSize, onError: (c) => refuse(c, refusal) });
}

/**
 * Returns the bearer token of a shopper or operator; undefined when the header is missing or
 * malformed.
 */
export function bearerToken(c: Context): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{20,200})$/.exec(c.req.header("Authorization") ?? "")?.[1];
}

/**
 * The browser's random id. The edge creates it when the browser first requests a one-time code.
 * Codes and sessions work only in the browser that they were made in.
 */
const VISITOR_HEADER = "X-Visitor";

/** Returns the keyed hash of the calling browser's id. */
export async function visitorHashOf({ vault }: Shop, c: Context): Promise<string> {
  return vault.fingerprint("visitor", c.req.header(VISITOR_HEADER) ?? "");
}

/**
 * The guard in front of a shopper's call. It requires the bearer token of a live session, sent from
 * the browser that opened the session. (A session without a stored browser was opened before this
 * rule existed.) If the contract requires the second code for this call, a session that still needs
 * to enter it is refused.
 */
export function admit(call: Endpoint) {
  return createMiddleware<ShopperEnv>(async (c, next) => {
    const token = bearerToken(c);
    if (!token) return refuse(c, refusals.invalidToken);
    const { db, now } = c.var.shop;
    const tokenHash = await sha256(token);
    const found = findSession(db, tokenHash, now());
    // A call of buying reads in the same call whether the shop is closed.
    const [[session], [closure]] =
      call.sells === true
        ? await readTogether(db, [found, findClosure(db, now())])
        : [await readAll(found), []];
    if (!session || !(await isItsBrowser(session, c))) return refuse(c, refusals.invalidToken);
    if (session.last_used_at <= now() - USE_NOTED_EACH_MS)
      c.executionCtx.waitUntil(noteUse(db, tokenHash, now()));
    const isProven = session.needs_second_code === 0 || c.var.shop.settings.SECOND_CODE === "off";
    c.header("Cache-Control", "private, no-store");
    if (!isProven && needsSecondCode(call)) return refuse(c, refusals.secondCodeNeeded);
    c.set("userId", session.user_id);
    c.set("tokenHash", tokenHash);
    c.set("frozenReason", session.frozen_reason);
    c.set("isProven", isProven);
    return closure ? refuseClosed(c, closure, now()) : next();
  });
}

/** Refuses a call of buying or paying, because the shop is closed. */
export function refuseClosed(c: Context, closure: ClosureRow, now: number): Response {
  return refuse(c, refusals.closed, {
    details: closure.reason,
    retryAfterSeconds: secondsUntilOpen(closure, now),
  });
}

const findSession = (db: D1Database, tokenHash: string, now: number): Statement<SessionRow> =>
  db
    .prepare(
      `SELECT user_id, visitor_hash, max(last_used_at, created_at) AS last_used_at,
         needs_second_code, ${FROZEN_REASON} AS frozen_reason
       FROM session
       WHERE token_hash = ?1 AND revoked_at IS NULL AND expires_at > ?2`,
    )
    .bind(tokenHash, now);

async function isItsBrowser(session: SessionRow, c: Context<ShopperEnv>): Promise<boolean> {
  return (
    session.visitor_hash === "" || session.visitor_hash === (await visitorHashOf(c.var.shop, c))
  );
}

/**
 * Runs a handler only after `admit` has accepted the shopper. Answers 404 when `admit` did not run,
 * because the contract then does not list this call as a shopper's.
 */
export const shopper = createMiddleware<ShopperEnv>((c, next) =>
  Object.hasOwn(c.var, "userId") ? next() : Promise.resolve(refuse(c, refusals.notFound)),
);

/**
 * Refuses a frozen account; runs after `shopper`. If the account is frozen during the call, the
 * database refuses the batch, and the person reads the reason of the freeze instead of "try again".
 */
export const unfrozen = createMiddleware<ShopperEnv>(async (c, next) => {
  const { shop, tokenHash, frozenReason } = c.var;
  if (frozenReason !== null) return refuse(c, refusals.accountFrozen, { details: frozenReason });
  await next();
  // A freeze during the call undoes the batch. The handler then answers as if another request had
  // been faster.
  if (c.res.status !== refusals.unavailable.status && c.res.status !== 409) return undefined;
  const details = await shop.db
    .prepare(`SELECT ${FROZEN_REASON} AS reason FROM session WHERE token_hash = ?1`)
    .bind(tokenHash)
    .first<string | null>("reason");
  if (details !== null) {
    c.res = undefined;
    c.res = refuse(c, refusals.accountFrozen, { details });
  }
  return undefined;
});

interface SessionRow {
  user_id: string;
  visitor_hash: string;
  last_used_at: number;
  needs_second_code: number;
  frozen_reason: string | null;
}

/**
 * The last use of a session is stored at most once an hour: the list of sessions needs no more
 * precision.
 */
const USE_NOTED_EACH_MS = HOUR_MS;

async function noteUse(db: D1Database, tokenHash: string, now: number): Promise<void> {
  await db
    .prepare("UPDATE session SET last_used_at = ?2 WHERE token_hash = ?1")
    .bind(tokenHash, now)
    .run()
    .catch((error: unknown) => {
      logError({ useNotNoted: true }, error);
    });
}

/**
 * Parses a JSON body. Answers 400 when it is not JSON, and 422 with a sentence for each field when
 * it does not fit the schema. An empty body counts as `{}`.
 */
export function body<S extends z.ZodType>(schema: S) {
  return createMiddleware<{ Variables: { body: z.output<S> } }>(async (c, next) => {
    const text = await c.req.text();
    let value: unknown = {};
    try {
      if (text !== "") value = JSON.parse(text);
    } catch {
      return refuse(c, refusals.malformed);
    }
    const result = schema.safeParse(value);
    if (!result.success)
      return refuse(c, refusals.invalid, { fields: fieldSentences(result.error) });
    c.set("body", result.data);
    return next();
  });
}

/** Reads the header Idempotency-Key; null when it is missing. A malformed key is refused. */
export const idempotencyKey = createMiddleware<{ Variables: { idempotencyKey: string | null } }>(
  async (c, next) => {
    const key = c.req.header("Idempotency-Key") ?? null;
    if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key)) {
      return refuse(c, refusals.invalid, { fields: { "Idempotency-Key": "این کلید درست نیست." } });
    }
    c.set("idempotencyKey", key);
    return next();
  },
);

/** Parses the query string. Answers 422 when it does not fit the schema. */
export function query<S extends z.ZodType>(schema: S) {
  return createMiddleware<{ Variables: { query: z.output<S> } }>(async (c, next) => {
    const result = schema.safeParse(c.req.query());
    if (!result.success)
      return refuse(c, refusals.invalid, { fields: fieldSentences(result.error) });
    c.set("query", result.data);
    return next();
  });
}

function fieldSentences(error: z.ZodError): Record<string, string> {
  const sentences: Record<string, string> = {};
  for (const issue of error.issues) {
    const field = issue.path.length > 0 ? issue.path.join(".") : "body";
    sentences[field] ??= /[؀-ۿ]/.test(issue.message) ? issue.message : "این مقدار درست نیست.";
  }
  return sentences;
}

/**
 * Returns the caller's network, from a header that only the edge can send, since the shop has no
 * public route of its own.
 */
export function callerAddress(c: Context): string {
  return networkOf(c.req.header("X-Client-Address") ?? "unknown");
}

/** Returns the caller's wide network, which contains many networks. */
export function callerWideNetwork(c: Context): string {
  return wideNetworkOf(c.req.header("X-Client-Address") ?? "unknown");
}
