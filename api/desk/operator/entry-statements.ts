import { type Statement } from "../../base/batch.ts";
import { type OperatorRow, SHOWN_MAX, insertToken, shutOut } from "./statements.ts";

/** Invitations, links, and the sessions that they open. */

type InvitationPurpose = "invitation" | "link";

/** Somebody whom an invitation or a link lets in. */
export interface InvitedRow extends OperatorRow {
  purpose: InvitationPurpose;
}

/** The token of a person who enters: one for their programs, or one for a browser. */
export interface NewEntry {
  id: string;
  hash: string;
  expiresAt: number;
  isSession: boolean;
  /** The person has just shown a passkey. */
  isProven: boolean;
}

/** Finds the sessions of an operator that work. */
export function findSessions(
  db: D1Database,
  operator: string,
  now: number,
  idleSince: number,
): Statement<{ id: string; created_at: number; last_used_at: number }> {
  return db
    .prepare(
      `SELECT id, created_at, last_used_at FROM operator_token
       WHERE operator = ?1 AND kind = 'session' AND ended_at IS NULL AND expires_at > ?2
         AND last_used_at > ?3
       ORDER BY created_at DESC, id LIMIT ?4`,
    )
    .bind(operator, now, idleSince, SHOWN_MAX);
}

/**
 * Writes an invitation or a link down. An invitation ends everything of the operator that is still
 * open, a link only their earlier link: whoever has a token cannot take back an invitation.
 */
export function insertInvitation(
  db: D1Database,
  invitation: { hash: string; operator: string; expiresAt: number; purpose?: InvitationPurpose },
  now: number,
): D1PreparedStatement[] {
  const { hash, operator, expiresAt, purpose = "invitation" } = invitation;
  return [
    db
      .prepare(
        `DELETE FROM operator_invitation
         WHERE operator = ?1 AND accepted_at IS NULL AND (?2 = 'invitation' OR purpose = 'link')`,
      )
      .bind(operator, purpose),
    db
      .prepare(
        `INSERT INTO operator_invitation (hash, operator, created_at, expires_at, purpose)
         VALUES (?1, ?2, ?3, ?4, ?5)`,
      )
      .bind(hash, operator, now, expiresAt, purpose),
  ];
}

export function findInvited(db: D1Database, hash: string, now: number): Statement<InvitedRow> {
  return db
    .prepare(
      `SELECT o.name, o.role, o.areas, o.phone, o.email, o.entered_at, o.ended_at, i.purpose
       FROM operator_invitation i JOIN operator o ON o.name = i.operator
       WHERE i.hash = ?1 AND i.accepted_at IS NULL AND i.expires_at > ?2 AND o.ended_at IS NULL`,
    )
    .bind(hash, now);
}

/**
 * Uses an invitation or a link up. Aborts when it was accepted, withdrawn or has run out.
 */
export function acceptInvitation(db: D1Database, hash: string, now: number): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the invitation is open', EXISTS (
           SELECT 1 FROM operator_invitation i JOIN operator o ON o.name = i.operator
           WHERE i.hash = ?1 AND i.accepted_at IS NULL AND i.expires_at > ?2
             AND o.ended_at IS NULL)`,
      )
      .bind(hash, now),
    db.prepare("UPDATE operator_invitation SET accepted_at = ?2 WHERE hash = ?1").bind(hash, now),
  ];
}

/** Lets an operator in anew: what let them in before ends, and what they left running. */
export function beginAnew(db: D1Database, operator: string, now: number): D1PreparedStatement[] {
  return [
    db.prepare("UPDATE operator SET entered_at = ?2 WHERE name = ?1").bind(operator, now),
    ...shutOut(db, operator, now),
  ];
}

/** Writes the token of a person down who enters. */
export function insertEntry(
  db: D1Database,
  operator: string,
  { isSession, isProven, ...token }: NewEntry,
  now: number,
): D1PreparedStatement {
  const label = isSession ? "مرورگر" : "خود کارمند";
  return insertToken(db, { ...token, operator, label, role: null, isSession, isProven }, now);
}
