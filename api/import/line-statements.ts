/** The lines of an import, and what they are beside the shelf. */

/** A line as it is kept: sealed, or refused and empty. */
export interface NewLine {
  id: string;
  sealed: string | null;
  fingerprint: string | null;
  lastFour: string | null;
  /** Refused for this fault, or odd of this shape. */
  detail: string | null;
}

/**
 * Keeps the lines from number `first` on, each compared with the shelf, with what was sold and with
 * earlier lines. Aborts unless the import is open and they are the next ones.
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
           finding)
         SELECT value ->> 'id', ?1, ?2 + key, value ->> 'sealed', value ->> 'fingerprint',
           value ->> 'lastFour', value ->> 'detail',
           iif(value ->> 'sealed' IS NULL, 'refused', coalesce(
             (SELECT iif(status = 'sold', 'sold', 'shelf') FROM code
               WHERE fingerprint = value ->> 'fingerprint'),
             iif(value ->> 'detail' IS NULL, 'new', 'odd')))
         FROM json_each(?3)`,
      )
      .bind(importId, first, JSON.stringify(lines)),
    db
      .prepare(
        `UPDATE code_import_line AS l SET finding = 'twice'
         WHERE import_id = ?1 AND line BETWEEN ?2 AND ?3 AND finding IN ('new', 'odd')
           AND EXISTS (SELECT 1 FROM code_import_line e
             WHERE e.import_id = ?1 AND e.fingerprint = l.fingerprint AND e.line < l.line)`,
      )
      .bind(importId, first, first + lines.length - 1),
    db
      .prepare("UPDATE code_import SET sent_count = sent_count + ?2 WHERE id = ?1")
      .bind(importId, lines.length),
  ];
}

/** Counts which of these lines have come already, word for word. */
export function countSame(
  db: D1Database,
  importId: string,
  first: number,
  lines: readonly NewLine[],
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT count(*) AS same FROM json_each(?3) j CROSS JOIN code_import_line l
         ON l.import_id = ?1 AND l.line = ?2 + j.key
       WHERE l.fingerprint IS j.value ->> 'fingerprint'`,
    )
    .bind(importId, first, JSON.stringify(lines));
}

export interface FoundRow {
  finding: string;
  count: number;
}

export function countFindings(db: D1Database, importId: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT finding, count(*) AS count FROM code_import_line WHERE import_id = ?1
       GROUP BY finding`,
    )
    .bind(importId);
}

export interface LineRow {
  line: number;
  finding: "new" | "odd" | "shelf" | "sold" | "twice" | "refused";
  last_four: string | null;
  detail: string | null;
  /** Where the shop has the code: its batch, and the order in which it was sold. */
  batch_at: number | null;
  supplier: string | null;
  is_recalled: number | null;
  status: string | null;
  other_product: string | null;
  order_id: string | null;
  order_number: string | null;
  twin_line: number | null;
}

/** SQL text: lines of an import, with what the shop knows of their codes. */
const LINES = `SELECT l.line, l.finding, l.last_four, l.detail, b.created_at AS batch_at, b.supplier,
    c.is_recalled, c.status, iif(c.product_id <> i.product_id, p.name, NULL) AS other_product,
    o.id AS order_id, o.number AS order_number,
    iif(l.finding = 'twice', (SELECT min(line) FROM code_import_line
      WHERE import_id = l.import_id AND fingerprint = l.fingerprint), NULL) AS twin_line
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
): D1PreparedStatement {
  return findings === null
    ? db.prepare(`${LINES} ORDER BY l.line LIMIT ?3`).bind(importId, after, limit)
    : db
        .prepare(
          `${LINES} AND l.finding IN (SELECT value FROM json_each(?4)) ORDER BY l.line LIMIT ?3`,
        )
        .bind(importId, after, limit, JSON.stringify(findings));
}

/** Says again of each line that was new whether the shop has its code by now. */
export function lookAgain(db: D1Database, importId: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE code_import_line AS l SET finding = iif(c.status = 'sold', 'sold', 'shelf')
       FROM code c
       WHERE l.import_id = ?1 AND l.finding IN ('new', 'odd') AND c.fingerprint = l.fingerprint`,
    )
    .bind(importId);
}
