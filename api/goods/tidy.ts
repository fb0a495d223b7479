import { MISSES_KEPT_DAYS } from "../../contract/desk/search.ts";
import { DAY_MS, HOUR_MS } from "../base/time.ts";
import { dayOf } from "./search/miss.ts";

/**
 * Longer than needed: the chart shows seven days, and each price change stores the rate that made
 * it.
 */
const RATES_KEPT_DAYS = 31;

/** Deletes goods rows that are no longer needed, but at most `most` searches without results. */
export const tidyGoods = (db: D1Database, most: number, now: number): D1PreparedStatement[] => [
  db
    .prepare(
      `DELETE FROM search_miss WHERE rowid IN (
         SELECT rowid FROM search_miss WHERE day < ?1 LIMIT ?2)`,
    )
    .bind(dayOf(now - MISSES_KEPT_DAYS * DAY_MS), most),
  db
    .prepare(`DELETE FROM rate_hour WHERE currency IN (SELECT currency FROM rate) AND hour < ?1`)
    .bind(Math.floor((now - RATES_KEPT_DAYS * DAY_MS) / HOUR_MS)),
];
