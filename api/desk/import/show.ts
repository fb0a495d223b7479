import {
  type CodeImport,
  type Doubts,
  FINDINGS,
  type Found,
} from "../../../contract/desk/import.ts";
import { DOUBTS } from "../../../persian/code-look.ts";
import type { FoundRow } from "./line-statements.ts";
import type { ImportRow } from "./statements.ts";
import { toIso } from "../../base/time.ts";

/** Returns the number of lines for each finding, including zeros. */
export const showFound = (rows: readonly FoundRow[]) =>
  Object.fromEntries(
    FINDINGS.map((finding) => [finding, sumOf(rows.filter((row) => row.finding === finding))]),
  ) as Found;

/** Returns the number of unusual lines for each doubt. */
export const showDoubts = (rows: readonly FoundRow[]) =>
  Object.fromEntries(
    DOUBTS.map((doubt) => [doubt, sumOf(rows.filter((row) => row.doubt === doubt))]),
  ) as Doubts;

const sumOf = (rows: readonly FoundRow[]) => rows.reduce((sum, { count }) => sum + count, 0);

/** Returns an import as operators see it. */
export function showImport(row: ImportRow): CodeImport {
  return {
    id: row.id,
    productId: row.product_id,
    productName: row.product_name,
    fileName: row.file_name,
    state: row.state,
    by: row.operator,
    lines: row.line_count,
    sent: row.sent_count,
    headerRows: row.header_rows,
    batchId: row.batch_id,
    requested: row.requested_count,
    added: row.added_count,
    left: row.first_line === null ? 0 : row.sent_count - row.first_line + 1,
    createdAt: toIso(row.created_at),
  };
}
