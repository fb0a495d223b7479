import { type Statement } from "../../base/batch.ts";
import type { GatewayName } from "../../../persian/gateway.ts";
import { isCardOnly } from "../../people/bank-card/statements.ts";

/** A refund through the gateway. */
export interface GatewayRefundRow {
  id: string;
  order_id: string;
  order_number: string;
  user_id: string;
  gateway_toman: number;
  provider_ref: string | null;
  attempts: number;
  /**
   * The payment that is refunded: its gateway, the gateway's identifiers for it, and the amount
   * paid.
   */
  gateway: GatewayName;
  authority: string;
  ref_id: string;
  paid_toman: number;
  /** The sum of earlier refunds of the payment that reached the card. */
  earlier_toman: number;
  /** 1 when the gateway accepted an earlier refund of the payment but could not make it. */
  has_failed_before: number;
  /** 1 when the wallet must not get the money: it was paid without papers. */
  is_card_only: number;
}

const OTHERS = "FROM refund other WHERE other.order_id = refund.order_id AND other.id <> refund.id";
const TAKEN = `id, order_id, (SELECT number FROM orders WHERE id = refund.order_id) AS order_number, user_id, gateway_toman, provider_ref, attempts,
  (SELECT gateway FROM payment WHERE order_id = refund.order_id) AS gateway,
  (SELECT authority FROM payment WHERE order_id = refund.order_id) AS authority,
  (SELECT ref_id FROM payment WHERE order_id = refund.order_id) AS ref_id,
  (SELECT amount_toman FROM payment WHERE order_id = refund.order_id) AS paid_toman,
  (SELECT coalesce(sum(gateway_toman), 0) ${OTHERS} AND other.state = 'done') AS earlier_toman,
  EXISTS (SELECT 1 ${OTHERS} AND other.state = 'fallen_back'
    AND other.provider_ref IS NOT NULL) AS has_failed_before,
  ${isCardOnly("refund.order_id")} AS is_card_only`;

/**
 * Takes one refund that is due to be sent to the gateway. After a crash it stays in state `asking`
 * and is not sent again. The refunds of a payment are sent one after the other, because the gateway
 * reports only on the last refund and on the sum of all. While one of them is in review, the next
 * is not sent: the sum would then not show which of the two the gateway has made.
 */
export function takeDueRefund(db: D1Database, now: number, leaseMs: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE refund SET state = 'asking', attempts = attempts + 1, next_attempt_at = ?1 + ?2
       WHERE id = (SELECT id FROM refund WHERE next_attempt_at <= ?1 AND state = 'due'
         AND NOT EXISTS (SELECT 1 FROM refund other
           WHERE other.order_id = refund.order_id AND other.state IN ('asking', 'sent', 'review'))
         ORDER BY next_attempt_at LIMIT 1)
       RETURNING 'refund' AS effect, gateway_toman AS toman,
         (SELECT number FROM orders WHERE id = refund.order_id) AS reference, ${TAKEN}`,
    )
    .bind(now, leaseMs);
}

/** Takes one refund that the gateway has accepted, to ask for its progress. */
export function takeSentRefund(db: D1Database, now: number, leaseMs: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE refund SET attempts = attempts + 1, next_attempt_at = ?1 + ?2
       WHERE id = (SELECT id FROM refund WHERE next_attempt_at <= ?1 AND state = 'sent'
         ORDER BY next_attempt_at LIMIT 1)
       RETURNING ${TAKEN}`,
    )
    .bind(now, leaseMs);
}

export function findGatewayRefund(db: D1Database, id: string): Statement<GatewayRefundRow> {
  return db.prepare(`SELECT ${TAKEN} FROM refund WHERE id = ?1`).bind(id);
}

/**
 * Moves refunds whose answer was lost to review: only an operator can find out whether the gateway
 * made them. Returns their ids.
 */
export function giveLostToReview(db: D1Database, now: number): Statement<{ id: string }> {
  return db
    .prepare(
      `UPDATE refund SET state = 'review', next_attempt_at = NULL
       WHERE next_attempt_at <= ?1 AND state = 'asking' RETURNING id`,
    )
    .bind(now);
}

export type UnsettledState = "due" | "sent" | "review";

/**
 * Records the progress of a refund. Changes nothing when the refund is no longer in state `from`.
 */
export function noteProgress(
  db: D1Database,
  id: string,
  from: "asking" | "sent",
  progress: {
    state: UnsettledState;
    providerRef?: string;
    nextAttemptAt: number | null;
    isNewCount?: boolean;
  },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE refund SET state = ?3, provider_ref = coalesce(?4, provider_ref),
         next_attempt_at = ?5, attempts = iif(?6, 0, attempts)
       WHERE id = ?1 AND state = ?2`,
    )
    .bind(
      id,
      from,
      progress.state,
      progress.providerRef ?? null,
      progress.nextAttemptAt,
      Number(progress.isNewCount ?? false),
    );
}

/** Ends a refund. The batch fails when the refund is no longer in state `from`. */
export function settleRefund(
  db: D1Database,
  id: string,
  from: "asking" | "sent" | "review",
  end: { state: "done" | "fallen_back"; providerRef?: string },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the refund is on its way',
           (SELECT state = ?2 FROM refund WHERE id = ?1)`,
      )
      .bind(id, from),
    db
      .prepare(
        `UPDATE refund SET state = ?2, provider_ref = coalesce(?3, provider_ref),
           next_attempt_at = NULL, settled_at = ?4 WHERE id = ?1`,
      )
      .bind(id, end.state, end.providerRef ?? null, now),
  ];
}
