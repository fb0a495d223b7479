import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type Closure, getShop } from "../contract/closure.ts";
import { refusals } from "../contract/endpoint.ts";
import { BASE_PATH } from "../contract/endpoints.ts";
import { isSelling } from "../contract/pages.ts";
import { refuse } from "./ask-shop.ts";
import type { DeskEnv } from "./desk-guard.ts";
import { type Edge, callShop } from "./environment.ts";

/**
 * The two ways in which a shop is not open. Closed: an operator closed it at the desk, and pages
 * without goods, the desk and all orders go on. Out: the variable OUT of the edge is set, and
 * nothing asks the shop or its database.
 */

/** The page that is shown instead of others. It has no address of its own. */
const CLOSED_PAGE = "/closed";
/** After how many seconds a client asks again. */
const OUT_SECONDS = 60;
const UNKNOWN_SECONDS = 15 * 60;

const isCall = (path: string) => /^\/(?:api|desk)\/v1(?:\/|$)/.test(path);

/** Answers everything while the shop is out: with the page, with /up, and with static files. */
export const outage = createMiddleware<DeskEnv>(async (c, next) => {
  if (!c.env.OUT) return next();
  const { pathname } = new URL(c.req.url);
  c.header("Cache-Control", "no-store");
  if (pathname === "/up") return c.json({ status: "out" });
  if (isCall(pathname)) return refuse(c, refusals.unavailable, OUT_SECONDS);
  if (c.req.method !== "GET" && c.req.method !== "HEAD") return c.text("", 503);
  const file = await c.env.ASSETS.fetch(new Request(c.req.url));
  if (file.ok) return file;
  c.set("closure", { isOut: true, isPayment: pathname.startsWith("/payment/") });
  return showClosedPage(c, next, OUT_SECONDS);
});

/** Shows the page of a closed shop instead of goods and cart. */
export const closure = createMiddleware<DeskEnv>(async (c, next) => {
  const { pathname } = new URL(c.req.url);
  if (!isSelling(pathname)) return next();
  const found = await readClosure(c.env);
  if (found === null) return next();
  c.set("closure", { ...found, isOut: false });
  const waitMs = found.reopensAt === null ? null : Date.parse(found.reopensAt) - Date.now();
  return showClosedPage(c, next, waitMs === null ? UNKNOWN_SECONDS : waitMs / 1_000);
});

/** Draws the page of a closed shop, at the requested address. */
async function showClosedPage(
  c: Context<DeskEnv>,
  next: () => Promise<void>,
  retryAfterSeconds: number,
): Promise<void> {
  const { method, headers } = c.req.raw;
  c.req.raw = new Request(new URL(CLOSED_PAGE, c.req.url), { method, headers });
  await next();
  c.header("Cache-Control", "no-store");
  c.header("Retry-After", String(Math.max(1, Math.ceil(retryAfterSeconds))));
}

const KEPT_MS = 5_000;
let kept: { closure: Closure | null; until: number } = { closure: null, until: 0 };

/**
 * Returns the closure that is in force, at most a few seconds old. A shop that does not answer, or
 * a backend without this call, counts as open.
 */
async function readClosure(env: Edge): Promise<Closure | null> {
  if (Date.now() < kept.until) return kept.closure;
  kept = { closure: await askForClosure(env), until: Date.now() + KEPT_MS };
  return kept.closure;
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
