import { type Statement } from "../../base/batch.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";
import { makeFinder } from "../../base/page.ts";
import type { NameRequestRow } from "./statements.ts";

export interface DeskNameRequestRow extends NameRequestRow, PersonColumns {
  reason: string;
}

const REQUEST = `SELECT n.id, n.first_name AS asked_first_name, n.last_name AS asked_last_name,
    n.reason, n.status, n.rejection_reason, n.created_at, ${PERSON}
  FROM name_request n JOIN user u ON u.id = n.user_id`;

/** Finds requests that wait for a decision, longest waiting first, after the cursor. */
export const findPendingNameRequests = makeFinder<DeskNameRequestRow>(
  `${REQUEST} WHERE n.status = 'pending' AND (n.created_at, n.id) > (?1, ?2)
       ORDER BY n.created_at, n.id LIMIT ?3`,
);

export function findNameRequest(db: D1Database, id: string): Statement<DeskNameRequestRow> {
  return db.prepare(`${REQUEST} WHERE n.id = ?1`).bind(id);
}

/**
 * Decides on a request; a verified one changes the account's names. The proven owner stays, because
 * it is the name on the card. The batch is undone when the request is not waiting, or when the
 * account's names have changed since they were read: the decision stores them as the old names.
 */
export function decideNameRequest(
  db: D1Database,
  row: DeskNameRequestRow,
  verdict: { status: "verified" | "rejected"; rejectionReason: string | null },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the name request waits', (
           SELECT status FROM name_request WHERE id = ?1) = 'pending'`,
      )
      .bind(row.id),
    db
      .prepare(
        `INSERT INTO must SELECT 'the names are those that were read', (
           SELECT (first_name, last_name) = (?2, ?3) FROM user WHERE id = ?1)`,
      )
      .bind(row.person_id, row.first_name, row.last_name),
    db
      .prepare(
        `UPDATE name_request SET status = ?2, rejection_reason = ?3, decided_at = ?4,
           old_first_name = ?5, old_last_name = ?6 WHERE id = ?1`,
      )
      .bind(row.id, verdict.status, verdict.rejectionReason, now, row.first_name, row.last_name),
    ...(verdict.status === "verified"
      ? [
          db
            .prepare("UPDATE user SET first_name = ?2, last_name = ?3 WHERE id = ?1")
            .bind(row.person_id, row.asked_first_name, row.asked_last_name),
        ]
      : []),
  ];
}
