import type { Subject, Verdict } from "../../persian/desk-words.ts";
import { HOUR_MS } from "./time.ts";

/** The log of the desk: what operators decide and view. Lines are only added, never changed. */

/** The operator who decides or views something, and the network of the request. */
export interface Decider {
  name: string;
  network: string;
  /** The id of the operator's token; missing when a job continues a decision in their name. */
  tokenId?: string;
}

/** Everything that a line of the log needs besides its content. `moment` is in UTC milliseconds. */
export interface LogEntryContext {
  db: D1Database;
  operator: Decider;
  moment: number;
}

interface DecisionDetails {
  note?: string | null;
  /** The subject's state before and after the decision; null or missing when it has none. */
  before?: string | null;
  after?: string | null;
}

export interface Decision extends DecisionDetails {
  subject: Subject;
  subjectId: string;
  verdict: Verdict;
}

/**
 * SQL text: the name of the operator who decides. If the token ended after the call began, there is
 * no name and the batch is refused: an operator who was just removed, given a lower role or invited
 * again can decide nothing more with that token.
 */
const DECIDER = `iif(?3 IS NULL, ?1,
  (SELECT operator FROM operator_token WHERE id = ?3 AND ended_at IS NULL))`;

/**
 * Part of a batch that decides: records which operator decided what, about which subject and from
 * where. It must come before statements that end the operator's own token.
 */
export function noteDecision(
  by: LogEntryContext,
  subject: Subject,
  subjectId: string,
  verdict: Verdict,
  more: DecisionDetails = {},
): D1PreparedStatement {
  return noteDecisions(by, [{ subject, subjectId, verdict, ...more }]);
}

/** Like `noteDecision`, for many decisions of one batch. */
export function noteDecisions(
  by: LogEntryContext,
  decisions: readonly Decision[],
): D1PreparedStatement {
  return insertLines(
    by,
    decisions.map((line) => ({ ...line, id: crypto.randomUUID() })),
  );
}

/** Records that an operator opened one thing. Must be written before the thing is shown. */
export function noteView(
  by: LogEntryContext,
  subject: Subject,
  subjectId: string,
): D1PreparedStatement {
  return noteDecision(by, subject, subjectId, "viewed");
}

/** Records that an operator saw a list, at most once an hour for each list. */
export function noteListing(by: LogEntryContext, path: string): D1PreparedStatement {
  const hour = String(Math.floor(by.moment / HOUR_MS));
  const id = `${by.operator.name}_${path.replace(/\W+/g, "-")}_${hour}`;
  return insertLines(by, [{ id, subject: "list", subjectId: path, verdict: "listed" }]);
}

function insertLines(
  { db, operator, moment }: LogEntryContext,
  lines: readonly (Decision & { id: string })[],
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, note, created_at,
         network, state_before, state_after)
       SELECT value ->> 'id', ${DECIDER}, value ->> 'subject', value ->> 'subjectId',
         value ->> 'verdict', value ->> 'note', ?4, ?2, value ->> 'before', value ->> 'after'
       FROM json_each(?5) WHERE true ON CONFLICT (id) DO NOTHING`,
    )
    .bind(operator.name, operator.network, operator.tokenId ?? null, moment, JSON.stringify(lines));
}
