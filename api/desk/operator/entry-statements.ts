import { type Statement } from "../../base/batch.ts";
import { type OperatorRow, SHOWN_MAX, insertToken, shutOut } from "./statements.ts";

/** Invitations, links, and the sessions that they open. */

type InvitationPurpose = "invitation" | "link";

/** An operator who enters by an invitation or a link. */
export interface InvitedRow extends OperatorRow {
  purpose: InvitationPurpose;
}

/** The token of a person who enters, for a terminal or for a browser. */
export interface NewEntry {
  id: string;
  hash: string;
  expiresAt: number;
  isSession: boolean;
  /** True when the person has just shown a passkey. */
  isProven: boolean;
}

/** Finds the valid sessions of an operator. */
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
 * Stores an invitation or a link. An invitation deletes all open invitations and links of the
 * operator; a link deletes only open links, so that a stolen token cannot remove an invitation.
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

/** Marks an invitation or a link as used. Aborts when it was used, withdrawn or has expired. */
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

/**
 * Starts a new entry of an operator. Ends their earlier ways to enter, and everything that they
 * left running.
 */
export function beginAnew(db: D1Database, operator: string, now: number): D1PreparedStatement[] {
  return [
    db.prepare("UPDATE operator SET entered_at = ?2 WHERE name = ?1").bind(operator, now),
    ...shutOut(db, operator, now),
  ];
}

/** Stores the token of a person who enters. */
export function insertEntry(
  db: D1Database,
  operator: string,
  { isSession, isProven, ...token }: NewEntry,
  now: number,
): D1PreparedStatement {
  const label = isSession ? "مرورگر" : "خود کارمند";
  return insertToken(db, { ...token, operator, label, role: null, isSession, isProven }, now);
}
