import type { Context } from "hono";
import { getHealth, healthRefusals } from "../contract/health.ts";
import { RefusalAnswer } from "../contract/endpoint.ts";
import { BASE_PATH } from "../contract/endpoints.ts";
import { type Edge, callShop } from "./environment.ts";

/**
 * Answers a monitoring program at /up: whether the edge reaches the shop, and since when its jobs
 * have all run. While the shop is out, `outage` answers instead.
 */
export async function answerUp(c: Context<{ Bindings: Edge }>): Promise<Response> {
  c.header("Cache-Control", "no-store");
  try {
    const answer = await callShop(c.env, BASE_PATH + getHealth.path, { method: "GET" });
    const body: unknown = await answer.json();
    if (answer.ok) {
      // A backend of one's own may not tell when its jobs ran.
      const { jobsRanAt = null } = getHealth.answer.partial().parse(body);
      return c.json({ status: "ok", jobsRanAt });
    }
    const refusal = RefusalAnswer.parse(body);
    if (refusal.code === healthRefusals.late.code)
      return c.json({ status: "late", jobsRanAt: refusal.details ?? null }, 503);
  } catch (error) {
    console.error(
      JSON.stringify({ shopUnreachable: error instanceof Error ? error.message : "unknown" }),
    );
  }
  return c.json({ status: "unreachable" }, 503);
}
