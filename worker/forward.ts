import { type Context, Hono } from "hono";
import { type Endpoint, type Refusal, refusals } from "../contract/endpoint.ts";
import { endpoints } from "../contract/endpoints.ts";
import { search } from "../contract/search.ts";
import { TOROB_TOKEN_HEADER, TOROB_TOKEN_VERSION_HEADER } from "../contract/torob.ts";
import { askShop, passOn, refuse } from "./ask-shop.ts";
import {
  dropSession,
  dropForeignCookies,
  hasSession,
  hasTwoTokens,
  isToken,
  keepSession,
  keepVisitor,
  readToken,
  readDuplicateTokens,
  readVisitor,
} from "./cookies.ts";
import { type Edge, callShop } from "./environment.ts";
import { answerSearch } from "./search-cache.ts";
import { isSameOrigin } from "./same-origin.ts";

/**
 * Forwards calls below /api/v1. Turns the session cookie into a bearer token for the shop, and a
 * token in the answer into a cookie.
 */
export const forward = new Hono<{ Bindings: Edge }>();

const INVALID_SESSION: readonly string[] = [
  refusals.invalidToken,
  refusals.userNotFound,
  refusals.userGone,
].map(({ message }) => message);
/** The calls for which only the status 200 is a success (section 8.4). */
const ONLY_200: ReadonlySet<string> = new Set(["/auth", "/auth/verify"]);
/** The refusal has no sentence, so the page shows its fallback sentence for the call. */
const NO_SUCCESS: Refusal = { code: "bad_answer", status: 502, message: "" };
const FORWARDED_HEADERS = [
  "Accept",
  "Content-Type",
  "Idempotency-Key",
  "If-None-Match",
  "User-Agent",
  TOROB_TOKEN_HEADER,
  TOROB_TOKEN_VERSION_HEADER,
];

forward.get(search.path, answerSearch);
for (const endpoint of endpoints) {
  forward.on(endpoint.method, endpoint.path, (c) => carry(c, endpoint));
}
for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
  forward.all(path, (c) => {
    const methods = endpoints
      .filter((endpoint) => endpoint.path === path)
      .map((endpoint) => endpoint.method);
    c.header("Allow", methods.join(", "));
    return refuse(c, refusals.methodNotAllowed);
  });
}
forward.all("*", (c) => refuse(c, refusals.notFound));

async function carry(c: Context<{ Bindings: Edge }>, endpoint: Endpoint): Promise<Response> {
  c.header("Cache-Control", "private, no-store");
  const isExit = endpoint.path === "/auth/logout";
  if (hasTwoTokens(c)) {
    dropForeignCookies(c);
    if (!isExit) return refuse(c, refusals.twoSessions);
  }
  if (needsSameOrigin(c, endpoint) && !isSameOrigin(c.req)) return refuse(c, refusals.crossSite);
  const visitor = endpoint.path === "/auth" ? keepVisitor(c) : readVisitor(c);
  const answer = await askShop(c, headersFor(c, visitor));
  if (isExit) await endOthers(c);

  if (isExit) dropSession(c);
  if (answer === null) return refuse(c, refusals.unavailable);
  // Unlike in /auth/logout, the session is kept if the call fails, because it is needed to try
  // again to end the other sessions.
  if (endpoint.path === "/auth/logout-everywhere" && answer.ok) dropSession(c);
  if (answer.ok && answer.status !== 200 && ONLY_200.has(endpoint.path))
    return refuse(c, NO_SUCCESS);
  if (endpoint.path === "/auth/verify" && answer.ok) return keepToken(c, answer);
  if (answer.status >= 400) return dropInvalidSession(c, answer);
  const response = passOn(c, answer, answer.body);
  // Answers to a signed-in shopper are personal, whatever caching headers a backend sends.
  if (endpoint.access === "shopper" || readToken(c))
    response.headers.set("Cache-Control", "private, no-store");
  return response;
}

/** Ends the sessions of both cookies, because the edge cannot tell which one is the owner's. */
async function endOthers(c: Context<{ Bindings: Edge }>): Promise<void> {
  for (const token of readDuplicateTokens(c)) {
    const headers = new Headers({ Authorization: `Bearer ${token}` });
    await callShop(c.env, c.req.path, { method: c.req.method, headers });
  }
}

/**
 * True for writes that carry or set a cookie, for delivered codes, and for gifts, which are opened
 * without a cookie: other sites must not be able to trigger these calls.
 */
function needsSameOrigin(c: Context, endpoint: Endpoint): boolean {
  const isWrite = endpoint.method !== "GET";
  return (
    (isWrite && (c.req.header("Cookie") !== undefined || endpoint.path.startsWith("/auth"))) ||
    endpoint.path.endsWith("/content") ||
    (isWrite && endpoint.path.startsWith("/gifts"))
  );
}

/**
 * Returns the headers for the shop. Only headers of an allow list are copied, so a browser cannot
 * claim another address, another visitor or other rights.
 */
function headersFor(c: Context, visitor: string | undefined): Headers {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  const token = readToken(c);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (visitor) headers.set("X-Visitor", visitor);
  headers.set("X-Client-Address", c.req.header("CF-Connecting-IP") ?? "unknown");
  return headers;
}

async function keepToken(c: Context, answer: Response): Promise<Response> {
  const { token, ...rest } = await answer
    .json<{ token?: unknown; message?: string }>()
    .catch(() => ({ token: undefined }));
  if (typeof token !== "string" || !isToken(token)) return refuse(c, NO_SUCCESS);
  keepSession(c, token);
  return c.json(rest);
}

/**
 * Deletes the session cookies when the sentence of the answer says that the session is invalid,
 * whatever its status is. The page then goes to /auth, and a remaining cookie would lead it back.
 * Cookies are deleted only if the browser sent some: a cross-site form sends none, and its answer
 * must not sign anybody out.
 */
async function dropInvalidSession(c: Context, answer: Response): Promise<Response> {
  const text = await answer.text();
  if (INVALID_SESSION.includes(messageOf(text)) && hasSession(c)) dropSession(c);
  return passOn(c, answer, text);
}

function messageOf(text: string): string {
  try {
    const answer = JSON.parse(text) as { message?: unknown; error?: unknown } | null;
    // Pages read the sentence from the same field, and go to /auth for the same sentences.
    return String(
      [answer?.message, answer?.error].find((said) => said && typeof said === "string"),
    );
  } catch {
    // The answer is not JSON but, for example, an error page of another backend. It says nothing
    // about the session.
    return "";
  }
}
