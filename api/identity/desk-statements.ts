import { PERSON, type PersonColumns } from "../base/person.ts";
import type { Cursor } from "../base/page.ts";
import type { RequestRow } from "./statements.ts";

export interface DeskRequestRow extends RequestRow, PersonColumns {
  card_number_sealed: string;
  card_owner: string;
  upload_id: string | null;
}

const REQUEST = `SELECT r.id, r.card_number_sealed, r.card_owner, r.upload_id, r.status,
    r.rejection_reason, r.created_at, ${PERSON}
  FROM identity_request r JOIN user u ON u.id = r.user_id`;

/** Finds requests that wait for a decision, longest waiting first, after the cursor. */
export function findPendingRequests(
  db: D1Database,
  after: Cursor,
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `${REQUEST} WHERE r.status = 'pending' AND (r.created_at, r.id) > (?1, ?2)
       ORDER BY r.created_at, r.id LIMIT ?3`,
    )
    .bind(after.at, after.id, limit);
}

export function findRequest(db: D1Database, id: string): D1PreparedStatement {
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
