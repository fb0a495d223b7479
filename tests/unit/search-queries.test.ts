import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { search } from "../../contract/search.ts";
import { indexCatalogue } from "../../api/goods/search/index-catalogue.ts";
import words from "../../api/seed/search-words.json" with { type: "json" };
import { seed } from "../../api/seed/seed.ts";
import { storeTutorials } from "../../api/goods/search/tutorials.ts";
import { readTutorials } from "../../scripts/build/index-tutorials.ts";
import type { QueryList } from "../support/search-queries.ts";
import { TUNED_QUERIES } from "../support/search-queries-tuned.ts";
import { UNSEEN_QUERIES } from "../support/search-queries-unseen.ts";
import { openStage } from "../torture/limits/stage.ts";

/** Searches the whole catalogue for what people type. The shop runs in this process. */

/** A query hits when the expected result is among the first three of its kind. */
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

async function isAnswered(query: string, expected: string | null): Promise<boolean> {
  const { products, subcategories, tutorials, help, notice } = await find(query);
  if (expected === null) return products.length + subcategories.length === 0;
  if (expected.startsWith("notice:"))
    return notice?.includes(expected.slice("notice:".length)) ?? false;
  const tutorialAddresses = tutorials.map(({ slug }) => `/tutorials/${slug}`);
  const addresses = help.map(({ address }) => address);
  if (expected.startsWith("/"))
    return [tutorialAddresses, addresses].some((found) =>
      found.slice(0, SEEN_MOST).includes(expected),
    );
  return products
    .slice(0, SEEN_MOST)
    .some(({ id, subcategoryUrlName }) => id === expected || subcategoryUrlName === expected);
}

/** Returns the percentage of queries that hit, and prints the count for each kind. */
async function hitRate(name: string, list: QueryList): Promise<number> {
  let [asked, hit] = [0, 0];
  const lines: string[] = [];
  for (const [kind, queries] of Object.entries(list)) {
    const misses: string[] = [];
    for (const [query, expected] of Object.entries(queries))
      if (!(await isAnswered(query, expected))) misses.push(query);
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

describe("the expected result is among the first three of its kind", () => {
  test("for 95 percent of the queries that the vocabulary was made with", async () => {
    expect(await hitRate("tuned", TUNED_QUERIES)).toBeGreaterThanOrEqual(95);
  });

  test("for 95 percent of queries that were not used while the vocabulary was made", async () => {
    expect(await hitRate("unseen", UNSEEN_QUERIES)).toBeGreaterThanOrEqual(95);
  });
});

describe("a service on the list of services that are not sold", () => {
  beforeEach(() => stage.shop.db.prepare("DELETE FROM rate_limit").run());
  const at = async (query: string) => {
    const { notice, products } = await find(query);
    return { notice, products };
  };
  const index = () => indexCatalogue(stage.shop.db, Infinity);
  const { unsold } = words as { unsold: Record<string, { words: string[] }> };

  /** Puts a product of such a service on sale, under the names that an operator gives it. */
  async function sell({ title, latin = "" }: { title: string; latin?: string }) {
    const { db } = stage.shop;
    await db.batch([
      db
        .prepare(
          `INSERT INTO subcategory (id, type, url_name, display_name, latin_name, hue, tagline,
             region_notice, position)
           VALUES (?1, 'giftcard', ?1, ?2, ?3, 30, '', '', 900)`,
        )
        .bind("new-service", title, latin),
      db
        .prepare(
          `INSERT INTO product (id, subcategory_id, name, region, denomination, delivery_type,
             price_toman, manual_stock, position, created_at, updated_at)
           VALUES (?1, ?1, ?2, 'جهانی', '$60', 'manual', 1000, 1, 900, 0, 0)`,
        )
        .bind("new-service", `${title} ۶۰`),
    ]);
    await index();
  }
  async function end() {
    const { db } = stage.shop;
    await db.batch([
      db.prepare("DELETE FROM product WHERE id = 'new-service'"),
      db.prepare("DELETE FROM subcategory WHERE id = 'new-service'"),
    ]);
    await index();
  }
  afterEach(end);

  test.each(Object.entries(unsold))(
    "a search by each name of %s says that it is not sold, until a product is on sale",
    async (name, own) => {
      const names = [name, ...own.words];
      for (const query of names)
        expect([query, (await at(query)).notice]).toEqual([query, `${name} را نمی‌فروشیم.`]);
      // An operator may use the name, a longer name, or only one word of the list.
      for (const title of new Set([name, `اشتراک ${name}`, own.words.at(-1) ?? name])) {
        await sell({ title });
        for (const query of [...names, `${names[1] ?? name} ۶۰`]) {
          const { notice, products } = await at(query);
          expect([title, query, notice, ...products.slice(0, 3).map(({ id }) => id)]).toEqual(
            expect.arrayContaining([title, query, null, "new-service"]),
          );
        }
        await end();
      }
      expect((await at(name)).notice).toBe(`${name} را نمی‌فروشیم.`);
    },
  );

  test("is reported as not sold again once its product is hidden or taken off sale", async () => {
    const query = "گنشین ۶۰";
    const denied = { notice: "گنشین ایمپکت را نمی‌فروشیم.", products: [] };
    await sell({ title: "گنشين", latin: "HoYoverse" });
    for (const [off, on] of [
      ["UPDATE product SET is_active = 0", "UPDATE product SET is_active = 1"],
      ["UPDATE subcategory SET is_shown = 0", "UPDATE subcategory SET is_shown = 1"],
    ] as const) {
      const one = " WHERE id = 'new-service'";
      await stage.shop.db.prepare(off + one).run();
      expect(await at(query)).toEqual(denied);
      await stage.shop.db.prepare(on + one).run();
      await index();
      expect(await at(query)).toMatchObject({ notice: null, products: [{ id: "new-service" }] });
    }
  });
});
