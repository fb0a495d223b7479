import { beforeEach, describe, expect, test } from "vitest";
import { setQuantity } from "../../../contract/cart.ts";
import {
  cancelPricePlan,
  followRates,
  previewPrices,
  publishPrices,
  setPriceRule,
} from "../../../contract/desk/price.ts";
import { confirmRate, letPricesFollow, listRates, setRate } from "../../../contract/desk/rate.ts";
import type { Currency } from "../../../persian/currency.ts";
import { newOperator } from "../../support/operator.ts";
import { giveByTwo } from "../../support/second-person.ts";
import { useShop } from "../../support/use-shop.ts";
import { MINUTE } from "../../support/time.ts";

/** Exchange rates, and the prices that the shop computes from them. Sections 10.33 and 10.34. */

const shop = useShop({ audit: true });

const write = (...texts: string[]) => shop.put(...texts.map((text) => ({ text, values: [] })));

let ahead = 0;
/** Lets a minute pass, so that the shop asks the sources again, and runs the jobs of prices. */
async function nextMinute(more = 0) {
  ahead += MINUTE + 1 + more;
  await shop.turnClock(ahead);
  await shop.runJobs("rates", "planned prices", "prices by rate");
}

const rateOf = async (currency: Currency) => {
  const { rates } = (await shop.desk(listRates)).body;
  const rate = rates.find((each) => each.currency === currency);
  if (!rate) throw new Error(`There is no rate of ${currency}.`);
  return rate;
};

const setTo = async (currency: Currency, body: object) =>
  shop.desk(setRate, {
    params: { currency },
    body: { source: "hand", version: (await rateOf(currency)).version, ...body } as never,
  });

beforeEach(async () => {
  ahead = 0;
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
  await shop.sandbox.setRates({ nobitex: 108_000, wallex: 108_000 });
  await write(
    `UPDATE rate SET source = 'hand', per_dollar = NULL, toman = NULL, read_at = NULL,
       confirmed_toman = NULL, held_toman = NULL, held_at = NULL, trouble = NULL,
       trouble_since = NULL, automatic_by = NULL, made_with_toman = NULL, asked_at = 0`,
    "DELETE FROM price_rule",
    "DELETE FROM rate_hour",
  );
});

describe("a rate", () => {
  test("is set by hand, with Persian digits too, and ten times as much needs a confirmation and a second person", async () => {
    const first = await setTo("USD", { toman: "۱۰۸٬۰۰۰" });
    expect(first.body.rate).toMatchObject({ toman: 108_000, source: "hand", isOld: false });
    expect((await setTo("USD", { toman: 1_080_000 })).body).toMatchObject({ code: "rate_far" });
    expect((await rateOf("USD")).toman).toBe(108_000);
    const sure = () => setTo("USD", { toman: 1_080_000, isSure: true });
    expect((await sure()).body).toMatchObject({ code: "asked_second" });
    expect((await rateOf("USD")).toman).toBe(108_000);
    await shop.sql("DELETE FROM proposal");
    expect((await giveByTwo(shop, sure)).status).toBe(200);
    const lines = await shop.sql(
      "SELECT verdict, state_before, state_after FROM desk_decision WHERE subject = 'rate' AND subject_id = 'USD' AND verdict = 'set' ORDER BY rowid DESC LIMIT 2",
    );
    expect(lines).toEqual([
      { verdict: "set", state_before: "hand 108000", state_after: "hand 1080000" },
      { verdict: "set", state_before: "hand", state_after: "hand 108000" },
    ]);
  });

  test.each([
    [{ toman: 0 }, "toman"],
    [{ toman: 100_000_000 }, "toman"],
    [{ toman: "<b>1</b>" }, "toman"],
    [{ toman: "-5" }, "toman"],
    [{ source: "dollar", perDollar: "many" }, "perDollar"],
    [{ source: "dollar", perDollar: "0" }, "perDollar"],
    [{ source: "dollar", perDollar: "-5" }, "perDollar"],
    [{ toman: 5, bandPercent: 26 }, "bandPercent"],
    [{ source: "market" }, "source"],
  ])("with %j is refused at the field %s", async (body, field) => {
    const { status, body: refusal } = await setTo("EUR", body);
    expect([status, Object.keys(refusal.fields ?? {})]).toEqual([422, [field]]);
  });

  test("set by two operators at once has the value of one, and the other is refused", async () => {
    const { version } = await rateOf("GBP");
    const ask = (toman: number) =>
      shop.desk(setRate, { params: { currency: "GBP" }, body: { source: "hand", toman, version } });
    const answers = await Promise.all([ask(140_000), ask(141_000)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("stale_rate");
  });

  test("follows two markets: the first reading waits for a person, later small steps do not", async () => {
    await setTo("USD", { source: "market" });
    await nextMinute();
    expect(await rateOf("USD")).toMatchObject({ toman: null, held: { toman: 108_000 } });
    const params = { currency: "USD" };
    const wrong = await shop.desk(confirmRate, { params, body: { toman: 107_000 } });
    expect(wrong.body).toMatchObject({ code: "stale_rate" });
    await shop.desk(confirmRate, { params, body: { toman: 108_000 } });
    await shop.sandbox.setRates({ nobitex: 110_000, wallex: 111_000 });
    await nextMinute();
    expect(await rateOf("USD")).toMatchObject({
      toman: 110_500,
      held: null,
      trouble: null,
      confirmed: { toman: 108_000 },
    });
    // A larger step waits for an operator, and the last good rate stays.
    await shop.sandbox.setRates({ nobitex: 120_000, wallex: 120_000 });
    await nextMinute();
    expect(await rateOf("USD")).toMatchObject({ toman: 110_500, held: { toman: 120_000 } });
    // The minutes of this test may be in two different hours.
    expect((await rateOf("USD")).hours.at(-1)?.toman).toBe(110_500);
  });

  test.each([
    ["a market that answers in rial", { kind: "wrong_amount" }, { trouble: "apart" }],
    ["HTML", { kind: "html" }, { trouble: null, toman: 108_000 }],
    ["texts in place of numbers", { kind: "wrong_types" }, { trouble: null, toman: 108_000 }],
    ["an answer of an hour ago", { kind: "old_state" }, { trouble: null, toman: 108_000 }],
  ] as const)("%s of one market changes nothing", async (_name, fault, expected) => {
    await setTo("USD", { toman: 108_000 });
    await setTo("USD", { source: "market" });
    await shop.sandbox.plan({ provider: "nobitex", call: "rates", ...fault });
    await nextMinute();
    expect(await rateOf("USD")).toMatchObject({ toman: 108_000, ...expected });
  });

  test("stays the last one, with its age, when both markets answer in rial or not at all", async () => {
    await setTo("USD", { toman: 108_000 });
    await setTo("USD", { source: "market" });
    await shop.sandbox.setRates({ nobitex: 1_080_000, wallex: 1_080_000 });
    await nextMinute();
    expect(await rateOf("USD")).toMatchObject({ toman: 108_000, trouble: "far", held: null });
    for (const provider of ["nobitex", "wallex"] as const)
      await shop.sandbox.plan({ provider, call: "rates", kind: "http_500", times: 2 });
    await nextMinute(31 * MINUTE);
    expect(await rateOf("USD")).toMatchObject({ toman: 108_000, trouble: "silent", isOld: true });
  });

  test("can come from the shopkeeper's own address, for each currency separately", async () => {
    await shop.sandbox.setRates({ address: { TRY: 2_600, AED: "many", CHF: 5 } });
    await setTo("TRY", { toman: 2_570 });
    await setTo("TRY", { source: "address" });
    await nextMinute();
    // One broken number makes the whole answer unreadable.
    expect(await rateOf("TRY")).toMatchObject({ toman: 2_570, trouble: "silent" });
    await shop.sandbox.setRates({ address: { TRY: 2_600, CHF: "many" } });
    await nextMinute();
    expect(await rateOf("TRY")).toMatchObject({ toman: 2_600, trouble: null });
    await shop.sandbox.setRates({ address: { USD: 108_000, TRY: 0.2 } });
    await nextMinute();
    expect(await rateOf("TRY")).toMatchObject({ toman: 2_600, trouble: "unreadable" });
  });

  test("of the dirham follows the dollar once the dollar has a rate", async () => {
    const early = await setTo("AED", { source: "dollar", perDollar: "3.6725" });
    expect(early.body).toMatchObject({ code: "no_dollar_rate" });
    await setTo("USD", { toman: 111_600 });
    await setTo("AED", { source: "dollar", perDollar: "۳٫۶۷۲۵" });
    expect((await rateOf("AED")).toman).toBe(30_388);
    await setTo("USD", { toman: 115_000 });
    expect((await rateOf("AED")).toman).toBe(31_314);
  });
});

describe("prices", () => {
  /** A product worth some dollars, at a rate of 108,000. */
  async function follower(dollars: number, { price = dollars * 120_000, cost = 0 } = {}) {
    const id = await shop.newProduct({ priceToman: price, stock: 3, unitCostToman: cost });
    await shop.desk(setPriceRule, {
      params: { id },
      body: { rule: { currency: "USD", faceCents: dollars * 100, marginBasisPoints: 1_000 } },
    });
    return id;
  }
  const preview = async (body = {}) => (await shop.desk(previewPrices, { body })).body;
  const priceOf = async (id: string) =>
    (await shop.sql("SELECT price_toman AS price FROM product WHERE id = ?1", id))[0]?.["price"];
  const history = (id: string) =>
    shop.sql(
      `SELECT price_toman AS price, operator IS NOT NULL AS is_signed, reason, rate_toman AS rate
       FROM price_change WHERE product_id = ?1 ORDER BY number DESC LIMIT 1`,
      id,
    );

  test("are previewed, ticked and published, and their history has operator, reason and rate", async () => {
    await setTo("USD", { toman: 108_000 });
    const plain = await follower(10, { price: 1_185_000, cost: 1_000_000 });
    const dear = await follower(20, { price: 2_600_000, cost: 2_500_000 });
    const shopper = await shop.newShopper();
    await shopper.ask(setQuantity, { body: { productId: plain, quantity: 1 } });
    const seen = await preview();
    const row = (id: string) => seen.rows.find(({ productId }) => productId === id);
    expect(row(plain)).toMatchObject({ next: { price: 1_190_000 }, flags: [], cost: 1_000_000 });
    expect(row(dear)).toMatchObject({ next: { price: 2_380_000 }, flags: ["below_cost", "jump"] });
    expect(seen.openCarts).toBe(1);
    const body = { fingerprint: seen.fingerprint, productIds: [plain, dear] };
    expect((await shop.desk(publishPrices, { body })).body).toMatchObject({
      code: "prices_unsure",
    });
    expect(await priceOf(plain)).toBe(1_185_000);
    const done = await shop.desk(publishPrices, {
      body: { ...body, sureIds: [dear], reason: "گران شدن دلار" },
    });
    expect(done.body).toMatchObject({ published: 2, planId: null });
    expect([await priceOf(plain), await priceOf(dear)]).toEqual([1_190_000, 2_380_000]);
    expect(await history(plain)).toEqual([
      { price: 1_190_000, is_signed: 1, reason: "گران شدن دلار", rate: 108_000 },
    ]);
    expect(await rateOf("USD")).toMatchObject({ madeWith: { toman: 108_000 }, products: 2 });
    // The preview is used up.
    expect((await shop.desk(publishPrices, { body })).body).toMatchObject({ code: "prices_moved" });
  });

  test("are not published when a rate, a price or a cost moved since the preview", async () => {
    await setTo("USD", { toman: 108_000 });
    const id = await follower(10, { price: 1_185_000 });
    const publish = (fingerprint: string) =>
      shop.desk(publishPrices, { body: { fingerprint, productIds: [id] } });
    const moves = [
      () => setTo("USD", { toman: 109_000 }),
      () => write(`UPDATE product SET price_toman = 1180000 WHERE id = '${id}'`),
      () => shop.addCodes(id, 1, 900_000),
    ];
    for (const move of moves) {
      const { fingerprint } = await preview();
      await move();
      expect((await publish(fingerprint)).body).toMatchObject({ code: "prices_moved" });
    }
    // Two requests at once publish once.
    const { fingerprint } = await preview();
    const answers = await Promise.all([publish(fingerprint), publish(fingerprint)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("from an old rate need a confirmation, and without a rate cannot be published", async () => {
    const id = await follower(10, { price: 1_185_000 });
    const none = await preview();
    expect(none.rows.find(({ productId }) => productId === id)?.next).toBeNull();
    const unknown = await shop.desk(publishPrices, {
      body: { fingerprint: none.fingerprint, productIds: [id] },
    });
    expect(unknown.body).toMatchObject({ code: "no_rate" });
    await setTo("USD", { toman: 108_000 });
    await shop.turnClock(25 * 60 * MINUTE);
    const body = { fingerprint: (await preview()).fingerprint, productIds: [id] };
    expect((await shop.desk(publishPrices, { body })).body).toMatchObject({ code: "rate_old" });
    const sure = await shop.desk(publishPrices, { body: { ...body, acceptsOldRate: true } });
    expect(sure.body.published).toBe(1);
  });

  test("stay the same where they are fixed, and a new margin applies from its publication on", async () => {
    await setTo("USD", { toman: 108_000 });
    const [free, fixed] = [await follower(10), await follower(10)];
    await shop.desk(setPriceRule, {
      params: { id: fixed },
      body: {
        rule: { currency: "USD", faceCents: 1_000, marginBasisPoints: 1_000, isFixed: true },
      },
    });
    const margins = [{ productId: free, marginBasisPoints: 1_200 }];
    const { fingerprint } = await preview({ margins });
    await shop.desk(publishPrices, { body: { fingerprint, margins, productIds: [free, fixed] } });
    expect([await priceOf(free), await priceOf(fixed)]).toEqual([1_210_000, 1_200_000]);
    const kept = (await preview()).rows.find(({ productId }) => productId === free);
    expect(kept?.marginBasisPoints).toBe(1_200);
  });

  test("take effect at the planned hour, except where the price was changed in between", async () => {
    await setTo("USD", { toman: 108_000 });
    const [first, second] = [await follower(10), await follower(20)];
    const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
    const { fingerprint } = await preview();
    const body = { fingerprint, productIds: [first, second], at: at(30) };
    for (const wrong of [at(-1), at(8 * 24 * 60)])
      expect((await shop.desk(publishPrices, { body: { ...body, at: wrong } })).body).toMatchObject(
        { code: "wrong_time" },
      );
    // The same request sent twice plans once.
    const [one, twin] = await Promise.all([
      shop.desk(publishPrices, { body }),
      shop.desk(publishPrices, { body }),
    ]);
    expect(one.body.planId).toBe(twin.body.planId);
    expect((await preview()).plans).toHaveLength(1);
    await nextMinute();
    expect(await priceOf(first)).toBe(1_200_000);
    await write(`UPDATE product SET price_toman = 2500000 WHERE id = '${second}'`);
    await nextMinute(30 * MINUTE);
    expect([await priceOf(first), await priceOf(second)]).toEqual([1_190_000, 2_500_000]);
    const id = one.body.planId ?? "";
    expect((await shop.desk(cancelPricePlan, { params: { id } })).body).toMatchObject({
      code: "plan_ended",
    });
    expect(
      await shop.sql("SELECT state, published_count FROM price_plan WHERE id = ?1", id),
    ).toEqual([{ state: "published", published_count: 1 }]);
  });

  test("can be taken back while they wait for their hour", async () => {
    await setTo("USD", { toman: 108_000 });
    const product = await follower(10);
    const { fingerprint } = await preview();
    const at = new Date(Date.now() + 30 * MINUTE).toISOString();
    const { planId } = (
      await shop.desk(publishPrices, { body: { fingerprint, productIds: [product], at } })
    ).body;
    const params = { id: planId ?? "" };
    expect((await shop.desk(cancelPricePlan, { params })).status).toBe(200);
    await nextMinute(30 * MINUTE);
    expect(await priceOf(product)).toBe(1_200_000);
  });

  test("are the old ones when the rate returns; a sale ends only if it was ticked", async () => {
    await setTo("USD", { toman: 108_200 });
    const [plain, thin] = [
      await follower(10, { price: 1_195_000 }),
      await follower(1, { price: 120_000 }),
    ];
    await write(
      `UPDATE product SET sale_price_toman = 1147000, reward_toman = 45000 WHERE id = '${plain}'`,
      `UPDATE product SET sale_price_toman = 119500 WHERE id = '${thin}'`,
    );
    const all = [plain, thin];
    const pricesOf = async () =>
      (
        await shop.sql(
          `SELECT price_toman AS price, sale_price_toman AS sale, reward_toman AS reward FROM product
           WHERE id IN (?1, ?2) ORDER BY price_toman DESC`,
          ...all,
        )
      ).map(({ price, sale, reward }) => [price, sale, reward]);
    const publishAt = async (toman: number, productIds: string[], sureIds: string[] = []) => {
      await setTo("USD", { toman, isSure: true });
      const { fingerprint } = await preview();
      const body = { fingerprint, productIds, sureIds };
      return (await shop.desk(publishPrices, { body })).status;
    };
    expect(await publishAt(108_200, all, all)).toBe(200);
    const before = await pricesOf();
    for (const toman of [112_000, 107_000, 104_000, 108_000, 112_000, 108_200])
      expect(await publishAt(toman, [plain])).toBe(200);
    expect(await pricesOf()).toEqual(before);
    // The sale of the cheap one is 500 below its price, and sales are rounded up to 5,000.
    const ended = (await preview()).rows.find(({ productId }) => productId === thin);
    expect(before[1]).toEqual([120_000, 119_500, 0]);
    expect(ended).toMatchObject({ next: { sale: 119_500 }, flags: [] });
    expect(await publishAt(112_000, [thin])).toBe(409);
    expect((await preview()).rows.find(({ productId }) => productId === thin)).toMatchObject({
      next: { sale: null },
      flags: ["sale_ends"],
    });
    expect(await publishAt(112_000, [thin], [thin])).toBe(200);
    expect((await pricesOf())[1]).toEqual([125_000, null, 0]);
    // A sale price that was set by hand is the new base for later rates.
    await write(`UPDATE product SET sale_price_toman = 1100000 WHERE id = '${plain}'`);
    const made = await pricesOf();
    for (const toman of [112_000, 108_200]) expect(await publishAt(toman, [plain])).toBe(200);
    expect((await pricesOf())[0]).toEqual(made[0]);
  });

  test("follow the rate automatically only if an owner allowed it, and within the band", async () => {
    await setTo("USD", { toman: 108_000 });
    await setTo("USD", { source: "market" });
    const plain = await follower(10, { price: 1_190_000 });
    const dear = await follower(20, { price: 2_380_000, cost: 2_500_000 });
    const finance = await newOperator(shop, { role: "finance" });
    const allow = async (who: typeof finance, isAutomatic: boolean) =>
      who.ask(letPricesFollow, {
        params: { currency: "USD" },
        body: { isAutomatic, version: (await rateOf("USD")).version },
      });
    expect((await allow(finance, true)).status).toBe(403);
    await shop.sandbox.setRates({ nobitex: 110_000, wallex: 110_000 });
    await nextMinute();
    expect(await priceOf(plain)).toBe(1_190_000);
    const owner = await newOperator(shop);
    expect((await allow(owner, true)).body.rate?.automaticBy).toBe(owner.name);
    await nextMinute();
    // A price below its cost waits for a person.
    expect([await priceOf(plain), await priceOf(dear)]).toEqual([1_210_000, 2_380_000]);
    expect(await history(plain)).toMatchObject([{ is_signed: 1, rate: 110_000 }]);
    // Prices do not change when a rate moves less than a percent, or when its step waits for an
    // operator.
    await shop.sandbox.setRates({ nobitex: 110_900, wallex: 110_900 });
    await nextMinute();
    await shop.sandbox.setRates({ nobitex: 125_000, wallex: 125_000 });
    await nextMinute();
    expect(await priceOf(plain)).toBe(1_210_000);
    await allow(owner, false);
    await shop.sandbox.setRates({ nobitex: 113_000, wallex: 113_000 });
    await nextMinute();
    expect(await priceOf(plain)).toBe(1_210_000);
  });

  test("of all dollar cards can be set to follow the rate by one call, which changes no price", async () => {
    const rule = { body: { currency: "USD" as const } };
    expect((await shop.desk(followRates, rule)).body).toMatchObject({ code: "no_rate" });
    await setTo("USD", { toman: 108_000 });
    await setTo("TRY", { toman: 2_570 });
    const { readable } = await preview();
    expect(readable.map(({ currency }) => currency).toSorted()).toEqual(["TRY", "USD"]);
    const dollars = readable.find(({ currency }) => currency === "USD")?.products;
    const { products } = (await shop.desk(followRates, rule)).body;
    expect(products).toBe(dollars);
    expect(products).toBeGreaterThan(20);
    const { rows } = await preview();
    expect(rows).toHaveLength(products);
    for (const { now, next } of rows) expect(next).toEqual(now);
    expect((await shop.desk(followRates, rule)).body.products).toBe(0);
    const id = rows[0]?.productId ?? "";
    await shop.desk(setPriceRule, { params: { id }, body: { rule: null } });
    expect((await preview()).rows).toHaveLength(products - 1);
  });
});
