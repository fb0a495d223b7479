/**
 * Writes rows as a CSV file that spreadsheets open in Persian: with a byte order mark, and no cell
 * that they would take for a formula.
 */
export function writeCsv(rows: readonly (readonly (string | number)[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("")}`;
}

function writeCell(cell: string | number): string {
  if (typeof cell === "number") return String(cell);
  const safe = /^[\s]*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
