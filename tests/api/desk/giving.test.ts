import { expect, test } from "vitest";
import { replaceCode, revealCode } from "../../../contract/desk/code.ts";
import { makeDiscountCode } from "../../../contract/desk/discount-code.ts";
import { addImport } from "../../../contract/desk/import.ts";
import { acceptInvitation, inviteOperator } from "../../../contract/desk/operator.ts";
import { changePrice, changeProduct, getDeskProduct } from "../../../contract/desk/product.ts";
import { decideProposal, listProposals } from "../../../contract/desk/proposal.ts";
import { setRate } from "../../../contract/desk/rate.ts";
import { getQueuePane } from "../../../contract/desk/queue.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { exportBatch } from "../../../contract/desk/stock.ts";
import { applyDiscount } from "../../../contract/cart.ts";
import { DOUBTS } from "../../../persian/code-look.ts";
import { BOUGHT, bring, newCodes } from "../../support/import.ts";
import { type TestOperator, newOperator, withDeskToken } from "../../support/operator.ts";
import { useShop } from "../../support/use-shop.ts";

/** The sum, at cost, that one operator may give away alone in a day, in any form. Section 10.12. */

const shop = useShop({ audit: true });

const MOST = 20_000_000;
const COST = 5_500_000;
const reason = "کد کار نمی‌کند";
const waits = { status: 409, body: { code: "asked_second" } };

/** A product whose codes cost 5,500,000 toman each, and its batch. */
async function shelf(stock: number, cost = COST) {
  const productId = await shop.newProduct({ priceToman: 6_000_000, stock });
  await shop.sql(
    "UPDATE code_batch SET unit_cost_toman = ?2 WHERE product_id = ?1",
    productId,
    cost,
  );
  const [batch] = await shop.sql<{ id: string }>(
    "SELECT id FROM code_batch WHERE product_id = ?1",
    productId,
  );
  return { productId, batchId: batch?.id ?? "" };
}

/** Lets a new shopper buy codes of the product; returns the ids of the codes. */
async function buy(productId: string, count: number) {
  const shopper = await shop.newShopper({ balanceToman: 6_000_000 * count });
  const orderId = await shopper.buy(productId, count);
  const codes = await shop.sql<{ id: string }>(
    `SELECT c.id FROM code c JOIN order_item i ON i.id = c.order_item_id WHERE i.order_id = ?1`,
    orderId,
  );
  return codes.map(({ id }) => id);
}

const confirm = async (by: TestOperator, id: string) =>
  by.ask(decideProposal, { params: { id }, body: { status: "confirmed" } });

const waiting = async (askedBy: string) =>
  (await shop.desk(listProposals)).body.proposals.filter((one) => one.askedBy === askedBy);

/**
 * Returns the facts that the operator `by` sees of the first proposal of `askedBy`, and why `by`
 * cannot confirm that proposal.
 */
async function shownTo(by: TestOperator, askedBy: string) {
  const [asked] = await waiting(askedBy);
  const { body } = await by.ask(getQueuePane, {
    params: { kind: "proposal", id: asked?.id ?? "" },
  });
  const facts = body.pane.facts.map(({ label, value }) => `${label}: ${value}`).join("\n");
  return { facts, approvalBlockedBy: body.pane.approvalBlockedBy };
}

const dropAll = () =>
  shop.sql("UPDATE proposal SET state = 'dropped', decided_at = 1 WHERE state = 'open'");

const givenBy = async (name: string) =>
  (
    await shop.sql<{ toman: number }>(
      `SELECT coalesce(sum(toman), 0) AS toman FROM given_away
       WHERE operator = ?1 AND confirmed_by IS NULL`,
      name,
    )
  )[0]?.toman ?? 0;

test("support replaces codes up to the sum of a day, over all calls and products, and then needs a confirmation", async () => {
  const { productId } = await shelf(10);
  const [code = ""] = await buy(productId, 1);
  const support = await newOperator(shop, { role: "support" });
  let current = code;
  const replace = () => support.ask(replaceCode, { params: { codeId: current }, body: { reason } });
  for (let count = 0; count < 3; count++) {
    const answer = await replace();
    expect(answer.status).toBe(200);
    current = answer.body.codeId;
  }
  expect(await givenBy(support.name)).toBe(3 * COST);
  expect(await replace()).toMatchObject(waits);
  expect((await replace()).body.code).toBe("already_proposed");
  const [asked] = await waiting(support.name);
  const second = await newOperator(shop, { role: "finance" });
  expect((await confirm(second, asked?.id ?? "")).status).toBe(200);
  // The confirmation allows this code only, once, within a day.
  const allowed = await replace();
  expect(allowed.status).toBe(200);
  expect(await givenBy(support.name)).toBe(3 * COST);
  current = allowed.body.codeId;
  expect(await replace()).toMatchObject(waits);
});

test("many calls at once, and an export after them, give away no more than the sum", async () => {
  const { productId, batchId } = await shelf(20);
  const codes = [
    ...(await buy(productId, 3)),
    ...(await buy(productId, 3)),
    ...(await buy(productId, 2)),
  ];
  const one = await newOperator(shop, { role: "finance" });
  const answers = await Promise.all(
    codes.map((codeId) =>
      one.ask(revealCode, { params: { codeId }, body: { why: "test", note: "" } }),
    ),
  );
  const read = answers.filter(({ status }) => status === 200).length;
  expect(read).toBe(3);
  expect(await givenBy(one.name)).toBeLessThanOrEqual(MOST);
  expect(await one.ask(exportBatch, { params: { id: batchId }, body: { reason } })).toMatchObject(
    waits,
  );
  // The operator may read the same code again without a further sum.
  const known = codes[answers.findIndex(({ status }) => status === 200)] ?? "";
  const again = { params: { codeId: known }, body: { why: "test", note: "" } } as const;
  expect((await one.ask(revealCode, again)).status).toBe(200);
  expect(await givenBy(one.name)).toBe(3 * COST);
  // The sum of the next day is unspent.
  await shop.turnClock(25 * 3_600_000);
  const more = codes.filter((_, at) => answers[at]?.status !== 200)[1] ?? "";
  await dropAll();
  const later = { params: { codeId: more }, body: { why: "test", note: "" } } as const;
  expect((await one.ask(revealCode, later)).status).toBe(200);
  await shop.turnClock(0);
});

test("codes without a known cost count at the highest price of seven days", async () => {
  const { productId } = await shelf(5, 0);
  const [code = ""] = await buy(productId, 1);
  const one = await newOperator(shop, { role: "finance" });
  await one.ask(revealCode, { params: { codeId: code }, body: { why: "test", note: "" } });
  expect(await givenBy(one.name)).toBe(6_000_000);
});

test("a price below cost, a code that sells below cost and an unusual rate need two persons, and no program", async () => {
  const { productId } = await shelf(130);
  const person = await newOperator(shop, { role: "finance" });
  const program = await newOperator(shop, { role: "finance", program: "finance" });
  const price = (by: TestOperator, toman: number, reward = 0) =>
    by.ask(changePrice, {
      params: { id: productId },
      body: {
        price: toman,
        priceAfterDiscount: null,
        reward,
        reason: "اصلاح نرخ",
        seen: { price: 6_000_000, priceAfterDiscount: null, reward: 0 },
      },
    });
  expect((await price(program, 1_000)).body.code).toBe("person_needed");
  // A high cashback gives away money like a low price.
  expect(await price(person, 6_000_000, 6_000_000)).toMatchObject(waits);
  await dropAll();
  expect(await price(person, 1_000)).toMatchObject(waits);
  const [asked] = await waiting(person.name);
  expect(asked?.details).toMatchObject({ toman: 130 * (COST - 1_000) });
  const second = await newOperator(shop, { role: "owner" });
  const shown = await shownTo(second, person.name);
  expect(shown.facts).toContain(
    "جزئیات: خریدار ۱٬۰۰۰ تومان می‌پردازد (پس از تخفیف و پاداش)؛ بها ۵٬۵۰۰٬۰۰۰ تومان",
  );
  expect(shown.approvalBlockedBy).toBe("");
  expect((await shownTo(person, person.name)).approvalBlockedBy).toContain("کس دیگری باید");
  const support = await newOperator(shop, { role: "support" });
  const list = JSON.stringify((await support.ask(listProposals)).body);
  expect(list).toContain("give_price");
  expect(list, "support sees no cost").not.toMatch(/۵٬۵۰۰٬۰۰۰|5500000/);
  expect((await confirm(second, asked?.id ?? "")).status).toBe(200);
  const colleague = await newOperator(shop, { role: "finance" });
  expect((await price(colleague, 1_000)).body.code, "only for the asker").toBe("asked_second");
  await dropAll();
  expect(await price(person, 2_000), "only for this price").toMatchObject(waits);
  expect((await price(person, 1_000)).status).toBe(200);
  await dropAll();
  const terms = { type: "percentage", value: 99, maxDiscount: null, minPurchase: null } as const;
  const below = { ...terms, code: "BELOW-1", usesMax: 5, until: null, phone: null };
  expect(
    await person.ask(makeDiscountCode, { body: { ...below, maySellBelowCost: true } }),
  ).toMatchObject(waits);
  expect((await shownTo(second, person.name)).facts).toContain("جزئیات: ۹۹٪، زیر بها هم، ۵ بار");
  await dropAll();
  const [rate] = await shop.sql<{ version: number; toman: number | null }>(
    "SELECT version, coalesce(confirmed_toman, toman) AS toman FROM rate WHERE currency = 'USD'",
  );
  const body = { source: "hand", bandPercent: 5, version: rate?.version ?? 1 } as const;
  if (rate?.toman == null)
    await shop.sql(
      "UPDATE rate SET toman = 100000, confirmed_toman = 100000, read_at = 1 WHERE currency = 'USD'",
    );
  expect(
    await person.ask(setRate, {
      params: { currency: "USD" },
      body: { ...body, toman: 10_000, isSure: true },
    }),
  ).toMatchObject(waits);
  expect((await shownTo(second, person.name)).facts).toMatch(/جزئیات: از .* به ۱۰٬۰۰۰ تومان/);
});

test("without a known cost a price is compared with the highest of seven days, however small its steps", async () => {
  const { productId } = await shelf(5, 0);
  // The present price was set more than seven days ago.
  await shop.turnClock(8 * 86_400_000);
  const one = await newOperator(shop, { role: "finance" });
  const step = (from: number, to: number) =>
    one.ask(changePrice, {
      params: { id: productId },
      body: {
        price: to,
        priceAfterDiscount: null,
        reward: 0,
        reason: "اصلاح نرخ",
        seen: { price: from, priceAfterDiscount: null, reward: 0 },
      },
    });
  expect((await step(6_000_000, 4_300_000)).status).toBe(200);
  expect(await step(4_300_000, 3_100_000)).toMatchObject(waits);
  await shop.turnClock(0);
});

test("a price above cost needs no second person and books nothing", async () => {
  const { productId } = await shelf(5);
  const one = await newOperator(shop, { role: "finance" });
  const answer = await one.ask(changePrice, {
    params: { id: productId },
    body: {
      price: 5_800_000,
      priceAfterDiscount: 5_600_000,
      reward: 0,
      reason: "اصلاح نرخ",
      seen: { price: 6_000_000, priceAfterDiscount: null, reward: 0 },
    },
  });
  expect([answer.status, await givenBy(one.name)]).toEqual([200, 0]);
});

test("an unusual unit cost needs a person, and a too low one counts as giving away", async () => {
  const { productId } = await shelf(3);
  const one = await newOperator(shop, { role: "finance" });
  const program = await newOperator(shop, { role: "finance", program: "finance" });
  const add = async (by: TestOperator, unitCost: number, isSure = false, codes = 2) => {
    const id = await bring(shop, productId, newCodes(codes));
    const body = { ...BOUGHT, unitCost, isSure, takes: [...DOUBTS], expected: codes };
    const ask = () => by.ask(addImport, { params: { id }, body });
    return { answer: await ask(), ask };
  };
  expect((await add(one, 3_850_000)).answer.status).toBe(200);
  expect((await add(one, 1_000)).answer).toMatchObject({
    status: 409,
    body: { code: "cost_far", details: expect.stringContaining("۵٬۵۰۰٬۰۰۰") as string },
  });
  expect((await add(one, 7_700_000)).answer.body.code).toBe("cost_far");
  expect(await givenBy(one.name)).toBe(0);
  expect((await add(program, 1_000, true)).answer.body.code).toBe("person_needed");
  expect((await add(one, 1_000, true)).answer.status).toBe(200);
  expect(await givenBy(one.name)).toBe(2 * (COST - 1_000));
  // A false cost is not the basis of the next comparison: the highest cost of seven days is.
  const { answer, ask } = await add(one, 1_000, true);
  expect(answer).toMatchObject(waits);
  const [asked] = await waiting(one.name);
  const second = await newOperator(shop, { role: "finance" });
  expect((await confirm(second, asked?.id ?? "")).status).toBe(200);
  expect((await ask()).status).toBe(200);
  // A cost above the price waits for a second person, until the price is raised.
  expect((await add(one, 11_000_000, true)).answer).toMatchObject({
    ...waits,
    body: { details: expect.stringContaining("نخست قیمت را بالا ببرید") as string },
  });
  await shop.sql("UPDATE product SET price_toman = 12000000 WHERE id = ?1", productId);
  expect((await add(one, 11_000_000, true)).answer.status).toBe(200);
  expect(await givenBy(one.name)).toBe(2 * (COST - 1_000));
});

test("each lowering of a manual product's cost counts as giving away, for all units", async () => {
  const id = await shop.newProduct({
    priceToman: 6_000_000,
    deliveryType: "manual",
    stock: 10,
    unitCostToman: 5_000_000,
  });
  const one = await newOperator(shop, { role: "finance" });
  const change = async (unitCost: number, isSure = false) => {
    const { product } = (await one.ask(getDeskProduct, { params: { id } })).body;
    const { name, region, denomination, deliveryType, version } = product;
    const body = { name, region, denomination, deliveryType, unitCost, isSure, version };
    return one.ask(changeProduct, { params: { id }, body });
  };
  expect((await change(5_200_000)).status).toBe(200);
  expect((await change(4_000_000)).status).toBe(200);
  expect(await givenBy(one.name)).toBe(12_000_000);
  expect((await change(0)).body.code).toBe("cost_far");
  expect(await change(0, true)).toMatchObject(waits);
  await dropAll();
  expect(await change(3_000_000)).toMatchObject(waits);
});

test("without a known cost a discount code stops at 70 percent of the highest price of seven days, plus cashback", async () => {
  const { productId } = await shelf(5, 0);
  const one = await newOperator(shop, { role: "finance" });
  const terms = {
    type: "percentage",
    maxDiscount: null,
    minPurchase: null,
    usesMax: null,
  } as const;
  const half = { ...terms, code: "HALF-OFF", value: 50, until: null, phone: null };
  expect((await one.ask(makeDiscountCode, { body: half })).status).toBe(200);
  const shopper = await shop.newShopper({ balanceToman: 6_000_000 });
  await shopper.put(productId, 1);
  const priced = async () => {
    const { cart } = (await shopper.ask(applyDiscount, { body: { code: "HALF-OFF" } })).body;
    return [cart.totalAmountAfterDiscount, cart.totalReward];
  };
  expect(await priced()).toEqual([4_200_000, 0]);
  // After a price cut that needs no second person, the code still stops at the same price.
  const set = async (price: number, reward: number, seen: { price: number; reward: number }) => {
    const body = { price, priceAfterDiscount: null, reward, reason: "اصلاح نرخ" };
    const answer = await one.ask(changePrice, {
      params: { id: productId },
      body: { ...body, seen: { ...seen, priceAfterDiscount: null } },
    });
    expect(answer.status).toBe(200);
  };
  await set(5_000_000, 0, { price: 6_000_000, reward: 0 });
  expect(await priced()).toEqual([4_200_000, 0]);
  await set(5_000_000, 500_000, { price: 5_000_000, reward: 0 });
  expect(await priced()).toEqual([4_700_000, 500_000]);
});

test("for a day an invited operator and their inviter share one sum", async () => {
  const { productId } = await shelf(12);
  const [code = "", other = ""] = await buy(productId, 2);
  const boss = await newOperator(shop, { role: "owner" });
  const invite = async (name: string, phone: string) => {
    const body = { name, role: "support", phone } as const;
    const { secret } = (await boss.ask(inviteOperator, { body })).body;
    return (await withDeskToken(shop).ask(acceptInvitation, { body: { secret } })).body.token;
  };
  const [one, two] = [await invite("novice", "09125550001"), await invite("twin", "09125550002")];
  let current = code;
  const replace = async (token: string) => {
    const request = { params: { codeId: current }, body: { reason } };
    const answer = await withDeskToken(shop, token).ask(replaceCode, request);
    if (answer.status === 200) current = answer.body.codeId;
    return answer;
  };
  for (const token of [one, two, one]) expect((await replace(token)).status).toBe(200);
  expect(await replace(two)).toMatchObject(waits);
  const read = { params: { codeId: other }, body: { why: "test", note: "" } } as const;
  expect(await boss.ask(revealCode, read)).toMatchObject(waits);
  await dropAll();
  await shop.turnClock(25 * 3_600_000);
  for (const token of [two, one, two]) expect((await replace(token)).status).toBe(200);
  expect((await boss.ask(revealCode, read)).status).toBe(200);
  await shop.turnClock(0);
});

test("codes that are returned or added while the price is below cost count like those in stock", async () => {
  const { productId } = await shelf(12);
  const codes = await buy(productId, 2);
  await shop.sql("UPDATE product SET price_toman = 5000000 WHERE id = ?1", productId);
  const one = await newOperator(shop, { role: "finance" });
  const [item] = await shop.sql<{ id: string }>(
    "SELECT order_item_id AS id FROM code WHERE id = ?1",
    codes[0],
  );
  const refunded = await one.ask(refundItem, {
    params: { orderItemId: item?.id ?? "" },
    body: { reason },
  });
  expect([refunded.status, await givenBy(one.name)]).toEqual([200, 2 * 500_000]);
  const id = await bring(shop, productId, newCodes(3));
  const body = { ...BOUGHT, unitCost: COST, takes: [...DOUBTS], expected: 3 };
  expect((await one.ask(addImport, { params: { id }, body })).status).toBe(200);
  expect(await givenBy(one.name)).toBe(5 * 500_000);
});
