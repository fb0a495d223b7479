import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Closure } from "../contract/closure.ts";
import { closedBy } from "../contract/desk/caller.ts";
import { deskRefusals } from "../contract/desk/endpoint.ts";
import { DESK_PATH } from "../contract/desk/endpoints.ts";
import { getMe } from "../contract/desk/operator.ts";
import { isForOperators, isOfDesk, needsOfPage } from "../contract/desk/pages.ts";
import type { AnswerOf } from "../contract/request.ts";
import { dropDeskToken, readDeskToken } from "./desk-cookie.ts";
import { type Edge, callShop } from "./environment.ts";

/** The data of a request for a page of the desk, which is rendered for one operator. */
export interface DeskEnv {
  Bindings: Edge;
  Variables: {
    operator?: AnswerOf<typeof getMe>;
    /** Why the page is closed to the operator; the layout then shows this instead of the page. */
    closed?: "role" | "area";
    /** Why the page of a closed shop is shown instead of the requested page. */
    closure?:
      ({ isOut: false } & Closure) | { isOut: true; isPayment: boolean; hasSecret: boolean };
  };
}

/**
 * Opens the pages of the desk only to operators. Others are redirected to /desk/enter, which leads
 * back after entering. Pages of the desk are not cached, and search engines do not index them.
 */
export const deskGuard = createMiddleware<DeskEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (!isOfDesk(pathname)) return next();
  c.header("Cache-Control", "private, no-store");
  c.header("X-Robots-Tag", "noindex, nofollow");
  if (isForOperators(pathname)) {
    const answer = await askDesk(c, getMe.path).catch((error: unknown) => {
      console.error("The desk cannot ask who comes", error);
      return null;
    });
    if (answer === null || answer.status >= 500)
      return c.text("فروشگاه پاسخ نمی‌دهد. کمی بعد دوباره تلاش کنید.", 503);
    if (!answer.ok) {
      if (readDeskToken(c) !== undefined) dropDeskToken(c);
      return redirectToEntrance(c, pathname + search);
    }
    const me = await answer.json<AnswerOf<typeof getMe>>();
    if (me.lacksPasskey) return redirectToEntrance(c, pathname + search);
    c.set("operator", me);
    const refusal = closedBy(needsOfPage(pathname), me);
    if (refusal) c.set("closed", refusal === deskRefusals.areaClosed ? "area" : "role");
  }
  await next();
  if (c.var.closed !== undefined) {
    const { body, headers } = c.res;
    c.res = new Response(body, { status: 403, headers });
  }
  c.header("Cache-Control", "private, no-store");
  c.header("X-Robots-Tag", "noindex, nofollow");
});

const redirectToEntrance = (c: Context, path: string) =>
  c.redirect(`/desk/enter?return=${encodeURIComponent(path)}`, 302);

/**
 * Makes a call of the desk as the operator who is signed in to the browser. Refused without a
 * session.
 */
export function askDesk(
  c: Context<DeskEnv>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const token = readDeskToken(c);
  if (token === undefined) return Promise.resolve(new Response(null, { status: 401 }));
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${token}`);
  headers.set("X-Client-Address", c.req.header("CF-Connecting-IP") ?? "unknown");
  return callShop(c.env, DESK_PATH + path, { ...init, headers });
}
