import { Hono } from "hono";
import { z } from "zod";
import type { Env } from "./index.ts";
import type { Refund } from "./refund-rows.ts";
import { theWorld } from "./world.ts";

/** Zarinpal's GraphQL, as far as giving money back needs it: `AddRefund`, and `Refund` to ask how it went. */

const Call = z.object({ query: z.string().max(10_000), variables: z.record(z.string(), z.unknown()) });
const AddRefund = z.object({
  session_id: z.string().min(1),
  amount: z.number().int(),
  description: z.string().max(500).nullish(),
  method: z.enum(["CARD", "PAYA"]),
  reason: z.enum(["CUSTOMER_REQUEST", "DUPLICATE_TRANSACTION", "SUSPICIOUS_TRANSACTION", "OTHER"]),
});
const AskRefund = z.object({ id: z.coerce.number().int() });

export const refundRoutes = new Hono<{ Bindings: Env }>().post("/api/v4/graphql", async (c) => {
  if (!/^Bearer \S+$/.test(c.req.header("authorization") ?? "")) return c.json(failed("Unauthenticated."), 401);
  const call = Call.safeParse(await c.req.json().catch(() => null));
  if (!call.success) return c.json(failed("Syntax error."), 400);
  const { query, variables } = call.data;
  const field = /(?:(\w+)\s*:\s*)?\b(AddRefund|Refund)\s*\(\s*\w+\s*:/.exec(query);
  if (!field) return c.json(failed("Cannot query this field."), 400);
  const answerName = field[1] ?? String(field[2]);
  const world = theWorld(c.env);
  if (field[2] === "Refund") {
    const asked = AskRefund.safeParse(variables);
    const refund = asked.success ? await world.readRefund(asked.data.id) : null;
    return c.json(refund ? { data: { [answerName]: toAnswer(refund) } } : failed("Refund not found."));
  }
  const asked = AddRefund.safeParse(variables);
  if (!asked.success) return c.json(failed("validation", asked.error.issues));
  const { session_id: authority, amount: amountRial, reason } = asked.data;
  const refund = await world.addRefund({ authority, amountRial, reason });
  if (typeof refund === "string") return c.json(failed(refund));
  return c.json({ data: { [answerName]: toAnswer(refund) } });
});

function toAnswer(refund: Refund) {
  return {
    terminal_id: "1",
    id: String(refund.id),
    amount: refund.amountRial,
    timeline: {
      refund_amount: refund.amountRial,
      refund_time: new Date(refund.createdAt).toISOString(),
      refund_status: refund.status,
    },
  };
}

function failed(message: string, details: unknown[] = []) {
  return { data: null, errors: [{ message, details }] };
}
