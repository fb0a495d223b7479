import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { show, table, writeSection } from "../check/page.mjs";
import { root } from "../run/root.mjs";

/**
 * One shop that was measured.
 * @typedef {object} Shop
 * @property {number} orders
 * @property {number} people
 * @property {number} bytes of its database
 * @property {number} [seconds] to make it
 * @property {number} auditSeconds
 * @property {Record<string, { rows: number, written: number, calls: number, ms: number }>} found
 */

const report = join(root, ".cache", "reports", "growth.json");
const page = join(root, "docs", "figures.md");
const readme = join(root, "README.md");

/**
 * Adds a shop to the shops that were measured before, and writes all of them into docs/figures.md
 * and one line into README.md.
 * @param {Shop} shop
 */
export function writeGrowth(shop) {
  const known = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : [];
  /** @type {Shop[]} */
  const shops = [...known.filter(({ orders }) => orders !== shop.orders), shop].sort(
    (one, other) => one.orders - other.orders,
  );
  mkdirSync(dirname(report), { recursive: true });
  writeFileSync(report, JSON.stringify(shops, null, 2));
  writeSection(page, "growth", writePage(shops));
  const quote = writeQuote(shops);
  if (quote !== null) writeSection(readme, "growth", quote);
}

function writePage(shops) {
  const largest = shops.at(-1);
  const names = [...new Set(shops.flatMap(({ found }) => Object.keys(found)))];
  const sizes = shops.map(({ orders }) => (orders === 0 ? "empty" : show(orders)));
  const shopRow = (name, figure) => [name, ...shops.map(figure)];
  return `
Written by \`npm run growth\`: invented shops with ninety days of history and these numbers of orders.
Things that wait for the desk, and rows of one person, grow with a shop: a screen reads at most one
page of them.

${table(
  ["Shop", ...sizes],
  [
    shopRow("People", ({ people }) => show(people)),
    shopRow("Megabytes", ({ bytes }) => show(Math.round(bytes / 1e6))),
    shopRow("Seconds to make it", ({ seconds }) => (seconds === undefined ? "" : show(seconds))),
    shopRow("Seconds of an audit", ({ auditSeconds }) => show(auditSeconds)),
  ],
)}

The rows are those that opening a screen reads, as D1 counts them. Database calls and milliseconds
are those of the largest shop, on a machine that also did other work.

${table(
  ["Opened or done", ...sizes, "Database calls", "Milliseconds"],
  names.map((name) => [
    name,
    ...shops.map(({ found }) => (found[name] ? show(found[name].rows) : "—")),
    show(largest.found[name]?.calls ?? 0),
    show(largest.found[name]?.ms ?? 0),
  ]),
)}
`;
}

/** Returns the line of the README; null until an empty shop and another one were measured. */
function writeQuote(shops) {
  const [empty, largest] = [shops[0], shops.at(-1)];
  const [few, many] = [empty, largest].map(({ found }) => found["`/desk`"]?.rows);
  if (empty.orders !== 0 || largest.orders === 0 || few === undefined || many === undefined)
    return null;
  return `
- **${show(many)} rows** are read to open the desk with ${show(largest.orders)} orders, and ${show(few)} in an
  empty shop; the other ${show(many - few)} belong to things that wait there (\`npm run growth\`).

`;
}
