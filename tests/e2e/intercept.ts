import type { CDPSession, Page } from "@playwright/test";
import type { CallName } from "../../contract/endpoints.ts";

/**
 * Answers calls of a page in place of the shop. `page.route` can do that too, but it disables the
 * browser's cache, which makes each page load twice as expensive. While `page.route` is in use,
 * Playwright does not report requests that are answered here, so a test that listens to requests
 * must not use both.
 */

interface FakeAnswer {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  /** The body as it is, instead of `json`. */
  body?: string | Buffer;
}

/** Returns an answer, or null to pass the call to an earlier responder and finally to the shop. */
type Responder = (url: URL) => FakeAnswer | null | Promise<FakeAnswer | null>;

interface Rule {
  method: string;
  address: string;
  left: number;
  respond: Responder;
}

interface Interception {
  session: CDPSession;
  rules: Rule[];
}

const interceptions = new WeakMap<Page, Interception>();

/**
 * A call is written as in «GET /orders», without a query, or as in «GET http://127.0.0.1/pay» when
 * it goes to another origin. The responder that was added last decides first.
 */
export async function intercept(
  page: Page,
  call: CallName | `${string} http${string}`,
  respond: Responder,
  times = Infinity,
): Promise<void> {
  const [method = "", path = ""] = call.split(" ");
  const { session, rules } = interceptions.get(page) ?? (await startIntercepting(page));
  const address = path.startsWith("/") ? `${new URL(page.url()).origin}/api/v1${path}` : path;
  rules.push({ method, address, left: times, respond });
  const patterns = rules.map((rule) => ({ urlPattern: `${rule.address}*` }));
  await session.send("Fetch.enable", { patterns });
}

/** Lets all calls pass again. */
export async function stopIntercepting(page: Page): Promise<void> {
  const interception = interceptions.get(page);
  interceptions.delete(page);
  await interception?.session.detach();
}

async function startIntercepting(page: Page): Promise<Interception> {
  const session = await page.context().newCDPSession(page);
  const interception: Interception = { session, rules: [] };
  interceptions.set(page, interception);
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    void settle(interception, requestId, request);
  });
  return interception;
}

async function settle(
  { session, rules }: Interception,
  requestId: string,
  request: { method: string; url: string },
): Promise<unknown> {
  const url = new URL(request.url);
  for (const rule of rules.toReversed()) {
    const fits = rule.method === request.method && rule.address === url.origin + url.pathname;
    if (!fits || rule.left <= 0) continue;
    rule.left -= 1;
    const answer = await rule.respond(url);
    if (answer) return fulfil(session, requestId, answer).catch(ignoreLeftPage);
  }
  return session.send("Fetch.continueRequest", { requestId }).catch(ignoreLeftPage);
}

/** Ignores the error of a call that the browser dropped because its page was left. */
const ignoreLeftPage = () => undefined;

async function fulfil(
  session: CDPSession,
  requestId: string,
  { status = 200, headers = {}, json, body = JSON.stringify(json) }: FakeAnswer,
): Promise<void> {
  const all = { ...(json !== undefined && { "Content-Type": "application/json" }), ...headers };
  await session.send("Fetch.fulfillRequest", {
    requestId,
    responseCode: status,
    responseHeaders: Object.entries(all).map(([name, value]) => ({ name, value })),
    body: Buffer.from(body).toString("base64"),
  });
}
