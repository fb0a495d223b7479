import { formatDay } from "./dates.ts";

interface Batch {
  /** Null when no supplier was recorded. */
  supplier: string | null;
  /** An ISO time, or UTC milliseconds. */
  createdAt: string | number;
}

/**
 * Names a batch of codes as people do: «بستهٔ ۴ آذر ۱۴۰۵ از پخش نمونه». The day is the one in
 * Tehran.
 */
export function batchName({ supplier, createdAt }: Batch): string {
  return [`بستهٔ ${formatDay(createdAt)}`, supplier ?? ""]
    .filter((part) => part !== "")
    .join(" از ");
}
