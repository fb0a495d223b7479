import type { Role } from "../../contract/desk/endpoint.ts";

export interface OperatorRow {
  name: string;
  role: Role;
  phone: string;
  entered_at: number | null;
  ended_at: number | null;
}

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
}

export interface TokenRow {
  id: string;
  operator: string;
  label: string;
  role: Role | null;
  created_at: number;
  expires_at: number;
}

/** The most rows of people or tokens that a list shows. A shop has a few of each. */
const SHOWN_MAX = 1_000;

export function findOperator(db: D1Database, name: string): D1PreparedStatement {
  return db
    .prepare("SELECT name, role, phone, entered_at, ended_at FROM operator WHERE name = ?1")
    .bind(name);
}

export function findOperators(db: D1Database): D1PreparedStatement {
  return db
    .prepare(
      `SELECT name, role, phone, entered_at, ended_at FROM operator
       ORDER BY ended_at IS NOT NULL, name LIMIT ?1`,
    )
    .bind(SHOWN_MAX);
}

/** Finds the tokens that work, without sessions of browsers: of one operator, or of all. */
export function findTokens(
  db: D1Database,
  operator: string | null,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT id, operator, label, role, created_at, expires_at FROM operator_token
       WHERE operator = coalesce(?1, operator) AND kind = 'token'
         AND ended_at IS NULL AND expires_at > ?2
       ORDER BY created_at DESC, id LIMIT ?3`,
    )
    .bind(operator, now, SHOWN_MAX);
}

/** Finds the owners who get an SMS. */
export function findOwners(db: D1Database): D1PreparedStatement {
  return db.prepare(
    `SELECT name, phone FROM operator
     WHERE role = 'owner' AND ended_at IS NULL AND entered_at IS NOT NULL`,
  );
}

/** Aborts unless the caller is still an owner, in person. */
export function claimOwner(db: D1Database, tokenId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'an owner asks in person', EXISTS (
         SELECT 1 FROM operator_token t JOIN operator o ON o.name = t.operator
         WHERE t.id = ?1 AND t.role IS NULL AND t.ended_at IS NULL AND t.expires_at > ?2
           AND o.role = 'owner' AND o.ended_at IS NULL)`,
    )
    .bind(tokenId, now);
}

/** Aborts, behind a change, unless an owner is left who can enter in person. */
export function claimOwnerRemains(db: D1Database, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'an owner remains', EXISTS (
         SELECT 1 FROM operator o JOIN operator_token t ON t.operator = o.name
         WHERE o.role = 'owner' AND o.ended_at IS NULL
           AND t.role IS NULL AND t.kind = 'token' AND t.ended_at IS NULL AND t.expires_at > ?1)`,
    )
    .bind(now);
}

export function claimNoOwner(db: D1Database): D1PreparedStatement {
  return db.prepare(
    `INSERT INTO must SELECT 'there is no owner', NOT EXISTS (
       SELECT 1 FROM operator WHERE role = 'owner' AND ended_at IS NULL)`,
  );
}

export function insertOperator(
  db: D1Database,
  operator: { name: string; role: Role; phone: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare("INSERT INTO operator (name, role, phone, created_at) VALUES (?1, ?2, ?3, ?4)")
    .bind(operator.name, operator.role, operator.phone, now);
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

export function findInvited(db: D1Database, hash: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT o.name, o.role, o.phone, o.entered_at, o.ended_at, i.purpose
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

/** Lets an operator in anew: everything that let the person in before ends. */
export function beginAnew(db: D1Database, operator: string, now: number): D1PreparedStatement[] {
  return [
    db.prepare("UPDATE operator SET entered_at = ?2 WHERE name = ?1").bind(operator, now),
    db
      .prepare(
        `UPDATE operator_token SET ended_at = ?2
         WHERE operator = ?1 AND role IS NULL AND ended_at IS NULL`,
      )
      .bind(operator, now),
    db
      .prepare("DELETE FROM operator_invitation WHERE operator = ?1 AND accepted_at IS NULL")
      .bind(operator),
  ];
}

/** Writes the token of a person down who enters. */
export function insertEntry(
  db: D1Database,
  operator: string,
  { isSession, ...token }: NewEntry,
  now: number,
): D1PreparedStatement {
  const label = isSession ? "مرورگر" : "خود کارمند";
  return insertToken(db, { ...token, operator, label, role: null, isSession }, now);
}

export function insertToken(
  db: D1Database,
  token: {
    id: string;
    operator: string;
    hash: string;
    label: string;
    role: Role | null;
    expiresAt: number;
    isSession?: boolean;
  },
  now: number,
): D1PreparedStatement {
  const { id, operator, hash, label, role, expiresAt, isSession = false } = token;
  return db
    .prepare(
      `INSERT INTO operator_token (id, operator, hash, label, role, created_at, expires_at, kind,
         last_used_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, iif(?8, 'session', 'token'), iif(?8, ?6, NULL))`,
    )
    .bind(id, operator, hash, label, role, now, expiresAt, isSession ? 1 : 0);
}

/** Aborts when an operator has too many tokens that work. */
export function claimFewTokens(
  db: D1Database,
  operator: string,
  most: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'not too many tokens work', (
         SELECT count(*) FROM operator_token
         WHERE operator = ?1 AND kind = 'token' AND ended_at IS NULL AND expires_at > ?3) < ?2`,
    )
    .bind(operator, most, now);
}

/** Aborts unless the operator works here with this role. */
export function claimRole(db: D1Database, name: string, role: Role): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'they work here in this role', EXISTS (
         SELECT 1 FROM operator WHERE name = ?1 AND role = ?2 AND ended_at IS NULL)`,
    )
    .bind(name, role);
}

export function setRole(db: D1Database, name: string, role: Role): D1PreparedStatement {
  return db.prepare("UPDATE operator SET role = ?2 WHERE name = ?1").bind(name, role);
}

/** Ends an operator with everything that lets them in. */
export function endOperator(db: D1Database, name: string, now: number): D1PreparedStatement[] {
  return [
    db.prepare("UPDATE operator SET ended_at = ?2 WHERE name = ?1").bind(name, now),
    db
      .prepare("UPDATE operator_token SET ended_at = ?2 WHERE operator = ?1 AND ended_at IS NULL")
      .bind(name, now),
    db
      .prepare("DELETE FROM operator_invitation WHERE operator = ?1 AND accepted_at IS NULL")
      .bind(name),
  ];
}

/** Finds a token that works. */
export function findToken(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT id, operator, label, role, created_at, expires_at FROM operator_token
       WHERE id = ?1 AND ended_at IS NULL AND expires_at > ?2`,
    )
    .bind(id, now);
}

/** Ends a token. Aborts when it has ended. */
export function endToken(db: D1Database, id: string, now: number): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the token works',
           (SELECT ended_at IS NULL FROM operator_token WHERE id = ?1)`,
      )
      .bind(id),
    db.prepare("UPDATE operator_token SET ended_at = ?2 WHERE id = ?1").bind(id, now),
  ];
}
