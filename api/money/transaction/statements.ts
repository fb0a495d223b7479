import { type Statement } from "../../base/batch.ts";
import type { TransactionStatus, TransactionType } from "../../../contract/transaction.ts";
import type { GatewayName } from "../../../persian/gateway.ts";
import { PAYS_OUT_FROM } from "../../people/bank-card/statements.ts";
import type { Cursor } from "../../base/page.ts";

export interface TransactionRow {
  id: string;
  type: TransactionType;
  status: TransactionStatus;
  amount_toman: number;
  /** The kind of the transfer that the transaction shows. */
  cause: string;
  /** The id of the order, payment or withdrawal that caused the transaction. */
  ref: string;
  created_at: number;
  /**
   * The number of the shopper's own order that caused the transaction; `is_order_paid` is 1 when
   * the shopper can see the order.
   */
  order_number: string | null;
  is_order_paid: number;
  /** The state of the withdrawal, if there is one. */
  withdrawal_state: string | null;
  in_hand_of: string | null;
  due_at: number | null;
  card_id: string | null;
  gateway: GatewayName | null;
  card_number_sealed: string | null;
  /** The invitee whose purchase earned the money; null for the shopper's own purchases. */
  invitee_id: string | null;
  invitee_first_name: string | null;
  invitee_last_name: string | null;
}

const FIND_TRANSACTIONS = `SELECT w.*, p.gateway, c.id AS card_id, c.number_sealed AS card_number_sealed,
    x.state AS withdrawal_state, x.in_hand_of,
    iif(x.state = 'pending', ${PAYS_OUT_FROM}, NULL) AS due_at,
    iif(u.id IS NULL, o.number, NULL) AS order_number, o.paid_at IS NOT NULL AS is_order_paid, u.id AS invitee_id, u.first_name AS invitee_first_name, u.last_name AS invitee_last_name
  FROM (
    SELECT id, type, status, amount_toman, cause, ref, created_at FROM wallet_transaction
    WHERE user_id = ?1 AND (created_at, id) < (?2, ?3) ORDER BY created_at DESC, id DESC LIMIT ?4) w
  LEFT JOIN payment p ON w.cause = 'topup' AND p.id = w.ref
  LEFT JOIN withdrawal x ON w.cause = 'withdrawal' AND x.id = w.ref
  LEFT JOIN bank_card c ON c.id = coalesce(p.card_id, x.card_id)
  LEFT JOIN orders o ON o.id = w.ref
  LEFT JOIN user u ON u.id = o.user_id AND o.user_id <> ?1
  ORDER BY w.created_at DESC, w.id DESC`;

/**
 * Finds a page of the wallet's history, newest first. Names and cards are looked up only for the
 * rows of the page.
 */
export function findTransactions(
  db: D1Database,
  userId: string,
  page: { limit: number; after: Cursor },
): Statement<TransactionRow> {
  return db.prepare(FIND_TRANSACTIONS).bind(userId, page.after.at, page.after.id, page.limit);
}
