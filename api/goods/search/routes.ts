import { readAll } from "../../base/batch.ts";
import { Hono } from "hono";
import { refusals } from "../../../contract/endpoint.ts";
import { type FoundSubcategory, type SearchResult, search } from "../../../contract/search.ts";
import { type Shop, type ShopEnv, callerAddress, query, refuse } from "../../base/context.ts";
import { logError } from "../../base/log-error.ts";
import { type UseCount, countUse, secondsToNextWindow } from "../../base/rate-limit.ts";
import { MINUTE_MS } from "../../base/time.ts";
import { pictureOf } from "../picture/address.ts";
import { toProduct } from "../catalogue/rows.ts";
import { countMiss, missOf } from "./miss.ts";
import { toNotice } from "./notice.ts";
import { type Matches, toMatches } from "./rules.ts";
import { findSoldAfterAll } from "./sold-after-all.ts";
import { type FoundRow, type SuggestedRow, findEntries, selectSuggestions } from "./statements.ts";

export const searches = new Hono<ShopEnv>();

searches.get("/", query(search.query), async (c) => {
  const { db, now, settings } = c.var.shop;
  const matches = toMatches(c.var.query.query);
  c.header("Cache-Control", "public, max-age=5");
  if (!matches) {
    const results = await readAll(selectSuggestions(db, []));
    return c.json(toResult([], results));
  }
  const moment = now();
  const address = callerAddress(c);
  const searchesMax = settings.SEARCHES_PER_ADDRESS_MINUTE;
  const [uses, found, suggested] = await db.batch([
    countUse(db, "search", address, moment),
    findEntries(db, matches, moment, { address, searchesMax }),
    selectSuggestions(db, matches.runs),
  ]);
  const [use] = (uses?.results ?? []) as UseCount[];
  if (use && use.count > searchesMax) {
    c.header("Cache-Control", "no-store");
    const retryAfterSeconds = secondsToNextWindow(moment, MINUTE_MS);
    return refuse(c, refusals.tooMany, { retryAfterSeconds });
  }
  const result = toResult(
    await correct((found?.results ?? []) as FoundRow[], c.var.shop, matches, (query, refs) =>
      findEntries(db, query, moment, { address, searchesMax }, refs),
    ),
    (suggested?.results ?? []) as SuggestedRow[],
  );
  const miss = isMiss(result) ? missOf(c.var.query.query) : null;
  // The query is counted after the answer was sent, and a failure does not affect the search.
  if (miss !== null)
    c.executionCtx.waitUntil(
      countMiss(db, miss, moment)
        .run()
        .catch((error: unknown) => {
          logError({ task: "counting a search" }, error);
        }),
    );
  return c.json(result);
});

/** Searches again when the query names a service of the unsold list that is sold after all. */
async function correct(
  found: FoundRow[],
  { db }: Shop,
  matches: Matches,
  findAgain: (matches: Matches, soldRefs: readonly string[]) => D1PreparedStatement,
): Promise<FoundRow[]> {
  const refs = meaningsOf(found).flatMap(([kind, ref]) => (kind === "unsold" ? [ref] : []));
  const sold = refs.length === 0 ? null : await findSoldAfterAll(db, matches, [...new Set(refs)]);
  if (!sold) return found;
  return (await findAgain(sold.matches, sold.refs).all<FoundRow>()).results;
}

const meaningsOf = (rows: readonly FoundRow[]) =>
  JSON.parse(rows[0]?.meanings ?? "[]") as [string, string][];

/** True when nothing was found, or nothing for the requested region. */
function isMiss({ suggestions, notice }: SearchResult): boolean {
  return suggestions.length > 0 || notice !== null;
}

function toResult(rows: readonly FoundRow[], suggested: readonly SuggestedRow[]): SearchResult {
  const meanings = meaningsOf(rows);
  const products = rows.flatMap((row) => (row.kind === "product" ? [row] : []));
  const subcategories = rows.flatMap((row) =>
    row.kind === "subcategory" ? [toSubcategory({ ...row, id: row.ref })] : [],
  );
  const tutorials = rows.flatMap((row) =>
    row.kind === "tutorial"
      ? [{ id: row.ref, title: row.title, slug: row.ref, coverUrl: row.cover_url }]
      : [],
  );
  const help = rows.flatMap((row) =>
    row.kind === "help" ? [{ address: row.ref, title: row.help_title, summary: row.summary }] : [],
  );
  const isNothing = [products, subcategories, tutorials, help].every(({ length }) => length === 0);
  return {
    products: products.map(toProduct),
    subcategories,
    tutorials,
    help,
    asksHow: meanings.some(([kind]) => kind === "question"),
    notice: toNotice(meanings, products),
    suggestions: isNothing ? suggested.map(toSubcategory) : [],
  };
}

function toSubcategory(row: SuggestedRow): FoundSubcategory {
  return {
    id: row.id,
    displayName: row.display_name,
    urlName: row.url_name,
    type: row.type,
    imageUrl: pictureOf(row, undefined, "small"),
  };
}
