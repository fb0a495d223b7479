import { expect } from "vitest";
import { createOrder, getOrderItemContent, PROFILE_HOURS } from "../../../contract/order.ts";
import { BALANCE_TOMAN, expectBalance, put, withItems } from "./buying.ts";
import { constant, expectAnswer, type Limit, setting } from "./limit.ts";
import { HOUR } from "../../support/time.ts";

export const limitsOfOrder: Limit[] = [
  constant("contract/order.ts", "PROFILE_HOURS", "4_800", async (stage) => {
    const shopper = await stage.newShopper({ balanceToman: BALANCE_TOMAN, hasNames: false });
    expectAnswer(await put(shopper, await stage.newProduct({ priceToman: 100_000 })));
    expectAnswer(await shopper.ask(createOrder, { body: {} }));
    stage.pass(PROFILE_HOURS * HOUR - 1);
    await stage.shop.runJobs();
    await expectBalance(shopper, BALANCE_TOMAN - 100_000);
    stage.pass(1);
    await stage.shop.runJobs();
    await expectBalance(shopper, BALANCE_TOMAN);
  }),
  setting("READINGS_PER_ITEM_HOUR", async (stage) => {
    const { shopper, buy } = await withItems(stage);
    const orderItemId = await buy();
    const [item] = await stage.shop.sql(
      "SELECT order_id FROM order_item WHERE id = ?1",
      orderItemId,
    );
    const params = { orderId: String(item?.["order_id"]), orderItemId };
    for (let count = 0; count < 21; count++)
      expectAnswer(await shopper.ask(getOrderItemContent, { params }));
    expect(
      await stage.shop.sql("SELECT 1 FROM content_reading WHERE order_item_id = ?1", orderItemId),
    ).toHaveLength(20);
  }),
];
