import {
  type AnswerOf,
  type AnyRequest,
  type Askable,
  type RequestArguments,
  addressOf,
} from "../../../contract/request.ts";
import { type Outcome, readOutcome, unanswered } from "../call.ts";
import { $isCovered, coverDesk } from "./cover.ts";

const BASE_PATH = "/desk/v1";
const WAIT_MS = 30_000;

interface Demands<Call extends Askable> {
  /** Milliseconds until the call counts as unanswered. */
  waitMs?: number;
  /** Fields without which the page has nothing to show. */
  needs?: readonly (keyof AnswerOf<Call> & string)[];
  /**
   * True for a call by timer: it does not extend the session, and is not sent from a covered
   * screen.
   */
  isPoll?: boolean;
  /** True for a call that goes on when the page is left. Its body has at most 64 KB. */
  isKeptAlive?: boolean;
  /**
   * Keeps the ETag of the last answer from one call to the next. While nothing changed, the outcome
   * is a refusal with the code `unchanged`.
   */
  tag?: { value: string };
  /** Files that are sent instead of a body. */
  form?: FormData;
}

/**
 * Calls the desk as `call` calls the shop: `callDesk<typeof getMe>("GET", "/me")`. Covers the
 * screen when the session has ended.
 */
export async function callDesk<Call extends Askable = never>(
  method: Call["method"],
  path: Call["path"],
  ...[request]: RequestArguments<Call, Demands<Call>>
): Promise<Outcome<AnswerOf<Call>>> {
  const {
    body,
    idempotencyKey,
    waitMs = WAIT_MS,
    needs,
    isPoll = false,
    isKeptAlive = false,
    tag,
    form,
    ...target
  } = (request ?? {}) as AnyRequest & Demands<never>;
  if (isPoll && $isCovered.get()) return nothingNew("covered");
  const headers = new Headers({ accept: "application/json" });
  if (body !== undefined) headers.set("content-type", "application/json");
  if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
  if (isPoll) headers.set("x-desk-poll", "1");
  if (tag?.value) headers.set("if-none-match", tag.value);
  let response: Response;
  let text: string;
  try {
    response = await fetch(BASE_PATH + addressOf(path, target), {
      method,
      headers,
      body: body === undefined ? (form ?? null) : JSON.stringify(body),
      keepalive: isKeptAlive,
      signal: AbortSignal.timeout(waitMs),
    });
    text = await response.text();
  } catch (error) {
    return unanswered(error instanceof DOMException && error.name === "TimeoutError");
  }
  if (response.status === 304) return nothingNew("unchanged");
  if (tag && response.ok) tag.value = response.headers.get("etag") ?? "";
  const heard = { status: response.status, headers: response.headers, text };
  const outcome = await readOutcome<AnswerOf<Call>>(heard, method, path, needs);
  if (outcome.ok) return outcome;
  if (outcome.code === "unknown_operator") coverDesk();
  if (outcome.code !== "passkey_needed" || !(await showPasskey())) return outcome;
  return callDesk<Call>(method, path, ...([request] as RequestArguments<Call, Demands<Call>>));
}

/**
 * Asks for the passkey, if the page can. Resolves to true when it was shown: then the call is
 * repeated.
 */
let showPasskey = () => Promise.resolve(false);

export function onPasskeyNeeded(show: () => Promise<boolean>): void {
  showPasskey = show;
}

const nothingNew = (code: "covered" | "unchanged") =>
  ({
    ok: false,
    status: 304,
    code,
    message: "",
    details: "",
    fields: {},
    retryAfterSeconds: null,
  }) as const;
