import { type Statement } from "../../base/batch.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";
import { type ProposalRow } from "../proposal/statements.ts";

/** Statements that find proposals with the shopper that each proposal is about. */

export interface QueuedProposalRow extends ProposalRow, Omit<PersonColumns, "person_id"> {
  /** Null when the proposal is about no shopper. */
  person_id: string | null;
  /** The amount of the withdrawal that the proposal is about; null for other proposals. */
  amount_toman: number | null;
}

/**
 * SQL text: the id of the shopper that the proposal `p` is about. All tables can be searched for
 * the same id, because ids of different nouns are never equal.
 */
const WHOSE = `coalesce(
    (SELECT user_id FROM withdrawal WHERE id = p.subject_id),
    (SELECT o.user_id FROM order_item i JOIN orders o ON o.id = i.order_id
     WHERE i.id = p.subject_id),
    (SELECT user_id FROM bank_card WHERE id = p.subject_id),
    (SELECT user_id FROM identity_request WHERE id = p.subject_id),
    p.subject_id)`;

const PROPOSAL = `SELECT p.id, p.action, p.subject_id, p.details, p.note, p.asked_by, p.created_at,
    p.expires_at, p.state, p.decided_by, p.decided_at,
    (SELECT amount_toman FROM withdrawal WHERE id = p.subject_id) AS amount_toman, ${PERSON}
  FROM proposal p LEFT JOIN user u ON u.id = ${WHOSE}`;

/** Finds proposals that wait for a second person, longest waiting first. */
export function findQueuedProposals(
  db: D1Database,
  now: number,
  limit: number,
): D1PreparedStatement {
  return db
    .prepare(
      `${PROPOSAL} WHERE p.state = 'open' AND p.expires_at > ?1
       ORDER BY p.created_at, p.id LIMIT ?2`,
    )
    .bind(now, limit);
}

/** Finds open proposals about one shopper, or about something of theirs. */
export function findProposalsAbout(
  db: D1Database,
  personId: string,
  now: number,
): Statement<ProposalRow> {
  return db
    .prepare(
      `SELECT p.action, p.asked_by, p.note, p.created_at, p.expires_at FROM proposal p
       WHERE p.state = 'open' AND p.expires_at > ?2 AND ${WHOSE} = ?1
       ORDER BY p.created_at, p.id`,
    )
    .bind(personId, now);
}

export function findQueuedProposal(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare(`${PROPOSAL} WHERE p.id = ?1`).bind(id);
}
