import { createOrder } from "../../../contract/order.ts";
import { EARNING_HOLD_HOURS } from "../../../contract/referral.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { BALANCE_TOMAN, expectBalance, put, withItems } from "./buying.ts";
import { constant, expectAnswer, type Limit, setting } from "./limit.ts";
import { HOUR } from "../../support/time.ts";

export const limitsOfReferral: Limit[] = [
  constant("contract/referral.ts", "EARNING_HOLD_HOURS", "0", async (stage) => {
    const shopper = await stage.newShopper({ balanceToman: BALANCE_TOMAN });
    expectAnswer(
      await put(shopper, await stage.newProduct({ priceToman: 100_000, rewardToman: 1_000 })),
    );
    expectAnswer(await shopper.ask(createOrder, { body: {} }));
    stage.pass(EARNING_HOLD_HOURS * HOUR - 1);
    await stage.shop.runJobs();
    await expectBalance(shopper, BALANCE_TOMAN - 100_000);
    stage.pass(1);
    await stage.shop.runJobs();
    await expectBalance(shopper, BALANCE_TOMAN - 99_000);
  }),
  setting("INVITEE_TICKET_DAYS", async (stage) => {
    const inviter = await stage.newShopper();
    const { shopper: buyer, buy } = await withItems(stage);
    await stage.shop.sql("UPDATE user SET inviter_id = ?2 WHERE id = ?1", buyer.id, inviter.id);
    const words = { title: "عنوان", description: "این متن به اندازه کافی بلند است." };
    const orderItemId = await buy();
    expectAnswer(await buyer.ask(createTicket, { body: { ...words, orderItemId } }));
    stage.pass(30 * 24 * HOUR - 1);
    await stage.shop.runJobs();
    await expectBalance(inviter, 0);
    stage.pass(1);
    await stage.shop.runJobs();
    await expectBalance(inviter, 15_000);
  }),
];
