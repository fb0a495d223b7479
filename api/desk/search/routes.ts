import { Hono } from "hono";
import { MISSES_SHOWN_MAX, listSearchMisses } from "../../../contract/desk/search.ts";
import { query } from "../../base/context.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { DAY_MS } from "../../base/time.ts";
import { dayOf } from "../../goods/search/miss.ts";

export const deskSearches = new Hono<OperatorEnv>();

deskSearches.get("/", query(listSearchMisses.query), async (c) => {
  const { db, now } = c.var.shop;
  const { results } = await db
    .prepare(
      `SELECT query, sum(count) AS count, max(day) AS lastDay FROM search_miss
       WHERE day > ?1 GROUP BY query ORDER BY sum(count) DESC, query LIMIT ?2`,
    )
    .bind(dayOf(now() - c.var.query.days * DAY_MS), MISSES_SHOWN_MAX)
    .all<{ query: string; count: number; lastDay: string }>();
  return c.json({ searches: results });
});
