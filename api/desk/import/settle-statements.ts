import { type Statement } from "../../base/batch.ts";
import { type Counted } from "../../../persian/code-shape.ts";
/** Statements that compare the lines of a complete file with each other. */

/** Counts the codes of each shape, without those that look like a date, a link or a price. */
export function countShapes(db: D1Database, importId: string): Statement<Counted> {
  return db
    .prepare(
      `SELECT shape, count(*) AS count FROM code_import_line
       WHERE import_id = ?1 AND shape IS NOT NULL AND doubt IS NOT 'unlike' GROUP BY shape`,
    )
    .bind(importId);
}

/** SQL text: true while import `?1` is a dry run. */
const IS_OPEN = "(SELECT state FROM code_import WHERE id = ?1) = 'open'";

/**
 * Marks new and unusual lines of these shapes as unusual, with this doubt. With `upTo`, it marks
 * only lines up to that number.
 */
export function doubtLines(
  db: D1Database,
  importId: string,
  doubt: string,
  shapes: readonly string[],
  upTo = Number.MAX_SAFE_INTEGER,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE code_import_line SET finding = 'unusual', doubt = ?2
       WHERE import_id = ?1 AND finding IN ('new', 'unusual') AND ${IS_OPEN}
         AND shape IN (SELECT value FROM json_each(?3)) AND line <= ?4`,
    )
    .bind(importId, doubt, JSON.stringify(shapes), upTo);
}

/** Marks every new line as unusual, because there is nothing to compare it with. */
export function doubtRest(db: D1Database, importId: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE code_import_line SET finding = 'unusual', doubt = 'first'
       WHERE import_id = ?1 AND finding = 'new' AND ${IS_OPEN}`,
    )
    .bind(importId);
}

/**
 * Stores the shapes with which the codes of a file are compared, if the import is still a dry run.
 */
export function keepShapes(
  db: D1Database,
  importId: string,
  shapes: readonly string[],
): D1PreparedStatement {
  return db
    .prepare("UPDATE code_import SET shapes = ?2 WHERE id = ?1 AND state = 'open'")
    .bind(importId, JSON.stringify(shapes));
}
