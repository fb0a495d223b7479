import { HOUR_MS } from "../base/time.ts";
import { SECOND_PERSON_HOURS } from "../../contract/desk/proposal.ts";

export interface ProposalRow {
  id: string;
  action: string;
  subject_id: string;
  details: string;
  note: string | null;
  asked_by: string;
  created_at: number;
  expires_at: number;
  state: "open" | "confirmed" | "dropped";
  decided_by: string | null;
  decided_at: number | null;
}

const PROPOSAL = `SELECT id, action, subject_id, details, note, asked_by, created_at, expires_at,
    state, decided_by, decided_at FROM proposal`;
const SHOWN_MAX = 200;

export function findProposal(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare(`${PROPOSAL} WHERE id = ?1`).bind(id);
}

export function findOpenProposals(
  db: D1Database,
  now: number,
  limit = SHOWN_MAX,
): D1PreparedStatement {
  return db
    .prepare(
      `${PROPOSAL} WHERE state = 'open' AND expires_at > ?1 ORDER BY created_at, id LIMIT ?2`,
    )
    .bind(now, limit);
}

/** Writes a proposal down. Aborts, by a UNIQUE index, while the same one is open. */
export function insertProposal(
  db: D1Database,
  proposal: Omit<ProposalRow, "created_at" | "state" | "decided_by" | "decided_at">,
  now: number,
): D1PreparedStatement[] {
  const { id, action, subject_id: subjectId, details, note, asked_by: askedBy } = proposal;
  return [
    db
      .prepare(
        `UPDATE proposal SET state = 'dropped', decided_at = ?3
         WHERE action = ?1 AND subject_id = ?2 AND state = 'open' AND expires_at <= ?3`,
      )
      .bind(action, subjectId, now),
    db
      .prepare(
        `INSERT INTO proposal (id, action, subject_id, details, note, asked_by, created_at,
           expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`,
      )
      .bind(id, action, subjectId, details, note, askedBy, now, proposal.expires_at),
  ];
}

/**
 * Aborts unless the proposal waits, and this token is that of a person other than who asked, in the
 * role finance or owner, who entered a day ago or before the shop sold anything.
 */
export function claimSecondPerson(
  db: D1Database,
  id: string,
  tokenId: string,
  now: number,
): D1PreparedStatement[] {
  return [
    claimWaits(db, id, now),
    db
      .prepare(
        `INSERT INTO must SELECT 'a second person confirms', EXISTS (
           SELECT 1 FROM proposal p, operator_token t JOIN operator o ON o.name = t.operator
           WHERE p.id = ?1 AND t.id = ?2 AND t.role IS NULL AND t.ended_at IS NULL
             AND t.expires_at > ?3 AND o.ended_at IS NULL AND o.role IN ('finance', 'owner')
             AND o.name <> p.asked_by)`,
      )
      .bind(id, tokenId, now),
    db
      .prepare(
        `INSERT INTO must SELECT 'they entered before', EXISTS (
           SELECT 1 FROM operator_token t JOIN operator o ON o.name = t.operator
           WHERE t.id = ?1 AND (o.entered_at <= ?2
             OR NOT EXISTS (SELECT 1 FROM orders WHERE paid_at <= o.entered_at)))`,
      )
      .bind(tokenId, now - SECOND_PERSON_HOURS * HOUR_MS),
  ];
}

export function claimWaits(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the proposal waits', EXISTS (
         SELECT 1 FROM proposal WHERE id = ?1 AND state = 'open' AND expires_at > ?2)`,
    )
    .bind(id, now);
}

export function decide(
  db: D1Database,
  id: string,
  state: "confirmed" | "dropped",
  operator: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare("UPDATE proposal SET state = ?2, decided_by = ?3, decided_at = ?4 WHERE id = ?1")
    .bind(id, state, operator, now);
}

/** True (1) for a person who entered too lately to confirm anything. */
export function findEnteredLately(
  db: D1Database,
  operator: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT entered_at > ?2 AND EXISTS (SELECT 1 FROM orders WHERE paid_at <= entered_at)
         AS is_late
       FROM operator WHERE name = ?1`,
    )
    .bind(operator, now - SECOND_PERSON_HOURS * HOUR_MS);
}
