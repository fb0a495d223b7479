import { type Statement } from "../../base/batch.ts";
import type { Payout } from "../../../contract/desk/payout.ts";
import { PAYS_OUT_FROM } from "../../people/bank-card/statements.ts";
import { isFrozen } from "../../base/frozen.ts";
import { PROVEN_OWNER } from "../../base/person.ts";
import { DAY_MS } from "../../base/time.ts";
import type { DecidedRow } from "../../money/withdrawal/decide-statements.ts";
import { takeFree } from "../../money/withdrawal/hand-statements.ts";
import { PAYOUT, operatorToman, personToman } from "../../money/withdrawal/paid-alone.ts";
import { DECIDED } from "./statements.ts";

/** Statements that make a bank file. */

export interface CandidateRow extends DecidedRow {
  is_asked: number;
  /** The sum in toman paid to this person in the last day, and in other open files. */
  person_toman: number;
}

const IS_FROZEN = isFrozen("w.user_id");
const PERSON_TOMAN = personToman("?2");
const OPERATOR_TOMAN = operatorToman("?1", "?2");

/** Finds withdrawals by a JSON list of ids, with the sum of other payments to each person. */
export function findCandidates(db: D1Database, ids: string, now: number): Statement<CandidateRow> {
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

/**
 * Reads the number of the next file and, as `toman`, the sum that an operator has paid out alone.
 */
export function readBefore(
  db: D1Database,
  operator: string,
  now: number,
): Statement<{ number: number; toman: number }> {
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
 * Takes in hand those withdrawals that no operator has in hand, and locks all of them to a new
 * file. Aborts when a withdrawal is not open, is in another operator's hand or file, waits for a
 * second person, is not due, or when its card or person has changed since it was read.
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
        `INSERT INTO must SELECT 'all of the file are open and nobody else claimed one',
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
             WHERE c.status <> 'verified' OR ${PAYS_OUT_FROM} > ?2 OR ${IS_FROZEN})`,
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
    takeFree(db, ids, operator, now),
    db
      .prepare(
        `INSERT INTO payout (id, number, format, fingerprint, made_by, made_at, state)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
      )
      .bind(id, number, format, fingerprint, operator, now, state),
    db
      .prepare(
        `INSERT INTO payout_row (payout_id, withdrawal_id, position)
         SELECT ?1, value, key + 1 FROM json_each(?2) WHERE true
         RETURNING 'payout' AS effect, withdrawal_id AS id,
           (SELECT amount_toman FROM withdrawal WHERE id = withdrawal_id) AS toman,
           (SELECT CAST(number AS TEXT) FROM payout WHERE id = payout_id) AS reference`,
      )
      .bind(id, ids),
  ];
}

/**
 * Runs after the rows of a new file were stored. Aborts when the file pays out more than one
 * operator may pay out alone.
 */
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
