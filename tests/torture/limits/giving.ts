import { expect } from "vitest";
import { revealCode } from "../../../contract/desk/code.ts";
import { createOrder } from "../../../contract/order.ts";
import { setQuantity } from "../../../contract/cart.ts";
import { getDeskProduct } from "../../../contract/desk/product.ts";
import { type Limit, endsAfter, expectAnswer, setting } from "./limit.ts";
import { HOUR } from "../../support/time.ts";

export const limitsOfGiving: Limit[] = [
  {
    name: "GIVEN_ALONE_DAY_TOMAN",
    without: { setting: "GIVEN_ALONE_DAY_TOMAN", value: "1000000000" },
    // Otherwise such an expensive order would be held for a look and its codes closed.
    vars: { LOOK_HOUR_TOMAN: "100000000", LOOK_DAY_TOMAN: "100000000" },
    async attack(stage) {
      const productId = await stage.newProduct({ priceToman: 100_000, stock: 4 });
      await stage.shop.sql("UPDATE code_batch SET unit_cost_toman = 8000000");
      const shopper = await stage.newShopper({ balanceToman: 1_000_000 });
      await shopper.ask(setQuantity, { body: { productId, quantity: 4 } });
      await shopper.ask(createOrder, { body: {} });
      const codes = await stage.shop.sql("SELECT id FROM code WHERE status = 'sold' ORDER BY id");
      const read = async (at: number) => {
        const params = { codeId: String(codes[at]?.["id"]) };
        return (await stage.desk(revealCode, { params, body: { why: "test", note: "" } })).status;
      };
      expect([await read(0), await read(1), await read(2)]).toEqual([200, 200, 409]);
      stage.pass(25 * HOUR);
      expect(await read(3)).toBe(200);
    },
  },
  setting("OPENED_PER_OPERATOR_HOUR", async (stage) => {
    const id = await stage.newProduct({ priceToman: 100_000 });
    const look = () => stage.desk(getDeskProduct, { params: { id } });
    await endsAfter(500, look, "opened_much");
    stage.pass(HOUR);
    expectAnswer(await look());
  }),
];
