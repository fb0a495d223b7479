import { expect } from "vitest";
import { setQuantity } from "../../../contract/cart.ts";
import { decideLook } from "../../../contract/desk/look.ts";
import { createOrder, getOrder } from "../../../contract/order.ts";
import { type Limit, expectAnswer } from "./limit.ts";
import { type Stage } from "./stage.ts";
import { DAY, HOUR } from "../../support/time.ts";

/** Limits above which an order is held for a look. The numbers are the defaults. */

const TOMAN = 10_000_000;
/**
 * Makes a new shopper. The result orders units of 10,000,000 toman and says if the order was held.
 */
async function newBuyer(stage: Stage) {
  const { id, ask } = await stage.newShopper({ balanceToman: 200_000_000 });
  await stage.shop.sql("UPDATE user SET created_at = ?2 WHERE id = ?1", id, stage.now());
  const productId = await stage.newProduct({ priceToman: TOMAN, stock: 30 });
  return async (quantity: number) => {
    expectAnswer(await ask(setQuantity, { body: { productId, quantity } }));
    const { orderId } = (await ask(createOrder, { body: {} })).body;
    const { lookUntil } = (await ask(getOrder, { params: { orderId } })).body.order;
    return { orderId, isHeld: lookUntil !== null };
  };
}

const setting = (name: string, value: string, attack: Limit["attack"]): Limit => ({
  name,
  without: { setting: name, value },
  attack,
});

export const limitsOfLook: Limit[] = [
  setting("LOOK_HOUR_TOMAN", "0", async (stage) => {
    const buy = await newBuyer(stage);
    expect(await buy(2)).toMatchObject({ isHeld: false });
    expect(await buy(1)).toMatchObject({ isHeld: true });
  }),
  setting("LOOK_DAY_TOMAN", "0", async (stage) => {
    const buy = await newBuyer(stage);
    for (const quantity of [2, 2, 1]) {
      expect(await buy(quantity)).toMatchObject({ isHeld: false });
      stage.pass(2 * HOUR);
    }
    expect(await buy(1)).toMatchObject({ isHeld: true });
  }),
  setting("LOOK_YOUNG_DAYS", "0", async (stage) => {
    const buy = await newBuyer(stage);
    stage.pass(7 * DAY - HOUR);
    expect(await buy(3)).toMatchObject({ isHeld: true });
    stage.pass(2 * HOUR);
    expect(await buy(3)).toMatchObject({ isHeld: false });
  }),
  setting("LOOK_UNUSUAL_TOMAN", "0", async (stage) => {
    const buy = await newBuyer(stage);
    stage.pass(8 * DAY);
    expect(await buy(5)).toMatchObject({ isHeld: false });
    expect(await buy(1)).toMatchObject({ isHeld: true });
  }),
  setting("LOOK_UNUSUAL_TIMES", "1000", async (stage) => {
    const buy = await newBuyer(stage);
    stage.pass(8 * DAY);
    expect(await buy(2)).toMatchObject({ isHeld: false });
    stage.pass(2 * DAY);
    for (const quantity of [5, 5]) expect(await buy(quantity)).toMatchObject({ isHeld: false });
    expect(await buy(1)).toMatchObject({ isHeld: true });
  }),
  setting("LOOK_HOURS", "1000000", async (stage) => {
    const { orderId } = await (await newBuyer(stage))(3);
    stage.pass(DAY);
    const body = { status: "released", reason: "به صاحب کارت زنگ زدیم" } as const;
    expectAnswer(await stage.desk(decideLook, { params: { orderId }, body }), "overdue");
  }),
];
