/**
 * Prints texts that people wrote. They are changed so that they cannot control the terminal or look
 * like output of this program.
 */

/** Control characters, marks that change the direction of text, and unusual line breaks. */
const STEERING =
  // oxlint-disable-next-line no-control-regex -- these characters are removed
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff]/g;

/** Returns a text as one line, without control characters and with a space for each line break. */
export const plain = (text) => String(text).replaceAll(STEERING, "").replaceAll(/\n+/g, " ");

/** Returns the lines of a text, each without control characters. */
export const plainLines = (text) =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .split("\n")
    .map((line) => plain(line));

/**
 * Returns JSON in which all control characters are escaped; `JSON.stringify` escapes only some of
 * them.
 */
export const plainJson = (value) =>
  JSON.stringify(value, null, 2).replaceAll(
    STEERING,
    (sign) => `\\u${sign.codePointAt(0).toString(16).padStart(4, "0")}`,
  );

/**
 * Prints any answer: its message, then each field. Rows are printed as a table if they fit into
 * one.
 */
export function printAnswer({ message, ...fields }) {
  if (message !== undefined) console.log(plain(message));
  for (const line of linesOf(fields)) console.log(line);
}

function linesOf(fields) {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (isRows(value)) return [`${name}: ${value.length}`, ...indent(rowLines(value))];
    if (isFields(value)) return [`${plain(name)}:`, ...indent(linesOf(value))];
    const lines = plainLines(cellOf(value));
    // The mark `│` shows which lines belong to this text; the program's own lines never begin with
    // it.
    if (lines.length > 1) return [`${plain(name)}:`, ...lines.map((line) => `  │ ${line}`)];
    return [`${plain(name)}: ${lines[0]}`];
  });
}

/**
 * Returns the lines of a table, or a list of fields for each row if a value does not fit into a
 * cell or the table is wider than the terminal.
 */
function rowLines(rows) {
  const flat = rows.map((row) => flatten(row));
  const width = process.stdout.columns ?? Infinity;
  if (!flat.some((row) => Object.values(row).some(isLong))) {
    const table = tableOf(flat);
    if (table.every((line) => line.length + 2 <= width)) return table;
  }
  return rows.flatMap((row) => {
    const [first, ...more] = linesOf(row);
    return [`- ${first}`, ...indent(more)];
  });
}

function tableOf(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [names, ...rows.map((row) => names.map((name) => plain(cellOf(row[name]))))];
  const widths = names.map((_, at) => Math.max(...cells.map((line) => line[at].length)));
  return cells.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at]))
      .join("  ")
      .trimEnd(),
  );
}

/** Replaces fields within fields by fields with a full name, such as `person.phone`. */
function flatten(row, before = "") {
  if (!isFields(row)) return { value: row };
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      isFields(value)
        ? Object.entries(flatten(value, `${before}${name}.`))
        : [[plain(before + name), value]],
    ),
  );
}

const isObject = (value) => typeof value === "object" && value !== null;
const isFields = (value) => isObject(value) && !Array.isArray(value);
/** True for a list of objects or lists; a list of texts is one cell. */
const isRows = (value) => Array.isArray(value) && value.some(isObject);
/**
 * True for a value that does not fit into a cell. The products of an order fit, because each is a
 * name and a number.
 */
const isLong = (value) =>
  isRows(value)
    ? value.some((one) => Object.values(one).length > 3 || Object.values(one).some(isObject))
    : /[^\n]\n/.test(String(value));
const indent = (lines) => lines.map((line) => `  ${line}`);

function cellOf(value) {
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(cellOf).join(", ");
  if (isFields(value)) return Object.values(value).map(cellOf).join(" ");
  return value === null || value === undefined || value === "" ? "–" : String(value);
}
