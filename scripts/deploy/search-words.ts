import help from "../../api/seed/search-help.json" with { type: "json" };
import searchWords from "../../api/seed/search-words.json" with { type: "json" };
import {
  ADD_HELP,
  ADD_UNSOLD,
  ADD_WORDS,
  toUnsoldRows,
  toWordRows,
} from "../../api/goods/catalogue/word-sql.ts";

/**
 * Returns the SQL that gives a deployed shop the words by which people search for services and
 * help. Words of subcategories that the shop does not have lead nowhere.
 */
export function wordsSql(): string {
  return (
    withRows(ADD_WORDS, toWordRows(searchWords, help)) +
    withRows(ADD_UNSOLD, toUnsoldRows(searchWords)) +
    withRows(ADD_HELP, help)
  );
}

/** Writes rows as a JSON literal into a statement, in the place of ?1. */
const withRows = (sql: string, rows: readonly object[]): string =>
  `${sql.replace("?1", () => `'${JSON.stringify(rows).replaceAll("'", "''")}'`)};\n`;
