import help from "../../api/seed/search-help.json" with { type: "json" };
import searchWords from "../../api/seed/search-words.json" with { type: "json" };
import {
  ADD_HELP,
  ADD_UNSOLD,
  ADD_WORDS,
  toUnsoldRows,
  toWordRows,
} from "../../api/goods/catalogue/word-sql.ts";

/** Prints SQL for a deployed shop, to run with `wrangler d1 execute DB --remote`. */
function print(sql: string, rows: readonly object[]): void {
  const literal = `'${JSON.stringify(rows).replaceAll("'", "''")}'`;
  console.log(`${sql.replace("?1", () => literal)};`);
}

print(ADD_WORDS, toWordRows(searchWords, help));
print(ADD_UNSOLD, toUnsoldRows(searchWords));
print(ADD_HELP, help);
