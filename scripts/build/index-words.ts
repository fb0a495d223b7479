import searchWords from "../../api/seed/search-words.json" with { type: "json" };
import { ADD_WORDS, toWordRows } from "../../api/search/word-sql.ts";

/** Prints SQL for a deployed shop, to run with `wrangler d1 execute DB --remote`. */
const literal = `'${JSON.stringify(toWordRows(searchWords)).replaceAll("'", "''")}'`;
console.log(`${ADD_WORDS.replace("?1", () => literal)};`);
