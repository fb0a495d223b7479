import { type Statement } from "../../base/batch.ts";
import type { IdentityRequest } from "../../../contract/identity.ts";
import { isCardFrozen } from "../../base/frozen.ts";
import { keepMark } from "../../base/person-mark.ts";
import type { Cursor } from "../../base/page.ts";

export interface RequestRow {
  id: string;
  status: IdentityRequest["status"];
  rejection_reason: string | null;
  created_at: number;
}

export interface NewRequest {
  id: string;
  userId: string;
  cardNumberSealed: string;
  fingerprint: string;
  cardOwner: string;
  /** Both names are empty when the names in `cardOwner` are to be verified. */
  firstName: string;
  lastName: string;
  uploadId: string;
}

/** Reasons to refuse a new request, each 0 or 1. */
export interface Obstacles {
  is_active: number;
  is_image_missing: number;
  is_card_refused: number;
}

/**
 * SQL text: true when another person has this card verified, or proved their identity with it, or
 * when it is frozen.
 */
export const IS_CARD_REFUSED = `(${isCardFrozen("?2")} OR EXISTS (
    SELECT 1 FROM identity_request
    WHERE card_number_fingerprint = ?2 AND status = 'verified' AND user_id <> ?1)
  OR EXISTS (
    SELECT 1 FROM bank_card
    WHERE number_fingerprint = ?2 AND user_id <> ?1 AND deleted_at IS NULL AND status = 'verified'))`;
const IS_ACTIVE =
  "EXISTS (SELECT 1 FROM identity_request WHERE user_id = ?1 AND status <> 'rejected')";

/** Finds the shopper's requests, newest first, after the cursor. */
export function findRequests(
  db: D1Database,
  userId: string,
  after: Cursor,
  limit: number,
): Statement<RequestRow> {
  return db
    .prepare(
      `SELECT id, status, rejection_reason, created_at FROM identity_request
       WHERE user_id = ?1 AND (created_at, id) < (?2, ?3)
       ORDER BY created_at DESC, id DESC LIMIT ?4`,
    )
    .bind(userId, after.at, after.id, limit);
}

export function findActive(db: D1Database, userId: string): Statement<{ is_active: number }> {
  return db.prepare(`SELECT ${IS_ACTIVE} AS is_active`).bind(userId);
}

/**
 * Files a request. The batch is undone when the shopper has an active one, the image is not theirs,
 * or the card is another person's.
 */
export function fileRequest(
  db: D1Database,
  request: NewRequest,
  now: number,
): D1PreparedStatement[] {
  const { id, userId, fingerprint, uploadId } = request;
  return [
    db
      .prepare(`INSERT INTO must SELECT 'no identity request is active', NOT ${IS_ACTIVE}`)
      .bind(userId),
    db
      .prepare(
        `INSERT INTO must SELECT 'the image is their own', EXISTS (
           SELECT 1 FROM upload WHERE id = ?2 AND user_id = ?1 AND delete_at IS NOT 0)`,
      )
      .bind(userId, uploadId),
    db
      .prepare(`INSERT INTO must SELECT 'the card is not used', NOT ${IS_CARD_REFUSED}`)
      .bind(userId, fingerprint),
    db
      .prepare(
        `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint,
           card_owner, first_name, last_name, upload_id, status, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'pending', ?9)`,
      )
      .bind(
        id,
        userId,
        request.cardNumberSealed,
        fingerprint,
        request.cardOwner,
        request.firstName,
        request.lastName,
        uploadId,
        now,
      ),
    keepMark(db, userId, { kind: "card", fingerprint }, now),
  ];
}

/** Aborts when the shopper's identity is not verified. */
export function claimProven(db: D1Database, userId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the identity is proven', EXISTS (
         SELECT 1 FROM identity_request WHERE user_id = ?1 AND status = 'verified')`,
    )
    .bind(userId);
}

/** Rejects a person's request that nobody has decided about yet: a thief may have sent it. */
export function rejectUndecided(
  db: D1Database,
  userId: string,
  reason: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE identity_request SET status = 'rejected', rejection_reason = ?2, decided_at = ?3
       WHERE user_id = ?1 AND status = 'pending'`,
    )
    .bind(userId, reason, now);
}

/** Finds why a request was not filed, as one row of Obstacles. */
export function findObstacles(db: D1Database, request: NewRequest): Statement<Obstacles> {
  return db
    .prepare(
      `SELECT ${IS_ACTIVE} AS is_active, ${IS_CARD_REFUSED} AS is_card_refused,
         NOT EXISTS (SELECT 1 FROM upload WHERE id = ?3 AND user_id = ?1 AND delete_at IS NOT 0)
           AS is_image_missing`,
    )
    .bind(request.userId, request.fingerprint, request.uploadId);
}
