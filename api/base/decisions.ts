import { HOUR_MS } from "./time.ts";

/** The log of the desk: what operators decide, and what they look at. It is only added to. */

/** The operator who decides or looks, and from which network. */
interface Who {
  name: string;
  network: string;
  /** The token that let them in; none for a job that goes on in their name. */
  tokenId?: string;
}

export type Subject =
  | "bank_card"
  | "identity_request"
  | "withdrawal"
  | "ticket"
  | "order"
  | "order_item"
  | "refund"
  | "upload"
  | "person"
  | "payment"
  | "payout"
  | "message"
  | "operator"
  | "freeze"
  | "closing"
  | "discount_code"
  | "discount_series"
  | "prepared_answer"
  | "supplier"
  | "product_supply"
  | "supplier_order"
  | "figures"
  | "code"
  | "code_batch"
  | "code_import"
  | "product"
  | "search"
  | "name_request"
  | "earning"
  | "stray_payment"
  | "proposal"
  | "rate"
  | "alert_channel"
  | "price"
  | "category"
  | "subcategory"
  | "list";

export interface Decision {
  operator: Who;
  subject: Subject;
  subjectId: string;
  verdict: string;
  note: string | null;
  /** The state that this decision ended, and the one it began, where there is one. */
  before?: string | null;
  after?: string | null;
}

/**
 * SQL text: the name of who decides. A token that ended since the call began gives none, and the
 * batch is refused: an operator who was just ended, lowered or invited anew begins nothing more.
 */
const nameOf = (name: string, tokenId: string) => `iif(${tokenId} IS NULL, ${name},
  (SELECT operator FROM operator_token WHERE id = ${tokenId} AND ended_at IS NULL))`;
const DECIDER = nameOf("?2", "?11");
const DECIDER_OF_EACH = nameOf("value ->> '$.operator.name'", "value ->> '$.operator.tokenId'");

/**
 * Part of a batch that decides: records for good which operator decided what, about which subject,
 * and from where. It stands before what ends their own token.
 */
export function noteDecision(db: D1Database, decision: Decision, now: number): D1PreparedStatement {
  return insertLine(db, crypto.randomUUID(), decision, now);
}

/** The same for many decisions of one batch. */
export function noteDecisions(
  db: D1Database,
  decisions: readonly Decision[],
  now: number,
): D1PreparedStatement {
  const lines = decisions.map((line) => ({ ...line, id: crypto.randomUUID() }));
  return db
    .prepare(
      `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, note, created_at,
         network, state_before, state_after)
       SELECT value ->> 'id', ${DECIDER_OF_EACH}, value ->> 'subject',
         value ->> 'subjectId', value ->> 'verdict', value ->> 'note', ?2,
         value ->> '$.operator.network', value ->> 'before', value ->> 'after'
       FROM json_each(?1)`,
    )
    .bind(JSON.stringify(lines), now);
}

/** Records that an operator opened one thing. To be written before the thing is shown. */
export function noteLook(
  db: D1Database,
  look: Pick<Decision, "operator" | "subject" | "subjectId">,
  now: number,
): D1PreparedStatement {
  return noteDecision(db, { ...look, verdict: "viewed", note: null }, now);
}

/** Records that an operator saw a list, once an hour however often it is asked for. */
export function noteListing(
  db: D1Database,
  operator: Who,
  path: string,
  now: number,
): D1PreparedStatement {
  const hour = String(Math.floor(now / HOUR_MS));
  const id = `${operator.name}_${path.replace(/\W+/g, "-")}_${hour}`;
  const line = {
    operator,
    subject: "list",
    subjectId: path,
    verdict: "listed",
    note: null,
  } as const;
  return insertLine(db, id, line, now);
}

function insertLine(
  db: D1Database,
  id: string,
  { operator, subject, subjectId, verdict, note, before = null, after = null }: Decision,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, note, created_at,
         network, state_before, state_after)
       VALUES (?1, ${DECIDER}, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
       ON CONFLICT (id) DO NOTHING`,
    )
    .bind(
      id,
      operator.name,
      subject,
      subjectId,
      verdict,
      note,
      now,
      operator.network,
      before,
      after,
      operator.tokenId ?? null,
    );
}
