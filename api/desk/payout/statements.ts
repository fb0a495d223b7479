import { type Statement } from "../../base/batch.ts";
import { putBackSettled } from "../../money/withdrawal/hand-statements.ts";
import { PAYS_OUT_FROM } from "../../people/bank-card/statements.ts";
import { isFrozen } from "../../base/frozen.ts";
import { makeFinder } from "../../base/page.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";
import type { Payout, PayoutRow } from "../../../contract/desk/payout.ts";
import type { DecidedRow } from "../../money/withdrawal/decide-statements.ts";

/** The action of a proposal to release a bank file. */
export const PAYOUT_FILE = "payout_file";

export interface PayoutColumns {
  id: string;
  number: number;
  format: Payout["format"];
  fingerprint: string;
  made_by: string;
  made_at: number;
  state: Payout["state"];
  confirmed_by: string | null;
  total_toman: number;
  row_count: number;
  open_count: number;
  paid_count: number;
}

export interface RowOfFile extends DecidedRow, PersonColumns {
  position: number;
  row_state: PayoutRow["state"];
  bank_words: string | null;
  /** The bank's reference of a paid row. */
  note: string | null;
}

const FILE = `SELECT p.id, p.number, p.format, p.fingerprint, p.made_by, p.made_at, p.state,
    p.confirmed_by, sum(w.amount_toman) AS total_toman, count(*) AS row_count,
    sum(r.state = 'sent') AS open_count, sum(r.state = 'paid') AS paid_count
  FROM payout p JOIN payout_row r ON r.payout_id = p.id JOIN withdrawal w ON w.id = r.withdrawal_id`;

/**
 * SQL text: the columns of `DecidedRow`, except the proven owner, of withdrawal `w` and its card
 * `c`.
 */
export const DECIDED = `w.id, w.user_id, w.amount_toman, w.state, w.in_hand_of,
    c.id AS card_id, c.number_sealed AS card_number_sealed, c.iban_sealed, c.owner AS card_owner,
    ${PAYS_OUT_FROM} AS due_at, c.status = 'verified' AS is_card_verified,
    ${isFrozen("w.user_id")} AS is_frozen,
    EXISTS (SELECT 1 FROM payout_row WHERE withdrawal_id = w.id AND state = 'sent') AS is_in_file`;

/** Finds bank files, newest first. */
export const findPayouts = makeFinder<PayoutColumns>(
  `${FILE} WHERE p.id IN (SELECT id FROM payout WHERE (made_at, id) < (?1, ?2)
         ORDER BY made_at DESC, id DESC LIMIT ?3)
       GROUP BY p.id ORDER BY p.made_at DESC, p.id DESC`,
);

export function findPayout(db: D1Database, id: string): Statement<PayoutColumns> {
  return db.prepare(`${FILE} WHERE p.id = ?1 GROUP BY p.id`).bind(id);
}

export function findRows(db: D1Database, payoutId: string): Statement<RowOfFile> {
  return db
    .prepare(
      `SELECT ${DECIDED}, ${PERSON}, r.position, r.state AS row_state, r.bank_words, w.note
       FROM payout_row r JOIN withdrawal w ON w.id = r.withdrawal_id
       JOIN user u ON u.id = w.user_id JOIN bank_card c ON c.id = w.card_id
       WHERE r.payout_id = ?1 ORDER BY r.position`,
    )
    .bind(payoutId);
}

/** Releases a file to the bank. Aborts unless it waits for its second person. */
export function confirmPayout(
  db: D1Database,
  id: string,
  confirmedBy: string,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the file waits for a second person',
           (SELECT state = 'waiting' FROM payout WHERE id = ?1)`,
      )
      .bind(id),
    db
      .prepare(
        `UPDATE payout SET state = 'made', confirmed_by = ?2, confirmed_at = ?3 WHERE id = ?1`,
      )
      .bind(id, confirmedBy, now),
  ];
}

/** SQL text: rows of file ?3 whose card or person was verified by ?1 and also by ?2. */
const BOTH_VERIFIED = `SELECT 1 FROM payout_row r JOIN withdrawal w ON w.id = r.withdrawal_id
  WHERE r.payout_id = ?3 AND (
    SELECT count(DISTINCT operator) FROM desk_decision
    WHERE verdict = 'verified' AND operator IN (?1, ?2) AND (
      (subject = 'bank_card' AND subject_id = w.card_id)
      OR (subject = 'identity_request'
        AND subject_id IN (SELECT id FROM identity_request WHERE user_id = w.user_id)))) > 1`;

/** Aborts when both operators verified the same card, or the same person, of the file. */
export function claimNotBothVerified(
  db: D1Database,
  people: readonly [string, string],
  payoutId: string,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'at most one of the two verified owners of the file',
         NOT EXISTS (${BOTH_VERIFIED})`,
    )
    .bind(...people, payoutId);
}

export function findBothVerified(
  db: D1Database,
  people: readonly [string, string],
  payoutId: string,
): D1PreparedStatement {
  return db.prepare(`${BOTH_VERIFIED} LIMIT 1`).bind(...people, payoutId);
}

/** Ends a row of a file. Aborts unless the row is open; a payment also needs a released file. */
export function settleRow(
  db: D1Database,
  payoutId: string,
  withdrawalId: string,
  { state, words }: { state: "paid" | "returned"; words: string | null },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the bank has not answered this row', EXISTS (
           SELECT 1 FROM payout_row r JOIN payout p ON p.id = r.payout_id
           WHERE r.payout_id = ?1 AND r.withdrawal_id = ?2 AND r.state = 'sent'
             AND (p.state = 'made' OR ?3 = 'returned'))`,
      )
      .bind(payoutId, withdrawalId, state),
    db
      .prepare(
        `UPDATE payout_row SET state = ?3, bank_words = ?4, settled_at = ?5
         WHERE payout_id = ?1 AND withdrawal_id = ?2`,
      )
      .bind(payoutId, withdrawalId, state, words, now),
    db
      .prepare(
        `UPDATE payout SET state = 'done', ended_at = ?2 WHERE id = ?1 AND NOT EXISTS (
           SELECT 1 FROM payout_row WHERE payout_id = ?1 AND state = 'sent')`,
      )
      .bind(payoutId, now),
  ];
}

/** Ends all rows of a file that was dropped instead of confirmed. */
export function dropPayout(
  db: D1Database,
  id: string,
  words: string,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE payout_row SET state = 'returned', bank_words = ?2, settled_at = ?3
         WHERE payout_id = ?1 AND state = 'sent'`,
      )
      .bind(id, words, now),
    putBackSettled(db, id, now),
    db
      .prepare(
        "UPDATE payout SET state = 'done', ended_at = ?2 WHERE id = ?1 AND state = 'waiting'",
      )
      .bind(id, now),
  ];
}
