import type { z } from "zod";
import { type Answered, PROPOSAL_DAYS } from "../../../contract/desk/proposal.ts";
import { actionWords } from "../../../persian/desk-words.ts";
import { DAY_MS, toIso } from "../../base/time.ts";

/** Outcomes of an operator's proposals, shown until the operator confirms to have read them. */

export interface AnsweredRow {
  id: string;
  action: string;
  state: "open" | "confirmed" | "dropped";
  decided_by: string | null;
  answered_at: number;
  order_id: string | null;
  order_number: string | null;
}

const SHOWN_MAX = 20;

/** Finds recent proposals that another operator decided, or that expired. */
export function findAnswered(db: D1Database, asker: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT p.id, p.action, p.state, p.decided_by,
         coalesce(p.decided_at, p.expires_at) AS answered_at,
         o.id AS order_id, o.number AS order_number
       FROM proposal p LEFT JOIN order_item i ON i.id = p.subject_id
         LEFT JOIN orders o ON o.id = i.order_id
       WHERE p.asked_by = ?1 AND p.expires_at > ?3
         AND (p.decided_by <> ?1 OR (p.decided_by IS NULL AND p.expires_at <= ?2))
         AND NOT EXISTS (SELECT 1 FROM desk_decision d
           WHERE d.subject = 'proposal' AND d.subject_id = p.id AND d.verdict = 'heard')
       ORDER BY answered_at LIMIT ?4`,
    )
    .bind(asker, now, now - PROPOSAL_DAYS * DAY_MS, SHOWN_MAX);
}

export function showAnswered(row: AnsweredRow): z.infer<typeof Answered> {
  return {
    id: row.id,
    what: actionWords(row.action),
    outcome:
      row.decided_by === null ? "lapsed" : row.state === "confirmed" ? "confirmed" : "dropped",
    by: row.decided_by,
    at: toIso(row.answered_at),
    order: row.order_id === null ? null : { id: row.order_id, number: row.order_number ?? "" },
  };
}
