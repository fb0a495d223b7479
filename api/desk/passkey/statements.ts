import { type Statement } from "../../base/batch.ts";
import type { Role } from "../../../contract/desk/endpoint.ts";

export interface PasskeyRow {
  id: string;
  operator: string;
  label: string;
  public_key: string;
  counter: number;
  /** JSON. */
  transports: string;
  device_type: string;
  created_at: number;
  last_used_at: number | null;
  role: Role;
}

export type Purpose = "register" | "enter" | "prove";

const PASSKEY = `SELECT p.id, p.operator, p.label, p.public_key, p.counter, p.transports,
    p.device_type, p.created_at, p.last_used_at, o.role
  FROM passkey p JOIN operator o ON o.name = p.operator`;

export function findPasskeys(db: D1Database, operator: string): Statement<PasskeyRow> {
  return db
    .prepare(`${PASSKEY} WHERE p.operator = ?1 AND p.ended_at IS NULL ORDER BY p.created_at`)
    .bind(operator);
}

/** Finds a valid passkey of a current operator. */
export function findPasskey(db: D1Database, id: string, operator: string): Statement<PasskeyRow> {
  return db
    .prepare(
      `${PASSKEY} WHERE p.id = ?1 AND p.operator = ?2 AND p.ended_at IS NULL
         AND o.ended_at IS NULL`,
    )
    .bind(id, operator);
}

/**
 * Stores the random id by which authenticators know an operator, unless the operator already has
 * one. Returns the stored id.
 */
export function takeHandle(
  db: D1Database,
  operator: string,
  handle: string,
): Statement<{ handle: string }> {
  return db
    .prepare(
      `UPDATE operator SET passkey_handle = coalesce(passkey_handle, ?2) WHERE name = ?1
       RETURNING passkey_handle AS handle`,
    )
    .bind(operator, handle);
}

/**
 * Stores a challenge for a current operator. The challenge of a session can be used only in that
 * session.
 */
export function insertChallenge(
  db: D1Database,
  challenge: {
    challenge: string;
    operator: string;
    purpose: Purpose;
    tokenId: string | null;
    expiresAt: number;
  },
): D1PreparedStatement {
  const { challenge: text, operator, purpose, tokenId, expiresAt } = challenge;
  return db
    .prepare(
      `INSERT INTO passkey_challenge (challenge, operator, purpose, token_id, expires_at)
       SELECT ?1, name, ?3, ?4, ?5 FROM operator WHERE name = ?2 AND ended_at IS NULL`,
    )
    .bind(text, operator, purpose, tokenId, expiresAt);
}

/**
 * Deletes a challenge and returns its operator. Returns no row when the challenge has expired, was
 * used, or belongs to another session.
 */
export function takeChallenge(
  db: D1Database,
  challenge: string,
  purpose: Purpose,
  tokenId: string | null,
  now: number,
): Statement<{ operator: string }> {
  return db
    .prepare(
      `DELETE FROM passkey_challenge
       WHERE challenge = ?1 AND purpose = ?2 AND token_id IS ?3 AND expires_at > ?4
       RETURNING operator`,
    )
    .bind(challenge, purpose, tokenId, now);
}

export function insertPasskey(
  db: D1Database,
  passkey: Omit<PasskeyRow, "created_at" | "last_used_at" | "role"> & { aaguid: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO passkey (id, operator, label, public_key, counter, transports, device_type,
         aaguid, created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
    )
    .bind(
      passkey.id,
      passkey.operator,
      passkey.label,
      passkey.public_key,
      passkey.counter,
      passkey.transports,
      passkey.device_type,
      passkey.aaguid,
      now,
    );
}

/** Aborts when the passkey was removed, or its operator was removed, in the meantime. */
export function claimPasskeyWorks(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the passkey works', EXISTS (
         SELECT 1 FROM passkey p JOIN operator o ON o.name = p.operator
         WHERE p.id = ?1 AND p.ended_at IS NULL AND o.ended_at IS NULL)`,
    )
    .bind(id);
}

/** Runs after a new passkey was stored. Aborts when its operator has too many. */
export function claimFewPasskeys(
  db: D1Database,
  operator: string,
  most: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'not too many passkeys', (
         SELECT count(*) FROM passkey WHERE operator = ?1 AND ended_at IS NULL) <= ?2`,
    )
    .bind(operator, most);
}

/** Runs after a passkey was removed. Aborts when its operator has none left. */
export function claimPasskeyRemains(db: D1Database, operator: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'a passkey remains', EXISTS (
         SELECT 1 FROM passkey WHERE operator = ?1 AND ended_at IS NULL)`,
    )
    .bind(operator);
}

export function endPasskey(
  db: D1Database,
  id: string,
  operator: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare("UPDATE passkey SET ended_at = ?3 WHERE id = ?1 AND operator = ?2")
    .bind(id, operator, now);
}

export function noteUse(
  db: D1Database,
  id: string,
  counter: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare("UPDATE passkey SET counter = ?2, last_used_at = ?3 WHERE id = ?1")
    .bind(id, counter, now);
}

/** Records that the person of a session has shown a passkey. */
export function noteProof(db: D1Database, tokenId: string, now: number): D1PreparedStatement {
  return db
    .prepare("UPDATE operator_token SET proven_at = ?2 WHERE id = ?1 AND kind = 'session'")
    .bind(tokenId, now);
}
