import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/root.mjs";

/**
 * `node scripts/audit/repair-export.mjs SCHEMA.sql DATA.sql > WHOLE.sql`: turns two exports of
 * `wrangler d1 export` (`--no-data` and `--no-schema`) into one file that can be imported. Exports
 * put rows before the tables that they refer to, and triggers before the views that they are on.
 * Exports also lack the search index, so it is rebuilt from its table.
 */
const [, , schemaPath, dataPath] = process.argv;
if (!schemaPath || !dataPath)
  throw new Error("node scripts/audit/repair-export.mjs SCHEMA.sql DATA.sql > WHOLE.sql");
const schema = readFileSync(schemaPath, "utf8");
const [tables, rest] = cut(schema, /^CREATE (?!TABLE)/m);
const [beforeViews, views] = cut(rest, /^CREATE VIEW /m);
process.stdout.write(
  [tables, readFileSync(dataPath, "utf8"), views, searchIndex(), beforeViews].join("\n"),
);

/**
 * Splits a text before the first match. After the first view there are only views, because they
 * come last in an export.
 */
function cut(text, where) {
  const at = text.search(where);
  if (at === -1) throw new Error(`${schemaPath} is not the complete schema of a shop.`);
  return [text.slice(0, at), text.slice(at)];
}

function searchIndex() {
  const folder = join(root, "api", "migrations");
  const texts = readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file), "utf8"));
  // A later migration may have created the index again, so the last match is taken.
  const index = texts
    .flatMap((text) => text.match(/^CREATE VIRTUAL TABLE search_index [^;]+;/m) ?? [])
    .at(-1);
  return `${index}\nINSERT INTO search_index (search_index) VALUES ('rebuild');\n`;
}
