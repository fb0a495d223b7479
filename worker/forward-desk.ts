import { type Context, Hono } from "hono";
import { ACCESS_HEADER, enterThroughAccess } from "../contract/desk/access.ts";
import type { DeskEndpoint } from "../contract/desk/endpoint.ts";
import { deskEndpoints } from "../contract/desk/endpoints.ts";
import { leaveDesk } from "../contract/desk/session.ts";
import { DESK_IMAGE_PATH } from "../contract/desk/upload.ts";
import { type Refusal, refusals } from "../contract/endpoint.ts";
import { askShop, passOn, refuse } from "./ask-shop.ts";
import { isToken } from "./cookies.ts";
import { dropDeskToken, keepDeskToken, readDeskToken } from "./desk-cookie.ts";
import type { Edge } from "./environment.ts";
import { isSameOrigin } from "./same-origin.ts";

/**
 * Calls below /desk/v1. A program sends its own bearer token. For pages of this site, the edge
 * turns the session cookie into a bearer token, and turns the token in the answer to a sign-in into
 * a cookie. Therefore no script of a page ever has the token, and no other site can use it.
 */
export const forwardDesk = new Hono<{ Bindings: Edge }>();

type Call = Pick<DeskEndpoint, "method" | "path" | "role" | "opensSession">;

const image: Call = { method: "GET", path: DESK_IMAGE_PATH, role: "anyone" };
const FORWARDED_HEADERS = [
  "Accept",
  "Authorization",
  "Content-Type",
  "Idempotency-Key",
  "If-None-Match",
  "X-Desk-Poll",
];
/** The refusal has no sentence, so the page shows its fallback sentence for the call. */
const NO_TOKEN: Refusal = { code: "bad_answer", status: 502, message: "" };

for (const call of [...deskEndpoints, image]) {
  forwardDesk.on(call.method, call.path, (c) => carry(c, call));
}
forwardDesk.all("*", (c) => refuse(c, refusals.notFound));

async function carry(c: Context<{ Bindings: Edge }>, call: Call): Promise<Response> {
  c.header("Cache-Control", "private, no-store");
  const isFromPage = c.req.header("Authorization") === undefined && isSameOrigin(c.req);
  const isEntry = isFromPage && call.opensSession === true;
  const token = isFromPage ? readDeskToken(c) : undefined;
  const headers = headersFor(c, token);
  if (isEntry) headers.set("X-Desk-Session", "1");
  const vouched = c.req.header(ACCESS_HEADER);
  if (isEntry && call.path === enterThroughAccess.path && vouched !== undefined)
    headers.set(ACCESS_HEADER, vouched);
  const answer = await askShop(c, headers);
  // Signing out removes the cookie from this browser, even when the shop does not answer.
  if (isFromPage && isLeaving(call)) dropDeskToken(c);
  if (answer === null) return refuse(c, refusals.unavailable);
  if (isEntry && answer.ok) return keepToken(c, answer);
  if (token !== undefined && answer.status === 401) dropDeskToken(c);
  const response = passOn(c, answer, answer.body);
  response.headers.set("Cache-Control", "private, no-store");
  return response;
}

const isLeaving = ({ method, path }: Call) =>
  method === leaveDesk.method && path === leaveDesk.path;

function headersFor(c: Context, token: string | undefined): Headers {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
  headers.set("X-Client-Address", c.req.header("CF-Connecting-IP") ?? "unknown");
  return headers;
}

/** Puts the token of an answer into the cookie. The page gets the other fields. */
async function keepToken(c: Context, answer: Response): Promise<Response> {
  const { token, ...rest } = await answer
    .json<{ token?: unknown }>()
    .catch(() => ({ token: undefined }));
  if (typeof token !== "string" || !isToken(token)) return refuse(c, NO_TOKEN);
  keepDeskToken(c, token);
  return c.json(rest);
}
