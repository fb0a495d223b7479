import { type Context, Hono } from "hono";
import { z } from "zod";
import { type FaultAnswers, answerOrFail } from "./faults.ts";
import { type Env, providersState } from "./environment.ts";
import type { Payment } from "./payment-rows.ts";

/** Zarinpal's REST API, version 4: the calls between servers. */

const MIN_RIAL = 10_000;
const MAX_RIAL = 1_000_000_000;
const DESCRIPTION_MAX = 500;

const MESSAGES: Record<number, string> = {
  [-9]: "The input params invalid, validation error.",
  [-10]: "Terminal is not valid, please check merchant_id or ip address.",
  [-41]: "The maximum amount is 100,000,000 tomans.",
  [-50]: "Session is not valid, amounts values is not the same.",
  [-51]: "Session is not valid, session is not active paid try.",
  [-52]: "Oops!!, please contact our support team",
  [-53]: "Session is not this merchant_id session",
  [-54]: "Invalid authority.",
};

/** Any id of this length is valid, as in the provider's own sandbox. */
const MerchantId = z.string().length(36);
/** Amounts may also be sent as text, which the provider reads as a number. */
export const Amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ])
  .pipe(z.int());
const Metadata = z.object({
  mobile: z.string().optional(),
  email: z.string().optional(),
  order_id: z.string().optional(),
  card_pan: z
    .string()
    .regex(/^\d{16}$/, "The card pan must be 16 digits.")
    .optional(),
});
const PaymentRequest = z
  .object({
    merchant_id: MerchantId,
    amount: Amount,
    currency: z.enum(["IRR", "IRT"]).default("IRR"),
    description: z.string().min(1).max(DESCRIPTION_MAX),
    callback_url: z.url({ protocol: /^https?$/ }),
    metadata: Metadata.default({}),
  })
  .refine(({ amount, currency }) => (currency === "IRT" ? amount * 10 : amount) >= MIN_RIAL, {
    path: ["amount"],
    message: `The amount may not be less than ${MIN_RIAL}.`,
  });
const VerifyRequest = z.object({
  merchant_id: MerchantId,
  authority: z.string().length(36),
  amount: Amount,
});
const InquiryRequest = z.object({ merchant_id: MerchantId, authority: z.string().length(36) });
const UnverifiedRequest = z.object({ merchant_id: MerchantId });

export const zarinpalRoutes = new Hono<{ Bindings: Env }>()
  .post("/pg/v4/payment/request.json", (c) =>
    answerOrFail(c.env, "zarinpal", "request", () => request(c), {
      failure,
      wrongTypes: () => success({ authority: 12 }),
    }),
  )
  .post("/pg/v4/payment/verify.json", (c) =>
    answerOrFail(c.env, "zarinpal", "verify", () => verify(c), verifyDisguise),
  )
  .post("/pg/v4/payment/inquiry.json", (c) =>
    answerOrFail(c.env, "zarinpal", "inquiry", () => inquire(c), {
      failure,
      wrongTypes: () => success({ status: 7 }),
    }),
  )
  .post("/pg/v4/payment/unVerified.json", (c) =>
    answerOrFail(c.env, "zarinpal", "unVerified", () => listUnverified(c), {
      failure,
      wrongTypes: () => success({ authorities: [{ authority: 5, amount: "many" }] }),
      wrongAmount: () => listUnverified(c, (amount) => amount * 10),
    }),
  );

const verifyDisguise: FaultAnswers = {
  failure,
  wrongTypes: () =>
    success({
      message: "Paid",
      card_hash: null,
      card_pan: 6037,
      ref_id: "many",
      fee_type: "Merchant",
      fee: 0,
    }),
  wrongAmount: () => Promise.resolve(failure(-50)),
};

async function request(c: Context<{ Bindings: Env }>): Promise<Response> {
  const asked = PaymentRequest.safeParse(await readJson(c));
  if (!asked.success) return invalid(asked.error);
  const {
    merchant_id: merchantId,
    amount,
    currency,
    description,
    callback_url: callbackUrl,
    metadata,
  } = asked.data;
  if ((currency === "IRT" ? amount * 10 : amount) > MAX_RIAL) return failure(-41);
  const authority = await providersState(c.env).openPayment({
    merchantId,
    amount,
    currency,
    callbackUrl,
    description,
    orderId: metadata.order_id ?? null,
    cardNumber: metadata.card_pan ?? null,
  });
  return success({ message: "Success", authority, fee_type: "Merchant", fee: 0 });
}

async function verify(c: Context<{ Bindings: Env }>): Promise<Response> {
  const asked = VerifyRequest.safeParse(await readJson(c));
  if (!asked.success) return invalid(asked.error);
  const outcome = await providersState(c.env).verify(
    asked.data.authority,
    asked.data.merchant_id,
    asked.data.amount,
  );
  if (outcome.kind === "refused") return failure(outcome.code);
  const { payment } = outcome;
  const isFirst = outcome.kind === "verified";
  return success({
    code: isFirst ? 100 : 101,
    message: isFirst ? "Paid" : "Verified",
    card_hash: await hashCard(payment),
    card_pan:
      payment.paidWith === null
        ? null
        : `${payment.paidWith.slice(0, 6)}******${payment.paidWith.slice(-4)}`,
    ref_id: payment.refId,
    fee_type: "Merchant",
    fee: 0,
    order_id: payment.orderId,
  });
}

async function inquire(c: Context<{ Bindings: Env }>): Promise<Response> {
  const asked = InquiryRequest.safeParse(await readJson(c));
  if (!asked.success) return invalid(asked.error);
  const payment = await providersState(c.env).readPayment(asked.data.authority);
  if (!payment) return failure(-54);
  if (payment.merchantId !== asked.data.merchant_id) return failure(-53);
  return success({ message: "Success", status: payment.status });
}

async function listUnverified(
  c: Context<{ Bindings: Env }>,
  alter = (amount: number) => amount,
): Promise<Response> {
  const asked = UnverifiedRequest.safeParse(await readJson(c));
  if (!asked.success) return invalid(asked.error);
  const payments = await providersState(c.env).listUnverified(asked.data.merchant_id);
  const authorities = payments.map(({ authority, amount, callbackUrl, createdAt }) => ({
    authority,
    amount: alter(amount),
    callback_url: callbackUrl,
    referer: "/",
    date: new Date(createdAt).toISOString().slice(0, 19).replace("T", " "),
  }));
  return success({ message: "Success", authorities });
}

function success(data: Record<string, unknown>): Response {
  return Response.json({ data: { code: 100, ...data }, errors: [] });
}

function failure(code: number, validations: Record<string, string>[] = []): Response {
  const message = MESSAGES[code] ?? "Error";
  return Response.json(
    { data: [], errors: { code, message, validations } },
    { status: code === -9 ? 422 : 401 },
  );
}

function invalid(error: z.ZodError): Response {
  return failure(
    -9,
    error.issues.map((issue) => ({ [issue.path.join(".") || "body"]: issue.message })),
  );
}

async function hashCard(payment: Payment): Promise<string> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(payment.paidWith ?? ""),
  );
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0").toUpperCase())
    .join("");
}

function readJson(c: Context): Promise<unknown> {
  return c.req.json().catch(() => null);
}
