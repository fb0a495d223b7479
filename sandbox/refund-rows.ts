import { readPayment } from "./payment-rows.ts";

export interface NewRefund {
  authority: string;
  amountRial: number;
  reason: string | null;
}

export interface Refund extends NewRefund {
  id: number;
  createdAt: number;
  status: "PENDING" | "DONE" | "FAILED";
}

const REFUND_MIN_RIAL = 20_000;
/** Money takes its time; here just long enough that a caller has to come back and ask. */
const REFUND_TAKES_MS = 2_000;

/** Gives back part or all of a verified payment, never more than was paid. A string says why it was refused. */
export function addRefund(sql: SqlStorage, refund: NewRefund, now: number): Refund | string {
  const payment = readPayment(sql, refund.authority);
  if (!payment) return "Session not found.";
  if (payment.status !== "VERIFIED") return "Session is not refundable.";
  if (refund.amountRial < REFUND_MIN_RIAL) return `The amount may not be less than ${REFUND_MIN_RIAL}.`;
  const paidRial = payment.currency === "IRR" ? payment.amount : payment.amount * 10;
  const row = sql.exec(`SELECT coalesce(sum(amount_rial), 0) AS total FROM refund WHERE authority = ?`, refund.authority).one();
  const left = paidRial - Number(row["total"]);
  if (refund.amountRial > left) return "The amount is more than what is left of the session.";
  const inserted = sql
    .exec(
      `INSERT INTO refund (authority, amount_rial, reason, created_at) VALUES (?, ?, ?, ?) RETURNING id`,
      refund.authority,
      refund.amountRial,
      refund.reason,
      now,
    )
    .one();
  if (refund.amountRial === left) sql.exec(`UPDATE payment SET status = 'REVERSED' WHERE authority = ?`, refund.authority);
  return { ...refund, id: Number(inserted["id"]), createdAt: now, status: "PENDING" };
}

export function readRefund(sql: SqlStorage, id: number, now: number): Refund | null {
  const row = sql.exec(`SELECT * FROM refund WHERE id = ?`, id).toArray()[0];
  if (!row) return null;
  const createdAt = Number(row["created_at"]);
  return {
    id,
    authority: String(row["authority"]),
    amountRial: Number(row["amount_rial"]),
    reason: typeof row["reason"] === "string" ? row["reason"] : null,
    createdAt,
    status: now - createdAt < REFUND_TAKES_MS ? "PENDING" : "DONE",
  };
}

/** Of one payment, or of all with null. */
export function listRefunds(sql: SqlStorage, authority: string | null, now: number): Refund[] {
  const rows = sql.exec(`SELECT id FROM refund WHERE authority = coalesce(?, authority) ORDER BY id`, authority).toArray();
  return rows.flatMap((row) => readRefund(sql, Number(row["id"]), now) ?? []);
}
