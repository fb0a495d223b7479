import { z } from "zod";
import { askProvider, logTrouble } from "./ask.ts";
import type {
  Gateway,
  PaymentRequest,
  RefusalReason,
  RequestOutcome,
  VerifyOutcome,
} from "./gateway.ts";
import { zarinpalRefunds } from "./zarinpal-refund.ts";

interface ZarinpalOptions {
  /** Without a path: https://payment.zarinpal.com, or a relay with an address that may call it. */
  origin: string;
  /** Where shoppers pay, without a path: a relay never receives them. */
  pageOrigin: string;
  /** Origin for refunds, without a path: https://next.zarinpal.com. */
  graphqlOrigin: string;
  merchantId: string;
  /** Access token from the merchant panel, for refunds. */
  accessToken: string;
  /** Terminal number from the merchant panel, for refunds. */
  terminalId: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs: number;
}

const DESCRIPTION_MAX = 500;

/** Failures come with `data: []`, successes with `errors: []`; any other answer is not trusted. */
const Failure = z.object({ errors: z.object({ code: z.number().int() }) });
const noErrors = z.array(z.unknown()).max(0).optional();
const Accepted = z.object({
  errors: noErrors,
  data: z.object({ code: z.literal(100), authority: z.string().regex(/^[A-Za-z0-9]{36}$/) }),
});
const Verified = z.object({
  errors: noErrors,
  data: z.object({
    code: z.literal([100, 101]),
    ref_id: z.number().int().positive(),
    card_pan: z.string().max(32).nullish(),
  }),
});
/** Each row is parsed separately, so that a malformed row does not hide the others. */
const UnverifiedRow = z.object({
  authority: z.string().min(1).max(64),
  amount: z.number().int().positive(),
});
/** Zarinpal's documentation shows the code as text here. */
const Unverified = z.object({
  errors: noErrors,
  data: z.object({ code: z.literal([100, "100"]), authorities: z.array(z.unknown()).max(1_000) }),
});

/**
 * Zarinpal's REST API, version 4 (zarinpal.com/docs/paymentGateway). Amounts are sent and received
 * in toman (`IRT`), so nothing is converted. When verifying, only the codes -50, -51 and the three
 * for an authority that is unknown or of another merchant count as a no; any other answer that is
 * not a yes is `unknown`.
 */
export function createZarinpal(options: ZarinpalOptions): Gateway {
  const { origin, pageOrigin, merchantId, fetch, timeoutMs } = options;
  const provider = "zarinpal";

  async function ask(call: string, fields: Record<string, unknown>): Promise<unknown> {
    const answer = await askProvider({
      provider,
      call,
      url: `${origin}/pg/v4/payment/${call}.json`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ merchant_id: merchantId, ...fields }),
      isRepeatable: true,
      timeoutMs,
      ...(fetch && { fetch }),
    });
    return answer.kind === "answer" ? answer.json : undefined;
  }

  return {
    ...zarinpalRefunds(options),
    returnPath: "/payment/verify",

    async request(order: PaymentRequest): Promise<RequestOutcome> {
      const json = await ask("request", toRequest(order));
      if (json === undefined) return { kind: "unknown" };
      const accepted = Accepted.safeParse(json);
      if (accepted.success) {
        const { authority } = accepted.data.data;
        return { kind: "accepted", authority, url: `${pageOrigin}/pg/StartPay/${authority}` };
      }
      const code = failureCode(json);
      if (code !== null && code !== -52)
        return { kind: "refused", reason: refusalReason(code), providerCode: code };
      logTrouble(
        { provider, call: "request" },
        code === null ? "unexpected answer" : `code ${code}`,
      );
      return { kind: "unknown" };
    },

    async verify({ authority, amountToman }): Promise<VerifyOutcome> {
      const json = await ask("verify", { authority, amount: amountToman });
      if (json === undefined) return { kind: "unknown" };
      const verified = Verified.safeParse(json);
      if (verified.success) {
        const { code, ref_id: refId, card_pan: cardMasked } = verified.data.data;
        return {
          kind: code === 100 ? "verified" : "already_verified",
          refId: String(refId),
          cardMasked: cardMasked ?? null,
        };
      }
      const code = failureCode(json);
      if (code === -51) return { kind: "not_paid" };
      if (code === -50) return { kind: "amount_mismatch" };
      if (code === -53 || code === -54 || code === -55) return { kind: "invalid" };
      logTrouble(
        { provider, call: "verify" },
        code === null ? "unexpected answer" : `code ${code}`,
      );
      return { kind: "unknown" };
    },

    async listUnverified() {
      const json = await ask("unVerified", {});
      if (json === undefined) return null;
      const rows = Unverified.safeParse(json).data?.data.authorities;
      const listed = rows?.flatMap((row) => UnverifiedRow.safeParse(row).data ?? []);
      if (rows && listed && (listed.length > 0 || rows.length === 0)) {
        return listed.map(({ authority, amount }) => ({ authority, amountToman: amount }));
      }
      logTrouble({ provider, call: "unVerified" }, `code ${failureCode(json) ?? "none"}`);
      return null;
    },
  };
}

function toRequest(order: PaymentRequest): Record<string, unknown> {
  return {
    amount: order.amountToman,
    currency: "IRT",
    description: order.description.slice(0, DESCRIPTION_MAX),
    callback_url: order.callbackUrl,
    metadata: { mobile: `0${order.phone}`, order_id: order.orderRef, card_pan: order.cardNumber },
  };
}

/** Maps the codes of Zarinpal's list of errors; -9 is an invalid field, -12 too many tries. */
function refusalReason(code: number): RefusalReason {
  if (code === -41) return "amount";
  return code === -12 ? "busy" : "terminal";
}

function failureCode(json: unknown): number | null {
  return Failure.safeParse(json).data?.errors.code ?? null;
}
