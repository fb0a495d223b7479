import { type Statement } from "../../base/batch.ts";
import { AREAS, type Area } from "../../../contract/desk/area.ts";
import type { Role } from "../../../contract/desk/endpoint.ts";
import { writeAreas } from "../../base/areas.ts";
import { endLeftRunning } from "./left-running.ts";
import type { RoleAndAreas } from "./role-and-areas.ts";

/** An operator who gets an SMS. */
export interface SmsRecipient {
  name: string;
  phone: string;
}

export interface OperatorRow {
  name: string;
  role: Role;
  areas: string | null;
  phone: string;
  email: string | null;
  entered_at: number | null;
  ended_at: number | null;
}

export interface TokenRow {
  id: string;
  operator: string;
  label: string;
  role: Role | null;
  areas: string | null;
  operator_role: Role;
  operator_areas: string | null;
  created_at: number;
  expires_at: number;
}

/** The most rows of people or tokens that a list shows. A shop has a few of each. */
export const SHOWN_MAX = 1_000;

export function findOperator(db: D1Database, name: string): Statement<OperatorRow> {
  return db
    .prepare(
      "SELECT name, role, areas, phone, email, entered_at, ended_at FROM operator WHERE name = ?1",
    )
    .bind(name);
}

export function findOperators(db: D1Database): Statement<OperatorRow> {
  return db
    .prepare(
      `SELECT name, role, areas, phone, email, entered_at, ended_at FROM operator
       ORDER BY ended_at IS NOT NULL, name LIMIT ?1`,
    )
    .bind(SHOWN_MAX);
}

/** Finds the current operator with an e-mail address. */
export function findByEmail(db: D1Database, email: string): Statement<OperatorRow> {
  return db
    .prepare(
      `SELECT name, role, areas, phone, email, entered_at, ended_at FROM operator
       WHERE email = lower(?1) AND ended_at IS NULL`,
    )
    .bind(email);
}

/** Sets the e-mail address of an operator. The UNIQUE index aborts when another operator has it. */
export function setEmail(db: D1Database, name: string, email: string | null): D1PreparedStatement {
  return db.prepare("UPDATE operator SET email = ?2 WHERE name = ?1").bind(name, email);
}

const TOKEN = `SELECT t.id, t.operator, t.label, t.role, t.areas, o.role AS operator_role,
    o.areas AS operator_areas, t.created_at, t.expires_at
  FROM operator_token t JOIN operator o ON o.name = t.operator`;

/** Finds valid tokens, without sessions of browsers: of one operator, or of all. */
export function findTokens(
  db: D1Database,
  operator: string | null,
  now: number,
): Statement<TokenRow> {
  return db
    .prepare(
      `${TOKEN} WHERE t.operator = coalesce(?1, t.operator) AND t.kind = 'token'
         AND t.ended_at IS NULL AND t.expires_at > ?2
       ORDER BY t.created_at DESC, t.id LIMIT ?3`,
    )
    .bind(operator, now, SHOWN_MAX);
}

/** Finds the owners who get an SMS: those who have entered the desk. */
export function findOwners(db: D1Database): Statement<SmsRecipient> {
  return db.prepare(
    `SELECT name, phone FROM operator
     WHERE role = 'owner' AND ended_at IS NULL AND entered_at IS NOT NULL`,
  );
}

/** Aborts unless the caller is still an owner and uses their own token. */
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

/**
 * Runs after a change. Aborts unless an owner remains who has every area and can enter in person.
 * Without such an owner, some area could never be given to anybody again.
 */
export function claimOwnerRemains(db: D1Database, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'an owner remains', EXISTS (
         SELECT 1 FROM operator o
         WHERE o.role = 'owner' AND o.ended_at IS NULL
           AND (o.areas IS NULL OR json_array_length(o.areas) >= ?2)
           AND (EXISTS (SELECT 1 FROM passkey p WHERE p.operator = o.name AND p.ended_at IS NULL)
             OR EXISTS (SELECT 1 FROM operator_token t WHERE t.operator = o.name
               AND t.role IS NULL AND t.kind = 'token'
               AND t.ended_at IS NULL AND t.expires_at > ?1)))`,
    )
    .bind(now, AREAS.length);
}

export function claimNoOwner(db: D1Database): D1PreparedStatement {
  return db.prepare(
    `INSERT INTO must SELECT 'there is no owner', NOT EXISTS (
       SELECT 1 FROM operator WHERE role = 'owner' AND ended_at IS NULL)`,
  );
}

export function insertOperator(
  db: D1Database,
  operator: { name: string; phone: string } & RoleAndAreas,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      "INSERT INTO operator (name, role, areas, phone, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
    )
    .bind(operator.name, operator.role, writeAreas(operator.areas), operator.phone, now);
}

export function insertToken(
  db: D1Database,
  token: {
    id: string;
    operator: string;
    hash: string;
    label: string;
    role: Role | null;
    areas?: readonly Area[] | null;
    expiresAt: number;
    isSession?: boolean;
    isProven?: boolean;
  },
  now: number,
): D1PreparedStatement {
  const { id, operator, hash, label, role, areas = null, expiresAt } = token;
  const { isSession = false, isProven = false } = token;
  return db
    .prepare(
      `INSERT INTO operator_token (id, operator, hash, label, role, created_at, expires_at, kind,
         last_used_at, proven_at, areas)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, iif(?8, 'session', 'token'), iif(?8, ?6, NULL),
         iif(?9, ?6, NULL), ?10)`,
    )
    .bind(
      id,
      operator,
      hash,
      label,
      role,
      now,
      expiresAt,
      isSession ? 1 : 0,
      isProven ? 1 : 0,
      writeAreas(areas),
    );
}

/** Aborts when an operator has too many valid tokens. */
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

function endPasskeys(db: D1Database, operator: string, now: number): D1PreparedStatement {
  return db
    .prepare("UPDATE passkey SET ended_at = ?2 WHERE operator = ?1 AND ended_at IS NULL")
    .bind(operator, now);
}

/** Removes an operator, with all their ways to enter and everything that they left running. */
export function endOperator(db: D1Database, name: string, now: number): D1PreparedStatement[] {
  return [
    db.prepare("UPDATE operator SET ended_at = ?2, email = NULL WHERE name = ?1").bind(name, now),
    ...shutOut(db, name, now),
  ];
}

/** Ends everything that an operator left running, and all their ways to enter except by e-mail. */
export function shutOut(db: D1Database, name: string, now: number): D1PreparedStatement[] {
  return [
    ...endLeftRunning(db, name, now),
    endPasskeys(db, name, now),
    db
      .prepare("DELETE FROM operator_invitation WHERE operator = ?1 AND accepted_at IS NULL")
      .bind(name),
  ];
}

/**
 * Sets the time of an operator's entry to now, because another operator has changed one of their
 * ways to enter and could use it. An operator who has never entered is not changed.
 */
export function countAsNew(db: D1Database, name: string, now: number): D1PreparedStatement {
  return db
    .prepare("UPDATE operator SET entered_at = ?2 WHERE name = ?1 AND entered_at IS NOT NULL")
    .bind(name, now);
}

/** Finds one row when the shop has sold anything, otherwise none. */
export const hasAnySale = (db: D1Database) =>
  db.prepare("SELECT 1 FROM orders WHERE paid_at IS NOT NULL LIMIT 1");

/** Aborts when a current operator has this phone, because two names must be two people. */
export function claimPhoneIsNew(db: D1Database, phone: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the phone is of nobody who works here', NOT EXISTS (
         SELECT 1 FROM operator WHERE phone = ?1 AND ended_at IS NULL)`,
    )
    .bind(phone);
}

/** Finds a valid token. */
export function findToken(db: D1Database, id: string, now: number): Statement<TokenRow> {
  return db
    .prepare(`${TOKEN} WHERE t.id = ?1 AND t.ended_at IS NULL AND t.expires_at > ?2`)
    .bind(id, now);
}

/** Ends a token. Aborts when it has already ended. */
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
