import { PAYS_OUT_FROM } from "../bank-card/statements.ts";
import { isFrozen } from "../base/frozen.ts";
import type { Cursor } from "../base/page.ts";
import { PERSON, PROVEN_OWNER, type PersonColumns } from "../base/person.ts";
import { DAY_MS } from "../base/time.ts";
import type { Payout, PayoutRow } from "../../contract/desk/payout.ts";
import { type DecidedRow, PAYOUT, operatorToman, personToman } from "../withdrawal/desk-statements.ts";

/** The action of a proposal to let a bank file go. */
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
  /** The bank's reference, once it was paid. */
  note: string | null;
}

export interface CandidateRow extends DecidedRow {
  is_asked: number;
  /** Paid to this person within a day, and what other files hold for them. */
  person_toman: number;
}

const FILE = `SELECT p.id, p.number, p.format, p.fingerprint, p.made_by, p.made_at, p.state,
    p.confirmed_by, sum(w.amount_toman) AS total_toman, count(*) AS row_count,
    sum(r.state = 'sent') AS open_count, sum(r.state = 'paid') AS paid_count
  FROM payout p JOIN payout_row r ON r.payout_id = p.id JOIN withdrawal w ON w.id = r.withdrawal_id`;

const DECIDED = `w.id, w.user_id, w.amount_toman, w.state, w.in_hand_of,
    c.id AS card_id, c.number_sealed AS card_number_sealed, c.iban_sealed, c.owner AS card_owner,
    ${PAYS_OUT_FROM} AS due_at, c.status = 'verified' AS is_card_verified,
    ${isFrozen("w.user_id")} AS is_frozen,
    EXISTS (SELECT 1 FROM payout_row WHERE withdrawal_id = w.id AND state = 'sent') AS is_in_file`;

const PERSON_TOMAN = personToman("?2");
const OPERATOR_TOMAN = operatorToman("?1", "?2");

/** Finds bank files, newest first. */
export function findPayouts(db: D1Database, before: Cursor, limit: number): D1PreparedStatement {
  return db
    .prepare(
      `${FILE} WHERE p.id IN (SELECT id FROM payout WHERE (made_at, id) < (?1, ?2)
         ORDER BY made_at DESC, id DESC LIMIT ?3)
       GROUP BY p.id ORDER BY p.made_at DESC, p.id DESC`,
    )
    .bind(before.at, before.id, limit);
}

export function findPayout(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare(`${FILE} WHERE p.id = ?1 GROUP BY p.id`).bind(id);
}

export function findRows(db: D1Database, payoutId: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT ${DECIDED}, ${PERSON}, r.position, r.state AS row_state, r.bank_words, w.note
       FROM payout_row r JOIN withdrawal w ON w.id = r.withdrawal_id
       JOIN user u ON u.id = w.user_id JOIN bank_card c ON c.id = w.card_id
       WHERE r.payout_id = ?1 ORDER BY r.position`,
    )
    .bind(payoutId);
}

/** Finds withdrawals by a JSON list of their ids, with what else is paid to each person. */
export function findCandidates(db: D1Database, ids: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT ${DECIDED}, ${PROVEN_OWNER} AS proven_owner,
         EXISTS (SELECT 1 FROM proposal WHERE action = '${PAYOUT}' AND subject_id = w.id
           AND state = 'open' AND expires_at > ?3) AS is_asked,
         ${PERSON_TOMAN} AS person_toman
       FROM json_each(?1) e JOIN withdrawal w ON w.id = e.value
       JOIN user u ON u.id = w.user_id JOIN bank_card c ON c.id = w.card_id`,
    )
    .bind(ids, now - DAY_MS, now);
}

/** Reads the number of the next file and, as `toman`, what an operator has paid out alone. */
export function readBefore(db: D1Database, operator: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT (SELECT coalesce(max(number), 0) + 1 FROM payout) AS number,
         ${OPERATOR_TOMAN} AS toman`,
    )
    .bind(operator, now - DAY_MS);
}

export interface NewPayout {
  id: string;
  number: number;
  format: Payout["format"];
  fingerprint: string;
  operator: string;
  state: "waiting" | "made";
  rows: readonly CandidateRow[];
}

/**
 * Takes the withdrawals in hand, as far as they are free, and locks them to a new file. Aborts when
 * one of them is not open, in another hand or file, asked about, not due, or goes to a card or a
 * person that is not as it was read.
 */
export function insertPayout(
  db: D1Database,
  { id, number, format, fingerprint, operator, state, rows }: NewPayout,
  now: number,
): D1PreparedStatement[] {
  const ids = JSON.stringify(rows.map((row) => row.id));
  const read = JSON.stringify(
    rows.map((row) => [row.id, row.card_owner, row.proven_owner, row.iban_sealed]),
  );
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'all of the file are open, and free or in their hand',
           (SELECT count(*) = json_array_length(?1) FROM json_each(?1) e
            JOIN withdrawal w ON w.id = e.value
            WHERE w.state = 'pending' AND coalesce(w.in_hand_of, ?2) = ?2)`,
      )
      .bind(ids, operator),
    db
      .prepare(
        `INSERT INTO must SELECT 'nobody is asked to confirm one of the file', NOT EXISTS (
           SELECT 1 FROM json_each(?1) e JOIN proposal p ON p.subject_id = e.value
           WHERE p.action = ?2 AND p.state = 'open' AND p.expires_at > ?3)`,
      )
      .bind(ids, PAYOUT, now),
    db
      .prepare(
        `INSERT INTO must SELECT 'all of the file go to due, verified cards of people in good standing',
           NOT EXISTS (SELECT 1 FROM json_each(?1) e JOIN withdrawal w ON w.id = e.value
             JOIN bank_card c ON c.id = w.card_id
             WHERE c.status <> 'verified' OR ${PAYS_OUT_FROM} > ?2 OR ${isFrozen("w.user_id")})`,
      )
      .bind(ids, now),
    db
      .prepare(
        `INSERT INTO must SELECT 'the file goes to the owners and IBANs that were read',
           NOT EXISTS (SELECT 1 FROM json_each(?1) e
             JOIN withdrawal w ON w.id = e.value ->> 0
             JOIN user u ON u.id = w.user_id JOIN bank_card c ON c.id = w.card_id
             WHERE c.owner IS NOT e.value ->> 1 OR ${PROVEN_OWNER} IS NOT e.value ->> 2
               OR c.iban_sealed IS NOT e.value ->> 3)`,
      )
      .bind(read),
    db
      .prepare(
        `UPDATE withdrawal SET in_hand_of = ?2, in_hand_since = ?3
         WHERE id IN (SELECT value FROM json_each(?1)) AND in_hand_of IS NULL`,
      )
      .bind(ids, operator, now),
    db
      .prepare(
        `INSERT INTO payout (id, number, format, fingerprint, made_by, made_at, state)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
      )
      .bind(id, number, format, fingerprint, operator, now, state),
    db
      .prepare(
        `INSERT INTO payout_row (payout_id, withdrawal_id, position)
         SELECT ?1, value, key + 1 FROM json_each(?2)`,
      )
      .bind(id, ids),
  ];
}

/** Aborts when a new file, whose rows are in already, is more than one operator may pay out alone. */
export function claimFileAlone(
  db: D1Database,
  id: string,
  operator: string,
  { personToman, dayToman }: { personToman: number; dayToman: number },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'a file of one operator gives nobody more than one may pay',
           NOT EXISTS (SELECT 1 FROM payout_row f JOIN withdrawal w ON w.id = f.withdrawal_id
             WHERE f.payout_id = ?1 AND ${PERSON_TOMAN} > ?3)`,
      )
      .bind(id, now - DAY_MS, personToman),
    db
      .prepare(
        `INSERT INTO must SELECT 'a file of one operator is within their day', ${OPERATOR_TOMAN} <= ?3`,
      )
      .bind(operator, now - DAY_MS, dayToman),
  ];
}

/** Aborts unless the file waits for its second person. Lets it go to the bank. */
export function confirmPayout(
  db: D1Database,
  id: string,
  confirmedBy: string,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the file waits for a second person',
           (SELECT state = 'waiting' FROM payout WHERE id = ?1)`,
      )
      .bind(id),
    db
      .prepare("UPDATE payout SET state = 'made', confirmed_by = ?2 WHERE id = ?1")
      .bind(id, confirmedBy),
  ];
}

/** SQL text: rows of file ?3 whose card or person both ?1 and ?2 verified. */
const BOTH_VERIFIED = `SELECT 1 FROM payout_row r JOIN withdrawal w ON w.id = r.withdrawal_id
  WHERE r.payout_id = ?3 AND (
    SELECT count(DISTINCT operator) FROM desk_decision
    WHERE verdict = 'verified' AND operator IN (?1, ?2) AND (
      (subject = 'bank_card' AND subject_id = w.card_id)
      OR (subject = 'identity_request'
        AND subject_id IN (SELECT id FROM identity_request WHERE user_id = w.user_id)))) > 1`;

/** Aborts when two operators both verified a card, or who a person is, of the file. */
export function claimNotBothVerified(
  db: D1Database,
  people: readonly [string, string],
  payoutId: string,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'one of the two verified nothing of the file',
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

/** Ends a row of a file. Aborts unless the row is open, and for a payment, the file may be paid. */
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

/** Lets go of a withdrawal that a file held. */
export function letGo(db: D1Database, withdrawalId: string): D1PreparedStatement {
  return db
    .prepare("UPDATE withdrawal SET in_hand_of = NULL, in_hand_since = NULL WHERE id = ?1")
    .bind(withdrawalId);
}

/** Ends all rows of a file that nobody let go. */
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
    db
      .prepare(
        `UPDATE withdrawal SET in_hand_of = NULL, in_hand_since = NULL
         WHERE state = 'pending' AND id IN (
           SELECT withdrawal_id FROM payout_row WHERE payout_id = ?1 AND settled_at = ?2)`,
      )
      .bind(id, now),
    db
      .prepare("UPDATE payout SET state = 'done', ended_at = ?2 WHERE id = ?1 AND state = 'waiting'")
      .bind(id, now),
  ];
}
