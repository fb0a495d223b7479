export interface Decision {
  operator: string;
  subject:
    | "bank_card"
    | "identity_request"
    | "withdrawal"
    | "ticket"
    | "order_item"
    | "refund"
    | "upload"
    | "person"
    | "payment"
    | "message";
  subjectId: string;
  verdict: string;
  note: string | null;
}

/**
 * Part of a batch that decides: records for good which operator decided what, about which subject.
 */
export function noteDecision(db: D1Database, decision: Decision, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, note, created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)`,
    )
    .bind(
      crypto.randomUUID(),
      decision.operator,
      decision.subject,
      decision.subjectId,
      decision.verdict,
      decision.note,
      now,
    );
}
