import { Hono } from "hono";
import { z } from "zod";
import { answerOrFail } from "./faults.ts";
import { type Env, providersState } from "./environment.ts";
import { Amount } from "./zarinpal.ts";
import type { Refund, Session } from "./refund-rows.ts";

/**
 * The part of Zarinpal's GraphQL that refunds need: `Session` finds a payment's session number,
 * `AddRefund` refunds, and `SessionById` returns the state of the last refund.
 */

/** The terminal number of the bank's only gateway. */
const TERMINAL_ID = "1915487";

const Call = z.object({
  query: z.string().max(10_000),
  variables: z.record(z.string(), z.unknown()),
});
/** GraphQL takes an ID as text or as a number. */
const Id = z.union([z.string().min(1), z.number().int()]).transform(String);
const FindSession = z.object({ terminal_id: Id, reference_id: z.string() });
const AddRefund = z.object({
  session_id: Id,
  amount: Amount,
  description: z.string().max(500).nullish(),
  method: z.enum(["CARD", "PAYA"]),
  reason: z.enum(["CUSTOMER_REQUEST", "DUPLICATE_TRANSACTION", "SUSPICIOUS_TRANSACTION", "OTHER"]),
});
const AskRefund = z.object({ id: Id });

type Form = (session: Session) => object;

const fields = { Session: findSession, AddRefund: addRefund, SessionById: askRefund };

export const refundRoutes = new Hono<{ Bindings: Env }>()
  .post("/api/v4/graphql/", async (c) => {
    if (!/^Bearer \S+$/.test(c.req.header("authorization") ?? "")) return unauthenticated();
    const call = Call.safeParse(await c.req.json().catch(() => null));
    if (!call.success) return c.json(failed("Syntax error."), 400);
    const { query, variables } = call.data;
    const field = /(?:(\w+)\s*:\s*)?\b(AddRefund|SessionById|Session)\s*\(\s*\w+\s*:/.exec(query);
    if (!field) return c.json(failed("Cannot query this field."), 400);
    const name = field[2] as keyof typeof fields;
    return fields[name](c.env, field[1] ?? name, variables);
  })
  /** The refunds of a payment, for tests and for people who try the shop. */
  .get("/refunds.json", async (c) =>
    c.json(await providersState(c.env).listRefunds(c.req.query("authority") ?? "")),
  );

function findSession(
  env: Env,
  answerName: string,
  variables: Record<string, unknown>,
): Promise<Response> {
  const work = async () => {
    const asked = FindSession.safeParse(variables);
    if (!asked.success) return Response.json(failed("validation", asked.error.issues));
    const isOurs = asked.data.terminal_id === TERMINAL_ID;
    const sessions = isOurs ? await providersState(env).findSessions(asked.data.reference_id) : [];
    return Response.json({
      data: {
        [answerName]: sessions.map(({ id, status, amountRial }) => ({
          id,
          status,
          amount: amountRial,
        })),
      },
    });
  };
  return answerOrFail(env, "zarinpal", "session", work, {
    failure: (code) =>
      code === 401 ? unauthenticated() : Response.json({ data: { [answerName]: [] } }),
    wrongTypes: () => Response.json({ data: { [answerName]: { id: [] } } }),
    wrongAmount: () =>
      Promise.resolve(
        Response.json({ data: { [answerName]: [{ id: "1", status: "VERIFIED", amount: 7 }] } }),
      ),
  });
}

function addRefund(
  env: Env,
  answerName: string,
  variables: Record<string, unknown>,
): Promise<Response> {
  const work = async (show: Form = toAnswer) => {
    const asked = AddRefund.safeParse(variables);
    if (!asked.success) return Response.json(failed("validation", asked.error.issues));
    const { session_id: sessionId, amount: amountRial, reason } = asked.data;
    const session = await providersState(env).addRefund({ sessionId, amountRial, reason });
    return Response.json(
      typeof session === "string" ? failed(session) : { data: { [answerName]: show(session) } },
    );
  };
  return answerOrFail(env, "zarinpal", "refund", work, {
    failure: (code) =>
      code === 401 ? unauthenticated() : Response.json(failed("Session is not refundable.")),
    otherShape: () => work(toOtherAnswer),
    oldState: () => askRefund(env, answerName, { id: variables["session_id"] }),
    wrongTypes: () => Response.json({ data: { [answerName]: { id: [], amount: "many" } } }),
    wrongAmount: () =>
      Promise.resolve(
        Response.json({ data: null, errors: [{ message: "Internal server error" }] }),
      ),
  });
}

function askRefund(
  env: Env,
  answerName: string,
  variables: Record<string, unknown>,
): Promise<Response> {
  const read = async () => {
    const asked = AskRefund.safeParse(variables);
    return asked.success ? providersState(env).readSession(asked.data.id) : null;
  };
  const show = (session: Session | null, form: Form = toAnswer) =>
    Response.json(
      session ? { data: { [answerName]: form(session) } } : failed("Session not found."),
    );
  return answerOrFail(env, "zarinpal", "askRefund", async () => show(await read()), {
    failure: () => Response.json(failed("Session not found.")),
    wrongTypes: () => Response.json({ data: { [answerName]: { id: [], timeline: null } } }),
    otherShape: async () => show(await read(), toOtherAnswer),
    // Answers that the bank could not complete the last refund.
    wrongAmount: async () => {
      const session = await read();
      const last = session?.refunds.at(-1);
      return show(
        session && last
          ? {
              ...session,
              refunds: [...session.refunds.slice(0, -1), { ...last, status: "FAILED" }],
            }
          : session,
      );
    },
  });
}

/** GraphQL reports a missing token with status 200. */
function unauthenticated(): Response {
  return Response.json(failed("Unauthenticated."));
}

/**
 * Returns one entry for all refunds of the session, with their sum and the state of the last one.
 */
function toAnswer({ id, amountRial, refunds }: Session) {
  const last = refunds.at(-1);
  const sum = refunds.reduce((total, refund) => total + refund.amountRial, 0);
  return {
    terminal_id: TERMINAL_ID,
    id,
    amount: amountRial,
    timeline: last ? toEntry({ ...last, amountRial: sum }) : null,
  };
}

/**
 * Returns the form that other clients of the provider have reported: the id and the amount belong
 * to the last refund, and each refund has an entry, newest first.
 */
function toOtherAnswer({ id, refunds }: Session) {
  return {
    terminal_id: TERMINAL_ID,
    id: `9${id}`,
    amount: refunds.at(-1)?.amountRial ?? 0,
    timeline: refunds.toReversed().map((refund) => {
      const entry = toEntry(refund);
      return entry.refund_status === "DONE" ? { ...entry, refund_status: "COMPLETED" } : entry;
    }),
  };
}

function toEntry({ amountRial, createdAt, status }: Refund) {
  return {
    refund_amount: amountRial,
    refund_time: new Date(createdAt).toISOString(),
    refund_status: status,
  };
}

function failed(message: string, details: unknown[] = []) {
  return { data: null, errors: [{ message, details }] };
}
