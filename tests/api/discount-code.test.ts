import { beforeAll, describe, expect, test } from "vitest";
import { findDiscountCodes } from "../../api/discount-code/statements.ts";
import { applyDiscount } from "../../contract/cart.ts";
import { DISCOUNT_CODES_SHOWN_MAX, getDiscountCodes } from "../../contract/discount-code.ts";
import { createOrder } from "../../contract/order.ts";
import { addDiscountCode } from "../support/discount-code.ts";
import type { TestShopper } from "../support/shop.ts";
import { useSharedShop } from "../support/use-shop.ts";

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
  test("are the shopper's own and the public ones, newest first", async () => {
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

  test("are inactive when switched off, expired or used up by this shopper", async () => {
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

  test("are the newest fifty, read from an index", async () => {
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
