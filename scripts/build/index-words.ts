import help from "../../api/seed/search-help.json" with { type: "json" };
import searchWords from "../../api/seed/search-words.json" with { type: "json" };
import {
  ADD_HELP,
  ADD_UNSOLD,
  ADD_WORDS,
  toUnsoldRows,
  toWordRows,
} from "../../api/goods/catalogue/word-sql.ts";
import { withRows } from "./index-tutorials.ts";

/**
 * Returns the SQL that gives a deployed shop the words by which people search for services and
 * help. Words of
 * subcategories that the shop does not have lead nowhere.
 */
export function wordsSql(): string {
  return (
    withRows(ADD_WORDS, toWordRows(searchWords, help)) +
    withRows(ADD_UNSOLD, toUnsoldRows(searchWords)) +
    withRows(ADD_HELP, help)
  );
}
