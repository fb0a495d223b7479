import { Hono } from "hono";
import { Fault } from "./fault-rows.ts";
import { type Env, providersState } from "./environment.ts";

/** Longer than the shop waits for the answer of a bank or an SMS provider. */
const TIMEOUT_MS = 12_000;
const HUGE_BYTES = 5_000_000;

export const faultRoutes = new Hono<{ Bindings: Env }>()
  .post("/", async (c) => {
    const fault = Fault.safeParse(await c.req.json().catch(() => null));
    if (!fault.success) return c.json({ message: fault.error.message }, 422);
    await providersState(c.env).addFault(fault.data);
    return c.json(fault.data, 201);
  })
  .delete("/", async (c) => {
    await providersState(c.env).clearFaults();
    return c.body(null, 204);
  });

/** A provider's answers when it fails or sends wrong data; each provider has its own formats. */
export interface FaultAnswers {
  failure(code: number): Response;
  wrongTypes(): Response;
  wrongAmount?(work: () => Promise<Response>): Promise<Response>;
  /**
   * Does the work, and answers in a different form, which other clients of the provider have
   * reported.
   */
  otherShape?(): Promise<Response>;
  /** Does no work, and answers with the old state. */
  oldState?(): Promise<Response>;
}

/**
 * Does the work of a call. If a fault is planned for the call, the fault happens instead of the
 * work or after it.
 */
export async function answerOrFail(
  env: Env,
  provider: Fault["provider"],
  call: Fault["call"],
  work: () => Promise<Response>,
  faultAnswers: FaultAnswers,
): Promise<Response> {
  const fault = await providersState(env).takeFault(provider, call);
  if (!fault) return work();
  switch (fault.kind) {
    case "timeout":
      await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
      return new Response("Gateway Time-out", { status: 504 });
    case "lost_answer":
      await work();
      return new Response("Internal Server Error", { status: 500 });
    case "http_500":
      return new Response("Internal Server Error", { status: 500 });
    case "html":
      return new Response("<!doctype html><title>در حال به‌روزرسانی</title>", {
        headers: { "content-type": "text/html; charset=utf-8" },
      });
    case "redirect":
      return new Response(null, { status: 302, headers: { location: "/sandbox/" } });
    case "huge":
      return new Response(" ".repeat(HUGE_BYTES), {
        headers: { "content-type": "application/json" },
      });
    case "wrong_types":
      return faultAnswers.wrongTypes();
    case "wrong_amount":
      return faultAnswers.wrongAmount ? faultAnswers.wrongAmount(work) : faultAnswers.failure(-9);
    case "other_shape":
      return faultAnswers.otherShape ? faultAnswers.otherShape() : work();
    case "old_state":
      return faultAnswers.oldState ? faultAnswers.oldState() : work();
    case "code":
      return faultAnswers.failure(fault.code ?? -9);
  }
}
