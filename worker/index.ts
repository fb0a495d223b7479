import { cf } from "@astrojs/cloudflare/hono";
import { astro, getFetchState } from "astro/hono";
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { DESK_PATH } from "../contract/desk/endpoints.ts";
import { refusals } from "../contract/endpoint.ts";
import { BASE_PATH } from "../contract/endpoints.ts";
import { refuse } from "./ask-shop.ts";
import { type DeskEnv, askDesk, deskGuard } from "./desk-guard.ts";
import { type DrawClosed, closure, outage } from "./closed.ts";
import { callShop } from "./environment.ts";
import { forward } from "./forward.ts";
import { forwardDesk } from "./forward-desk.ts";
import { guards } from "./guards.ts";
import { securityHeaders } from "./headers.ts";
import { onlyHttps, withoutWww } from "./https.ts";
import { pageCache } from "./page-cache.ts";
import { canonicalPath, isBelow } from "./path.ts";
import { answerPicture } from "./pictures.ts";
import { preloadIslands } from "./preload-islands.ts";
import { answerUp } from "./up.ts";
import { returnFromZibal } from "./zibal-return.ts";

/**
 * The edge: cookies, guards and headers in front of the shop and the pages. It contains no business
 * rules.
 */
const app = new Hono<DeskEnv>();

/** Draws a page with Astro, which gets what the edge knows of the request. */
const draw = [
  cf(),
  createMiddleware<DeskEnv>(async (c, next) => {
    const state = getFetchState(c);
    state.locals["shop"] = (path: string, init: RequestInit = {}) =>
      callShop(c.env, `${BASE_PATH}${path}`, { ...init, headers: clientOf(c) });
    state.locals["desk"] = (path: string, init?: RequestInit) => askDesk(c, path, init);
    state.locals["operator"] = c.var.operator;
    state.locals["closed"] = c.var.closed;
    state.locals["closure"] = closures.get(c.req.raw);
    return next();
  }),
  astro(),
] as const;

/** Why the page of a closed shop is drawn for a request; that page has no address of its own. */
const closures = new WeakMap<Request, DeskEnv["Variables"]["closure"]>();
const closedPage = new Hono<DeskEnv>().use(...draw);

const drawClosed: DrawClosed = async (c, state) => {
  const { method, headers } = c.req.raw;
  const request = new Request(new URL("/closed", c.req.url), { method, headers });
  closures.set(request, state);
  return closedPage.fetch(request, c.env, c.executionCtx);
};

app.use(securityHeaders, onlyHttps, withoutWww, outage(drawClosed));

app.use(async (c, next) => {
  const url = new URL(c.req.url);
  const path = canonicalPath(url.pathname);
  if (path === url.pathname) return next();
  if (path === null && isCall(url.pathname)) return refuse(c, refusals.notFound);
  if (!isRead(c)) return c.text("", 404);
  if (path === null) return showNotFound(c);
  return c.redirect(path + url.search, 301);
});

app.route(BASE_PATH, forward);
app.route(DESK_PATH, forwardDesk);

/** The routes below only allow reading. */
app.use(async (c, next) => (isRead(c) ? next() : c.text("", 405, { Allow: "GET, HEAD" })));

/** Astro answers these paths by itself, but no page of the shop uses them. */
for (const path of ["/_image", "/_server-islands/*"]) app.get(path, (c) => c.text("", 404));

/**
 * The picture that replaces a missing share picture, for example of a product that is newer than
 * the build.
 */
const OWN_PICTURE = "/share/armaghan.png";
app.get("/share/*", async (c) => {
  const picture = await c.env.ASSETS.fetch(c.req.raw);
  return picture.ok || c.req.path === OWN_PICTURE ? picture : c.redirect(OWN_PICTURE, 302);
});

app.get("/pictures/:name", answerPicture);

app.get("/payment/zibal", returnFromZibal);

app.get("/up", answerUp);

app.use(closure(drawClosed), guards, deskGuard, pageCache, preloadIslands);
app.use(...draw);

export default app;

/** Returns the header with the visitor's IP address, by which the shop limits searches. */
function clientOf(c: Context): HeadersInit {
  return { "X-Client-Address": c.req.header("CF-Connecting-IP") ?? "unknown" };
}

const isCall = (path: string) => [BASE_PATH, DESK_PATH].some((base) => isBelow(path, base));

/**
 * Shows the page 404 for a path that cannot be decoded, which would make Astro's router fail. An
 * example is a link that a messenger cut in the middle of a letter.
 */
function showNotFound(c: Context<DeskEnv>): Response | Promise<Response> {
  const page = new Request(new URL("/404", c.req.url), c.req.raw);
  return app.fetch(page, c.env, c.executionCtx);
}

function isRead(c: Context): boolean {
  return c.req.method === "GET" || c.req.method === "HEAD";
}
