import { beforeAll, describe, expect, test } from "vitest";
import { toMatches } from "../../../api/goods/search/rules.ts";
import { findEntries } from "../../../api/goods/search/statements.ts";
import { STORE_TUTORIALS } from "../../../api/goods/search/tutorial-sql.ts";
import { getProducts } from "../../../contract/catalogue.ts";
import { listSearchMisses } from "../../../contract/desk/search.ts";
import { SearchResult, search } from "../../../contract/search.ts";
import { SUBCATEGORIES } from "../../support/subcategories.ts";
import { useShop } from "../../support/use-shop.ts";

const shop = useShop();

async function find(query: string): Promise<SearchResult> {
  const answer = await shop.ask(search, { query: { query } });
  expect(answer.status).toBe(200);
  return SearchResult.parse(answer.body);
}

const productIds = async (query: string) => (await find(query)).products.map(({ id }) => id);

async function addProduct(
  id: string,
  name: string,
  { stock = 1, denomination = "$1" } = {},
): Promise<void> {
  await shop.sql(
    `INSERT INTO product (id, subcategory_id, name, region, denomination, delivery_type,
       price_toman, manual_stock, position, created_at, updated_at)
     VALUES (?1, 'giftcard-amazon', ?2, 'آمریکا', ?4, 'manual', 1000, ?3, 900, 0, 0)`,
    id,
    name,
    stock,
    denomination,
  );
}

describe("a product is found", () => {
  test.each([
    "گيفت‌كارت آيتونز ۱۰",
    "گیفت کارت آیتونز ١٠",
    "گیفتکارت ایتونز 10",
    "گیفت‌کارت آیتونز ۱۰ دلاری",
    "itunes 10",
    "ITUNES $10",
    "ｉＴｕｎｅｓ 10",
    "10 آیتونز",
    "آیتونز10",
    "آیتو ۱۰",
    "یتونز 10",
    "tunes ۱۰",
    "گیفت کارت itunes 10 آمریکا",
    "  آیتونز   ۱۰  ",
    "آ\u064Eیـتونز ۱۰",
  ])("by «%s»", async (query) => {
    expect(await productIds(query)).toContain("itunes-us-10");
  });

  test.each([
    ["پلیاستیشن", "playstation"],
    ["پلی استیشن", "playstation"],
    ["play station", "playstation"],
    ["ایکسباکس", "xbox"],
    ["battle net", "blizzard-battle-net"],
    ["یوسی پابجی", "pubg"],
    ["1000 vp", "valorant"],
    ["۱٬۰۰۰ پوینت", "valorant"],
    ["league", "league-of-legends"],
  ])("by «%s», among the products of %s", async (query, urlName) => {
    expect((await find(query)).products.map((product) => product.subcategoryUrlName)).toContain(
      urlName,
    );
  });

  test.each(SUBCATEGORIES)("by the name «%s»", async (name) => {
    const urlName = name.replaceAll(" ", "-");
    const { products, subcategories } = await find(name);
    expect(products.map((product) => product.subcategoryUrlName)).toContain(urlName);
    expect(subcategories.map((subcategory) => subcategory.urlName)).toContain(urlName);
  });

  test("by «blizzard» alone", async () => {
    const { products, subcategories } = await find("blizzard");
    expect(subcategories.map(({ urlName }) => urlName)).toEqual(["blizzard-battle-net"]);
    expect(products.length).toBeGreaterThan(0);
  });

  test("with everything that a link to its listing needs", async () => {
    const { products } = await find("آیتونز ۱۰ آمریکا");
    expect(products[0]).toMatchObject({
      id: "itunes-us-10",
      name: "گیفت کارت آیتونز ۱۰ دلاری آمریکا",
      imageUrl: "/art/itunes/itunes-us-10.svg",
      productType: "giftcard",
      subcategoryUrlName: "itunes",
    });
    const query = { type: "giftcard", subcategory: "itunes" };
    const listed = (await shop.ask(getProducts, { query })).body.products;
    expect(listed).toContainEqual(products[0]);
  });

  test("only when it has every word, if any product has", async () => {
    const { products } = await find("آیتونز ترکیه");
    expect(products.length).toBeGreaterThan(0);
    for (const { name } of products) expect(name).toMatch(/آیتونز.*ترکیه/);
  });

  test("by the meaningful words, if no product has every word", async () => {
    for (const query of ["آیتونز قورباغه", "آیتونز ژاپن", "خرید فوری آیتونز", "آیتونر"]) {
      const { products } = await find(query);
      expect(products[0]?.subcategoryUrlName).toBe("itunes");
    }
    expect((await find("قورباغه")).products).toEqual([]);
  });

  test("but not by digits from the middle of a number", async () => {
    for (const { name } of (await find("۰۰")).products) expect(name).toBe("");
  });
});

describe("a result", () => {
  test("has at most twenty products, ten subcategories and ten tutorials", async () => {
    const found = await find("گیفت کارت");
    expect(found.products).toHaveLength(20);
    expect(found.subcategories).toHaveLength(10);
  });

  test("has subcategories, by Persian name, Latin name and the name of the category", async () => {
    for (const query of ["آیتونز", "itunes", "گیفتکارت آیتونز", "تونز"]) {
      expect((await find(query)).subcategories[0]).toEqual({
        id: "giftcard-itunes",
        displayName: "آیتونز",
        urlName: "itunes",
        type: "giftcard",
        imageUrl: "/art/itunes.svg",
      });
    }
  });

  test("is ordered: names that begin with the query, then whole words, then parts", async () => {
    await addProduct("order-part", "کارت ستاره‌نشان", { denomination: "$1" });
    await addProduct("order-whole", "کارت ستاره", { denomination: "$2" });
    await addProduct("order-start", "ستاره‌ای کارت", { denomination: "$3" });
    await addProduct("order-inner", "کارت پرستاره", { denomination: "$4" });
    await addProduct("order-exact", "ستاره کارت", { denomination: "$5" });
    await shop.runJobs();
    const found = await productIds("ستاره");
    expect(found.slice(0, 2).sort()).toEqual(["order-exact", "order-start"]);
    expect(found.slice(2, 4).sort()).toEqual(["order-part", "order-whole"]);
    expect(found[4]).toBe("order-inner");
  });

  test("shows available products before sold-out ones", async () => {
    await addProduct("stock-none", "ققنوس یک", { stock: 0 });
    await addProduct("stock-some", "ققنوس دو", { stock: 2 });
    await shop.runJobs();
    expect(await productIds("ققنوس")).toEqual(["stock-some", "stock-none"]);
    await shop.sql("UPDATE product SET manual_stock = 0 WHERE id = 'stock-some'");
    await shop.sql("UPDATE product SET manual_stock = 5 WHERE id = 'stock-none'");
    expect(await productIds("ققنوس")).toEqual(["stock-none", "stock-some"]);
  });

  test("has tutorials, by title, description and the cards they are about", async () => {
    const store = (tutorials: unknown[]) =>
      Promise.all(STORE_TUTORIALS.map((sql) => shop.sql(sql, JSON.stringify(tutorials))));
    const tutorial = {
      slug: "add-wallet",
      title: "افزودن کد به اپل آیدی",
      description: "گام‌به‌گام روی آیفون.",
      coverUrl: "/art/tutorials/add-wallet.svg",
      subcategories: ["itunes"],
    };
    await store([
      tutorial,
      { ...tutorial, slug: "other", title: "ساخت حساب زرافه", subcategories: [] },
    ]);
    await shop.runJobs();
    const expected = {
      id: "add-wallet",
      title: tutorial.title,
      slug: "add-wallet",
      coverUrl: tutorial.coverUrl,
    };
    for (const query of ["افزودن كد", "آیفون افزودن", "آیتونز", "itunes"]) {
      expect((await find(query)).tutorials).toContainEqual(expected);
    }
    await store([tutorial]);
    expect((await find("زرافه")).tutorials).toEqual([]);
    await shop.runJobs();
    expect((await find("زرافه")).tutorials).toEqual([]);
  });
});

describe("a search", () => {
  test("says that a region is not sold, and shows the others", async () => {
    const { products, notice } = await find("پلی استیشن ترکیه");
    expect(products[0]?.subcategoryUrlName).toBe("playstation");
    expect(notice).toMatch(/^پلی‌استیشن برای ریجن ترکیه نداریم. ریجن‌هایی که داریم: .*آمریکا/);
    expect((await find("psn india")).notice).toContain("ریجن هند نداریم");
    for (const query of ["آیتونز ترکیه", "پلی استیشن", "آیتونز ژاپن آمریکا"])
      expect((await find(query)).notice).toBeNull();
  });

  test("says that a service is not sold, and shows its neighbours", async () => {
    const { notice, products, suggestions } = await find("گیفت کارت گوگل پلی ۱۰ دلاری");
    expect([notice, products]).toEqual(["گوگل پلی را نمی‌فروشیم.", []]);
    expect(suggestions.slice(0, 2).map(({ urlName }) => urlName)).toEqual(["itunes", "pubg"]);
  });

  test("suggests popular services when it found nothing, and only then", async () => {
    const { notice, suggestions } = await find("قورباغه");
    expect(notice).toBeNull();
    expect(suggestions[0]).toMatchObject({ displayName: "آیتونز", urlName: "itunes" });
    expect((await find("خرید")).suggestions).toEqual(suggestions);
    expect((await find("")).suggestions).toEqual(suggestions);
    expect((await find("آیتونز")).suggestions).toEqual([]);
  });

  test("finds the page that helps, and recognises a question about how to do something", async () => {
    const { help, asksHow } = await find("چطور احراز هویت کنم");
    expect(help.map(({ address }) => address)).toContain("/authentication");
    expect(asksHow).toBe(true);
    expect((await find("برداشت")).help.map(({ address }) => address)).toContain("/wallet");
    expect((await find("آیتونز")).asksHow).toBe(false);
  });
});

describe("the index follows the catalogue", () => {
  test("when a product is renamed, withdrawn, restored or deleted", async () => {
    await addProduct("renamed", "سیمرغ کهن");
    await shop.runJobs();
    expect(await productIds("سیمرغ")).toEqual(["renamed"]);
    await shop.sql("UPDATE product SET name = 'هدهد دانا' WHERE id = 'renamed'");
    await shop.runJobs();
    expect(await productIds("سیمرغ")).toEqual([]);
    expect(await productIds("هدهد")).toEqual(["renamed"]);
    await shop.sql("UPDATE product SET is_active = 0 WHERE id = 'renamed'");
    expect(await productIds("هدهد")).toEqual([]);
    await shop.runJobs();
    expect(await shop.sql("SELECT 1 FROM search_entry WHERE ref = 'renamed'")).toEqual([]);
    await shop.sql("UPDATE product SET is_active = 1 WHERE id = 'renamed'");
    await shop.runJobs();
    expect(await productIds("هدهد")).toEqual(["renamed"]);
    await shop.sql("DELETE FROM product WHERE id = 'renamed'");
    await shop.runJobs();
    expect(await productIds("هدهد")).toEqual([]);
  });

  test("when a subcategory or a category is renamed, with all its products", async () => {
    await shop.sql("UPDATE subcategory SET latin_name = 'Quokka' WHERE id = 'giftcard-steam'");
    await shop.sql("UPDATE category SET display_name = 'گیفت کارت زبرجد' WHERE type = 'giftcard'");
    await shop.runJobs();
    const { products, subcategories } = await find("quokka زبرجد");
    expect(products.length).toBeGreaterThan(2);
    expect(subcategories.map(({ id }) => id)).toEqual(["giftcard-steam"]);
    expect((await find("steam quokka")).subcategories.map(({ id }) => id)).toEqual([
      "giftcard-steam",
    ]);
  });

  test("when an operator adds and deletes a search word", async () => {
    const word = "('subcategory', 'giftcard-netflix', 'ماهوارهٔ سرخ')";
    await shop.sql(`INSERT INTO search_word (kind, ref, word) VALUES ${word}`);
    await shop.runJobs();
    expect((await find("ماهواره سرخ")).subcategories.map(({ urlName }) => urlName)).toEqual([
      "netflix",
    ]);
    await shop.sql(`DELETE FROM search_word WHERE (kind, ref, word) = ${word}`);
    await shop.runJobs();
    expect((await find("ماهواره سرخ")).subcategories).toEqual([]);
    await shop.sql("INSERT INTO search_word (kind, ref, word) VALUES ('filler', '', 'آیتونز')");
    await shop.runJobs();
    expect((await find("ایتونز")).products).toEqual([]);
    await shop.sql("DELETE FROM search_word WHERE kind = 'filler' AND word = 'آیتونز'");
    await shop.runJobs();
    expect((await find("ایتونز")).products.length).toBeGreaterThan(0);
  });

  test("when help is renamed or deleted, and when a service comes to be sold", async () => {
    await shop.put(
      { text: "INSERT INTO help_entry VALUES ('/help-one', 'راهنمای شترمرغ', '', 99)", values: [] },
      { text: "INSERT INTO unsold_service VALUES ('نهنگ', '[]')", values: [] },
      {
        text: "INSERT INTO search_word (kind, ref, word) VALUES ('unsold', 'نهنگ', 'نهنگ پلاس')",
        values: [],
      },
    );
    await shop.runJobs();
    expect((await find("شترمرغ")).help[0]?.address).toBe("/help-one");
    expect((await find("نهنگ پلاس آیتونز")).notice).toBe("نهنگ را نمی‌فروشیم.");
    await shop.sql("UPDATE help_entry SET title = 'فلامینگو' WHERE address = '/help-one'");
    await shop.sql("DELETE FROM search_word WHERE ref = 'نهنگ'");
    await shop.runJobs();
    expect((await find("شترمرغ")).help).toEqual([]);
    expect((await find("فلامینگو")).help).toHaveLength(1);
    expect((await find("نهنگ پلاس آیتونز")).notice).toBeNull();
    await shop.sql("DELETE FROM help_entry WHERE address = '/help-one'");
    await shop.runJobs();
    expect((await find("فلامینگو")).help).toEqual([]);
  });

  test("in a shop whose index is empty and whose whole catalogue waits for indexing", async () => {
    await shop.sql("DELETE FROM search_entry");
    await shop.sql("INSERT INTO search_due (kind, ref) SELECT 'subcategory', id FROM subcategory");
    await shop.sql("INSERT INTO search_due (kind, ref) SELECT 'product', id FROM product");
    expect(await productIds("آیتونز ۱۰")).toEqual([]);
    await shop.runJobs();
    expect(await productIds("آیتونز ۱۰")).toContain("itunes-us-10");
    expect(await shop.sql("SELECT * FROM search_due")).toEqual([]);
    await shop.sql("INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)");
  });

  test("when several runs of indexing work at once", async () => {
    await addProduct("raced", "سمندر پیشین");
    await shop.sql("INSERT INTO search_due (kind, ref) SELECT 'product', id FROM product");
    const runs = Array.from({ length: 4 }, () => shop.runJobs());
    await shop.sql("UPDATE product SET name = 'سمندر نو' WHERE id = 'raced'");
    for (const run of await Promise.all(runs)) expect(run.status).toBe(200);
    await shop.runJobs();
    expect(await productIds("سمندر نو")).toEqual(["raced"]);
    expect(await shop.sql("SELECT * FROM search_due")).toEqual([]);
    await shop.sql("INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)");
  });
});

test("operators see searches without results, without the people who searched", async () => {
  for (const query of ["بوقلمون", " بوقلمون؟ ", "یوتیوب", "آیتونز", "خرید"]) await find(query);
  const personal = [
    "۰۹۱۲ ۳۴۵ ۶۷۸۹ بوقلمون",
    "6219 8610 3452 9007",
    "qwzx@example.com",
    "example.com/qwzx",
    "بوقلمون".repeat(12),
    "qz",
  ];
  for (const query of personal) await find(query);
  await find("شتربان");
  const list = async () => (await shop.desk(listSearchMisses)).body.searches;
  await expect.poll(async () => (await list()).map(({ query }) => query)).toContain("شتربان");
  const counted = (await list()).filter(({ query }) =>
    /بوقلمون|یوتیوب|qw|example|\d{5}|qz/.test(query),
  );
  const lastDay = new Date().toISOString().slice(0, 10);
  expect(counted).toEqual([
    { query: "بوقلمون", count: 2, lastDay },
    { query: "یوتیوب", count: 1, lastDay },
  ]);
});

describe("a query", () => {
  test("without letters or digits finds nothing", async () => {
    const nothing = { products: [], subcategories: [], tutorials: [], help: [] };
    for (const query of [
      "",
      "   ",
      "\u200c",
      '"',
      "'",
      "%",
      "_",
      "\\",
      "*",
      "^",
      "()",
      "😀",
      "--",
      "\u0000",
    ]) {
      expect(await find(query)).toMatchObject(nothing);
    }
    expect(await shop.ask(search)).toMatchObject({ status: 200, body: nothing });
  });

  test.each([
    ["an unbalanced quote", 'آیتونز"'],
    ["a quoted star", '"آیتونز*"'],
    ["the operators of the index", "آیتونز AND NOT OR NEAR( kind : product"],
    ["a column filter", "title: آیتونز"],
    ["wildcards of LIKE", "%آی_ونز\\"],
    ["25 Persian letters", "آ".repeat(25)],
    ["a hundred letters", "ب".repeat(100)],
    ["fifty words", "ا ".repeat(50)],
    ["ligatures that expand", "\uFDFA".repeat(100)],
    ["emoji among words", "🎁آیتونز🎁"],
    ["SQL", "'; DROP TABLE product; --"],
    ["a replacement character", "\uFFFDآیتونز"],
  ])("with %s is answered", async (_, query) => {
    await find(query);
    expect(
      (await shop.sql<{ n: number }>("SELECT count(*) AS n FROM product"))[0]?.n,
    ).toBeGreaterThan(50);
  });

  test("of more than a hundred letters is refused", async () => {
    for (const query of ["ب".repeat(101), "😀".repeat(101), "x".repeat(10_240)]) {
      expect(await shop.ask(search, { query: { query } })).toMatchObject({
        status: 422,
        body: { code: "invalid", fields: { query: "این فیلد باید حداکثر ۱۰۰ کاراکتر باشد." } },
      });
    }
    expect((await shop.ask(search, { query: { query: "😀".repeat(100) } })).status).toBe(200);
    expect((await shop.call("GET", "/search?query=%E0%A4%A")).status).toBeLessThan(500);
  });
});

describe("a search in a catalogue of three thousand products", () => {
  const MATCHED = ["گیفت کارت", "آیتونز ۱۰", "انبوه", "گ", "بوه", "1"].concat(
    // No entry contains every word of these queries.
    [
      "انبوه قورباغه",
      "آمازوم",
      "خرید آمازون آمریکا ترکیه دلار لیر",
      "آمازون ترکیه",
      "آمریکا ترکیه",
    ],
  );

  beforeAll(async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      id: `many-${String(index)}`,
      name: `انبوه شمارهٔ ${String(index)}`,
    }));
    await shop.sql(
      `INSERT INTO product (id, subcategory_id, name, region, denomination, delivery_type,
         price_toman, manual_stock, position, created_at, updated_at)
       SELECT value ->> 'id', 'giftcard-amazon', value ->> 'name', 'آمریکا', '$1', 'manual', 1000,
         1, 999, 0, 0 FROM json_each(?1)`,
      JSON.stringify(rows),
    );
    while ((await shop.sql("SELECT 1 FROM search_due LIMIT 1")).length > 0) await shop.runJobs();
  });

  const measure = (query: string) => {
    const matches = toMatches(query);
    if (!matches) throw new Error(`${query} asks nothing`);
    return shop.measure((db) =>
      findEntries(db, matches, Date.now(), { address: "unknown", searchesMax: 1e6 }),
    );
  };

  test("uses the full-text index and does not scan the products", async () => {
    const { plan } = await measure("آیتونز ۱۰");
    const scans = plan.filter((detail) => detail.startsWith("SCAN"));
    const harmless =
      /VIRTUAL TABLE INDEX|CONSTANT ROW|^SCAN (?:meaning|typed|strict|known|service|guess|every_guess|named|any_guess|found|placed LEFT-JOIN|placed|scope|\(subquery-\d+\))$/;
    expect(scans.filter((detail) => !harmless.test(detail))).toEqual([]);
    expect(
      scans.filter((detail) => /^SCAN search_index VIRTUAL TABLE INDEX 0:$/.test(detail)),
    ).toEqual([]);
  });

  test("reads a limited number of rows, whatever the query", async () => {
    for (const query of MATCHED) {
      const { rows, rowsRead } = await measure(query);
      expect(rows.length).toBeGreaterThan(0);
      expect(rowsRead).toBeLessThan(3_400);
    }
  });

  test("still puts the better matches first", async () => {
    expect((await productIds("انبوه شماره ۲۹۹۹"))[0]).toBe("many-2999");
    expect((await productIds("آیتونز ۱۰ آمریکا"))[0]).toBe("itunes-us-10");
  });
});
