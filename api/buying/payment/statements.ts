import { type Statement } from "../../base/batch.ts";
import type { PaymentPurpose } from "../../../contract/payment.ts";
import type { GatewayName } from "../../../persian/gateway.ts";
import { isCardOnly } from "../../people/bank-card/statements.ts";

export type PaymentState =
  "initiating" | "pending" | "failed" | "expired" | "paid" | "credited" | "review";

/** The states in which an answer of the gateway can still change a payment. */
export const OPEN = "('initiating', 'pending', 'failed', 'expired')";

/**
 * The order of a payment: a payment for a cart has one, a top-up has none. A CHECK of the table
 * ensures this, too.
 */
type PurposeColumns =
  { purpose: "cart_checkout"; order_id: string } | { purpose: "wallet_topup"; order_id: null };

interface PaymentColumns {
  id: string;
  gateway: GatewayName;
  user_id: string;
  card_id: string;
  amount_toman: number;
  state: PaymentState;
  authority: string | null;
  url: string | null;
  ref_id: string | null;
  request_hash: string;
  requested_at: number;
  expires_at: number;
  /** When the jobs check the payment again (UTC ms); null means never. */
  next_check_at: number | null;
  checks: number;
}

export type PaymentRow = PaymentColumns & PurposeColumns;

/**
 * The value that replaces the request hash of a payment that an operator adopted, because no
 * shopper requested it.
 */
export const ADOPTED = "adopted";

/**
 * Returns the id by which the gateway knows the payment: the id of its order or, for a top-up, the
 * id of the payment itself.
 */
export const orderRefOf = ({ id, order_id }: Pick<PaymentRow, "id" | "order_id">) => order_id ?? id;

/** True when no answer of the gateway can change the payment any more. */
export function isSettled({ state }: PaymentRow): boolean {
  return state === "paid" || state === "credited" || state === "review";
}

/** The fields needed to credit a payment's money to the wallet, or to release the payment. */
export type CreditedPayment = Pick<PaymentColumns, "id" | "user_id" | "gateway" | "amount_toman"> &
  PurposeColumns;

/** A payment that settles an order, not a top-up. */
export type OrderPayment = CreditedPayment & { purpose: "cart_checkout" };

/** A payment with the fields needed to send the shopper to the gateway. */
export type StartedPaymentRow = PaymentRow & {
  /** The part of the order's price that the wallet pays; 0 for a top-up. */
  wallet_toman: number;
  order_number: string | null;
  /** Set while the order of the payment is held for a look. */
  look_due_at: number | null;
  /** 1 when the payment was made without papers: the wallet cannot get the money. */
  is_card_only: number;
};

export interface NewPayment {
  id: string;
  gateway: GatewayName;
  userId: string;
  purpose: PaymentPurpose;
  orderId: string | null;
  cardId: string;
  amountToman: number;
  idempotencyKey: string | null;
  requestHash: string;
  expiresAt: number;
}

export function insertPayment(
  db: D1Database,
  payment: NewPayment,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO payment (id, user_id, purpose, order_id, gateway, card_id, amount_toman, state,
         idempotency_key, request_hash, created_at, requested_at, expires_at, next_check_at)
       VALUES (?1, ?2, ?3, ?4, ?11, ?5, ?6, 'initiating', ?7, ?8, ?9, ?9, ?10, ?10)`,
    )
    .bind(
      payment.id,
      payment.userId,
      payment.purpose,
      payment.orderId,
      payment.cardId,
      payment.amountToman,
      payment.idempotencyKey,
      payment.requestHash,
      now,
      payment.expiresAt,
      payment.gateway,
    );
}

const STARTED = `p.*, coalesce((SELECT wallet_toman FROM orders WHERE id = p.order_id), 0)
    AS wallet_toman, (SELECT number FROM orders WHERE id = p.order_id) AS order_number,
    (SELECT look_due_at FROM orders WHERE id = p.order_id) AS look_due_at, ${isCardOnly("p.order_id")} AS is_card_only`;

export function findPayment(db: D1Database, id: string): Statement<StartedPaymentRow> {
  return db.prepare(`SELECT ${STARTED} FROM payment p WHERE p.id = ?1`).bind(id);
}

export type AskedPaymentRow = StartedPaymentRow & { phone: string; number_sealed: string };

/** Finds a payment with the payer's phone and encrypted card number, for the gateway. */
export function findPaymentToAsk(db: D1Database, id: string): Statement<AskedPaymentRow> {
  return db
    .prepare(
      `SELECT ${STARTED}, u.phone, c.number_sealed FROM payment p
       JOIN user u ON u.id = p.user_id
       JOIN bank_card c ON c.id = p.card_id AND c.user_id = p.user_id WHERE p.id = ?1`,
    )
    .bind(id);
}

export function findPaymentByAuthority(
  db: D1Database,
  userId: string,
  authority: string,
): Statement<PaymentRow> {
  return db
    .prepare("SELECT * FROM payment WHERE authority = ?1 AND user_id = ?2")
    .bind(authority, userId);
}

export function findPaymentByKey(
  db: D1Database,
  userId: string,
  key: string | null,
): Statement<StartedPaymentRow> {
  return db
    .prepare(`SELECT ${STARTED} FROM payment p WHERE p.user_id = ?1 AND p.idempotency_key = ?2`)
    .bind(userId, key);
}

/**
 * Finds an open payment for the same request and the unchanged cart, which a repeated request
 * returns.
 */
export function findOpenTwin(
  db: D1Database,
  userId: string,
  requestHash: string,
  now: number,
): Statement<StartedPaymentRow> {
  return db
    .prepare(
      `SELECT ${STARTED} FROM orders o JOIN payment p ON p.order_id = o.id
       WHERE o.user_id = ?1 AND o.state = 'awaiting' AND o.hold_expires_at > ?2 AND p.request_hash = ?3
         AND o.cart_version = (SELECT version FROM cart WHERE user_id = ?1)
         AND p.state IN ('initiating', 'pending')
       ORDER BY p.created_at LIMIT 1`,
    )
    .bind(userId, now, requestHash);
}

/**
 * Takes over the right to request an authority from the gateway: only one caller at a time has it.
 * Returns a row when it succeeded.
 */
export function takeOverRequest(
  db: D1Database,
  payment: PaymentRow,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payment SET requested_at = ?3
       WHERE id = ?1 AND state = 'initiating' AND requested_at = ?2 RETURNING id`,
    )
    .bind(payment.id, payment.requested_at, now);
}

/**
 * Gives the right to request an authority back when the gateway gave no answer, so that the next
 * caller may try at once.
 */
export function releaseRequest(db: D1Database, paymentId: string): D1PreparedStatement {
  return db
    .prepare("UPDATE payment SET requested_at = 0 WHERE id = ?1 AND state = 'initiating'")
    .bind(paymentId);
}

export function markPending(
  db: D1Database,
  paymentId: string,
  accepted: { authority: string; url: string },
  nextCheckAt: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payment SET state = 'pending', authority = ?2, url = ?3, next_check_at = ?4
       WHERE id = ?1 AND state = 'initiating' RETURNING id`,
    )
    .bind(paymentId, accepted.authority, accepted.url, nextCheckAt);
}

export function claimPaymentOpen(db: D1Database, paymentId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the payment is not settled',
         (SELECT state IN ${OPEN} FROM payment WHERE id = ?1)`,
    )
    .bind(paymentId);
}

export function claimPaymentUnpaid(db: D1Database, paymentId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the payment is awaited',
         (SELECT state IN ('initiating', 'pending') FROM payment WHERE id = ?1)`,
    )
    .bind(paymentId);
}

export function closePayment(
  db: D1Database,
  paymentId: string,
  end: {
    state: Exclude<PaymentState, "initiating" | "pending">;
    refId?: string;
    nextCheckAt?: number;
    reviewReason?: string;
  },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payment SET state = ?2, ref_id = coalesce(?3, ref_id), next_check_at = ?4, checks = 0,
         settled_at = ?5,
         review_reason = coalesce(?6, review_reason) WHERE id = ?1
       RETURNING 'payment' AS effect, iif(state IN ('paid', 'credited'), authority, NULL) AS id,
         amount_toman AS toman`,
    )
    .bind(
      paymentId,
      end.state,
      end.refId ?? null,
      end.nextCheckAt ?? null,
      now,
      end.reviewReason ?? null,
    );
}

/**
 * Frees the idempotency key of a payment that never got an address to pay at, so that the shopper
 * may try again.
 */
export function forgetKey(db: D1Database, paymentId: string): D1PreparedStatement {
  return db.prepare("UPDATE payment SET idempotency_key = NULL WHERE id = ?1").bind(paymentId);
}
