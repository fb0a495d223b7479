import { batchName } from "../../../persian/batch-name.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import type { Doubt } from "../../../persian/code-look.ts";
import { sayDoubt, sayFault } from "./say-doubt.ts";
import type { LineRow } from "./line-statements.ts";

/**
 * Explains the finding of a line of an import. `headerRows` is the number of lines of the file
 * before its codes.
 */
export function sayLine(row: LineRow, shapes: readonly string[], headerRows: number): string {
  switch (row.finding) {
    case "new":
      return "";
    case "unusual":
      return sayDoubt((row.doubt ?? "shape") as Doubt, row.shape ?? "", shapes);
    case "refused":
      return sayFault(row.detail ?? "");
    case "twice":
      return `در همین پرونده هم هست، سطر ${toPersianDigits((row.twin_line ?? 0) + headerRows)}`;
    default:
      return sayKnown(row);
  }
}

function sayKnown(row: LineRow): string {
  const where = row.other_product === null ? "" : `، برای «${row.other_product}»`;
  // A code that was in stock at the comparison may be sold by now, or the reverse.
  if (row.status === "sold")
    return `پیش‌تر فروخته‌ایم، سفارش ${toPersianDigits(row.order_number ?? "")}${where}`;
  if (row.known_at !== null) return `پیش‌تر از انبار بیرون رفته است و فروخته نمی‌شود${where}`;
  const batch =
    row.batch_at === null
      ? ""
      : `، ${batchName({ supplier: row.supplier, createdAt: row.batch_at })}`;
  return `در انبار است${batch}${where}${row.is_recalled === 1 ? "، فراخوانده" : ""}`;
}
