import type { Context } from "hono";
import type { StatusCode } from "hono/utils/http-status";
import { type Refusal, type RefusalAnswer } from "../contract/endpoint.ts";
import { type Edge, callShop } from "./environment.ts";

/** What every call that goes on to the shop has in common. */

/** Null when the shop cannot be reached. */
export async function askShop(c: Context<{ Bindings: Edge }>, headers: Headers): Promise<Response | null> {
  const { pathname, search } = new URL(c.req.url);
  try {
    const answer = await callShop(c.env, pathname + search, { method: c.req.method, headers, body: c.req.raw.body });
    return answer.status >= 300 && answer.status < 400 && answer.status !== 304 ? null : answer;
  } catch (error) {
    console.error(JSON.stringify({ shopUnreachable: error instanceof Error ? error.message : "unknown" }));
    return null;
  }
}

/** The shop's answer with its own headers, except cookies and caching, which are the edge's business. */
export function passOn(c: Context, answer: Response, body: ReadableStream | string | null): Response {
  for (const [name, value] of answer.headers) {
    if (!/^(set-cookie|transfer-encoding|connection|content-encoding|content-length)$/i.test(name)) c.header(name, value);
  }
  return c.newResponse(body, answer.status as StatusCode);
}

export function refuse(c: Context, refusal: Refusal): Response {
  const answer: RefusalAnswer = { message: refusal.message, code: refusal.code, error: refusal.message };
  if (refusal.status === 503) c.header("Retry-After", "5");
  return c.json(answer, refusal.status);
}
