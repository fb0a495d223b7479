import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Area } from "../../contract/desk/area.ts";
import { closedBy } from "../../contract/desk/caller.ts";
import {
  type DeskEndpoint,
  FRESH_MINUTES,
  type Role,
  deskRefusals,
  isForPeople,
  isOpening,
} from "../../contract/desk/endpoint.ts";
import { REFUSED_TOKENS_PER_MINUTE } from "../../contract/desk/operator.ts";
import { IDLE_MINUTES } from "../../contract/desk/session.ts";
import { type Refusal, refusals } from "../../contract/endpoint.ts";
import { callerOf } from "./areas.ts";
import { readTogether, type Statement } from "./batch.ts";
import { type Shop, type ShopEnv, bearerToken, callerAddress, refuse } from "./context.ts";
import { noteListing } from "./decisions.ts";
import { checkRateLimit, countAgainstLimit, readCount, secondsToNextWindow } from "./rate-limit.ts";
import { HOUR_MS, MINUTE_MS } from "./time.ts";
import { sha256 } from "./vault.ts";

/** The operator who makes a call of the desk. */
export interface Operator {
  name: string;
  /** Ten digits. */
  phone: string;
  /** The role and the areas that the operator has with this token. */
  role: Role;
  areas: readonly Area[];
  tokenId: string;
  /** False for a program that uses the operator's token. */
  isPerson: boolean;
  /** True for a person in a browser: the token belongs to a session. */
  isSession: boolean;
  /**
   * When the person of a session last used a passkey (UTC milliseconds), and how many passkeys they
   * have.
   */
  provenAt: number | null;
  passkeys: number;
  /** True when any active operator has a passkey. */
  hasShopPasskeys: boolean;
  /** When the token expires, UTC milliseconds. */
  expiresAt: number;
  network: string;
}

export interface OperatorEnv extends ShopEnv {
  Variables: ShopEnv["Variables"] & { operator: Operator; deskCall?: DeskEndpoint };
}

export interface TokenRow {
  id: string;
  operator: string;
  phone: string;
  token_role: Role | null;
  token_areas: string | null;
  role: Role;
  areas: string | null;
  expires_at: number;
  kind: "token" | "session";
  last_used_at: number | null;
  proven_at: number | null;
  passkeys: number;
  has_shop_passkeys: number;
}

/** Counts the things that an operator opened in an hour, over all their tokens. */
export const OPENED = { kind: "desk_opened", windowMs: HOUR_MS };

/**
 * A page sends this header when it refreshes itself. Such a call does not count as a use of the
 * session.
 */
const POLL_HEADER = "X-Desk-Poll";
const USE_NOTED_EACH_MS = MINUTE_MS;

/** Finds the operator of a valid token. */
export function findToken(db: D1Database, hash: string, now: number): Statement<TokenRow> {
  return db
    .prepare(
      `SELECT t.id, t.operator, o.phone, t.role AS token_role, t.areas AS token_areas, o.role,
         o.areas, t.expires_at, t.kind, t.last_used_at, t.proven_at, (SELECT count(*) FROM passkey p
           WHERE p.operator = o.name AND p.ended_at IS NULL) AS passkeys,
         EXISTS (SELECT 1 FROM passkey p JOIN operator w ON w.name = p.operator
           WHERE p.ended_at IS NULL AND w.ended_at IS NULL) AS has_shop_passkeys
       FROM operator_token t JOIN operator o ON o.name = t.operator
       WHERE t.hash = ?1 AND t.ended_at IS NULL AND t.expires_at > ?2 AND o.ended_at IS NULL
         AND (t.kind = 'token' OR t.last_used_at > ?3)`,
    )
    .bind(hash, now, now - IDLE_MINUTES * MINUTE_MS);
}

/** Records that a session was used. A session that ended meanwhile stays ended. */
function noteUse(db: D1Database, tokenId: string, now: number): D1PreparedStatement {
  return db
    .prepare("UPDATE operator_token SET last_used_at = ?2 WHERE id = ?1 AND ended_at IS NULL")
    .bind(tokenId, now);
}

/** Lets a call through only with the token of an operator. */
export const operator = createMiddleware<OperatorEnv>(async (c, next) => {
  const token = bearerToken(c);
  if (token === undefined) return refuse(c, deskRefusals.unknownOperator);
  const { db, now } = c.var.shop;
  const moment = now();
  const network = callerAddress(c);
  const [[row], [refused]] = await readTogether(db, [
    findToken(db, await sha256(token), moment),
    readCount(db, "desk_refused", network, moment),
  ]);
  if (!row) return refuseSecret(c, c.var.shop, deskRefusals.unknownOperator, refused?.count ?? 0);
  const { id: tokenId, operator: name, token_role: most, expires_at: expiresAt } = row;
  const isSession = row.kind === "session";
  c.set("operator", {
    name,
    phone: row.phone,
    ...callerOf(row),
    tokenId,
    isPerson: most === null,
    isSession,
    provenAt: row.proven_at,
    passkeys: row.passkeys,
    hasShopPasskeys: row.has_shop_passkeys === 1,
    expiresAt,
    network,
  });
  const isUse = isSession && c.req.header(POLL_HEADER) === undefined;
  if (isUse && (row.last_used_at ?? 0) <= moment - USE_NOTED_EACH_MS)
    c.executionCtx.waitUntil(noteUse(db, tokenId, moment).run());
  return next();
});

/**
 * Refuses an invalid token or one-time secret and logs the refusal. After too many refusals for a
 * network in one minute, further ones are answered with `tooMany` and not logged. A valid token
 * still works from that network, so one caller cannot lock out others.
 */
export async function refuseSecret(
  c: Context,
  { db, now }: Shop,
  refusal: Refusal,
  refusedBefore: number,
): Promise<Response> {
  const moment = now();
  if (refusedBefore >= REFUSED_TOKENS_PER_MINUTE)
    return refuse(c, refusals.tooMany, { retryAfterSeconds: secondsToNextWindow(moment) });
  const network = callerAddress(c);
  const count = await countAgainstLimit(db, "desk_refused", network, moment);
  console.warn(
    JSON.stringify({
      deskRefused: refusal.code,
      network,
      ...(count >= REFUSED_TOKENS_PER_MINUTE && { more: "not logged for the rest of the minute" }),
    }),
  );
  return refuse(c, refusal);
}

/**
 * Admits an operator whose role and areas allow this call, and records that they saw a list. The
 * handler itself records opening or deciding one thing.
 */
export function allow(call: DeskEndpoint) {
  return createMiddleware<OperatorEnv>(async (c, next) => {
    const { operator, shop } = c.var;
    const refusal = whyNot(call, operator, shop);
    if (refusal) {
      const { name, role, network } = operator;
      console.warn(
        JSON.stringify({
          deskRefused: refusal.code,
          operator: name,
          role,
          call: `${call.method} ${call.path}`,
          network,
        }),
      );
      return refuse(c, refusal);
    }
    if (isOpening(call)) {
      const { db, settings, now } = shop;
      const limit = { ...OPENED, who: operator.name, max: settings.OPENED_PER_OPERATOR_HOUR };
      const retryAfterSeconds = await checkRateLimit(db, limit, now());
      if (retryAfterSeconds !== null)
        return refuse(c, deskRefusals.openedMuch, { retryAfterSeconds });
    }
    c.set("deskCall", call);
    await next();
    // The status 304 counts too: the operator still sees the list, which has not changed.
    if (call.trace === "list" && (c.res.ok || c.res.status === 304)) {
      const { db, now } = c.var.shop;
      await noteListing({ db, operator, moment: now() }, call.path).run();
    }
    return undefined;
  });
}

/** Says why an operator may not make a call; null when they may. */
function whyNot(call: DeskEndpoint, operator: Operator, shop: Shop): Refusal | null {
  const closed = closedBy(call, operator);
  if (closed) return closed;
  if (isForPeople(call) && !operator.isPerson) return deskRefusals.personNeeded;
  return operator.isSession
    ? whyNotInBrowser(call, operator, shop)
    : whyNotInTerminal(call, operator);
}

/** Refuses calls from a terminal that need a fresh passkey, once any operator has a passkey. */
const whyNotInTerminal = (call: DeskEndpoint, { hasShopPasskeys }: Operator): Refusal | null =>
  call.needsFresh === true && hasShopPasskeys ? deskRefusals.browserNeeded : null;

/**
 * Says why a call from a browser is refused: until the person has used a passkey, only calls marked
 * `isBeforePasskey` work, however the person entered.
 */
function whyNotInBrowser(
  call: DeskEndpoint,
  { passkeys, provenAt }: Operator,
  { settings, now }: Shop,
): Refusal | null {
  if (passkeys === 0)
    return settings.DESK_PASSKEYS === "required" && call.isBeforePasskey !== true
      ? deskRefusals.passkeyMissing
      : null;
  if (provenAt === null) return call.isBeforePasskey === true ? null : deskRefusals.passkeyNeeded;
  const isFresh = provenAt > now() - FRESH_MINUTES * MINUTE_MS;
  return call.needsFresh === true && !isFresh ? deskRefusals.passkeyNeeded : null;
}

/** Answers 404 to a call that is not in the contract, because no rule says who may make it. */
export const onlyListedCalls = createMiddleware<OperatorEnv>((c, next) =>
  c.var.deskCall ? next() : Promise.resolve(refuse(c, refusals.notFound)),
);
