import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type Closure, getShop } from "../contract/closure.ts";
import { leaveDesk } from "../contract/desk/session.ts";
import { DESK_PATH } from "../contract/desk/endpoints.ts";
import { refusals } from "../contract/endpoint.ts";
import { BASE_PATH } from "../contract/endpoints.ts";
import { isSelling } from "../contract/pages.ts";
import { signOut } from "../contract/sign-in.ts";
import { refuse } from "./ask-shop.ts";
import { dropSession } from "./cookies.ts";
import { dropDeskToken } from "./desk-cookie.ts";
import type { DeskEnv } from "./desk-guard.ts";
import { type Edge, callShop } from "./environment.ts";
import { canonicalPath, isBelow } from "./path.ts";

/**
 * The two ways in which a shop is not open. Closed: an operator closed it at the desk, and pages
 * without goods, the desk and all orders go on. Out: the variable OUT of the edge is set, and
 * nothing asks the shop or its database.
 */

/** Draws the page of a closed shop for a request; worker/index.ts knows how. */
export type DrawClosed = (
  c: Context<DeskEnv>,
  closure: NonNullable<DeskEnv["Variables"]["closure"]>,
) => Promise<Response>;

/** After how many seconds a client asks again. */
const OUT_SECONDS = 60;
const UNKNOWN_SECONDS = 15 * 60;
/**
 * Paths that ask nobody, so they are answered as always: a payer who returns from Zibal is led to
 * the address of the payment, and search engines leave a site whose robots.txt is not to be had.
 */
const ASKS_NOBODY: readonly string[] = ["/payment/zibal", "/robots.txt"];
/** Pages whose address holds a secret behind a #, which a link to the same page would lose. */
const HAS_SECRET = /^\/(?:gift|desk\/enter)$/;

/** Answers everything while the shop is out: with the page, with /up, and with static files. */
export const outage = (draw: DrawClosed) =>
  createMiddleware<DeskEnv>(async (c, next) => {
    if (!c.env.OUT) return next();
    const path = canonicalPath(new URL(c.req.url).pathname) ?? "";
    if (ASKS_NOBODY.includes(path)) return next();
    c.header("Cache-Control", "no-store");
    if (path === "/up") return c.json({ status: "out" });
    // Signing out removes the cookie from this browser, even when the shop does not answer.
    if (path === BASE_PATH + signOut.path) dropSession(c);
    if (path === DESK_PATH + leaveDesk.path && c.req.method === leaveDesk.method) dropDeskToken(c);
    if (isBelow(path, BASE_PATH) || isBelow(path, DESK_PATH))
      return refuse(c, refusals.unavailable, OUT_SECONDS);
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return c.text("", 503);
    const file = await c.env.ASSETS.fetch(new Request(c.req.url));
    if (file.ok) return file;
    const page = await draw(c, {
      isOut: true,
      isPayment: isBelow(path, "/payment"),
      hasSecret: HAS_SECRET.test(path),
    });
    return asClosed(page, OUT_SECONDS);
  });

/** Shows the page of a closed shop instead of goods and cart. */
export const closure = (draw: DrawClosed) =>
  createMiddleware<DeskEnv>(async (c, next) => {
    if (!isSelling(new URL(c.req.url).pathname)) return next();
    const found = await readClosure(c.env);
    if (found === null) return next();
    const page = await draw(c, { ...found, isOut: false });
    const opensAt = opensAtOf(found);
    return asClosed(page, opensAt === null ? UNKNOWN_SECONDS : (opensAt - Date.now()) / 1_000);
  });

function asClosed(page: Response, retryAfterSeconds: number): Response {
  const response = new Response(page.body, page);
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("Retry-After", String(Math.max(1, Math.ceil(retryAfterSeconds))));
  return response;
}

/** The shop itself answers from a state that is as old, so a page is wrong for five seconds. */
const KEPT_MS = 2_500;
let kept: { closure: Closure | null; until: number } = { closure: null, until: 0 };

const opensAtOf = ({ reopensAt }: Closure): number | null =>
  reopensAt === null ? null : Date.parse(reopensAt);

/**
 * Returns the closure that is in force, a few seconds old. A shop that does not answer, or a
 * backend without this call, counts as open.
 */
async function readClosure(env: Edge): Promise<Closure | null> {
  if (Date.now() < kept.until) return kept.closure;
  const closure = await askForClosure(env);
  const opensAt = closure === null ? null : opensAtOf(closure);
  kept = { closure, until: Math.min(Date.now() + KEPT_MS, opensAt ?? Infinity) };
  return closure;
}

async function askForClosure(env: Edge): Promise<Closure | null> {
  try {
    const answer = await callShop(env, BASE_PATH + getShop.path, { method: "GET" });
    if (!answer.ok) return null;
    const shop = getShop.answer.safeParse(await answer.json());
    return shop.success ? shop.data.closure : null;
  } catch (error) {
    console.error(
      JSON.stringify({ closureUnknown: error instanceof Error ? error.message : "unknown" }),
    );
    return null;
  }
}
