import { type Statement } from "../../base/batch.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";
import { makeFinder } from "../../base/page.ts";
import { isCardOnly } from "../../people/bank-card/statements.ts";

export interface ReviewRow extends PersonColumns {
  id: string;
  kind: "payment" | "refund";
  amount_toman: number;
  authority: string | null;
  ref_id: string | null;
  order_id: string | null;
  order_number: string | null;
  reason: string | null;
  created_at: number;
  /** When the owner's data was deleted. */
  forgotten_at: number | null;
  /** 1 until an operator has said where the money is. */
  is_waiting: number;
}

const ANY_PAYMENT = `SELECT p.id AS id, 'payment' AS kind, p.amount_toman, p.authority, p.ref_id,
    p.order_id, (SELECT number FROM orders WHERE id = p.order_id) AS order_number, p.review_reason AS reason, p.created_at AS created_at, u.forgotten_at,
    p.state = 'review' AND p.reviewed_at IS NULL AS is_waiting, ${PERSON}
  FROM payment p JOIN user u ON u.id = p.user_id`;
const PAYMENT = `${ANY_PAYMENT} WHERE p.state = 'review' AND p.reviewed_at IS NULL`;
const ANY_REFUND = `SELECT f.id AS id, 'refund' AS kind, f.gateway_toman AS amount_toman, p.authority,
    p.ref_id, f.order_id, (SELECT number FROM orders WHERE id = f.order_id) AS order_number, NULL AS reason, f.created_at AS created_at, u.forgotten_at,
    f.state = 'review' AS is_waiting, ${PERSON}
  FROM refund f JOIN user u ON u.id = f.user_id LEFT JOIN payment p ON p.order_id = f.order_id`;
const REFUND = `${ANY_REFUND} WHERE f.state = 'review'`;

export const findReviews = makeFinder<ReviewRow>(
  `${PAYMENT} AND (p.created_at, p.id) > (?1, ?2)
       UNION ALL ${REFUND} AND (f.created_at, f.id) > (?1, ?2)
       ORDER BY created_at, id LIMIT ?3`,
);

export function findReview(db: D1Database, id: string): Statement<ReviewRow> {
  return db.prepare(`${PAYMENT} AND p.id = ?1 UNION ALL ${REFUND} AND f.id = ?1`).bind(id);
}

/** Finds a payment or refund, whether it is in review or not. */
export function findReviewable(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(`${ANY_PAYMENT} WHERE p.id = ?1 UNION ALL ${ANY_REFUND} WHERE f.id = ?1`)
    .bind(id);
}

const IS_CARD_ONLY = isCardOnly("?1");

/** Reads whether an order was paid without papers; if so, the wallet must not get its money. */
export function findCardOnly(db: D1Database, orderId: string): Statement<{ is_card_only: number }> {
  return db.prepare(`SELECT ${IS_CARD_ONLY} AS is_card_only`).bind(orderId);
}

/** Reads whether a payment or refund with this id was ever reviewed, as `was_reviewed`. */
export function findFormerReview(db: D1Database, id: string): Statement<{ was_reviewed: number }> {
  return db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM desk_decision
         WHERE subject IN ('payment', 'refund') AND subject_id = ?1
         AND verdict IN ('on_card', 'in_shop')) AS was_reviewed`,
    )
    .bind(id);
}

/** Aborts when another operator has already ended the payment's review. */
export function claimPaymentInReview(db: D1Database, paymentId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the payment is in review',
         (SELECT state = 'review' AND reviewed_at IS NULL FROM payment WHERE id = ?1)`,
    )
    .bind(paymentId);
}

/**
 * Ends a payment's review without crediting the wallet, because the money was returned to the card.
 * The row stays in state `review`.
 */
export function markReviewed(db: D1Database, paymentId: string, now: number): D1PreparedStatement {
  return db.prepare("UPDATE payment SET reviewed_at = ?2 WHERE id = ?1").bind(paymentId, now);
}
