import { type Statement } from "../../base/batch.ts";
import type { Withdrawal } from "../../../contract/withdrawal.ts";
import { PAYS_OUT_FROM } from "../../people/bank-card/statements.ts";
import { bookReturns } from "../wallet/ledger.ts";
import type { CardRow } from "../../people/bank-card/statements.ts";

export type DefaultCard = Pick<CardRow, "id" | "pays_out_from">;

export interface WithdrawalRow {
  id: string;
  amount_toman: number;
  state: Withdrawal["state"];
  request_hash: string;
  created_at: number;
  /** The time from which the withdrawal may be paid; 0 means at once. */
  due_at: number;
}

export interface NewWithdrawal {
  id: string;
  userId: string;
  cardId: string;
  amountToman: number;
  idempotencyKey: string | null;
  requestHash: string;
}

export function insertWithdrawal(
  db: D1Database,
  withdrawal: NewWithdrawal,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO withdrawal (id, user_id, card_id, amount_toman, idempotency_key, request_hash,
         created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
    )
    .bind(
      withdrawal.id,
      withdrawal.userId,
      withdrawal.cardId,
      withdrawal.amountToman,
      withdrawal.idempotencyKey,
      withdrawal.requestHash,
      now,
    );
}

export function findWithdrawalByKey(
  db: D1Database,
  userId: string,
  key: string | null,
): Statement<WithdrawalRow> {
  return db
    .prepare(
      `SELECT w.id, w.amount_toman, w.state, w.request_hash, w.created_at,
         ${PAYS_OUT_FROM} AS due_at
       FROM withdrawal w JOIN bank_card c ON c.id = w.card_id
       WHERE w.user_id = ?1 AND w.idempotency_key = ?2`,
    )
    .bind(userId, key);
}

/** Finds the verified card that receives the money when the shopper names none. */
export function findDefaultCard(db: D1Database, userId: string): Statement<DefaultCard> {
  return db
    .prepare(
      `SELECT id, ${PAYS_OUT_FROM} AS pays_out_from FROM bank_card c
       WHERE user_id = ?1 AND status = 'verified' AND deleted_at IS NULL
       ORDER BY is_default DESC, created_at DESC, id DESC LIMIT 1`,
    )
    .bind(userId);
}

export function countOpenWithdrawals(db: D1Database, userId: string): Statement<{ count: number }> {
  return db
    .prepare("SELECT count(*) AS count FROM withdrawal WHERE user_id = ?1 AND state = 'pending'")
    .bind(userId);
}

/** Aborts when more than `max` withdrawals are open, including the one that the batch inserts. */
export function claimOpenWithdrawals(
  db: D1Database,
  userId: string,
  max: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'not too many withdrawals are open',
         (SELECT count(*) FROM withdrawal WHERE user_id = ?1 AND state = 'pending') <= ?2`,
    )
    .bind(userId, max);
}

/**
 * Takes back an open withdrawal. Aborts unless it belongs to the shopper, is open, and no operator
 * has it in hand.
 */
export function takeBack(
  db: D1Database,
  userId: string,
  id: string,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the withdrawal is their own, open and unclaimed', EXISTS (
           SELECT 1 FROM withdrawal
           WHERE id = ?2 AND user_id = ?1 AND state = 'pending' AND in_hand_of IS NULL)`,
      )
      .bind(userId, id),
    db
      .prepare("UPDATE withdrawal SET state = 'taken_back', decided_at = ?2 WHERE id = ?1")
      .bind(id, now),
  ];
}

/**
 * Takes back all open withdrawals that no operator has in hand; the money returns to the wallet.
 */
export function takeBackOpen(db: D1Database, userId: string, now: number): D1PreparedStatement[] {
  return [
    bookReturns(db, userId, now),
    db
      .prepare(
        `UPDATE withdrawal SET state = 'taken_back', decided_at = ?2
         WHERE user_id = ?1 AND state = 'pending' AND in_hand_of IS NULL`,
      )
      .bind(userId, now),
  ];
}

export function findOwnWithdrawal(
  db: D1Database,
  userId: string,
  id: string,
): Statement<Pick<WithdrawalRow, "amount_toman" | "state">> {
  return db
    .prepare("SELECT amount_toman, state FROM withdrawal WHERE id = ?2 AND user_id = ?1")
    .bind(userId, id);
}
