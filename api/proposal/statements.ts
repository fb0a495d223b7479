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

const VERIFIERS = `SELECT count(DISTINCT operator) FROM desk_decision
  WHERE verdict = 'verified' AND operator IN (?1, ?2) AND (
    (subject = 'identity_request'
      AND subject_id IN (SELECT id FROM identity_request WHERE user_id = ?3))
    OR (subject = 'bank_card' AND subject_id IN (
      SELECT id FROM bank_card WHERE user_id = ?3 AND (?4 IS NULL OR id = ?4))))`;

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

/** Finds what waits for a second person about one thing. */
export function findOpenProposal(
  db: D1Database,
  { action, subjectId }: { action: string; subjectId: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `${PROPOSAL} WHERE action = ?1 AND subject_id = ?2 AND state = 'open' AND expires_at > ?3`,
    )
    .bind(action, subjectId, now);
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

export interface SecondPersonRow {
  /** 1 for somebody who entered too lately to confirm anything. */
  is_late: number;
}

/** Finds somebody in the role finance or owner by their own token, while it works. */
export function findSecondPerson(
  db: D1Database,
  tokenId: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT o.entered_at > ?3 AND EXISTS (SELECT 1 FROM orders WHERE paid_at <= o.entered_at)
         AS is_late
       FROM operator_token t JOIN operator o ON o.name = t.operator
       WHERE t.id = ?1 AND t.role IS NULL AND t.ended_at IS NULL AND t.expires_at > ?2
         AND o.ended_at IS NULL AND o.role IN ('finance', 'owner')`,
    )
    .bind(tokenId, now, now - SECOND_PERSON_HOURS * HOUR_MS);
}

/**
 * Aborts when both of two operators verified the card, or who the person is: one of the two must
 * come to it afresh. Without a card, all cards of the person count.
 */
export function claimOneVerifier(
  db: D1Database,
  people: readonly [string, string],
  { userId, cardId }: { userId: string; cardId?: string },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'one of the two verified nothing of it',
         (${VERIFIERS}) < 2`,
    )
    .bind(...people, userId, cardId ?? null);
}

/** Counts, as `verifiers`, how many of two operators verified the card or the person. */
export function countVerifiers(
  db: D1Database,
  people: readonly [string, string],
  { userId, cardId }: { userId: string; cardId?: string },
): D1PreparedStatement {
  return db.prepare(`SELECT (${VERIFIERS}) AS verifiers`).bind(...people, userId, cardId ?? null);
}
