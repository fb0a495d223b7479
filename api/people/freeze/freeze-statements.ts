import { type Statement } from "../../base/batch.ts";
import { PROVEN_OWNER } from "../../base/person.ts";
import { makeFinder } from "../../base/page.ts";

/** A thing that a freeze blocks. A person is named by id, everything else by a keyed hash. */
export interface Mark {
  kind: "person" | "phone" | "card" | "device";
  value: string;
}

export interface HolderRow {
  user_id: string;
  /** Null for a forgotten person. */
  phone: string | null;
}

const HOLDER = "SELECT u.id AS user_id, iif(u.forgotten_at IS NULL, u.phone, NULL) AS phone";

/** Finds a person. */
export function findHolder(db: D1Database, userId: string): Statement<HolderRow> {
  return db.prepare(`${HOLDER} FROM user u WHERE u.id = ?1`).bind(userId);
}

/**
 * Finds the people who have this card in their account or in an identity request that was not
 * rejected.
 */
export function findHoldersOfCard(db: D1Database, fingerprint: string): Statement<HolderRow> {
  return db
    .prepare(
      `${HOLDER} FROM user u WHERE u.id IN (
         SELECT user_id FROM bank_card WHERE number_fingerprint = ?1 AND deleted_at IS NULL
         UNION SELECT user_id FROM identity_request
         WHERE card_number_fingerprint = ?1 AND status <> 'rejected')
       LIMIT 100`,
    )
    .bind(fingerprint);
}

/** Finds the keyed hash of a bank card's number. */
export function findCardFingerprint(db: D1Database, cardId: string): D1PreparedStatement {
  return db
    .prepare("SELECT number_fingerprint AS fingerprint, user_id FROM bank_card WHERE id = ?1")
    .bind(cardId);
}

/** Finds the keyed hash of the card number in an identity request. */
export function findIdentityFingerprint(db: D1Database, requestId: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT card_number_fingerprint AS fingerprint, user_id FROM identity_request WHERE id = ?1`,
    )
    .bind(requestId);
}

export interface Fingerprint {
  fingerprint: string;
  user_id: string;
}

/**
 * Finds the keyed hashes of a person's verified cards and of the card that proved their identity.
 */
export function findOwnFingerprints(db: D1Database, userId: string): Statement<Fingerprint> {
  return db
    .prepare(
      `SELECT number_fingerprint AS fingerprint FROM bank_card
       WHERE user_id = ?1 AND status = 'verified' AND deleted_at IS NULL
       UNION SELECT card_number_fingerprint FROM identity_request
       WHERE user_id = ?1 AND status = 'verified'`,
    )
    .bind(userId);
}

/** Finds the known browsers of a phone, and all people who are known in one of them. */
export function findDevices(
  db: D1Database,
  phone: string,
): Statement<HolderRow & { visitor_hash: string }> {
  return db
    .prepare(
      `SELECT b.visitor_hash, u.id AS user_id, u.phone FROM known_browser b
       JOIN known_browser other ON other.visitor_hash = b.visitor_hash
       JOIN user u ON u.phone = other.phone
       WHERE b.phone = ?1 LIMIT 500`,
    )
    .bind(phone);
}

export interface NewFreeze {
  id: string;
  reason: string;
  operator: string;
  marks: readonly Mark[];
}

export function insertFreeze(
  db: D1Database,
  { id, reason, operator, marks }: NewFreeze,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare("INSERT INTO freeze (id, reason, frozen_at, frozen_by) VALUES (?1, ?2, ?3, ?4)")
      .bind(id, reason, now, operator),
    db
      .prepare(
        `INSERT INTO freeze_mark (freeze_id, kind, value, marked_at)
         SELECT DISTINCT ?1, value ->> 'kind', value ->> 'value', ?3 FROM json_each(?2)`,
      )
      .bind(id, JSON.stringify(marks), now),
  ];
}

/** Releases a freeze that is in force. */
export function release(
  db: D1Database,
  { id, reason, operator }: { id: string; reason: string; operator: string },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the freeze is in force',
           (SELECT released_at IS NULL FROM freeze WHERE id = ?1)`,
      )
      .bind(id),
    db.prepare("UPDATE freeze_mark SET released_at = ?2 WHERE freeze_id = ?1").bind(id, now),
    db
      .prepare(
        `UPDATE freeze SET released_at = ?2, released_by = ?3, release_reason = ?4 WHERE id = ?1`,
      )
      .bind(id, now, operator, reason),
  ];
}

export function findFreeze(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare("SELECT 1 FROM freeze WHERE id = ?1").bind(id);
}

export interface FreezeRow {
  id: string;
  reason: string;
  frozen_at: number;
  frozen_by: string;
  /** A JSON list of people as operators see them. */
  people: string;
  cards: number;
  devices: number;
}

/** Finds freezes in force, newest first, after the cursor. */
export const findFreezes = makeFinder<FreezeRow>(
  `SELECT f.id, f.reason, f.frozen_at, f.frozen_by,
         (SELECT json_group_array(json_object('id', u.id, 'firstName', u.first_name,
            'lastName', u.last_name, 'provenOwner', ${PROVEN_OWNER},
            'phone', iif(u.forgotten_at IS NULL, u.phone, '')))
          FROM freeze_mark m JOIN user u ON u.id = m.value
          WHERE m.freeze_id = f.id AND m.kind = 'person') AS people,
         (SELECT count(*) FROM freeze_mark WHERE freeze_id = f.id AND kind = 'card') AS cards,
         (SELECT count(*) FROM freeze_mark WHERE freeze_id = f.id AND kind = 'device') AS devices
       FROM freeze f WHERE f.released_at IS NULL AND (f.frozen_at, f.id) < (?1, ?2)
       ORDER BY f.frozen_at DESC, f.id DESC LIMIT ?3`,
);

/** Finds the people of a freeze. */
export function findFrozenPeople(db: D1Database, freezeId: string): Statement<HolderRow> {
  return db
    .prepare(
      `${HOLDER} FROM freeze_mark m JOIN user u ON u.id = m.value
       WHERE m.freeze_id = ?1 AND m.kind = 'person'`,
    )
    .bind(freezeId);
}

export function claimCardVerified(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the card is verified', EXISTS (
         SELECT 1 FROM bank_card WHERE id = ?1 AND status = 'verified' AND deleted_at IS NULL)`,
    )
    .bind(id);
}

export function claimIdentityVerified(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the identity is verified',
         (SELECT status = 'verified' FROM identity_request WHERE id = ?1)`,
    )
    .bind(id);
}

/** Withdraws the verification of a card. Aborts unless the card is verified. */
export function revokeCard(db: D1Database, id: string, now: number): D1PreparedStatement[] {
  return [
    claimCardVerified(db, id),
    db
      .prepare(
        `UPDATE bank_card SET status = 'rejected', revoked_at = ?2, is_default = 0 WHERE id = ?1`,
      )
      .bind(id, now),
  ];
}

/**
 * Withdraws the verification of an identity and of all cards of the person. Aborts unless the
 * identity is verified.
 */
export function revokeIdentity(
  db: D1Database,
  { id, userId, reason }: { id: string; userId: string; reason: string },
  now: number,
): D1PreparedStatement[] {
  return [
    claimIdentityVerified(db, id),
    db
      .prepare(
        `UPDATE identity_request SET status = 'rejected', rejection_reason = ?2, revoked_at = ?3
         WHERE id = ?1`,
      )
      .bind(id, reason, now),
    db
      .prepare(
        `UPDATE bank_card SET status = 'rejected', revoked_at = ?2, is_default = 0
         WHERE user_id = ?1 AND status = 'verified' AND deleted_at IS NULL`,
      )
      .bind(userId, now),
  ];
}
