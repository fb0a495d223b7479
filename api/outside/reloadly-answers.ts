import { z } from "zod";
import { divideUp, isDecimal, timesMicros, toMicros } from "./decimal.ts";
import type { Card, FoundOutcome, Goods, RefusedWhy } from "./supplier.ts";

/** The shapes of Reloadly's answers, and what they mean. Numbers are kept as text, as written. */

export const LISTED_MAX = 50;
const PERCENT = 100_000_000n;

const Decimal = z.string().refine(isDecimal, { error: "must be a decimal amount" });
const Currency = z.string().regex(/^[A-Z]{3}$/);
const NumberText = z.string().regex(/^[1-9]\d{0,29}$/);
const Text = z.string().max(4_000);

export const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.string().regex(/^\d{1,9}$/),
});
export const Balance = z.object({ balance: Decimal, currencyCode: Currency });
/** The cost of each face value. Reloadly's documentation shows a list of such objects. */
const Map = z.record(z.string(), Decimal);
export const Product = z.object({
  status: z.string().nullish(),
  senderFee: Decimal.nullish(),
  senderFeePercentage: Decimal.nullish(),
  discountPercentage: Decimal.nullish(),
  denominationType: z.literal(["FIXED", "RANGE"]),
  recipientCurrencyCode: Currency,
  senderCurrencyCode: Currency,
  minRecipientDenomination: Decimal.nullish(),
  maxRecipientDenomination: Decimal.nullish(),
  maxrecipientDenomination: Decimal.nullish(),
  fixedRecipientDenominations: z.array(Decimal).nullish(),
  fixedRecipientToSenderDenominationsMap: z
    .union([
      Map,
      z.array(Map).transform((maps) => Object.assign({}, ...maps) as z.infer<typeof Map>),
    ])
    .nullish(),
  recipientCurrencyToSenderCurrencyExchangeRate: Decimal.nullish(),
});
type Product = z.infer<typeof Product>;
export const Transaction = z.object({
  transactionId: NumberText,
  amount: Decimal,
  currencyCode: Currency,
  customIdentifier: z.string().nullish(),
  status: z.string(),
});
type Transaction = z.infer<typeof Transaction>;
export const Transactions = z.union([
  z.array(Transaction).max(LISTED_MAX),
  z.object({ content: z.array(Transaction).max(LISTED_MAX) }).transform(({ content }) => content),
]);
const CardRow = z.object({
  cardNumber: Text.nullish(),
  pinCode: Text.nullish(),
  redemptionUrl: Text.nullish(),
});
export const Cards = z.union([
  z.array(CardRow).max(LISTED_MAX),
  CardRow.refine((row) => Object.values(row).some(Boolean)).transform((row) => [row]),
]);
/** A refusal by the supplier itself; a proxy's refusal has no `path`. */
export const Failure = z.object({
  message: z.string(),
  path: z.string(),
  errorCode: z.string().nullish(),
});

const STATES: Record<string, "done" | "failed" | "returned"> = {
  SUCCESSFUL: "done",
  FAILED: "failed",
  REFUNDED: "returned",
};

/** Builds the body of an order. Amounts and numbers are inserted exactly as they were written. */
export function toOrder(order: {
  ref: string;
  sku: string;
  face: string;
  quantity: number;
  senderName: string;
}): string {
  if (!/^[1-9]\d{0,14}$/.test(order.sku) || !isDecimal(order.face))
    throw new Error("An order of goods without a number");
  const { ref, senderName } = order;
  const texts = JSON.stringify({ senderName, customIdentifier: ref, preOrder: false });
  return `{"productId":${order.sku},"quantity":${String(order.quantity)},"unitPrice":${order.face},${texts.slice(1)}`;
}

/** Reads a refusal. Only a refusal by the supplier itself counts as a no. */
export function toRefusal(json: unknown) {
  const failure = Failure.safeParse(json).data;
  if (!failure) return { kind: "unknown" } as const;
  const code = failure.errorCode ?? "";
  if (code === "CUSTOM_IDENTIFIER_ALREADY_USED") return { kind: "repeated" } as const;
  return { kind: "refused", why: whyOf(code, failure.message) } as const;
}

function whyOf(code: string, message: string): RefusedWhy {
  if (code === "WRONG_PRODUCT_PRICE") return "price";
  if (code === "INSUFFICIENT_BALANCE" || /balance/i.test(message)) return "balance";
  if (/stock|sold out/i.test(message)) return "stock";
  return code === "INVALID_PRODUCT" || /product/i.test(message) ? "product" : "other";
}

export function toFound(row: Transaction): Extract<FoundOutcome, { kind: "found" }> {
  return {
    kind: "found",
    remoteId: row.transactionId,
    state: STATES[row.status] ?? "working",
    cost: row.amount,
    currency: row.currencyCode,
  };
}

/**
 * Returns a card. Its code is the card number if there is one, otherwise the PIN, otherwise the
 * link. Null when all three are missing.
 */
export function toCard({
  cardNumber,
  pinCode,
  redemptionUrl,
}: z.infer<typeof CardRow>): Card | null {
  const [number = "", pin = "", link = ""] = [cardNumber, pinCode, redemptionUrl].map(
    (text) => text?.trim() ?? "",
  );
  const code = [number, pin, link].find((text) => text !== "");
  if (code === undefined) return null;
  return {
    code,
    pin: number !== "" && pin !== "" ? pin : null,
    link: link !== "" && link !== code ? link : null,
  };
}

/**
 * Computes what one card costs, in millionths of the account's currency and rounded up:
 * value × rate × (1 − discount + fee) + flat fee. Null when this value is not sold.
 */
export function costOf(product: Product, { face, faceCurrency }: Goods): bigint | null {
  const value = toMicros(face);
  const { minRecipientDenomination: min, fixedRecipientToSenderDenominationsMap: map } = product;
  const max = product.maxRecipientDenomination ?? product.maxrecipientDenomination;
  if ((product.status ?? "ACTIVE") !== "ACTIVE" || product.recipientCurrencyCode !== faceCurrency)
    return null;
  const isSold =
    product.denominationType === "FIXED"
      ? (product.fixedRecipientDenominations ?? []).some((text) => toMicros(text) === value)
      : (min == null || toMicros(min) <= value) && (max == null || value <= toMicros(max));
  if (!isSold) return null;
  const rate = product.recipientCurrencyToSenderCurrencyExchangeRate;
  const listed = Object.entries(map ?? {}).find(
    ([text]) => isDecimal(text) && toMicros(text) === value,
  )?.[1];
  const plain =
    rate != null
      ? timesMicros(value, toMicros(rate))
      : listed !== undefined
        ? toMicros(listed)
        : product.senderCurrencyCode === faceCurrency
          ? value
          : null;
  if (plain === null) return null;
  const share =
    PERCENT -
    toMicros(product.discountPercentage ?? "0") +
    toMicros(product.senderFeePercentage ?? "0");
  return divideUp(plain * share, PERCENT) + toMicros(product.senderFee ?? "0");
}
