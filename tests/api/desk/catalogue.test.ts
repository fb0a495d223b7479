import { describe, expect, test } from "vitest";
import demo from "../../../api/seed/catalogue.json" with { type: "json" };
import { getCart } from "../../../contract/cart.ts";
import { getCategories, getProducts } from "../../../contract/catalogue.ts";
import {
  changeCategory,
  changeSubcategory,
  getDeskCatalogue,
  makeCategory,
  makeSubcategory,
  orderGoods,
  showGoods,
} from "../../../contract/desk/catalogue.ts";
import { importCatalogue, previewCatalogue } from "../../../contract/desk/catalogue-file.ts";
import {
  changeManualStock,
  changePrice,
  changeProduct,
  getDeskProduct,
  makeProduct,
} from "../../../contract/desk/product.ts";
import { search } from "../../../contract/search.ts";
import { withDeskToken } from "../../support/operator.ts";
import { useShop } from "../../support/use-shop.ts";

const shop = useShop({ audit: true });

let made = 0;
const words = {
  latinName: "Hodhod",
  hue: "۲۰۰",
  tagline: "برای خرید در بازار هدهد.",
  regionNotice: "حساب شما باید جهانی باشد.",
  redeemUrl: "https://hodhod.example/redeem?code={code}",
  redeemSteps: ["وارد حساب شوید.", "کد را بچسبانید."],
  tutorial: null,
  words: ["هدهد", "hod hod"],
};
const goods = {
  region: "جهانی",
  deliveryType: "instant" as const,
  unitCost: 0,
  price: "۱۰۰٬۰۰۰",
  priceAfterDiscount: null,
  reward: 0,
  stock: 0,
};

/** A category with a subcategory and a product, all new. */
async function newGoods(more: Partial<typeof goods> | { deliveryType: "manual" } = {}) {
  const name = `hodhod-${String(++made)}`;
  const type = `cards-${String(made)}`;
  expect((await shop.desk(makeCategory, { body: { type, displayName: "کارت هدهد" } })).status).toBe(
    200,
  );
  const displayName = `هدهد ${String(made)}`;
  const subcategory = (
    await shop.desk(makeSubcategory, { body: { ...words, type, urlName: name, displayName } })
  ).body.id;
  const product = (
    await shop.desk(makeProduct, {
      body: {
        ...goods,
        ...more,
        subcategoryId: subcategory,
        name: `کارت هدهد ${String(made)}`,
        denomination: "$10",
      },
    })
  ).body.id;
  return { type, name, subcategory, product };
}
const seen = { price: 100_000, priceAfterDiscount: null, reward: 0 };
const page = async (id: string) =>
  (await shop.desk(getDeskProduct, { params: { id } })).body.product;
const listed = async (subcategory: string) => {
  const answer = await shop.ask(getProducts, { query: { subcategory } });
  return answer.status === 200 ? answer.body.products.map(({ id }) => id) : answer.status;
};
const subcategoryOf = async (id: string) =>
  (await shop.desk(getDeskCatalogue)).body.categories
    .flatMap(({ subcategories }) => subcategories)
    .find((one) => one.id === id);
const logOf = (id: string) =>
  shop.sql<{ verdict: string; state_before: string | null; state_after: string | null }>(
    `SELECT verdict, state_before, state_after FROM desk_decision
     WHERE subject_id = ?1 AND verdict <> 'viewed' ORDER BY rowid`,
    id,
  );

describe("goods at the desk", () => {
  test("are made without a build: they are listed, found by search, priced and logged", async () => {
    const { type, name, subcategory, product } = await newGoods();
    expect(await listed(name)).toEqual([product]);
    const { categories } = (await shop.ask(getCategories)).body;
    expect(categories.find((one) => one.type === type)?.subcategories).toEqual([
      expect.objectContaining({ urlName: name, hue: 200, productCount: 1 }),
    ]);
    // The search finds the new goods before the jobs run.
    const found = await shop.ask(search, { query: { query: "هدهد" } });
    expect(found.body.subcategories.map(({ id }) => id)).toEqual([subcategory]);
    expect(found.body.products.map(({ id }) => id)).toEqual([product]);
    expect(product).toMatch(new RegExp(`^${name}-[0-9a-f]{10}$`));
    expect((await page(product)).prices).toEqual([
      expect.objectContaining({ number: 1, price: 100_000, operator: "local", rate: null }),
    ]);
    for (const id of [type, subcategory, product])
      expect(await logOf(id)).toEqual([expect.objectContaining({ verdict: "made" })]);
    const item = await subcategoryOf(subcategory);
    expect(item?.redeemSteps).toEqual(words.redeemSteps);
    expect(item?.words).toEqual(["hod hod", "هدهد"]);
  });

  test("have unique names in addresses, and no product is made twice", async () => {
    const { type, name, subcategory } = await newGoods();
    const again = await shop.desk(makeCategory, { body: { type, displayName: "دوباره" } });
    expect([again.status, again.body.code]).toEqual([409, "url_name_taken"]);
    const other = `other-${String(made)}`;
    await shop.desk(makeCategory, { body: { type: other, displayName: "دیگر" } });
    const taken = await shop.desk(makeSubcategory, {
      body: { ...words, displayName: "همنام", type: other, urlName: name },
    });
    expect([taken.status, taken.body.code]).toEqual([409, "url_name_taken"]);
    const twin = await shop.desk(makeProduct, {
      body: { ...goods, subcategoryId: subcategory, name: "همان کارت", denomination: "$10" },
    });
    expect([twin.status, twin.body.code]).toEqual([409, "product_exists"]);
    const nowhere = await shop.desk(makeProduct, {
      body: { ...goods, subcategoryId: "nowhere", name: "کارت بی‌جا", denomination: "$10" },
    });
    expect(nowhere.status).toBe(404);
  });

  test.each([
    ["a name with markup", makeCategory, { type: "ok", displayName: "<b>کارت</b>" }, "displayName"],
    ["capital letters", makeCategory, { type: "Cards", displayName: "کارت" }, "type"],
    ["a path", makeCategory, { type: "../x", displayName: "کارت" }, "type"],
    ["Persian in an address", makeCategory, { type: "کارت", displayName: "کارت" }, "type"],
    ["an empty name", makeCategory, { type: "ok", displayName: " " }, "displayName"],
  ])("are not made with %s, and a sentence says why", async (_, call, body, field) => {
    const { status, body: answer } = await shop.deskUntyped(call, { body });
    expect([status, Object.keys(answer.fields ?? {})]).toEqual([422, [field]]);
    expect(answer.fields?.[field]).toMatch(/[؀-ۿ]/);
  });

  test("refuse impossible prices, and accept Persian digits with separators", async () => {
    const { product } = await newGoods();
    const ask = (prices: object) =>
      shop.deskUntyped(changePrice, {
        params: { id: product },
        body: { ...seen, reason: "گران شد", seen, ...prices },
      });
    for (const [prices, field] of [
      [{ price: 0 }, "price"],
      [{ price: -5 }, "price"],
      [{ price: 1.5 }, "price"],
      [{ price: "صد" }, "price"],
      [{ price: 100_000_000_000 }, "price"],
      [{ priceAfterDiscount: 100_000 }, "priceAfterDiscount"],
      [{ priceAfterDiscount: 100_001 }, "priceAfterDiscount"],
      [{ reward: 100_001 }, "reward"],
      [{ priceAfterDiscount: 50_000, reward: 60_000 }, "reward"],
      [{ reason: "" }, "reason"],
    ] as const) {
      const { status, body } = await ask(prices);
      expect([prices, status, Object.keys(body.fields ?? {})]).toEqual([prices, 422, [field]]);
    }
    const before = (await page(product)).prices;
    expect((await ask({ price: "۱۲۵٬۰۰۰", priceAfterDiscount: "۱۲۰,۰۰۰" })).status).toBe(200);
    const after = await page(product);
    expect([after.price, after.priceAfterDiscount]).toEqual([125_000, 120_000]);
    expect(after.prices).toEqual([
      expect.objectContaining({ number: 2, price: 125_000, operator: "local", reason: "گران شد" }),
      ...before,
    ]);
    expect((await logOf(product)).at(-1)).toEqual({
      verdict: "priced",
      state_before: JSON.stringify({ price: "100000", priceAfterDiscount: "" }),
      state_after: JSON.stringify({ price: "125000", priceAfterDiscount: "120000" }),
    });
  });

  test("get a new price, or the old one back, only if the price is as it was seen", async () => {
    const { product } = await newGoods();
    const raise = (price: number, was = seen) =>
      shop.desk(changePrice, {
        params: { id: product },
        body: { ...seen, price, reason: "نرخ تازه", seen: was },
      });
    const both = await Promise.all([raise(110_000), raise(120_000)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { price } = await page(product);
    // The same request again, as after a lost answer, does nothing more.
    expect((await raise(price)).status).toBe(200);
    expect((await raise(130_000)).body.code).toBe("stale_catalogue");
    expect((await raise(100_000, { ...seen, price })).status).toBe(200);
    expect((await page(product)).prices.map(({ number }) => number)).toEqual([3, 2, 1]);
    await shop.put({
      text: "UPDATE product SET price_toman = 140000 WHERE id = ?1",
      values: [product],
    });
    expect((await page(product)).prices[0]).toMatchObject({ price: 140_000, operator: null });
  });

  test("disappear from lists, searches and carts when they are hidden, and come back when shown", async () => {
    const { type, name, subcategory, product } = await newGoods({ deliveryType: "manual" });
    const set = { params: { id: product }, body: { stock: 5, seen: 0 } };
    expect((await shop.desk(changeManualStock, set)).status).toBe(200);
    const shopper = await shop.newShopper();
    await shopper.put(product);
    const inCart = async () => (await shopper.ask(getCart)).body.cart.CartItems[0]?.productQuantity;
    expect(await inCart()).toBe(5);
    await shop.runJobs("search");
    const kinds = [
      ["product", product, [] as string[]],
      ["subcategory", subcategory, 404],
      ["category", type, 404],
    ] as const;
    for (const [kind, id, nothing] of kinds) {
      const move = (isShown: boolean) => shop.desk(showGoods, { body: { kind, id, isShown } });
      expect((await move(false)).status).toBe(200);
      expect((await move(false)).body.code).toBe("stale_catalogue");
      expect([kind, await listed(name)]).toEqual([kind, nothing]);
      expect([kind, await inCart()]).toEqual([kind, 0]);
      // The search leaves out hidden goods even before the job removes them from the index.
      const found = await shop.ask(search, { query: { query: `هدهد ${String(made)}` } });
      const { products, subcategories } = found.body;
      expect(products.some((one) => one.id === product)).toBe(false);
      expect(subcategories.some((one) => one.id === subcategory)).toBe(kind === "product");
      expect((await move(true)).status).toBe(200);
      expect([kind, await listed(name)]).toEqual([kind, [product]]);
      expect((await logOf(id)).slice(-2).map(({ verdict }) => verdict)).toEqual([
        "hidden",
        "shown",
      ]);
    }
    // A product that was hidden by itself stays hidden when its category is shown again.
    for (const [kind, id, isShown] of [
      ["product", product, false],
      ["category", type, false],
      ["category", type, true],
    ] as const)
      await shop.desk(showGoods, { body: { kind, id, isShown } });
    expect(await listed(name)).toEqual([]);
  });

  test("are renamed and put in order only if nothing changed since they were read", async () => {
    const { type, subcategory, product } = await newGoods();
    const before = await subcategoryOf(subcategory);
    const { version = "" } = before ?? {};
    const changesOf = () => shop.sql("SELECT updated_at FROM product WHERE id = ?1", product);
    const stamps = [await changesOf()];
    const rename = (displayName: string) =>
      shop.desk(changeSubcategory, {
        params: { id: subcategory },
        body: { ...words, words: ["هدهد", "شانه به سر"], displayName, version },
      });
    expect((await rename("شانه‌به‌سر")).status).toBe(200);
    stamps.push(await changesOf());
    expect((await rename("شانه‌به‌سر")).status).toBe(200);
    expect((await rename("پوپک")).body.code).toBe("stale_catalogue");
    expect((await subcategoryOf(subcategory))?.words).toEqual(["شانه به سر", "هدهد"]);
    expect((await logOf(subcategory)).at(-1)).toMatchObject({ verdict: "changed" });
    const wrong = await shop.desk(changeSubcategory, {
      params: { id: subcategory },
      body: { ...words, displayName: "هدهد", tutorial: "no-such", version },
    });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ["tutorial"]]);
    const category = (await shop.desk(getDeskCatalogue)).body.categories.find(
      (one) => one.type === type,
    );
    const renamed = await shop.desk(changeCategory, {
      params: { type },
      body: { displayName: "کارت‌های پرنده", version: category?.version ?? "" },
    });
    expect(renamed.status).toBe(200);
    stamps.push(await changesOf());
    // A feed in the order of changes lists products again when their category is renamed.
    expect(new Set(stamps.map((stamp) => JSON.stringify(stamp))).size).toBe(3);
    const second = (
      await shop.desk(makeProduct, {
        body: { ...goods, subcategoryId: subcategory, name: "کارت دوم", denomination: "$20" },
      })
    ).body.id;
    const order = (ids: string[]) =>
      shop.desk(orderGoods, { body: { kind: "product", within: subcategory, ids } });
    for (const ids of [[second], [second, second], [second, product, "other"]])
      expect((await order(ids)).body.code).toBe("stale_catalogue");
    expect((await order([second, product])).status).toBe(200);
    expect((await subcategoryOf(subcategory))?.products.map(({ id }) => id)).toEqual([
      second,
      product,
    ]);
    const types = (await shop.desk(getDeskCatalogue)).body.categories.map((one) => one.type);
    const reversed = types.toReversed();
    const all = { kind: "category", within: null, ids: reversed } as const;
    expect((await shop.desk(orderGoods, { body: all })).status).toBe(200);
    const shown = (await shop.ask(getCategories)).body.categories.map((one) => one.type);
    expect(shown).toEqual(reversed.filter((one) => shown.includes(one)));
    await shop.desk(orderGoods, { body: { ...all, ids: types } });
  });

  test("a product with codes keeps its type of delivery, and cannot become the same as another product", async () => {
    const { subcategory, product } = await newGoods();
    const { version } = await page(product);
    const facts = { name: "کارت هدهد ۱۰ دلاری", region: "جهانی", denomination: "$10", unitCost: 0 };
    const change = (more: object, id = product, seenVersion = version) =>
      shop.deskUntyped(changeProduct, {
        params: { id },
        body: { ...facts, deliveryType: "instant", version: seenVersion, ...more },
      });
    await shop.desk(makeProduct, {
      body: { ...goods, subcategoryId: subcategory, name: "کارت دوم", denomination: "$20" },
    });
    expect((await change({ denomination: "$20" })).body.code).toBe("product_exists");
    await shop.sql(
      "INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at) VALUES (?1, ?1, 1, 1)",
      product,
    );
    await shop.sql(
      `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, last_four)
       VALUES (?1, ?1, ?1, '1.x', ?1, 'ABCD')`,
      product,
    );
    expect((await change({ deliveryType: "manual" })).body.code).toBe("delivery_fixed");
    expect((await change({})).status).toBe(200);
    expect((await page(product)).name).toBe(facts.name);
    expect((await change({ name: "نام سوم" })).body.code).toBe("stale_catalogue");
    expect((await change({}, "nothing")).status).toBe(404);
    await shop.sql("DELETE FROM code WHERE id = ?1", product);
  });

  test("the units of a manual product are set only if the seen number is unchanged", async () => {
    const { product } = await newGoods({ deliveryType: "manual" });
    const set = (stock: number | string, was: number) =>
      shop.desk(changeManualStock, { params: { id: product }, body: { stock, seen: was } });
    expect((await set("۱۲", 0)).status).toBe(200);
    expect((await set(3, 0)).body.code).toBe("stale_catalogue");
    expect((await set(12, 0)).status).toBe(200);
    expect((await page(product)).stock).toBe(12);
    const other = await newGoods();
    const instant = await shop.desk(changeManualStock, {
      params: { id: other.product },
      body: { stock: 3, seen: 0 },
    });
    expect(instant.body.code).toBe("not_manual");
  });
});

describe("a catalogue file", () => {
  const file = (name: string, price: number) => ({
    categories: [
      {
        type: "files",
        displayName: "کارت پرونده",
        subcategories: [
          {
            urlName: name,
            displayName: `پرونده ${name}`,
            latinName: "File",
            hue: 40,
            tagline: "از یک پرونده آمد.",
            regionNotice: "همه‌جا کار می‌کند.",
            redeem: { url: "https://file.example", steps: ["کد را بنویسید."] },
            words: ["پرونده‌ای"],
            products: [
              {
                name: "کارت یک",
                region: "جهانی",
                denomination: "$1",
                deliveryType: "instant",
                price,
              },
              {
                name: "کارت دو",
                region: "جهانی",
                denomination: "$2",
                deliveryType: "manual",
                price: "۲۰۰٬۰۰۰",
                priceAfterDiscount: 190_000,
                reward: 1000,
                stock: 4,
                unitCost: 150_000,
              },
            ],
          },
        ],
      },
    ],
  });
  const preview = (catalogue: unknown) =>
    shop.deskUntyped(previewCatalogue, { body: { catalogue } });
  const carry = (catalogue: unknown, fingerprint: string) =>
    shop.deskUntyped(importCatalogue, { body: { catalogue, fingerprint } });
  const state = () =>
    shop.sql(
      `SELECT (SELECT json_group_array(json_array(id, name, price_toman, updated_at)) FROM product)
         AS products, (SELECT count(*) FROM price_change) AS prices,
         (SELECT count(*) FROM search_word) AS words, (SELECT count(*) FROM subcategory) AS subs,
         (SELECT count(*) FROM desk_decision WHERE verdict NOT IN ('viewed', 'listed')) AS lines`,
    );

  test("of the demo shop changes nothing, since the shop was filled from it", async () => {
    const { status, body } = await preview(demo);
    expect(status).toBe(200);
    expect(body.changes).toEqual([]);
    // Two of its products have questions for the buyer.
    expect(body.unchanged).toBe(1 + 20 + 2 * 95 + 2);
  });

  test("is previewed, imported once, and changes nothing when it is imported again", async () => {
    const first = (await preview(file("once", 100_000))).body;
    expect(first.changes?.map(({ kind, isNew }) => [kind, isNew])).toEqual([
      ["category", true],
      ["subcategory", true],
      ["product", true],
      ["product", true],
    ]);
    const before = await state();
    expect((await carry(file("once", 100_000), "another")).body.code).toBe("stale_catalogue");
    expect(await state()).toEqual(before);
    const done = await carry(file("once", 100_000), first.fingerprint ?? "");
    expect([done.status, done.body.changed]).toEqual([200, 4]);
    const after = await state();
    expect((await carry(file("once", 100_000), first.fingerprint ?? "")).body.changed).toBe(0);
    const again = (await preview(file("once", 100_000))).body;
    expect([again.changes, again.unchanged]).toEqual([[], 6]);
    expect(await state()).toEqual(after);
    const sold = (await shop.ask(getProducts, { query: { subcategory: "once" } })).body.products;
    expect(
      sold.map(({ denomination, productQuantity }) => [denomination, productQuantity]),
    ).toEqual([
      ["$1", 0],
      ["$2", 4],
    ]);
    const dearer = (await preview(file("once", 120_000))).body;
    expect(dearer.changes).toEqual([
      expect.objectContaining({
        kind: "price",
        fields: [{ name: "price", from: "100000", to: "120000" }],
      }),
    ]);
    // Another operator changes a price between the preview and the import.
    const id = sold[0]?.id ?? "";
    await shop.desk(changePrice, {
      params: { id },
      body: { ...seen, price: 110_000, reason: "با دست", seen },
    });
    const late = await carry(file("once", 120_000), dearer.fingerprint ?? "");
    expect(late.body.code).toBe("stale_catalogue");
    const fresh = (await preview(file("once", 120_000))).body.fingerprint ?? "";
    expect((await carry(file("once", 120_000), fresh)).status).toBe(200);
    expect((await page(id)).prices.map(({ price, reason }) => [price, reason])).toEqual([
      [120_000, "از پروندهٔ کالاها"],
      [110_000, "با دست"],
      [100_000, "از پروندهٔ کالاها"],
    ]);
  });

  test("with a mistake is refused with the place of the mistake, and changes nothing", async () => {
    const before = await state();
    const broken = (change: (one: ReturnType<typeof file>) => unknown) => {
      const one = file("broken", 100_000);
      return change(one) ?? one;
    };
    const sub = (one: ReturnType<typeof file>) => one.categories[0]?.subcategories[0] as never;
    const item = (one: ReturnType<typeof file>, at = 0) =>
      (sub(one) as { products: object[] }).products[at] ?? {};
    const at = "catalogue.categories.0.subcategories.0";
    const cases: [unknown, string, string][] = [
      [[], "catalogue", "categories"],
      [null, "catalogue", "categories"],
      [{ categories: {} }, "catalogue.categories", "categories"],
      [
        broken((one) => void Object.assign(item(one), { price: 0 })),
        `${at}.products.0.price`,
        "قیمت",
      ],
      [
        broken((one) => void Object.assign(item(one, 1), { priceAfterDiscount: 300_000 })),
        `${at}.products.1.priceAfterDiscount`,
        "حراج",
      ],
      [broken((one) => void Object.assign(item(one), { pris: 1 })), `${at}.products.0`, "pris"],
      [
        broken((one) => void Object.assign(item(one), { name: "<i>کارت</i>" })),
        `${at}.products.0.name`,
        "<",
      ],
      [
        broken((one) => void Object.assign(item(one), { denomination: "$2" })),
        "categories.0.subcategories.0.products.1",
        "دو بار",
      ],
      [
        broken((one) => void Object.assign(sub(one), { urlName: "itunes" })),
        "categories.0.subcategories.0.urlName",
        "نام نشانی",
      ],
      [
        broken((one) => void Object.assign(sub(one), { urlName: "Bad Name" })),
        `${at}.urlName`,
        "لاتین",
      ],
      [
        broken((one) => void Object.assign(sub(one), { tutorial: "none" })),
        "categories.0.subcategories.0.tutorial",
        "آموزش",
      ],
      [
        broken((one) => void Object.assign(item(one), { id: "itunes-us-2" })),
        "categories.0.subcategories.0.products.0.id",
        "زیردستهٔ دیگری",
      ],
    ];
    for (const [catalogue, place, word] of cases)
      for (const answer of [await preview(catalogue), await carry(catalogue, "any")]) {
        const fields = answer.body.fields ?? {};
        expect([answer.status, Object.keys(fields)]).toEqual([422, [place]]);
        expect(fields[place]).toContain(word);
      }
    expect(await state()).toEqual(before);
  });

  test("may be larger than other requests, up to a megabyte", async () => {
    const { token } = withDeskToken(shop, shop.deskToken);
    const text = JSON.stringify({ catalogue: demo });
    const send = (length: number) =>
      fetch(`${shop.stack.url}/desk/v1/catalogue/preview`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token ?? ""}`, "Content-Type": "application/json" },
        body: text.padEnd(length - Buffer.byteLength(text) + text.length),
      });
    expect((await send(1_048_576)).status).toBe(200);
    expect((await send(1_048_577)).status).toBe(413);
    const refused = await shop.deskCall("POST", "/catalogue/preview", "{ no json");
    expect(refused.status).toBe(400);
  });
});
