import { createOrder, PROFILE_HOURS } from "../../../contract/order.ts";
import { BALANCE_TOMAN, expectBalance, put } from "./buying.ts";
import { constant, expectAnswer, type Limit } from "./limit.ts";
import { HOUR_MS } from "./stage.ts";

export const limitsOfOrder: Limit[] = [
  constant("contract/order.ts", "PROFILE_HOURS", "4_800", async (stage) => {
    const shopper = await stage.newShopper({ balanceToman: BALANCE_TOMAN, hasNames: false });
    expectAnswer(await put(shopper, await stage.newProduct({ priceToman: 100_000 })));
    expectAnswer(await shopper.ask(createOrder, { body: {} }));
    stage.pass(PROFILE_HOURS * HOUR_MS - 1);
    await stage.shop.runJobs();
    await expectBalance(shopper, BALANCE_TOMAN - 100_000);
    stage.pass(1);
    await stage.shop.runJobs();
    await expectBalance(shopper, BALANCE_TOMAN);
  }),
];
