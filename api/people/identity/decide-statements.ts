import { type Statement } from "../../base/batch.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";
import { makeFinder } from "../../base/page.ts";
import type { RequestRow } from "./statements.ts";

export interface DeskRequestRow extends RequestRow, PersonColumns {
  card_number_sealed: string;
  card_owner: string;
  /** The names that would be verified; `first_name` and `last_name` are those of the account. */
  asked_first_name: string;
  asked_last_name: string;
  has_cart: number;
  upload_id: string | null;
  /** The keyed hash of the request's picture; empty or null when there is none. */
  picture: string | null;
}

const REQUEST = `SELECT r.id, r.card_number_sealed, r.card_owner,
    EXISTS (SELECT 1 FROM cart_item WHERE user_id = r.user_id) AS has_cart,
    r.first_name AS asked_first_name, r.last_name AS asked_last_name, r.upload_id,
    (SELECT fingerprint FROM upload WHERE id = r.upload_id) AS picture, r.status,
    r.rejection_reason, r.created_at, ${PERSON}
  FROM identity_request r JOIN user u ON u.id = r.user_id`;

/** Finds requests that wait for a decision, longest waiting first, after the cursor. */
export const findPendingRequests = makeFinder<DeskRequestRow>(
  `${REQUEST} WHERE r.status = 'pending' AND (r.created_at, r.id) > (?1, ?2)
       ORDER BY r.created_at, r.id LIMIT ?3`,
);

export function findRequest(db: D1Database, id: string): Statement<DeskRequestRow> {
  return db.prepare(`${REQUEST} WHERE r.id = ?1`).bind(id);
}

/**
 * Decides on a request. The batch is undone when the request is not waiting for a decision, or, by
 * a UNIQUE index, when another person has proved their identity with the same card.
 */
export function decideRequest(
  db: D1Database,
  id: string,
  verdict: { status: "verified" | "rejected"; reason: string | null },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the request waits', (
           SELECT status FROM identity_request WHERE id = ?1) = 'pending'`,
      )
      .bind(id),
    db
      .prepare(
        `UPDATE identity_request SET status = ?2, rejection_reason = ?3, decided_at = ?4
         WHERE id = ?1`,
      )
      .bind(id, verdict.status, verdict.reason, now),
  ];
}

/**
 * Verifies the card and the shopper's names that a verified request proves. The names `kept` stay
 * if the account still has them. A card that the shopper already has keeps its id; otherwise it is
 * added. The batch is undone, by a UNIQUE index, when another person has the card verified.
 */
export function verifyProven(
  db: D1Database,
  requestId: string,
  proven: {
    cardId: string;
    numberSealed: string;
    endFingerprint: string;
    names: { firstName: string; lastName: string };
    kept: { firstName: string; lastName: string } | null;
  },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE bank_card SET status = 'verified', owner = r.card_owner,
           decided_at = iif(bank_card.status = 'verified', bank_card.decided_at, ?2),
           is_default = iif(bank_card.status = 'verified', is_default, 0)
         FROM identity_request r
         WHERE r.id = ?1 AND bank_card.user_id = r.user_id
           AND bank_card.number_fingerprint = r.card_number_fingerprint
           AND bank_card.deleted_at IS NULL`,
      )
      .bind(requestId, now),
    db
      .prepare(
        `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status,
           created_at, decided_at, end_fingerprint)
         SELECT ?2, r.user_id, ?3, r.card_number_fingerprint, r.card_owner, 'verified', ?4, ?4, ?5
         FROM identity_request r
         WHERE r.id = ?1 AND NOT EXISTS (
           SELECT 1 FROM bank_card c
           WHERE c.user_id = r.user_id AND c.number_fingerprint = r.card_number_fingerprint
             AND c.deleted_at IS NULL)`,
      )
      .bind(requestId, proven.cardId, proven.numberSealed, now, proven.endFingerprint),
    db
      .prepare(
        `UPDATE user SET first_name = ?2, last_name = ?3
         WHERE id = (SELECT user_id FROM identity_request WHERE id = ?1)
           AND (first_name, last_name) IS NOT (?4, ?5)`,
      )
      .bind(
        requestId,
        proven.names.firstName,
        proven.names.lastName,
        proven.kept?.firstName ?? null,
        proven.kept?.lastName ?? null,
      ),
  ];
}
