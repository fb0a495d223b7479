import { expect } from "vitest";
import { MISSES_KEPT_DAYS } from "../../../contract/desk/search.ts";
import { QUERY_MAX, search } from "../../../contract/search.ts";
import { allowsOnly, constant, expectAnswer, letters, type Limit } from "./limit.ts";
import { DAY } from "../../support/time.ts";

export const limitsOfSearch: Limit[] = [
  constant("contract/search.ts", "QUERY_MAX", "10_000", async (stage) => {
    const searchFor = (length: number) =>
      stage.anyone(search, { query: { query: letters(length) } });
    await allowsOnly(searchFor, { inside: QUERY_MAX, beyond: QUERY_MAX + 1 });
  }),
  constant("contract/desk/search.ts", "MISSES_KEPT_DAYS", "900", async (stage) => {
    const daysAgo = (days: number) => new Date(stage.now() - days * DAY).toISOString().slice(0, 10);
    const days = [MISSES_KEPT_DAYS, MISSES_KEPT_DAYS + 1];
    for (const day of days.map(daysAgo))
      await stage.shop.sql("INSERT INTO search_miss VALUES (?1, 'frog', 1)", day);
    await stage.shop.runJobs();
    expect(await stage.shop.sql("SELECT day FROM search_miss")).toEqual([
      { day: daysAgo(MISSES_KEPT_DAYS) },
    ]);
  }),
  constant("api/goods/search/miss.ts", "MISSES_PER_DAY_MAX", "1_000_000", async (stage) => {
    await stage.shop.sql(
      `INSERT INTO search_miss (day, query, count)
       WITH RECURSIVE other (number) AS (
         SELECT 1 UNION ALL SELECT number + 1 FROM other WHERE number < 1999)
       SELECT ?1, 'other ' || number, 1 FROM other`,
      new Date(stage.now()).toISOString().slice(0, 10),
    );
    for (const query of ["giraffe", "zebra", "giraffe", "hippopotamus"])
      expectAnswer(await stage.anyone(search, { query: { query } }));
    expect(
      await stage.shop.sql("SELECT query, count FROM search_miss WHERE query NOT LIKE 'other%'"),
    ).toEqual([{ query: "giraffe", count: 2 }]);
  }),
];
