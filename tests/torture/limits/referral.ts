import { createOrder } from "../../../contract/order.ts";
import { EARNING_HOLD_HOURS } from "../../../contract/referral.ts";
import { BALANCE_TOMAN, expectBalance, put } from "./buying.ts";
import { constant, expectAnswer, type Limit } from "./limit.ts";
import { HOUR_MS } from "./stage.ts";

export const limitsOfReferral: Limit[] = [
  constant("contract/referral.ts", "EARNING_HOLD_HOURS", "0", async (stage) => {
    const shopper = await stage.newShopper({ balanceToman: BALANCE_TOMAN });
    expectAnswer(
      await put(shopper, await stage.newProduct({ priceToman: 100_000, rewardToman: 1_000 })),
    );
    expectAnswer(await shopper.ask(createOrder, { body: {} }));
    stage.pass(EARNING_HOLD_HOURS * HOUR_MS - 1);
    await stage.shop.runJobs();
    await expectBalance(shopper, BALANCE_TOMAN - 100_000);
    stage.pass(1);
    await stage.shop.runJobs();
    await expectBalance(shopper, BALANCE_TOMAN - 99_000);
  }),
];
