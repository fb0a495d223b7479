import type { RefusalAnswer } from "../../contract/endpoint.ts";
import {
  type AnswerOf,
  type AnyRequest,
  type Askable,
  type RequestArguments,
  addressOf,
} from "../../contract/request.ts";
import { goToSignIn } from "./session.ts";
import type { Loaded } from "./loaded.ts";

const BASE_PATH = "/api/v1";
const WAIT_MS = 30_000;
/** Payment calls may take longer: giving up early would leave the shopper in doubt. */
export const PAYMENT_WAIT_MS = 120_000;

const LOST_SESSION_MESSAGES = ["Invalid token.", "User not found.", "User no longer exists."];

export interface Refused {
  ok: false;
  /** The HTTP status; 0 when there was no answer. */
  status: number;
  code: string;
  message: string;
  details: string;
  fields: Record<string, string>;
  retryAfterSeconds: number | null;
}

export type Outcome<Value> = { ok: true; value: Value } | Refused;

interface Demands<Call extends Askable> {
  /** Milliseconds until the call counts as unanswered. */
  waitMs?: number;
  /**
   * Fields that the page cannot do without. A successful answer that lacks one, as another backend
   * may send, counts as unreadable.
   */
  needs?: readonly (keyof AnswerOf<Call> & string)[];
}

/** The sentence for a failure when neither the answer nor `fallback.ts` has one. */
const GENERAL = "خطایی رخ داد. لطفاً دوباره تلاش کنید.";

/**
 * Calls the shop: `call<typeof getOrder>("GET", "/orders/:orderId", { params: { orderId } })`.
 * TypeScript checks method, path, request and answer against the endpoint in the contract. Every
 * failure is an outcome: a refusal, a lost connection, an unreadable answer. Only a bug throws an
 * exception.
 */
export async function call<Call extends Askable = never>(
  method: Call["method"],
  path: Call["path"],
  ...[request]: RequestArguments<Call, Demands<Call>>
): Promise<Outcome<AnswerOf<Call>>> {
  const {
    body,
    idempotencyKey,
    waitMs = WAIT_MS,
    needs,
    ...target
  } = (request ?? {}) as AnyRequest & { waitMs?: number; needs?: readonly string[] };
  const headers = new Headers({ accept: "application/json" });
  if (body !== undefined) headers.set("content-type", "application/json");
  if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
  return repeatOnceProven(async () => {
    let response: Response;
    let text: string;
    try {
      response = await fetch(BASE_PATH + addressOf(path, target), {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(waitMs),
      });
      text = await response.text();
    } catch (error) {
      return unanswered(error instanceof DOMException && error.name === "TimeoutError");
    }
    const heard = { status: response.status, headers: response.headers, text };
    return readOutcome<AnswerOf<Call>>(heard, method, path, needs);
  });
}

/** Asks for a second code. Resolves to true when the right one was typed. */
type AskSecondCode = () => Promise<boolean>;
/**
 * Resolves once a script has registered the dialog with `onSecondCodeNeeded`, which may be after
 * the first refused call. Many pages have no such script.
 */
const prove = Promise.withResolvers<AskSecondCode>();
/** The number of times that the person was asked, and the last result. */
let asked = { times: 0, isProven: false };
/** The open question. All calls that are refused in the meantime wait for its answer. */
let asking: Promise<void> | null = null;

export const onSecondCodeNeeded = prove.resolve;

/**
 * Dispatched when the right code was typed: data that was loaded without it can be loaded again.
 */
export const BROWSER_PROVEN = "browser-proven";

/**
 * Sends a call, and sends it again if it needed a second code and the right one was typed. A call
 * that was sent before the last question was answered uses that answer, so that a page asks once.
 */
export async function repeatOnceProven<Value>(
  send: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const before = asked.times;
  const outcome = await send();
  if (outcome.ok || outcome.code !== "second_code_needed") return outcome;
  if (asked.times === before) await (asking ??= ask());
  return asked.isProven ? send() : outcome;
}

async function ask(): Promise<void> {
  const way = await Promise.race([prove.promise, noWayOnceLoaded()]);
  const isProven = await way().catch(() => false);
  asked = { times: asked.times + 1, isProven };
  asking = null;
  if (isProven) dispatchEvent(new Event(BROWSER_PROVEN));
}

async function noWayOnceLoaded(): Promise<AskSecondCode> {
  if (document.readyState !== "complete")
    await new Promise((resolve) => {
      addEventListener("load", resolve, { once: true });
    });
  return () => Promise.resolve(false);
}

/** Gets the headers of every answer. Set by server-clock.ts, on pages that show times. */
let hear = (_headers: Headers): void => undefined;

export function onAnswers(listener: typeof hear): void {
  hear = listener;
}

/** Returns the outcome of a call that got no answer. */
export function unanswered(isTimeout: boolean): Refused {
  return isTimeout
    ? refused(0, "timeout", "پاسخی از فروشگاه نرسید. لطفاً دوباره تلاش کنید.")
    : refused(
        0,
        "offline",
        "ارتباط با فروشگاه برقرار نشد. اتصال اینترنت خود را بررسی کنید و دوباره تلاش کنید.",
      );
}

/** An answer from `fetch` or from XMLHttpRequest. */
interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** Returns the state of loaded data: the whole answer, or the part that `partOf` selects. */
export function loadedOf<Value>(outcome: Outcome<Value>): Loaded<Value>;
export function loadedOf<Value, Part>(
  outcome: Outcome<Value>,
  partOf: (value: Value) => Part,
): Loaded<Part>;
export function loadedOf<Value>(
  outcome: Outcome<Value>,
  partOf: (value: Value) => unknown = (value) => value,
): Loaded<unknown> {
  return outcome.ok
    ? { state: "ready", value: partOf(outcome.value) }
    : { state: "failed", message: outcome.message };
}

/** Turns an answer into the outcome of its call. */
export async function readOutcome<Value>(
  heard: RawAnswer,
  method: string,
  path: string,
  needs: readonly string[] = [],
): Promise<Outcome<Value>> {
  const { status, headers, text } = heard;
  hear(headers);
  const isSuccess = status >= 200 && status < 300;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
    const fields = Object(answer) as Record<string, unknown>;
    if (isSuccess && needs.some((name) => (fields[name] ?? "") === ""))
      throw new Error("A field is missing");
  } catch {
    return refused(status, "unreadable", await fallback(method, path), retryAfter(headers));
  }
  if (isSuccess) return { ok: true, value: answer as Value };
  const no = (answer ?? {}) as Partial<RefusalAnswer>;
  const message =
    [no.message, no.error].find((text) => typeof text === "string" && text !== "") ??
    (await fallback(method, path));
  if (LOST_SESSION_MESSAGES.includes(message)) {
    goToSignIn({ hasEnded: true });
    return refused(
      status,
      no.code ?? "invalid_token",
      "نشست شما پایان یافته است. لطفاً دوباره وارد شوید.",
    );
  }
  return {
    ...refused(status, no.code ?? "", message, retryAfter(headers)),
    details: no.details ?? "",
    fields: no.fields ?? {},
  };
}

/** Loads the sentences on demand, to keep them out of public pages. The import may fail too. */
async function fallback(method: string, path: string): Promise<string> {
  const sentences = await import("./fallback.ts").catch(() => null);
  return sentences?.fallbackSentence(method, path) ?? GENERAL;
}

function refused(
  status: number,
  code: string,
  message: string,
  retryAfterSeconds: number | null = null,
): Refused {
  return { ok: false, status, code, message, details: "", fields: {}, retryAfterSeconds };
}

function retryAfter(headers: Headers): number | null {
  const seconds = Number(headers.get("retry-after") ?? NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}
