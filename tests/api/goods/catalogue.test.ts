import { expect, test } from "vitest";
import { toExperience } from "../../../api/goods/catalogue/rows.ts";
import catalogue from "../../../api/seed/catalogue.json" with { type: "json" };
import { getCard, getCategories, getOpenApi, getProducts } from "../../../contract/catalogue.ts";
import { useSharedShop } from "../../support/use-shop.ts";

const shop = useSharedShop();

const itunes = async () =>
  (await shop.ask(getProducts, { query: { type: "giftcard", subcategory: "itunes" } })).body
    .products;

test("shows every category with its subcategories and product counts", async () => {
  const { categories } = getCategories.answer.parse((await shop.ask(getCategories)).body);
  const seeded = new Set<string>(catalogue.categories.map(({ type }) => type));
  // Other tests of this shop make categories too.
  const shown = categories
    .filter(({ type }) => seeded.has(type))
    .map(({ type, subcategories }) => [
      type,
      ...subcategories.map(({ urlName, productCount }) => [urlName, productCount]),
    ]);
  const counts = await shop.sql<{ place: string; count: number }>(
    `SELECT s.type || '/' || s.url_name AS place, count(*) AS count
     FROM product p JOIN subcategory s ON s.id = p.subcategory_id WHERE p.is_active = 1 GROUP BY 1`,
  );
  const countOf = new Map(counts.map(({ place, count }) => [place, count]));
  expect(shown).toEqual(
    catalogue.categories.map(({ type, subcategories }) => [
      type,
      ...subcategories.map(({ urlName }) => [urlName, countOf.get(`${type}/${urlName}`)]),
    ]),
  );
});

test("shows a subcategory's products, cheapest first, without withdrawn ones", async () => {
  await shop.newProduct({ priceToman: 1 });
  const before = await itunes();
  expect(before.length).toBeGreaterThan(1);
  expect(before.every(({ subcategoryUrlName }) => subcategoryUrlName === "itunes")).toBe(true);
  const prices = before.map(({ priceAfterDiscount }) => priceAfterDiscount);
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  const [gone, ...kept] = before.map(({ id }) => id);
  await shop.sql("UPDATE product SET is_active = 0 WHERE id = ?1", gone);
  expect((await itunes()).map(({ id }) => id)).toEqual(kept);
  expect((await shop.ask(getProducts, { query: { subcategory: "none" } })).status).toBe(404);
});

test("returns the facts for drawing a picture, even for a product that is no longer sold", async () => {
  const product = await shop.newProduct({ priceToman: 1 });
  await shop.sql("UPDATE product SET is_active = 0 WHERE id = ?1", product);
  const card = (urlName: string, query: { product?: string } = {}) =>
    shop.ask(getCard, { params: { urlName }, query });
  expect((await card("itunes")).body).toEqual({ latinName: "iTunes", hue: 15 });
  expect((await card("itunes", { product })).body).toEqual({
    latinName: "iTunes",
    hue: 15,
    denomination: "$1",
    region: "آمریکا",
  });
  expect((await card("steam", { product })).status).toBe(404);
  expect((await card("none")).status).toBe(404);
});

test("shows figures about buyers only from thirty on, and rounds them down", () => {
  const ratings = JSON.stringify([{ stars: 4, productId: "p", createdAt: 1000 }]);
  const met = (orders: number, fast: number, count: number) =>
    toExperience({ instant_orders: orders, fast_orders: fast, all_ratings: count, ratings });
  expect(met(29, 29, 29)).toEqual({ fastPercent: null, ratings: [] });
  expect(met(30, 29, 30)).toEqual({
    fastPercent: 96,
    ratings: [{ stars: 4, productId: "p", createdAt: "1970-01-01T00:00:01.000Z" }],
  });
});

test("describes all its calls as an OpenAPI document", async () => {
  const { body } = await shop.ask(getOpenApi);
  expect(body).toMatchObject({
    servers: [{ url: "/api/v1" }],
    paths: { "/categories": { get: { responses: { 200: {} } } } },
  });
});
