import { type Statement } from "../../base/batch.ts";
/** The lines of an import, and the result of comparing each with the stock. */

/** A line as it is stored. The text of a refused line is not stored. */
export interface NewLine {
  id: string;
  sealed: string | null;
  fingerprint: string | null;
  lastFour: string | null;
  /** Why the line is refused. */
  detail: string | null;
  /** Why the line is unusual. */
  doubt: string | null;
  shape: string | null;
}

/**
 * SQL text: the finding for a line whose code `c` the shop already has: sold, or still in stock.
 */
const HAD = "iif(c.status = 'sold' OR c.known_at IS NOT NULL, 'sold', 'shelf')";

/**
 * Stores lines, beginning with number `first`. Each is compared with the stock, with sold codes,
 * with codes that were seen before the database was restored, and with earlier lines. Aborts unless
 * the import is open and these are its next lines.
 */
export function insertLines(
  db: D1Database,
  importId: string,
  first: number,
  lines: readonly NewLine[],
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'these lines are the next of an open import', (
           SELECT state = 'open' AND sent_count = ?2 - 1 FROM code_import WHERE id = ?1)`,
      )
      .bind(importId, first),
    db
      .prepare(
        `INSERT INTO code_import_line (id, import_id, line, sealed, fingerprint, last_four, detail,
           doubt, shape, finding)
         SELECT value ->> 'id', ?1, ?2 + key, value ->> 'sealed', value ->> 'fingerprint',
           value ->> 'lastFour', value ->> 'detail', value ->> 'doubt', value ->> 'shape',
           iif(value ->> 'sealed' IS NULL, 'refused', coalesce(
             (SELECT ${HAD} FROM code c
               WHERE fingerprint = value ->> 'fingerprint'),
             (SELECT 'sold' FROM code_seen_before
               WHERE fingerprint = value ->> 'fingerprint'),
             iif(value ->> 'doubt' IS NULL, 'new', 'unusual')))
         FROM json_each(?3)`,
      )
      .bind(importId, first, JSON.stringify(lines)),
    db
      .prepare(
        `UPDATE code_import_line AS l SET finding = 'twice'
         WHERE import_id = ?1 AND line BETWEEN ?2 AND ?3 AND finding IN ('new', 'unusual')
           AND EXISTS (SELECT 1 FROM code_import_line e
             WHERE e.import_id = ?1 AND e.fingerprint = l.fingerprint AND e.line < l.line)`,
      )
      .bind(importId, first, first + lines.length - 1),
    db
      .prepare("UPDATE code_import SET sent_count = sent_count + ?2 WHERE id = ?1")
      .bind(importId, lines.length),
  ];
}

/** Counts the lines in this list that were already received with the same text. */
export function countSame(
  db: D1Database,
  importId: string,
  first: number,
  lines: readonly NewLine[],
): Statement<{ same: number }> {
  return db
    .prepare(
      `SELECT count(*) AS same FROM json_each(?3) j CROSS JOIN code_import_line l
         ON l.import_id = ?1 AND l.line = ?2 + j.key
       WHERE iif(l.corrected_from IS NULL, l.fingerprint, nullif(l.corrected_from, ''))
         IS j.value ->> 'fingerprint'`,
    )
    .bind(importId, first, JSON.stringify(lines));
}

/** A wrong line, as it is stored. */
export interface WrongLine {
  line: number;
  finding: string;
  fingerprint: string | null;
  detail: string | null;
}

export function findByNumber(
  db: D1Database,
  importId: string,
  numbers: readonly number[],
): Statement<WrongLine> {
  return db
    .prepare(
      `SELECT line, finding, fingerprint, detail FROM code_import_line
       WHERE import_id = ?1 AND line IN (SELECT value FROM json_each(?2)) ORDER BY line`,
    )
    .bind(importId, JSON.stringify(numbers));
}

/** SQL text: the numbers of the corrected lines. */
const THESE = "(SELECT value ->> 'line' FROM json_each(?2))";

/**
 * Replaces the texts of wrong lines, and compares them with the stock, with sold codes and with all
 * other lines. Aborts unless the import is open and complete and these lines are unchanged since
 * they were read.
 */
export function correctLines(
  db: D1Database,
  importId: string,
  corrected: readonly { was: WrongLine; becomes: NewLine }[],
): D1PreparedStatement[] {
  const list = JSON.stringify(
    corrected.map(({ was, becomes }) => ({ ...becomes, line: was.line, was })),
  );
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the import is whole and open', (
           SELECT state = 'open' AND sent_count = line_count FROM code_import WHERE id = ?1)`,
      )
      .bind(importId),
    db
      .prepare(
        `INSERT INTO must SELECT 'the wrong lines are as they were read', NOT EXISTS (
           SELECT 1 FROM json_each(?2) j WHERE NOT EXISTS (
             SELECT 1 FROM code_import_line l
             WHERE l.import_id = ?1 AND l.line = j.value ->> 'line'
               AND l.finding = j.value ->> '$.was.finding'
               AND l.fingerprint IS j.value ->> '$.was.fingerprint'))`,
      )
      .bind(importId, list),
    // When a line loses its code, the next line with this code is no longer a repetition.
    db
      .prepare(
        `UPDATE code_import_line AS l SET doubt = coalesce(l.doubt, m.doubt),
           finding = iif(m.finding NOT IN ('new', 'unusual'), m.finding,
             iif(coalesce(l.doubt, m.doubt) IS NULL, 'new', 'unusual'))
         FROM code_import_line m
         WHERE m.import_id = ?1 AND m.line IN ${THESE} AND m.finding <> 'twice'
           AND l.id = (SELECT id FROM code_import_line t
             WHERE t.import_id = ?1 AND t.fingerprint = m.fingerprint AND t.finding = 'twice'
               AND t.line NOT IN ${THESE} ORDER BY t.line LIMIT 1)`,
      )
      .bind(importId, list),
    db
      .prepare(
        `UPDATE code_import_line AS l SET id = j.value ->> 'id', sealed = j.value ->> 'sealed',
           fingerprint = j.value ->> 'fingerprint', last_four = j.value ->> 'lastFour',
           detail = j.value ->> 'detail', doubt = j.value ->> 'doubt', shape = j.value ->> 'shape',
           corrected_from = coalesce(l.corrected_from, l.fingerprint, ''),
           finding = iif(j.value ->> 'sealed' IS NULL, 'refused', coalesce(
             (SELECT ${HAD} FROM code c
               WHERE fingerprint = j.value ->> 'fingerprint'),
             iif(j.value ->> 'doubt' IS NULL, 'new', 'unusual')))
         FROM json_each(?2) j WHERE l.import_id = ?1 AND l.line = j.value ->> 'line'`,
      )
      .bind(importId, list),
    // An original line takes precedence over a corrected one, wherever it is in the file.
    db
      .prepare(
        `UPDATE code_import_line AS l SET finding = 'twice'
         WHERE l.import_id = ?1 AND l.line IN ${THESE} AND l.finding IN ('new', 'unusual')
           AND EXISTS (SELECT 1 FROM code_import_line e
             WHERE e.import_id = ?1 AND e.fingerprint = l.fingerprint AND e.line <> l.line
               AND (e.line < l.line OR e.line NOT IN ${THESE}))`,
      )
      .bind(importId, list),
  ];
}

export interface FoundRow {
  finding: string;
  /** Null when the lines are not unusual. */
  doubt: string | null;
  count: number;
}

export function countFindings(db: D1Database, importId: string): Statement<FoundRow> {
  return db
    .prepare(
      `SELECT finding, NULL AS doubt, count(*) AS count FROM code_import_line
       WHERE import_id = ?1 AND finding <> 'unusual' GROUP BY finding
       UNION ALL SELECT 'unusual', doubt, count(*) FROM code_import_line
       WHERE import_id = ?1 AND finding = 'unusual' GROUP BY doubt`,
    )
    .bind(importId);
}

export interface LineRow {
  line: number;
  finding: "new" | "unusual" | "shelf" | "sold" | "twice" | "refused";
  last_four: string | null;
  detail: string | null;
  doubt: string | null;
  shape: string | null;
  /**
   * From here on, facts about the code when the shop already has it: its batch, state and order.
   */
  batch_at: number | null;
  supplier: string | null;
  is_recalled: number | null;
  status: string | null;
  known_at: number | null;
  other_product: string | null;
  order_id: string | null;
  order_number: string | null;
  twin_line: number | null;
}

/** SQL text: lines of an import, with the facts that the shop has about their codes. */
const LINES = `SELECT l.line, l.finding, l.last_four, l.detail, l.doubt, l.shape, b.created_at AS batch_at, b.supplier,
    c.is_recalled, c.status,
    coalesce(c.known_at, (SELECT seen_at FROM code_seen_before
      WHERE fingerprint = l.fingerprint)) AS known_at, iif(c.product_id <> i.product_id, p.name, NULL) AS other_product,
    o.id AS order_id, o.number AS order_number,
    iif(l.finding = 'twice', (SELECT min(line) FROM code_import_line
      WHERE import_id = l.import_id AND fingerprint = l.fingerprint AND finding <> 'twice'),
      NULL) AS twin_line
  FROM code_import_line l JOIN code_import i ON i.id = l.import_id
  LEFT JOIN code c ON c.fingerprint = l.fingerprint LEFT JOIN code_batch b ON b.id = c.batch_id
  LEFT JOIN product p ON p.id = c.product_id
  LEFT JOIN order_item t ON t.id = c.order_item_id AND c.status = 'sold'
  LEFT JOIN orders o ON o.id = t.order_id
  WHERE l.import_id = ?1 AND l.line > ?2`;

export function findLines(
  db: D1Database,
  importId: string,
  findings: readonly string[] | null,
  after: number,
  limit: number,
): Statement<LineRow> {
  return findings === null
    ? db.prepare(`${LINES} ORDER BY l.line LIMIT ?3`).bind(importId, after, limit)
    : db
        .prepare(
          `${LINES} AND l.finding IN (SELECT value FROM json_each(?4)) ORDER BY l.line LIMIT ?3`,
        )
        .bind(importId, after, limit, JSON.stringify(findings));
}

/** Updates the finding of new and unusual lines whose code the shop has by now. */
export function lookAgain(db: D1Database, importId: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE code_import_line AS l SET finding = ${HAD}
       FROM code c
       WHERE l.import_id = ?1 AND l.finding IN ('new', 'unusual') AND c.fingerprint = l.fingerprint`,
    )
    .bind(importId);
}
