/** A payment in the bank's records. `amount` is in the currency that the shop requested. */
export interface Payment extends NewPayment {
  authority: string;
  status: "IN_BANK" | "PAID" | "VERIFIED" | "FAILED" | "REVERSED";
  paidWith: string | null;
  refId: number | null;
  createdAt: number;
}

export interface NewPayment {
  merchantId: string;
  amount: number;
  currency: "IRR" | "IRT";
  callbackUrl: string;
  description: string;
  orderId: string | null;
  /** The only card that may pay; null allows any card. */
  cardNumber: string | null;
}

export type BankOutcome =
  | { kind: "unknown_authority" }
  | { kind: "already_over"; payment: Payment }
  | { kind: "paid" | "refused"; payment: Payment };

export type VerifyOutcome =
  | { kind: "refused"; code: -50 | -51 | -53 | -54 }
  | { kind: "verified" | "already_verified"; payment: Payment };

const LIST_MAX = 100;
const AUTHORITY_LENGTH = 36;
const FIRST_TRACK_ID = 3_000_000_000;

/** Opens a payment at the gateway that numbers its payments, and returns the number. */
export function openNumberedPayment(sql: SqlStorage, payment: NewPayment, now: number): number {
  const trackId = FIRST_TRACK_ID + Number(randomDigits(9));
  openPayment(sql, payment, now, `Z${String(trackId)}`);
  return trackId;
}

export function openPayment(
  sql: SqlStorage,
  payment: NewPayment,
  now: number,
  authority = `S${randomDigits(AUTHORITY_LENGTH - 1)}`,
): string {
  sql.exec(
    `INSERT INTO payment (authority, merchant_id, amount, currency, callback_url, description,
       order_id, card_number, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    authority,
    payment.merchantId,
    payment.amount,
    payment.currency,
    payment.callbackUrl,
    payment.description,
    payment.orderId,
    payment.cardNumber,
    now,
  );
  return authority;
}

export function readPayment(sql: SqlStorage, authority: string): Payment | null {
  const row = sql.exec(`SELECT * FROM payment WHERE authority = ?`, authority).toArray()[0];
  return row ? toPayment(row) : null;
}

/**
 * Pays with a card. If another card than the allowed one is used, the payment fails and no money is
 * taken.
 */
export function pay(sql: SqlStorage, authority: string, cardNumber: string | null): BankOutcome {
  const found = readPayment(sql, authority);
  if (!found) return { kind: "unknown_authority" };
  if (found.status !== "IN_BANK") return { kind: "already_over", payment: found };
  const card = cardNumber ?? found.cardNumber ?? "5022291083818920";
  const isAllowed = found.cardNumber === null || found.cardNumber === card;
  sql.exec(
    `UPDATE payment SET status = ?, paid_with = ?, ref_id = ?
     WHERE authority = ? AND status = 'IN_BANK'`,
    isAllowed ? "PAID" : "FAILED",
    isAllowed ? card : null,
    isAllowed ? newRefId(sql) : null,
    authority,
  );
  return { kind: isAllowed ? "paid" : "refused", payment: mustRead(sql, authority) };
}

export function cancel(sql: SqlStorage, authority: string): BankOutcome {
  const found = readPayment(sql, authority);
  if (!found) return { kind: "unknown_authority" };
  if (found.status !== "IN_BANK") return { kind: "already_over", payment: found };
  sql.exec(
    `UPDATE payment SET status = 'FAILED' WHERE authority = ? AND status = 'IN_BANK'`,
    authority,
  );
  return { kind: "refused", payment: mustRead(sql, authority) };
}

export function verify(
  sql: SqlStorage,
  authority: string,
  merchantId: string,
  amount: number,
): VerifyOutcome {
  const payment = readPayment(sql, authority);
  if (!payment) return { kind: "refused", code: -54 };
  if (payment.merchantId !== merchantId) return { kind: "refused", code: -53 };
  if (payment.amount !== amount) return { kind: "refused", code: -50 };
  if (payment.status === "VERIFIED") return { kind: "already_verified", payment };
  if (payment.status !== "PAID") return { kind: "refused", code: -51 };
  sql.exec(
    `UPDATE payment SET status = 'VERIFIED' WHERE authority = ? AND status = 'PAID'`,
    authority,
  );
  return { kind: "verified", payment: mustRead(sql, authority) };
}

export function listUnverified(sql: SqlStorage, merchantId: string): Payment[] {
  return sql
    .exec(
      `SELECT * FROM payment WHERE status = 'PAID' AND merchant_id = ?
       ORDER BY created_at DESC LIMIT ?`,
      merchantId,
      LIST_MAX,
    )
    .toArray()
    .map(toPayment);
}

export function listPayments(sql: SqlStorage): Payment[] {
  return sql.exec(`SELECT * FROM payment ORDER BY created_at, authority`).toArray().map(toPayment);
}

function mustRead(sql: SqlStorage, authority: string): Payment {
  const payment = readPayment(sql, authority);
  if (!payment) throw new Error("A payment vanished while it was being changed");
  return payment;
}

function newRefId(sql: SqlStorage): number {
  const last = sql.exec(`SELECT max(ref_id) AS last FROM payment`).one()["last"];
  return typeof last === "number" ? last + 1 : 41_500_201;
}

function randomDigits(length: number): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(length)), (value) => value % 10).join(
    "",
  );
}

function toPayment(row: Record<string, SqlStorageValue>): Payment {
  return {
    authority: String(row["authority"]),
    merchantId: String(row["merchant_id"]),
    amount: Number(row["amount"]),
    currency: row["currency"] === "IRR" ? "IRR" : "IRT",
    callbackUrl: String(row["callback_url"]),
    description: String(row["description"]),
    orderId: textOrNull(row["order_id"]),
    cardNumber: textOrNull(row["card_number"]),
    status: toStatus(row["status"]),
    paidWith: textOrNull(row["paid_with"]),
    refId: typeof row["ref_id"] === "number" ? row["ref_id"] : null,
    createdAt: Number(row["created_at"]),
  };
}

function toStatus(value: SqlStorageValue | undefined): Payment["status"] {
  if (
    value === "IN_BANK" ||
    value === "PAID" ||
    value === "VERIFIED" ||
    value === "FAILED" ||
    value === "REVERSED"
  )
    return value;
  throw new Error(`Unknown payment status: ${String(value)}`);
}

function textOrNull(value: SqlStorageValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
