import type { z } from "zod";
import type { Endpoint, RefusalAnswer } from "../../contract/endpoint.ts";
import { goToSignIn } from "./session.ts";

const BASE_PATH = "/api/v1";
const WAIT_MS = 30_000;
/** Money is asked for with patience: giving up early would only leave the shopper in doubt. */
export const PAYMENT_WAIT_MS = 120_000;

const LOST_SESSION_MESSAGES = ["Invalid token.", "User not found.", "User no longer exists."];

/** What a call of the contract answers with. */
export type AnswerOf<Call extends Endpoint> = z.output<Call["answer"]>;

export interface Refused {
  ok: false;
  /** 0 when no answer came at all. */
  status: number;
  code: string;
  message: string;
  details: string;
  fields: Record<string, string>;
  retryAfterSeconds: number | null;
}

export type Outcome<Value> = { ok: true; value: Value } | Refused;

interface CallOptions {
  idempotencyKey?: string;
  waitMs?: number;
}

/** Asks the shop. Never throws: a refusal, a lost connection and an unreadable answer are all outcomes. */
export async function call<Value>(
  method: Endpoint["method"],
  path: string,
  body?: unknown,
  { idempotencyKey, waitMs = WAIT_MS }: CallOptions = {},
): Promise<Outcome<Value>> {
  const headers = new Headers({ accept: "application/json" });
  if (body !== undefined) headers.set("content-type", "application/json");
  if (idempotencyKey) headers.set("idempotency-key", idempotencyKey);
  try {
    const response = await fetch(BASE_PATH + path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(waitMs),
    });
    return await readOutcome<Value>(response, method, path);
  } catch (error) {
    return unanswered(error instanceof DOMException && error.name === "TimeoutError");
  }
}

/** No answer came, in time or at all. */
export function unanswered(isTimeout: boolean): Refused {
  return isTimeout
    ? refused(0, "timeout", "پاسخی از فروشگاه نرسید. لطفاً دوباره تلاش کنید.")
    : refused(0, "offline", "ارتباط با فروشگاه برقرار نشد. اتصال اینترنت خود را بررسی کنید و دوباره تلاش کنید.");
}

/** An answer, however it was asked for, as an outcome of the call. */
export async function readOutcome<Value>(response: Response, method: string, path: string): Promise<Outcome<Value>> {
  const text = await response.text();
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return refused(response.status, "unreadable", await fallback(method, path), retryAfter(response));
  }
  if (response.ok) return { ok: true, value: answer as Value };
  const no = (answer ?? {}) as Partial<RefusalAnswer>;
  const message =
    [no.message, no.error].find((text) => typeof text === "string" && text !== "") ?? (await fallback(method, path));
  if (LOST_SESSION_MESSAGES.includes(message)) {
    goToSignIn();
    return refused(response.status, no.code ?? "invalid_token", "نشست شما پایان یافته است. لطفاً دوباره وارد شوید.");
  }
  return {
    ...refused(response.status, no.code ?? "", message, retryAfter(response)),
    details: no.details ?? "",
    fields: no.fields ?? {},
  };
}

/** Loaded when it is wanted: public pages send their scripts with every sentence that they hold. */
async function fallback(method: string, path: string): Promise<string> {
  const { fallbackSentence } = await import("./fallback.ts");
  return fallbackSentence(method, path);
}

function refused(status: number, code: string, message: string, retryAfterSeconds: number | null = null): Refused {
  return { ok: false, status, code, message, details: "", fields: {}, retryAfterSeconds };
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get("retry-after") ?? NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}
