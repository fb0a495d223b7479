import { beforeAll, describe, expect, test } from "vitest";
import { findDiscountCodes } from "../../../api/buying/discount-code/statements.ts";
import { applyDiscount, emptyCart } from "../../../contract/cart.ts";
import { listDeskDiscountCodes } from "../../../contract/desk/discount-code.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { DISCOUNT_CODES_SHOWN_MAX, getDiscountCodes } from "../../../contract/discount-code.ts";
import { cancelOrder, createOrder, getOrderItemContent } from "../../../contract/order.ts";
import { addDiscountCode } from "../../support/discount-code.ts";
import { newCharacters } from "../../support/random-of-test.ts";
import { byTwo } from "../../support/second-person.ts";
import { type TestShopper } from "../../support/shop.ts";
import { useSharedShop } from "../../support/use-shop.ts";

const shop = useSharedShop({ audit: true });
beforeAll(async () => {
  await shop.sql("UPDATE discount_code SET created_at = 0");
});

const list = async (shopper: TestShopper) => (await shopper.ask(getDiscountCodes)).body;
const codesOf = async (shopper: TestShopper) => (await list(shopper)).map(({ code }) => code);

async function use(shopper: TestShopper, product: string, code: string) {
  await shopper.put(product);
  expect((await shopper.ask(applyDiscount, { body: { code } })).status).toBe(200);
}

describe("discount codes", () => {
  test("are listed when they are the shopper's own or public, newest first", async () => {
    const [shopper, other] = [await shop.newShopper(), await shop.newShopper()];
    const expiresAt = Date.now() + 60_000;
    await addDiscountCode(shop, "FOR-ONE", {
      ownerId: shopper.id,
      type: "fixed",
      value: 15_000,
      minPurchaseToman: 20_000,
      maxDiscountToman: 12_000,
      expiresAt,
      createdAt: 3,
    });
    await addDiscountCode(shop, "FOR-ANOTHER", { ownerId: other.id, createdAt: 4 });
    await addDiscountCode(shop, "FOR-ALL", { createdAt: 2 });
    expect((await list(shopper)).slice(0, 2)).toEqual([
      {
        id: "FOR-ONE",
        code: "FOR-ONE",
        type: "fixed",
        value: 15_000,
        minPurchase: 20_000,
        maxDiscount: 12_000,
        expirationDate: new Date(expiresAt).toISOString(),
        isActive: true,
        isPublic: false,
      },
      expect.objectContaining({
        code: "FOR-ALL",
        expirationDate: null,
        isActive: true,
        isPublic: true,
      }),
    ]);
    expect(await codesOf(shopper)).toContain("ARMAGHAN10");
    expect((await codesOf(other)).slice(0, 2)).toEqual(["FOR-ANOTHER", "FOR-ALL"]);
    expect((await shop.ask(getDiscountCodes)).status).toBe(401);
  });

  test("are shown as inactive when switched off, expired or used up by this shopper", async () => {
    const product = await shop.newProduct({ stock: 9 });
    const [shopper, other] = [
      await shop.newShopper({ balanceToman: 900_000 }),
      await shop.newShopper({ balanceToman: 900_000 }),
    ];
    await addDiscountCode(shop, "OFF", { isActive: false });
    await addDiscountCode(shop, "OVER", { expiresAt: Date.now() - 1 });
    await addDiscountCode(shop, "EACH");
    await addDiscountCode(shop, "SINGLE", { usesMax: 1 });
    await addDiscountCode(shop, "HELD");
    const activeOf = async (person: TestShopper) =>
      (await list(person))
        .filter(({ code, isActive }) => isActive && /^(OFF|OVER|EACH|SINGLE|HELD)$/.test(code))
        .map(({ code }) => code)
        .sort();
    expect(await activeOf(shopper)).toEqual(["EACH", "HELD", "SINGLE"]);
    for (const code of ["EACH", "SINGLE"]) {
      await use(shopper, product, code);
      expect((await shopper.ask(createOrder, { body: {} })).status).toBe(200);
    }
    // An open payment of this cart holds the code without using it up.
    await use(shopper, product, "HELD");
    expect((await shopper.initiate()).status).toBe(200);
    expect(await activeOf(shopper)).toEqual(["HELD"]);
    expect(await activeOf(other)).toEqual(["EACH", "HELD"]);
  });

  test("are listed up to the newest fifty, read from an index", async () => {
    const shopper = await shop.newShopper();
    const numbers = Array.from({ length: 70 }, (_, index) => index);
    const costs = [];
    for (const part of [numbers.slice(0, 60), numbers.slice(60)]) {
      for (const owner of [shopper.id, null])
        await shop.sql(
          `INSERT INTO discount_code (id, code, type, value, owner_id, created_at)
           SELECT coalesce(?1, 'all') || value, upper(coalesce(?1, 'all') || value), 'fixed', 1000,
             ?1, 1000 + value FROM json_each(?2)`,
          owner,
          JSON.stringify(part),
        );
      const measured = await shop.measure((db) =>
        findDiscountCodes(db, shopper.id, DISCOUNT_CODES_SHOWN_MAX, Date.now()),
      );
      expect(measured.plan.filter((step) => /^SCAN (d|discount_code|u|o)\b/.test(step))).toEqual(
        [],
      );
      costs.push(measured.rowsRead);
    }
    expect(costs[1]).toBeLessThanOrEqual(costs[0] ?? 0);
    const shown = await codesOf(shopper);
    expect(shown).toHaveLength(DISCOUNT_CODES_SHOWN_MAX);
    expect(shown.slice(0, 2).sort()).toEqual(["ALL69", `${shopper.id.toUpperCase()}69`]);
  });
});

describe("a code for one purchase", () => {
  const reason = "کد پیدا نشد";
  const cancel = (shopper: TestShopper, orderId: string) =>
    shopper.ask(cancelOrder, { params: { orderId }, body: {} });
  const refund = (orderItemId: string, codeIds?: string[]) =>
    byTwo(shop, refundItem, {
      params: { orderItemId },
      body: { reason, opened: true, ...(codeIds && { codeIds }) },
    });

  /** Adds a code for 10,000 toman that each person can use once, unless `options` limit it more. */
  async function one(options: Parameters<typeof addDiscountCode>[2] = {}) {
    const code = `ONE-${newCharacters().toUpperCase()}`;
    await addDiscountCode(shop, code, { createdAt: Date.now(), ...options });
    return code;
  }
  /** Buys two of a product with the code, from the wallet or at the gateway. */
  async function buy(
    shopper: TestShopper,
    code: string,
    { deliveryType = "instant" as "instant" | "manual", isAtGateway = false } = {},
  ) {
    const product = await shop.newProduct({ stock: 9, priceToman: 100_000, deliveryType });
    await shopper.put(product, 2);
    expect((await shopper.ask(applyDiscount, { body: { code } })).status).toBe(200);
    if (isAtGateway) {
      await shopper.payAtBank();
    } else expect((await shopper.ask(createOrder, { body: {} })).status).toBe(200);
    const [order] = await shopper.orders();
    const orderId = order?.id ?? "";
    const { OrderItems } = await shopper.order(orderId);
    const [item] = OrderItems;
    return { orderId, itemId: item?.id ?? "", codeIds: item?.codes.map(({ id }) => id) ?? [] };
  }
  const buyer = (options: object = {}) => shop.newShopper({ balanceToman: 900_000, ...options });
  /** Returns whether the code works, or why it is refused, and the sums that the desk shows. */
  async function stateOf(shopper: TestShopper, code: string) {
    await shopper.put(await shop.newProduct());
    const tried = await shopper.ask(applyDiscount, { body: { code } });
    const listed = (await list(shopper)).find((row) => row.code === code);
    const [row] = (await shop.desk(listDeskDiscountCodes, { query: { code } })).body.discountCodes;
    expect(listed?.isActive).toBe(tried.status === 200);
    await shopper.ask(applyDiscount, { body: { code: "NONE" } });
    await shopper.ask(emptyCart);
    return {
      outcome: tried.status === 200 ? 200 : (SAID[String(tried.body.message)] ?? "another"),
      uses: row?.uses,
      given: row?.given,
    };
  }
  const SAID: Record<string, string> = {
    "این کد تخفیف را پیش‌تر استفاده کرده‌اید.": "used_discount_code",
    "کد تخفیف معتبر نیست.": "wrong_discount_code",
  };
  const BACK = { outcome: 200, uses: 0, given: 0 };

  test.each([
    ["cancelled by its buyer", { deliveryType: "manual" }, cancel],
    [
      "refunded by the desk as a whole",
      {},
      async (_: unknown, __: unknown, item: string) => refund(item),
    ],
    [
      "refunded by the desk code by code, paid at the gateway",
      { isAtGateway: true },
      async (_: unknown, __: unknown, item: string, [one = "", two = ""]: string[]) => {
        await refund(item, [one]);
        await refund(item, [two]);
      },
    ],
  ] as const)("can be used again when the whole order is %s", async (_, how, giveBack) => {
    const shopper = await buyer();
    const code = await one({ usesMax: 1, ...(how === cancel && { ownerId: shopper.id }) });
    const { orderId, itemId, codeIds } = await buy(shopper, code, how);
    expect(await stateOf(shopper, code)).toEqual({
      outcome: "used_discount_code",
      uses: 1,
      given: 10_000,
    });
    expect((await stateOf(await buyer(), code)).outcome).toBe("wrong_discount_code");
    await giveBack(shopper, orderId, itemId, codeIds);
    expect(await stateOf(shopper, code)).toEqual(BACK);
    expect((await stateOf(await buyer(), code)).outcome).toBe(200);
  });

  test("can be used again when the order is cancelled after 48 hours without a name", async () => {
    const shopper = await buyer({ hasNames: false });
    const code = await one({ ownerId: shopper.id, usesMax: 1 });
    await buy(shopper, code);
    await shop.turnClock(49 * 3_600_000);
    await shop.runJobs("profiles");
    await shop.turnClock(0);
    expect(await stateOf(shopper, code)).toEqual(BACK);
  });

  test("can be used again only once by each person", async () => {
    const [shopper, other] = [await buyer(), await buyer()];
    const code = await one();
    const returns = async (person: TestShopper) =>
      cancel(person, (await buy(person, code, { deliveryType: "manual" })).orderId);
    await returns(shopper);
    await returns(shopper);
    await returns(other);
    const used = { outcome: "used_discount_code", uses: 1, given: 0 };
    expect(await stateOf(shopper, code)).toEqual(used);
    expect(await stateOf(other, code)).toEqual({ ...BACK, uses: 1 });
  });

  test("stays used when a part of the order was kept or a code was read", async () => {
    const shopper = await buyer();
    const [kept, seen] = [await one(), await one()];
    const part = await buy(shopper, kept);
    await refund(part.itemId, part.codeIds.slice(0, 1));
    expect(await stateOf(shopper, kept)).toMatchObject({ outcome: "used_discount_code", uses: 1 });
    const { orderId, itemId, codeIds } = await buy(shopper, seen);
    await shopper.ask(getOrderItemContent, {
      params: { orderId, orderItemId: itemId },
      query: { code: codeIds[0] },
    });
    await refund(itemId);
    const used = { outcome: "used_discount_code", uses: 1, given: 0 };
    expect(await stateOf(shopper, seen)).toEqual(used);
  });
});
