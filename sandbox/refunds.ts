import { Hono } from "hono";
import { z } from "zod";
import { answerOrFail } from "./faults.ts";
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

export const refundRoutes = new Hono<{ Bindings: Env }>()
  .post("/api/v4/graphql", async (c) => {
    if (!/^Bearer \S+$/.test(c.req.header("authorization") ?? "")) return unauthenticated();
    const call = Call.safeParse(await c.req.json().catch(() => null));
    if (!call.success) return c.json(failed("Syntax error."), 400);
    const { query, variables } = call.data;
    const field = /(?:(\w+)\s*:\s*)?\b(AddRefund|Refund)\s*\(\s*\w+\s*:/.exec(query);
    if (!field) return c.json(failed("Cannot query this field."), 400);
    const answerName = field[1] ?? String(field[2]);
    return field[2] === "Refund" ? askRefund(c.env, answerName, variables) : addRefund(c.env, answerName, variables);
  })
  /** What a payment's buyer got back, for tests and people. */
  .get("/refunds.json", async (c) => c.json(await theWorld(c.env).listRefunds(c.req.query("authority") ?? "")));

function addRefund(env: Env, answerName: string, variables: Record<string, unknown>): Promise<Response> {
  const work = async () => {
    const asked = AddRefund.safeParse(variables);
    if (!asked.success) return Response.json(failed("validation", asked.error.issues));
    const { session_id: authority, amount: amountRial, reason } = asked.data;
    const refund = await theWorld(env).addRefund({ authority, amountRial, reason });
    return Response.json(typeof refund === "string" ? failed(refund) : { data: { [answerName]: toAnswer(refund) } });
  };
  return answerOrFail(env, "zarinpal", "refund", work, {
    failure: (code) => (code === 401 ? unauthenticated() : Response.json(failed("Session is not refundable."))),
    wrongTypes: () => Response.json({ data: { [answerName]: { id: [], amount: "many" } } }),
    wrongAmount: () => Promise.resolve(Response.json({ data: null, errors: [{ message: "Internal server error" }] })),
  });
}

function askRefund(env: Env, answerName: string, variables: Record<string, unknown>): Promise<Response> {
  const read = async () => {
    const asked = AskRefund.safeParse(variables);
    return asked.success ? theWorld(env).readRefund(asked.data.id) : null;
  };
  const show = (refund: Refund | null) =>
    Response.json(refund ? { data: { [answerName]: toAnswer(refund) } } : failed("Refund not found."));
  return answerOrFail(env, "zarinpal", "askRefund", async () => show(await read()), {
    failure: () => Response.json(failed("Refund not found.")),
    wrongTypes: () => Response.json({ data: { [answerName]: { id: [], timeline: null } } }),
    // The bank could not give it back after all.
    wrongAmount: async () => {
      const refund = await read();
      return show(refund && { ...refund, status: "FAILED" });
    },
  });
}

function unauthenticated(): Response {
  return Response.json(failed("Unauthenticated."), { status: 401 });
}

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
