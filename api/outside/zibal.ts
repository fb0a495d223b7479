import { z } from "zod";
import { askProvider, logTrouble } from "./ask.ts";
import type {
  Gateway,
  PaymentRequest,
  RefusalReason,
  RequestOutcome,
  VerifyOutcome,
} from "./gateway.ts";
import { zibalRefunds } from "./zibal-refund.ts";

interface ZibalOptions {
  /** Without a path: https://gateway.zibal.ir, or a relay with an address that may call it. */
  origin: string;
  /** Where shoppers pay, without a path: a relay never receives them. */
  pageOrigin: string;
  /** Origin of the platform, for refunds and the list of payments: https://api.zibal.ir. */
  apiOrigin: string;
  merchant: string;
  /** Access token of the platform, for refunds and the list of payments. */
  accessToken: string;
  /** The account in the panel that refunds are paid from. */
  accountId: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs: number;
  /** UTC milliseconds, for the days of the list of payments. */
  now: () => number;
}

const provider = "zibal";
const RIAL_PER_TOMAN = 10;
const DAY_MS = 24 * 60 * 60 * 1_000;
/**
 * The number of past days whose unverified payments are listed. Unverified money returns to its
 * payer by itself; Zibal does not document after how many days.
 */
const LISTED_DAYS = 3;
const LISTED_MAX = 100;

/** Zibal's number of a payment; the shop stores it as text that begins with Z. */
const TrackId = z
  .union([z.int().positive(), z.string().regex(/^[1-9]\d{0,14}$/)])
  .transform(String);
const Rial = z.int().positive();
const Result = z.object({ result: z.int() });
const Accepted = z.object({ result: z.literal(100), trackId: TrackId });
/** The facts that Zibal knows of a payment; after a second verification all may be missing. */
const Known = z.object({
  amount: Rial.nullish(),
  orderId: z.string().max(100).nullish(),
  refNumber: z
    .union([z.int().positive(), z.string().regex(/^\d{1,30}$/)])
    .transform(String)
    .nullish(),
  cardNumber: z.string().max(32).nullish(),
});
/** Each row is parsed separately, so that a malformed row does not hide the others. */
const UnverifiedRow = z.object({ trackId: TrackId, amount: Rial, status: z.literal(2).optional() });
const Unverified = z.object({ result: z.literal(1), data: z.array(z.unknown()).max(1_000) });

const ALREADY_VERIFIED = 201;

/**
 * Zibal's gateway (help.zibal.ir; README of the npm package zibal). Amounts are rial; a payment is
 * named by a number. Verifying takes no amount, so the shop itself compares amount and order after
 * the verification. At that time the money already belongs to the shop, so a payment with a
 * difference goes to review. When verifying, only the results 202 and 203 count as a no; any other
 * answer that is not a yes is `unknown`.
 */
export function createZibal(options: ZibalOptions): Gateway {
  return {
    ...zibalRefunds(options),
    returnPath: "/payment/zibal",

    async request(order: PaymentRequest): Promise<RequestOutcome> {
      const json = await askGateway(options, "request", toRequest(order));
      if (json === undefined) return { kind: "unknown" };
      const accepted = Accepted.safeParse(json);
      if (accepted.success) {
        const { trackId } = accepted.data;
        return {
          kind: "accepted",
          authority: `Z${trackId}`,
          url: `${options.pageOrigin}/start/${trackId}`,
        };
      }
      const result = resultOf(json);
      const reason = result === null ? null : refusalReason(result);
      if (reason !== null && result !== null)
        return { kind: "refused", reason, providerCode: result };
      logTrouble({ provider, call: "request" }, `result ${String(result)}`);
      return { kind: "unknown" };
    },

    async verify({ authority, amountToman, orderRef }): Promise<VerifyOutcome> {
      const json = await askGateway(options, "verify", { trackId: toTrackId(authority) });
      if (json === undefined) return { kind: "unknown" };
      const result = resultOf(json);
      if (result === 202) return { kind: "not_paid" };
      if (result === 203) return { kind: "invalid" };
      const isYes = result === 100 || result === ALREADY_VERIFIED;
      let known = isYes ? Known.safeParse(json).data : undefined;
      if (known && (known.amount == null || known.orderId == null || known.refNumber == null))
        known = await inquire(options, authority);
      if (known?.amount == null) {
        logTrouble({ provider, call: "verify" }, `result ${String(result)}`);
        return { kind: "unknown" };
      }
      const isOrder = orderRef === undefined || known.orderId == null || known.orderId === orderRef;
      if (known.amount !== amountToman * RIAL_PER_TOMAN || !isOrder)
        return { kind: "amount_mismatch" };
      return {
        kind: result === ALREADY_VERIFIED ? "already_verified" : "verified",
        // Without a reference of the bank, the payment's own number is used.
        refId: known.refNumber ?? authority.slice(1),
        cardMasked: known.cardNumber ?? null,
      };
    },

    listUnverified: () => listUnverified(options),
  };
}

function ask(
  { fetch, timeoutMs }: ZibalOptions,
  call: string,
  url: string,
  fields: object,
  headers: Record<string, string> = {},
) {
  return askProvider({
    provider,
    call,
    url,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(fields),
    isRepeatable: true,
    timeoutMs,
    ...(fetch && { fetch }),
  });
}

async function askGateway(options: ZibalOptions, call: string, fields: object): Promise<unknown> {
  const { origin, merchant } = options;
  const answer = await ask(options, call, `${origin}/v1/${call}`, { merchant, ...fields });
  return answer.kind === "answer" ? answer.json : undefined;
}

/** Reads what the gateway knows of a verified payment, if its answer is clear. */
async function inquire(options: ZibalOptions, authority: string) {
  const json = await askGateway(options, "inquiry", { trackId: toTrackId(authority) });
  const isVerified = z.object({ result: z.literal(100), status: z.literal(1) });
  return isVerified.safeParse(json).success ? Known.safeParse(json).data : undefined;
}

async function listUnverified(options: ZibalOptions): ReturnType<Gateway["listUnverified"]> {
  const { apiOrigin, merchant, accessToken, now } = options;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const answer = await ask(
    options,
    "report",
    `${apiOrigin}/v1/gateway/report/transaction`,
    {
      merchantId: merchant,
      status: 2,
      fromDate: day(now() - LISTED_DAYS * DAY_MS),
      toDate: day(now() + DAY_MS),
      page: 1,
      size: LISTED_MAX,
    },
    { authorization: `Bearer ${accessToken}` },
  );
  if (answer.kind === "unknown") return null;
  const rows = Unverified.safeParse(answer.json).data?.data;
  const listed = rows?.flatMap((row) => UnverifiedRow.safeParse(row).data ?? []);
  if (rows && listed && (listed.length > 0 || rows.length === 0))
    return listed.flatMap(({ trackId, amount }) =>
      amount % RIAL_PER_TOMAN === 0
        ? [{ authority: `Z${trackId}`, amountToman: amount / RIAL_PER_TOMAN }]
        : [],
    );
  logTrouble({ provider, call: "report" }, `result ${String(resultOf(answer.json))}`);
  return null;
}

/** Returns the number of a payment in the form that the gateway requires. */
const toTrackId = (authority: string) => Number(authority.slice(1));

function toRequest(order: PaymentRequest): Record<string, unknown> {
  return {
    amount: order.amountToman * RIAL_PER_TOMAN,
    callbackUrl: order.callbackUrl,
    description: order.description,
    orderId: order.orderRef,
    mobile: `0${order.phone}`,
    allowedCards: [order.cardNumber],
  };
}

/**
 * Maps the results of Zibal's list. 105 and 113: the amount is below or above Zibal's limits. Other
 * results from 102 to 115: the merchant, a field, the card or the server's address is wrong. Null
 * for any other result.
 */
function refusalReason(result: number): RefusalReason | null {
  if (result === 105 || result === 113) return "amount";
  return result >= 102 && result <= 115 ? "terminal" : null;
}

function resultOf(json: unknown): number | null {
  return Result.safeParse(json).data?.result ?? null;
}
