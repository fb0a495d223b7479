import { type Payment, readPayment } from "./payment-rows.ts";

export interface NewRefund {
  sessionId: string;
  amountRial: number;
  reason: string | null;
}

export interface Refund {
  id: number;
  authority: string;
  amountRial: number;
  reason: string | null;
  createdAt: number;
  status: "PENDING" | "DONE" | "FAILED";
}

const REFUND_MIN_RIAL = 20_000;
/** The time that a refund takes: long enough that a caller has to ask again for the result. */
const REFUND_TAKES_MS = 2_000;

/** A payment as the refund API shows it; `id` is its session number. */
export interface Session {
  id: string;
  status: string;
  amountRial: number;
  refunds: Refund[];
}

const FIRST_SESSION = 385_404_000;

/** Finds the payments with this reference: one or none. */
export function findSessions(sql: SqlStorage, reference: string, now: number): Session[] {
  const rows = sql
    .exec(`SELECT rowid AS place FROM payment WHERE ref_id = ?`, Number(reference))
    .toArray();
  return rows.flatMap(
    (row) => readSession(sql, String(FIRST_SESSION + Number(row["place"])), now) ?? [],
  );
}

export function readSession(sql: SqlStorage, id: string, now: number): Session | null {
  const payment = findPayment(sql, id);
  if (!payment) return null;
  const refunds = listRefunds(sql, payment.authority, now);
  return { id, status: payment.status, amountRial: inRial(payment), refunds };
}

function findPayment(sql: SqlStorage, sessionId: string): Payment | null {
  const row = sql
    .exec(`SELECT authority FROM payment WHERE rowid = ?`, Number(sessionId) - FIRST_SESSION)
    .toArray()[0];
  return row ? readPayment(sql, String(row["authority"])) : null;
}

const inRial = ({ amount, currency }: Payment) => (currency === "IRR" ? amount : amount * 10);

/**
 * Refunds part or all of a verified payment, never more than was paid. If the refund is refused,
 * returns the reason as a string.
 */
export function addRefund(sql: SqlStorage, refund: NewRefund, now: number): Session | string {
  const payment = findPayment(sql, refund.sessionId);
  if (!payment) return "Session not found.";
  const refusal = refundPayment(sql, payment, refund, now);
  return refusal ?? readSession(sql, refund.sessionId, now) ?? "Session not found.";
}

/**
 * Refunds like `addRefund`, for the gateway that numbers its payments. Without an amount, all that
 * is left is refunded.
 */
export function addNumberedRefund(
  sql: SqlStorage,
  authority: string,
  amountRial: number | null,
  now: number,
): Refund | string {
  const payment = readPayment(sql, authority);
  if (!payment) return "Transaction not found.";
  const refund = { amountRial: amountRial ?? inRial(payment), reason: null };
  const refusal = refundPayment(sql, payment, refund, now);
  return refusal ?? listRefunds(sql, authority, now).at(-1) ?? "Transaction not found.";
}

/** Returns the reason for a refusal, or null. */
function refundPayment(
  sql: SqlStorage,
  payment: Payment,
  refund: Omit<NewRefund, "sessionId">,
  now: number,
): string | null {
  if (payment.status !== "VERIFIED") return "Session is not refundable.";
  if (refund.amountRial < REFUND_MIN_RIAL)
    return `The amount may not be less than ${REFUND_MIN_RIAL}.`;
  const { authority } = payment;
  const row = sql
    .exec(
      `SELECT coalesce(sum(amount_rial), 0) AS total FROM refund WHERE authority = ?`,
      authority,
    )
    .one();
  const left = inRial(payment) - Number(row["total"]);
  if (refund.amountRial > left) return "The amount is more than what is left of the session.";
  sql.exec(
    `INSERT INTO refund (authority, amount_rial, reason, created_at) VALUES (?, ?, ?, ?)`,
    authority,
    refund.amountRial,
    refund.reason,
    now,
  );
  if (refund.amountRial === left)
    sql.exec(`UPDATE payment SET status = 'REVERSED' WHERE authority = ?`, authority);
  return null;
}

/** Lists refunds, oldest first, of one payment or (with null) of all. */
export function listRefunds(sql: SqlStorage, authority: string | null, now: number): Refund[] {
  const rows = sql
    .exec(`SELECT * FROM refund WHERE authority = coalesce(?, authority) ORDER BY id`, authority)
    .toArray();
  return rows.map((row) => {
    const createdAt = Number(row["created_at"]);
    return {
      id: Number(row["id"]),
      authority: String(row["authority"]),
      amountRial: Number(row["amount_rial"]),
      reason: typeof row["reason"] === "string" ? row["reason"] : null,
      createdAt,
      status: now - createdAt < REFUND_TAKES_MS ? "PENDING" : "DONE",
    };
  });
}
