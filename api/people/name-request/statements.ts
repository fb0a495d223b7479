import { type Statement } from "../../base/batch.ts";
import type { NameRequest } from "../../../contract/user.ts";
import { claimProven } from "../identity/statements.ts";

export interface NameRequestRow {
  id: string;
  asked_first_name: string;
  asked_last_name: string;
  status: NameRequest["status"];
  rejection_reason: string | null;
  created_at: number;
}

export interface NewNameRequest {
  id: string;
  userId: string;
  firstName: string;
  lastName: string;
  reason: string;
}

/** Finds the shopper's newest request. */
export function findNewestNameRequest(db: D1Database, userId: string): Statement<NameRequestRow> {
  return db
    .prepare(
      `SELECT id, first_name AS asked_first_name, last_name AS asked_last_name, status,
         rejection_reason, created_at
       FROM name_request WHERE user_id = ?1 ORDER BY created_at DESC LIMIT 1`,
    )
    .bind(userId);
}

/** Files a request. The batch is undone when the names are not proven, or a request is open. */
export function fileNameRequest(
  db: D1Database,
  { id, userId, firstName, lastName, reason }: NewNameRequest,
  now: number,
): D1PreparedStatement[] {
  return [
    claimProven(db, userId),
    // A UNIQUE index undoes the batch when another request is open.
    db
      .prepare(
        `INSERT INTO name_request (id, user_id, first_name, last_name, old_first_name,
           old_last_name, reason, created_at)
         SELECT ?2, id, ?3, ?4, first_name, last_name, ?5, ?6 FROM user WHERE id = ?1`,
      )
      .bind(userId, id, firstName, lastName, reason, now),
  ];
}

/** Rejects a person's name request that nobody has decided about yet: a thief may have sent it. */
export function rejectUndecidedName(
  db: D1Database,
  userId: string,
  reason: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE name_request SET status = 'rejected', rejection_reason = ?2, decided_at = ?3
       WHERE user_id = ?1 AND status = 'pending'`,
    )
    .bind(userId, reason, now);
}
