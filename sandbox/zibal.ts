import { type Context, Hono } from "hono";
import { z } from "zod";
import { type Env, providersState } from "./environment.ts";
import { type FaultAnswers, answerOrFail } from "./faults.ts";
import type { Fault } from "./fault-rows.ts";
import type { Payment } from "./payment-rows.ts";
import type { Refund } from "./refund-rows.ts";
import { Amount } from "./zarinpal.ts";

/**
 * Zibal's calls between servers: the gateway, and the platform with the list of payments and
 * refunds. The bank's records name its payments with a Z before the number, as the shop does.
 */

const OVER = 1_000;
const MAX_RIAL = 1_000_000_000;

const Merchant = z.literal("zibal");
const TrackId = z.union([z.int().positive(), z.string().regex(/^\d+$/)]).transform(String);
const PaymentRequest = z.object({
  amount: Amount,
  callbackUrl: z.url({ protocol: /^https?$/ }),
  description: z.string().optional(),
  orderId: z.string().optional(),
  mobile: z.string().optional(),
  allowedCards: z
    .array(z.string().regex(/^\d{16}$/))
    .min(1)
    .optional(),
});
const Tracked = z.object({ trackId: TrackId });
const Report = z.object({ merchantId: Merchant, status: z.literal(2) });
const NewRefund = z.object({
  accountId: z.string().min(1),
  trackId: TrackId,
  amount: Amount.optional(),
  description: z.string().optional(),
});
const AskedRefunds = z.union([
  z.object({ refundId: TrackId }),
  z.object({ transactionTrackId: TrackId }),
]);

type Work = (env: Env, body: unknown) => Promise<Response>;

function gatewayCall(call: Fault["call"], work: Work, faultAnswers: Partial<FaultAnswers> = {}) {
  return async (c: Context<{ Bindings: Env }>) => {
    const body: unknown = await c.req.json().catch(() => null);
    return answerOrFail(
      c.env,
      "zibal",
      call,
      async () => {
        const merchant = z.object({ merchant: z.string() }).safeParse(body).data?.merchant;
        return Merchant.safeParse(merchant).success ? work(c.env, body) : failure(102);
      },
      { failure, wrongTypes: () => success({ trackId: [], amount: "many" }), ...faultAnswers },
    );
  };
}

/** A call of the platform, which requires a token and uses other result codes. */
function platformCall(call: Fault["call"], work: Work, faultAnswers: Partial<FaultAnswers> = {}) {
  return async (c: Context<{ Bindings: Env }>) => {
    const isLetIn = /^Bearer \S+$/.test(c.req.header("authorization") ?? "");
    const body: unknown = await c.req.json().catch(() => null);
    return answerOrFail(
      c.env,
      "zibal",
      call,
      async () => (isLetIn ? work(c.env, body) : failure(2)),
      { failure, wrongTypes: () => listing([{ trackId: {}, amount: "many" }]), ...faultAnswers },
    );
  };
}

export const zibalRoutes = new Hono<{ Bindings: Env }>()
  .post("/v1/request", gatewayCall("request", request))
  .post(
    "/v1/verify",
    gatewayCall("verify", verify, {
      wrongAmount: async (again) => {
        const answer = (await (await again()).json()) as { amount?: number };
        return Response.json({ ...answer, amount: (answer.amount ?? 0) * 10 });
      },
    }),
  )
  .post("/v1/inquiry", gatewayCall("inquiry", inquire))
  .post("/v1/gateway/report/transaction", platformCall("unVerified", report))
  .post("/v1/account/refund", platformCall("refund", refund))
  .post("/v1/account/refund/inquiry", platformCall("askRefund", listRefunds));

async function request(env: Env, body: unknown): Promise<Response> {
  const asked = PaymentRequest.safeParse(body);
  if (!asked.success) return failure(104);
  const { amount, callbackUrl, description, orderId, allowedCards } = asked.data;
  if (amount <= OVER) return failure(105);
  if (amount > MAX_RIAL) return failure(113);
  const trackId = await providersState(env).openNumberedPayment({
    merchantId: "zibal",
    amount,
    currency: "IRR",
    callbackUrl,
    description: description ?? "",
    orderId: orderId ?? null,
    cardNumber: allowedCards?.[0] ?? null,
  });
  return success({ trackId });
}

/**
 * The request has no amount. For a payment that is already verified, the answer is only the result
 * code 201.
 */
async function verify(env: Env, body: unknown): Promise<Response> {
  const authority = authorityIn(body);
  const payment = await providersState(env).readPayment(authority);
  if (payment?.merchantId !== "zibal") return failure(203);
  const outcome = await providersState(env).verify(authority, "zibal", payment.amount);
  if (outcome.kind === "refused") return failure(202);
  return outcome.kind === "already_verified"
    ? failure(201)
    : success({ ...toFields(outcome.payment), status: 1 });
}

async function inquire(env: Env, body: unknown): Promise<Response> {
  const payment = await providersState(env).readPayment(authorityIn(body));
  return payment?.merchantId === "zibal" ? success(toFields(payment)) : failure(203);
}

async function report(env: Env, body: unknown): Promise<Response> {
  if (!Report.safeParse(body).success) return failure(6);
  const payments = await providersState(env).listUnverified("zibal");
  return listing(
    payments.map((payment) => ({ trackId: numberOf(payment.authority), ...toFields(payment) })),
  );
}

async function refund(env: Env, body: unknown): Promise<Response> {
  const asked = NewRefund.safeParse(body);
  if (!asked.success) return failure(6);
  const made = await providersState(env).addNumberedRefund(
    `Z${asked.data.trackId}`,
    asked.data.amount ?? null,
  );
  return typeof made === "string"
    ? Response.json({ result: 6, message: made })
    : Response.json({ result: 1, message: "success", data: toRow(made) });
}

async function listRefunds(env: Env, body: unknown): Promise<Response> {
  const asked = AskedRefunds.safeParse(body);
  if (!asked.success) return failure(6);
  const which = asked.data;
  const refunds = await providersState(env).listRefunds(
    "transactionTrackId" in which ? `Z${which.transactionTrackId}` : null,
  );
  return listing(
    refunds.filter(({ id }) => !("refundId" in which) || String(id) === which.refundId).map(toRow),
  );
}

const STATUSES = { IN_BANK: -1, PAID: 2, VERIFIED: 1, FAILED: 3, REVERSED: 15 };

function toFields(payment: Payment) {
  const card = payment.paidWith;
  return {
    amount: payment.amount,
    orderId: payment.orderId,
    description: payment.description,
    refNumber: payment.refId,
    cardNumber: card === null ? null : `${card.slice(0, 5)}****${card.slice(-2)}`,
    status: STATUSES[payment.status],
    paidAt: payment.status === "IN_BANK" ? null : new Date(payment.createdAt).toISOString(),
  };
}

function toRow({ id, authority, amountRial, status }: Refund) {
  return {
    refundId: id,
    transactionTrackId: numberOf(authority),
    amount: amountRial,
    status: { PENDING: 1, DONE: 2, FAILED: 3 }[status],
  };
}

const numberOf = (authority: string) => Number(authority.slice(1));
const authorityIn = (body: unknown) => `Z${Tracked.safeParse(body).data?.trackId ?? ""}`;

function success(fields: Record<string, unknown>): Response {
  return Response.json({ result: 100, message: "success", ...fields });
}

function listing(data: unknown[]): Response {
  return Response.json({ result: 1, message: "success", data });
}

/** Refusals have the HTTP status 200, too. */
function failure(result: number): Response {
  return Response.json({ result, message: "error" });
}
