/** Statements that change batches of codes. */

/** Recalls a batch; a trigger marks its codes. Aborts when the batch is already recalled. */
export function recallBatch(
  db: D1Database,
  id: string,
  reason: string,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the batch is on sale', (
           SELECT recalled_at IS NULL FROM code_batch WHERE id = ?1)`,
      )
      .bind(id),
    db
      .prepare("UPDATE code_batch SET recalled_at = ?2, recall_reason = ?3 WHERE id = ?1")
      .bind(id, now, reason),
  ];
}

/** Puts a recalled batch on sale again. Aborts when the batch is not recalled. */
export function restoreBatch(db: D1Database, id: string): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the batch is recalled', (
           SELECT recalled_at IS NOT NULL FROM code_batch WHERE id = ?1)`,
      )
      .bind(id),
    db
      .prepare("UPDATE code_batch SET recalled_at = NULL, recall_reason = NULL WHERE id = ?1")
      .bind(id),
  ];
}

/**
 * A file with at most this many lines is too short to compare its lines with each other, so the
 * operator has judged each line.
 */
const JUDGED_MAX = 2;

/**
 * SQL text: true when the shape of the unusual line `l` of import `i` is not used to check later
 * codes.
 */
const IS_NO_EXAMPLE = `NOT (l.doubt = 'first' AND i.line_count <= ${String(JUDGED_MAX)})
             AND l.shape NOT IN (SELECT value FROM json_each(i.own_shapes))`;

/** SQL text: the ids of the next `?2` lines of import `?1`. */
export const IMPORT_PAGE = `SELECT id FROM code_import_line WHERE import_id = ?1 ORDER BY line LIMIT ?2`;

const IS_TAKEN_BY_IMPORT = `(l.finding = 'new' OR (l.finding = 'unusual'
             AND l.doubt IN (SELECT value FROM json_each(i.takes))))`;

/** The purchase data of a batch of codes. */
export interface BoughtBatch {
  batchId: string;
  supplier: string;
  invoice: string;
  /** The cost of one code, in toman. */
  unitCost: number;
  /** The price of a dollar on the day of purchase, in toman. */
  dollar: number | null;
}

/** Inserts the batch of codes for an import. */
export function insertBatchOf(
  db: D1Database,
  importId: string,
  bought: BoughtBatch,
  now: number,
): D1PreparedStatement {
  const { batchId, unitCost, supplier, invoice, dollar } = bought;
  return db
    .prepare(
      `INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at, supplier, invoice,
         dollar_toman)
       SELECT ?2, product_id, ?3, ?4, ?5, nullif(?6, ''), ?7 FROM code_import WHERE id = ?1`,
    )
    .bind(importId, batchId, unitCost, now, supplier, invoice, dollar);
}

/**
 * Turns the next lines of an import into codes of its batch. Leaves out codes that were meanwhile
 * added to the shop in another way.
 */
export function insertCodesOf(db: D1Database, importId: string, most: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, last_four, is_recalled,
         is_unusual)
       SELECT l.id, i.product_id, i.batch_id, l.sealed, l.fingerprint, l.last_four,
         b.recalled_at IS NOT NULL, l.finding = 'unusual' AND ${IS_NO_EXAMPLE}
       FROM code_import i JOIN code_batch b ON b.id = i.batch_id
       JOIN code_import_line l ON l.id IN (${IMPORT_PAGE})
       WHERE i.id = ?1 AND ${IS_TAKEN_BY_IMPORT}
         AND NOT EXISTS (SELECT 1 FROM code WHERE fingerprint = l.fingerprint)`,
    )
    .bind(importId, most);
}
