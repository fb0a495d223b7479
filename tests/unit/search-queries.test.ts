import { beforeAll, describe, expect, test, vi } from "vitest";
import { search } from "../../contract/search.ts";
import { seed } from "../../api/seed/seed.ts";
import { storeTutorials } from "../../api/search/tutorials.ts";
import { readTutorials } from "../../scripts/build/index-tutorials.ts";
import type { QueryList } from "../support/search-queries.ts";
import { TUNED_QUERIES } from "../support/search-queries-tuned.ts";
import { UNSEEN_QUERIES } from "../support/search-queries-unseen.ts";
import { openStage } from "../torture/limits/stage.ts";

/** Asks what people type in a shop with the whole catalogue, in this process. */

/** The wanted thing is among so many of its kind. */
const SEEN_MOST = 3;

const stage = openStage({});

beforeAll(async () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  const env = { DB: stage.shop.db, CODE_KEYS: JSON.stringify({ 1: key }), HMAC_KEY: key };
  await storeTutorials(env.DB, readTutorials());
  await seed(env, { now: stage.now() });
  return () => vi.unstubAllGlobals();
});

async function find(query: string) {
  const answer = await stage.anyone(search, { query: { query } });
  if (answer.status !== 200) throw new Error(`«${query}» was answered ${String(answer.status)}`);
  return answer.body;
}

async function isAnswered(query: string, wanted: string | null): Promise<boolean> {
  const { products, subcategories, tutorials, help, notice } = await find(query);
  if (wanted === null) return products.length + subcategories.length === 0;
  if (wanted.startsWith("notice:"))
    return notice?.includes(wanted.slice("notice:".length)) ?? false;
  const tutorialAddresses = tutorials.map(({ slug }) => `/tutorials/${slug}`);
  const addresses = help.map(({ address }) => address);
  if (wanted.startsWith("/"))
    return [tutorialAddresses, addresses].some((found) =>
      found.slice(0, SEEN_MOST).includes(wanted),
    );
  return products
    .slice(0, SEEN_MOST)
    .some(({ id, subcategoryUrlName }) => id === wanted || subcategoryUrlName === wanted);
}

/** Returns of 100 queries how many found what they should, and prints it for each kind. */
async function hitRate(name: string, list: QueryList): Promise<number> {
  let [asked, hit] = [0, 0];
  const lines: string[] = [];
  for (const [kind, queries] of Object.entries(list)) {
    const misses: string[] = [];
    for (const [query, wanted] of Object.entries(queries))
      if (!(await isAnswered(query, wanted))) misses.push(query);
    const count = Object.keys(queries).length;
    asked += count;
    hit += count - misses.length;
    const missed = misses.map((query) => `«${query}»`).join(" ");
    lines.push(`${kind}: ${String(count - misses.length)} of ${String(count)} ${missed}`);
  }
  console.log([`${name}: ${String(hit)} of ${String(asked)}`, ...lines].join("\n"));
  return (100 * hit) / asked;
}

test("both lists together hold three hundred queries", () => {
  const queries = [TUNED_QUERIES, UNSEEN_QUERIES].flatMap((list) => Object.values(list));
  const count = queries.flatMap((kind) => Object.keys(kind)).length;
  expect(count).toBeGreaterThanOrEqual(300);
});

describe("the wanted thing is among the first three of its kind", () => {
  test("for the queries that the vocabulary was made with", async () => {
    expect(await hitRate("tuned", TUNED_QUERIES)).toBeGreaterThanOrEqual(95);
  });

  test("for queries that nobody looked at while it was made", async () => {
    expect(await hitRate("unseen", UNSEEN_QUERIES)).toBeGreaterThanOrEqual(95);
  });
});
