import { generateKeyPairSync } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { readSettings } from "../../../api/base/settings.ts";
import { FEED_PAGES } from "../../../api/goods/torob/statements.ts";
import { TorobFeed, type TorobProduct, getTorobProducts } from "../../../contract/torob.ts";
import type { Answer } from "../../support/shop.ts";
import { type TorobToken, torobSigned, torobToken } from "../../support/torob.ts";
import { useEchoedEdge, useSharedShop } from "../../support/use-shop.ts";

const stranger = generateKeyPairSync("ed25519");

const shop = useSharedShop();
let origin: string;
let host: string;
beforeAll(() => {
  host = `localhost:${String(shop.stack.port)}`;
  origin = `http://${host}`;
});

const encode = (text: string | Buffer) => Buffer.from(text).toString("base64url");
const base64url = (value: unknown) => encode(JSON.stringify(value));
const seconds = () => Math.floor(Date.now() / 1000);

const tokenFor = (forgery: Partial<TorobToken> = {}) => torobToken({ audience: host, ...forgery });

const read = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  shop.askUntyped(getTorobProducts, {
    body,
    headers: { "X-Torob-Token": tokenFor(), "X-Torob-Token-Version": "1", ...headers },
  });

async function readFeed(body: unknown): Promise<TorobFeed> {
  const answer = await read(body);
  expect(answer.status).toBe(200);
  return TorobFeed.parse(answer.body);
}

const idsOf = (products: TorobProduct[]) => products.map(({ page_unique: id }) => id);

describe("a request without Torob's token is refused:", () => {
  const forgeries: Record<string, () => Record<string, string>> = {
    "no token": () => ({ "X-Torob-Token": "" }),
    "no version": () => ({ "X-Torob-Token-Version": "" }),
    "another version": () => ({ "X-Torob-Token-Version": "2" }),
    "an expired token": () => ({ "X-Torob-Token": tokenFor({ claims: { exp: seconds() - 1 } }) }),
    "a token too early": () => ({ "X-Torob-Token": tokenFor({ claims: { nbf: seconds() + 30 } }) }),
    "a token without an end": () => ({ "X-Torob-Token": tokenFor({ claims: { exp: undefined } }) }),
    "a token without a beginning": () => ({
      "X-Torob-Token": tokenFor({ claims: { nbf: undefined } }),
    }),
    "an end that is text": () => ({ "X-Torob-Token": tokenFor({ claims: { exp: "9999999999" } }) }),
    "a token for another shop": () => ({
      "X-Torob-Token": tokenFor({ claims: { aud: "other.example" } }),
    }),
    "a token for the host without its port": () => ({
      "X-Torob-Token": tokenFor({ claims: { aud: "localhost" } }),
    }),
    "a token for no shop": () => ({ "X-Torob-Token": tokenFor({ claims: { aud: undefined } }) }),
    "somebody else's key": () => ({ "X-Torob-Token": tokenFor({ key: stranger.privateKey }) }),
    "alg none": () => ({ "X-Torob-Token": tokenFor({ header: { alg: "none" } }) }),
    "alg none without a signature": () => ({
      "X-Torob-Token": `${tokenFor({ header: { alg: "none" } })
        .split(".")
        .slice(0, 2)
        .join(".")}.`,
    }),
    "alg HS256": () => ({ "X-Torob-Token": tokenFor({ header: { alg: "HS256" } }) }),
    "claims changed after signing": () => {
      const [header, , signature] = tokenFor().split(".");
      return {
        "X-Torob-Token": [
          header,
          base64url({ aud: host, exp: seconds() + 9_999, nbf: 0 }),
          signature,
        ].join("."),
      };
    },
    "a cut signature": () => ({ "X-Torob-Token": tokenFor().slice(0, -4) }),
    "four parts": () => ({ "X-Torob-Token": `${tokenFor()}.AAAA` }),
    "claims that are not JSON": () => {
      return { "X-Torob-Token": torobSigned(`${base64url({ alg: "EdDSA" })}.${encode("{")}`) };
    },
    garbage: () => ({ "X-Torob-Token": "not-a-token" }),
    "more garbage": () => ({ "X-Torob-Token": "a.b.c" }),
    "a very long token": () => ({
      "X-Torob-Token": `${"A".repeat(3_000)}.${"A".repeat(3_000)}.AA`,
    }),
  };

  test.each(Object.keys(forgeries))("%s", async (name) => {
    const answer = await read({ page: 1, sort: "date_added_desc" }, forgeries[name]?.());
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: "توکن ترب پذیرفته نشد." });
    expect(answer.body.products).toBeUndefined();
  });
});

test.each([
  ["nothing", ""],
  ["malformed JSON", "{page"],
  ["an empty object", {}],
  ["a list", []],
  ["null", "null"],
  ["a page without its order", { page: 1 }],
  ["an order without a page", { sort: "date_added_desc" }],
  ["an unknown order", { page: 1, sort: "price_desc" }],
  ["page zero", { page: 0, sort: "date_added_desc" }],
  ["half a page", { page: 1.5, sort: "date_added_desc" }],
  ["a page number as text", { page: "1", sort: "date_added_desc" }],
  ["a page number of 1e15", { page: 1e15, sort: "date_added_desc" }],
  ["no addresses", { page_urls: [] }],
  ["one address without a list", { page_urls: "http://localhost/" }],
  ["addresses that are numbers", { page_urls: [1] }],
  ["no ids", { page_uniques: [] }],
  [
    "more ids than a page has",
    { page_uniques: Array.from({ length: 101 }, (_, index) => `id-${String(index)}`) },
  ],
  [
    "two kinds of request at once",
    { page_uniques: ["itunes-us-2"], page_urls: ["http://localhost/"] },
  ],
  ["an unknown field", { page: 1, sort: "date_added_desc", size: 5 }],
])("%s is answered with 400 and an error", async (_, body) => {
  const answer = await read(body);
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatch(/page_urls/);
});

test("a too large body is refused with an error", async () => {
  const answer = await read({ page_urls: ["x".repeat(70_000)] });
  expect(answer.status).toBe(413);
  expect(typeof answer.body.error).toBe("string");
});

describe("a product", () => {
  test("has Torob's fields", async () => {
    const moment = Date.UTC(2024, 10, 21, 21, 45, 12);
    await shop.sql(
      "UPDATE product SET created_at = ?1, updated_at = ?2 WHERE id = 'itunes-us-10'",
      moment,
      moment + 3_600_000,
    );
    const { products, ...rest } = await readFeed({ page_uniques: ["itunes-us-10"] });
    expect(rest).toEqual({ api_version: "torob_api_v3", current_page: 1, total: 1, max_pages: 1 });
    expect(products).toEqual([
      {
        page_unique: "itunes-us-10",
        page_url: `${origin}/products/giftcard/itunes?product=itunes-us-10`,
        product_group_id: "giftcard-itunes",
        title: "گیفت کارت آیتونز ۱۰ دلاری آمریکا",
        subtitle: "iTunes $10",
        current_price: 1_165_000,
        old_price: 1_215_000,
        availability: true,
        category_name: "گیفت کارت آیتونز",
        image_links: [`${origin}/share/products/itunes-us-10.png`],
        spec: { ریجن: "آمریکا", "نوع تحویل": "آنی", مبلغ: "$10" },
        guarantee: "پیگیری هر مشکل کد تا ۲۴ ساعت پس از تحویل",
        short_desc: expect.stringContaining("برای خرید برنامه") as unknown,
        // Past midnight in Tehran, the evening before in UTC.
        date_added: "2024-11-22T01:15:12+03:30",
        date_updated: "2024-11-22T02:15:12+03:30",
      },
    ]);
  });

  test("without a discount has no old price", async () => {
    const id = await shop.newProduct({ priceToman: 70_000, deliveryType: "manual", stock: 2 });
    const { products } = await readFeed({ page_uniques: [id] });
    expect(products[0]).toMatchObject({
      current_price: 70_000,
      availability: true,
      spec: { "نوع تحویل": "دستی، ۲ تا ۲۴ ساعت" },
    });
    expect(products[0]).not.toHaveProperty("old_price");
  });

  test.each(["instant", "manual"] as const)(
    "is unavailable at price zero when sold out (%s)",
    async (deliveryType) => {
      const id = await shop.newProduct({ stock: 0, deliveryType });
      await shop.sql("UPDATE product SET sale_price_toman = price_toman - 1 WHERE id = ?1", id);
      const { products } = await readFeed({ page_uniques: [id] });
      expect(products[0]).toMatchObject({ current_price: 0, availability: false });
      expect(products[0]).not.toHaveProperty("old_price");
    },
  );

  test("is left out everywhere when withdrawn", async () => {
    const id = await shop.newProduct({ stock: 3 });
    const before = (await readFeed({ page: 1, sort: "date_added_desc" })).total;
    await shop.sql("UPDATE product SET is_active = 0 WHERE id = ?1", id);
    expect(await readFeed({ page_uniques: [id] })).toMatchObject({
      total: 0,
      max_pages: 1,
      products: [],
    });
    expect((await readFeed({ page: 1, sort: "date_added_desc" })).total).toBe(before - 1);
  });

  test("is found by id: unknown ids are left out, repeated ids come once", async () => {
    const requested = [
      "itunes-us-2",
      "itunes-us-2",
      "no-such-product",
      "' OR 1=1 --",
      "steam-us-5\u0000",
      "itunes-us-5",
    ];
    const { products, total } = await readFeed({ page_uniques: requested });
    expect(idsOf(products)).toEqual(["itunes-us-2", "itunes-us-5"]);
    expect(total).toBe(2);
  });

  test("is found by its own address only", async () => {
    const address = (path: string) => `${origin}${path}`;
    const { products, total } = await readFeed({
      page_urls: [
        address("/products/giftcard/itunes?product=itunes-us-2"),
        address("/products/giftcard/itunes/?product=itunes-us-5&utm_source=torob#top"),
        address("/products/giftcard/steam?product=itunes-us-10"),
        address("/products/giftcard/itunes?product=no-such-product"),
        address("/products/giftcard/itunes"),
        address("/"),
        "https://other.example/products/giftcard/itunes?product=itunes-us-25",
        "not an address",
      ],
    });
    expect(idsOf(products)).toEqual(["itunes-us-2", "itunes-us-5"]);
    expect(total).toBe(2);
  });
});

describe("all products", () => {
  test("come in pages of exactly a hundred, each product once, the newest first", async () => {
    const now = Date.now();
    await shop.sql(
      `INSERT INTO product (id, subcategory_id, name, region, denomination, delivery_type,
         price_toman, manual_stock, position, created_at, updated_at)
       SELECT 'feed-' || value, 'giftcard-steam', 'کارت ' || value, 'جهانی', '$1', 'manual', 1000,
         1, 999, ?1 + value, ?1 - value
       FROM json_each(?2)`,
      now,
      JSON.stringify(Array.from({ length: 130 }, (_, index) => index + 1)),
    );
    const count =
      (
        await shop.sql<{ count: number }>(
          "SELECT count(*) AS count FROM product WHERE is_active = 1",
        )
      )[0]?.count ?? 0;
    expect(count).toBeGreaterThan(200);
    const pages = Math.ceil(count / 100);
    const seen: TorobProduct[] = [];
    for (let page = 1; page <= pages; page++) {
      const feed = await readFeed({ page, sort: "date_added_desc" });
      expect(feed).toMatchObject({ current_page: page, total: count, max_pages: pages });
      expect(feed.products).toHaveLength(page < pages ? 100 : count - 100 * (pages - 1));
      seen.push(...feed.products);
    }
    expect(new Set(idsOf(seen)).size).toBe(count);
    expect(seen[0]?.page_unique).toBe("feed-130");
    const dates = seen.map((product) => Date.parse(product.date_added));
    expect(dates).toEqual([...dates].sort((one, other) => other - one));
  });

  test("also come with the last changed first", async () => {
    await shop.sql(
      "UPDATE product SET updated_at = ?1 WHERE id = 'netflix-tr-500'",
      Date.now() + 5_000,
    );
    const { products } = await readFeed({ page: 1, sort: "date_updated_desc" });
    expect(products[0]?.page_unique).toBe("netflix-tr-500");
    const dates = products.map((product) => Date.parse(product.date_updated));
    expect(dates).toEqual([...dates].sort((one, other) => other - one));
  });

  test("end with an empty page", async () => {
    const feed = await readFeed({ page: 9_999, sort: "date_added_desc" });
    expect(feed).toMatchObject({ current_page: 9_999, products: [] });
    expect(feed.total).toBeGreaterThan(0);
  });

  test.each(Object.entries(FEED_PAGES))("are found on an index (%s)", async (_, sql) => {
    const plan = (
      await shop.sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, Date.now(), 100, 100)
    ).map(({ detail }) => detail);
    expect(
      plan.filter((detail) => /^SCAN (?!\(subquery|CONSTANT ROW)/.test(detail)).join("\n"),
    ).toMatch(/^SCAN product USING COVERING INDEX product_by_(?:creation|change)$/);
  });
});

test("an invalid key keeps the shop from starting", () => {
  expect(() => readSettings({ TOROB_PUBLIC_KEY: "AAAA" })).toThrow(/must be an Ed25519 key/);
});

describe("the edge", () => {
  const edge = useEchoedEdge();

  test("forwards Torob's token without a cookie and an origin", async () => {
    edge.answer(() => ({ headers: { "Set-Cookie": "foreign=1" }, body: '{"products":[]}' }));
    const token = tokenFor();
    const headers = { "X-Torob-Token": token, "X-Torob-Token-Version": "1" };
    const ask = (method: string) =>
      fetch(`${edge.url}/api/v1/torob/products`, {
        method,
        headers,
        ...(method === "POST" && { body: '{"page":1}' }),
      });
    const answer = await ask("POST");
    expect([answer.status, await answer.json()]).toEqual([200, { products: [] }]);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await ask("GET")).status).toBe(405);
    expect(edge.received).toHaveLength(1);
    expect(edge.received[0]?.headers).toMatchObject({
      "x-torob-token": token,
      "x-torob-token-version": "1",
    });
  });
});
