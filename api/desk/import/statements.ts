import { type Statement } from "../../base/batch.ts";
import { DAY_MS } from "../../base/time.ts";
import {
  type BoughtBatch,
  IMPORT_PAGE,
  insertBatchOf,
  insertCodesOf,
} from "../../buying/code/batch-statements.ts";
/** Imports of files of codes, from the first call to the end. */

export interface ImportRow {
  id: string;
  product_id: string;
  product_name: string;
  operator: string;
  file_name: string;
  header_rows: number;
  line_count: number;
  sent_count: number;
  /** JSON. */
  shapes: string;
  state: "open" | "adding" | "added" | "dropped";
  has_new: number;
  batch_id: string | null;
  requested_count: number;
  added_count: number;
  created_at: number;
  /** The number of the first line that is still stored; null when there is none. */
  first_line: number | null;
}

const IMPORT = `SELECT i.*, p.name AS product_name,
    (SELECT min(line) FROM code_import_line WHERE import_id = i.id) AS first_line,
    EXISTS (SELECT 1 FROM code_import_line WHERE import_id = i.id AND finding = 'new') AS has_new
  FROM code_import i JOIN product p ON p.id = i.product_id`;

export function findImport(db: D1Database, id: string): Statement<ImportRow> {
  return db.prepare(`${IMPORT} WHERE i.id = ?1`).bind(id);
}

/** The most unfinished imports in one answer. */
const UNDER_WAY_MAX = 50;

export function findImportsUnderWay(db: D1Database): Statement<ImportRow> {
  return db
    .prepare(
      `${IMPORT} WHERE i.id IN (SELECT id FROM code_import WHERE state = 'open'
           UNION ALL SELECT id FROM code_import WHERE state = 'adding' LIMIT ?1)
       ORDER BY i.created_at, i.id`,
    )
    .bind(UNDER_WAY_MAX);
}

export function findGoods(
  db: D1Database,
  productId: string,
): Statement<{ delivery_type: "instant" | "manual" }> {
  return db.prepare("SELECT id, delivery_type FROM product WHERE id = ?1").bind(productId);
}

/** Finds some codes of a product's newest batches, without codes that were unusual. */
export function findSamples(
  db: D1Database,
  productId: string,
  batches: number,
  codes: number,
): Statement<{ id: string; sealed: string }> {
  return db
    .prepare(
      `SELECT id, sealed FROM code WHERE batch_id IN (
         SELECT id FROM code_batch WHERE product_id = ?1 ORDER BY created_at DESC, id DESC LIMIT ?2)
         AND is_unusual = 0 LIMIT ?3`,
    )
    .bind(productId, batches, codes);
}

export interface NewImport {
  id: string;
  productId: string;
  operator: string;
  fileName: string;
  headerRows: number;
  lines: number;
  shapes: readonly string[];
}

export function insertImport(db: D1Database, made: NewImport, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO code_import (id, product_id, operator, file_name, header_rows, line_count, shapes,
         created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`,
    )
    .bind(
      made.id,
      made.productId,
      made.operator,
      made.fileName,
      made.headerRows,
      made.lines,
      JSON.stringify(made.shapes),
      now,
    );
}

/** SQL text: the number of unfinished imports of operator `?1`. */
const UNDER_WAY = `(SELECT count(*) FROM code_import WHERE state = 'open' AND operator = ?1)
    + (SELECT count(*) FROM code_import WHERE state = 'adding' AND operator = ?1)`;

/**
 * Aborts when an operator has more than `max` unfinished imports, including the one in this batch.
 */
export function claimImportsFit(
  db: D1Database,
  operator: string,
  max: number,
): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO must SELECT 'not too many files are on their way', ${UNDER_WAY} <= ?2`)
    .bind(operator, max);
}

export interface Purchased extends BoughtBatch {
  takes: readonly string[];
  ownShapes: readonly string[];
  expected: number;
}

/**
 * SQL text: true for lines `l` that are added when the doubts in the JSON list `?2` are accepted.
 */
const IS_TAKEN = `(l.finding = 'new' OR (l.finding = 'unusual'
             AND l.doubt IN (SELECT value FROM json_each(?2))))`;

/**
 * Starts to add an import as a batch of codes. Aborts unless all of its lines were received, and
 * the number of lines to add is the expected one.
 */
export function beginAdding(
  db: D1Database,
  importId: string,
  bought: Purchased,
  now: number,
): D1PreparedStatement[] {
  const takes = JSON.stringify(bought.takes);
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the import is open and whole', (
           SELECT state = 'open' AND sent_count = line_count FROM code_import WHERE id = ?1)`,
      )
      .bind(importId),
    db
      .prepare(
        `INSERT INTO must SELECT 'the stock is as the dry run said', (
           SELECT count(*) FROM code_import_line l
           WHERE l.import_id = ?1 AND ${IS_TAKEN}
             AND NOT EXISTS (SELECT 1 FROM code WHERE fingerprint = l.fingerprint)) = ?3`,
      )
      .bind(importId, takes, bought.expected),
    insertBatchOf(db, importId, bought, now),
    db
      .prepare(
        `UPDATE code_import SET state = 'adding', batch_id = ?2, takes = ?3, requested_count = ?4,
           own_shapes = ?5
         WHERE id = ?1`,
      )
      .bind(importId, bought.batchId, takes, bought.expected, JSON.stringify(bought.ownShapes)),
  ];
}

/** The number of lines that one batch of statements turns into codes. */
const LINES_PER_PAGE = 1_000;

/**
 * Turns the next lines of an import into codes of its batch, and ends the import after the last
 * line. A code that the shop got another way in the meantime is left out. The trigger
 * `code_import_path` aborts this when the import has ended.
 */
export function addPage(db: D1Database, importId: string, now: number): D1PreparedStatement[] {
  return [
    insertCodesOf(db, importId, LINES_PER_PAGE),
    db
      .prepare(`DELETE FROM code_import_line WHERE id IN (${IMPORT_PAGE})`)
      .bind(importId, LINES_PER_PAGE),
    db
      .prepare(
        `UPDATE code_import SET added_count = (
           SELECT free_count + known_count + held_count + sold_count FROM code_batch
           WHERE id = batch_id)
         WHERE id = ?1`,
      )
      .bind(importId),
    db
      .prepare(
        `UPDATE code_import SET state = 'added', ended_at = ?2
         WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM code_import_line WHERE import_id = ?1)`,
      )
      .bind(importId, now),
  ];
}

/** Finds the oldest import that is being added. */
export function findAdding(db: D1Database): Statement<{ id: string }> {
  return db.prepare(
    "SELECT id FROM code_import WHERE state = 'adding' ORDER BY created_at, id LIMIT 1",
  );
}

/** Drops an open import. When the import is not open, the trigger `code_import_path` aborts. */
export function dropImport(db: D1Database, importId: string, now: number): D1PreparedStatement[] {
  return [
    db
      .prepare("UPDATE code_import SET state = 'dropped', ended_at = ?2 WHERE id = ?1")
      .bind(importId, now),
    deleteLines(db, importId),
  ];
}

/** The most lines that one statement deletes. The job `tidy` deletes the remaining ones. */
const LINES_DELETED = 5_000;

const deleteLines = (db: D1Database, importId: string) =>
  db
    .prepare(
      `DELETE FROM code_import_line WHERE id IN (
         SELECT id FROM code_import_line WHERE import_id = ?1 LIMIT ?2)`,
    )
    .bind(importId, LINES_DELETED);

/** The time for which the job `tidy` deletes lines of an import after it was dropped. */
const TIDIED_MS = 30 * DAY_MS;

/**
 * Statements of the job `tidy`. They drop imports that were opened before a time and are still
 * open, and delete the lines of imports that were dropped in the last thirty days. Imports that
 * were dropped earlier have no lines left, unless the job did not run for thirty days.
 */
export function tidyImports(
  db: D1Database,
  before: number,
  limit: number,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE code_import SET state = 'dropped', ended_at = ?2 WHERE id IN (
           SELECT id FROM code_import WHERE state = 'open' AND created_at < ?1 LIMIT ?3)`,
      )
      .bind(before, now, limit),
    db
      .prepare(
        `DELETE FROM code_import_line WHERE id IN (
           SELECT l.id FROM code_import i JOIN code_import_line l ON l.import_id = i.id
           WHERE i.state = 'dropped' AND i.ended_at > ?1 LIMIT ?2)`,
      )
      .bind(now - TIDIED_MS, limit),
  ];
}
