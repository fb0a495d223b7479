import type { Context } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import { type Refusal, type RefusalAnswer } from "../contract/endpoint.ts";
import { type Edge, callShop } from "./environment.ts";

/** Helpers shared by all calls that the edge forwards to the shop. */

/**
 * Forwards a call to the shop. Returns null when the shop cannot be reached or answers with a
 * redirect.
 */
export async function askShop(
  c: Context<{ Bindings: Edge }>,
  headers: Headers,
  path = pathOf(c.req.url),
): Promise<Response | null> {
  try {
    const answer = await callShop(c.env, path, {
      method: c.req.method,
      headers,
      body: c.req.raw.body,
    });
    return answer.status >= 300 && answer.status < 400 && answer.status !== 304 ? null : answer;
  } catch (error) {
    console.error(
      JSON.stringify({ shopUnreachable: error instanceof Error ? error.message : "unknown" }),
    );
    return null;
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

const PASSED_HEADERS = [
  "Content-Type",
  "Content-Disposition",
  "Content-Language",
  "Cache-Control",
  "Date",
  "ETag",
  "Last-Modified",
  "Retry-After",
];
/**
 * The content policy of the shop's answers. They are data or images and never a page, so everything
 * is forbidden, whatever content type an uploaded file has.
 */
const ANSWER_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; sandbox";

/**
 * Passes on the shop's answer, with allowed headers only: only the edge sets cookies, cross-origin
 * rights and security headers.
 */
export function passOn(
  c: Context,
  answer: Response,
  body: ReadableStream | string | null,
): Response {
  for (const name of PASSED_HEADERS) {
    const value = answer.headers.get(name);
    if (value !== null) c.header(name, value);
  }
  c.header("Content-Security-Policy", ANSWER_POLICY);
  return c.newResponse(body, answer.status as StatusCode);
}

export function refuse(c: Context, refusal: Refusal, retryAfterSeconds = 5): Response {
  const answer: RefusalAnswer = {
    message: refusal.message,
    code: refusal.code,
    error: refusal.message,
  };
  if (refusal.status === 503) c.header("Retry-After", String(retryAfterSeconds));
  return c.json(answer, refusal.status);
}
