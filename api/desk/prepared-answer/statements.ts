import { type Statement } from "../../base/batch.ts";
export interface PreparedAnswerRow {
  id: string;
  title: string;
  content: string;
  version: number;
  changed_by: string | null;
  changed_at: number;
}

const ANSWER = "SELECT id, title, content, version, changed_by, changed_at FROM prepared_answer";

export function findPreparedAnswers(db: D1Database, limit: number): Statement<PreparedAnswerRow> {
  return db.prepare(`${ANSWER} ORDER BY title LIMIT ?1`).bind(limit);
}

export function findPreparedAnswer(db: D1Database, id: string): Statement<PreparedAnswerRow> {
  return db.prepare(`${ANSWER} WHERE id = ?1`).bind(id);
}

export function findAnswerByTitle(db: D1Database, title: string): Statement<PreparedAnswerRow> {
  return db.prepare(`${ANSWER} WHERE title = ?1`).bind(title);
}

export interface Written {
  id: string;
  title: string;
  text: string;
  operator: string;
}

/** Adds an answer. Aborts when the list is full. */
export function insertAnswer(
  db: D1Database,
  { id, title, text, operator }: Written,
  most: number,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'there is room for a prepared answer',
           (SELECT count(*) FROM prepared_answer) < ?1`,
      )
      .bind(most),
    db
      .prepare(
        `INSERT INTO prepared_answer (id, title, content, changed_by, changed_at)
         VALUES (?1, ?2, ?3, ?4, ?5)`,
      )
      .bind(id, title, text, operator, now),
  ];
}

/** Changes an answer. Aborts when somebody else changed it since it was read. */
export function changeAnswer(
  db: D1Database,
  { id, title, text, operator }: Written,
  version: number,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the prepared answer is as it was read',
           (SELECT version FROM prepared_answer WHERE id = ?1) = ?2`,
      )
      .bind(id, version),
    db
      .prepare(
        `UPDATE prepared_answer SET title = ?2, content = ?3, version = version + 1,
           changed_by = ?4, changed_at = ?5 WHERE id = ?1`,
      )
      .bind(id, title, text, operator, now),
  ];
}

/**
 * Deletes an answer. Aborts when the answer is already deleted, so that the log contains its
 * deletion only once.
 */
export function deleteAnswer(db: D1Database, id: string): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the prepared answer is there',
           EXISTS (SELECT 1 FROM prepared_answer WHERE id = ?1)`,
      )
      .bind(id),
    db.prepare("DELETE FROM prepared_answer WHERE id = ?1").bind(id),
  ];
}
