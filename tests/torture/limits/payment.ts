import { cancelOrder } from "../../../contract/order.ts";
import {
  GATEWAY_MAX_TOMAN,
  GATEWAY_MIN_TOMAN,
  GATEWAY_REFUND_MIN_TOMAN,
  HOLD_MINUTES,
  initiatePayment,
  OPEN_HOLDS_MAX,
  OPEN_TOPUPS_MAX,
  verifyPayment,
} from "../../../contract/payment.ts";
import { authorityOf } from "../../support/shop.ts";
import { checkOut, expectBalance, put } from "./buying.ts";
import { allowsOnly, constant, endsAfter, expectAnswer, type Limit, setting } from "./limit.ts";
import { type Shopper } from "./stage.ts";
import { MINUTE } from "../../support/time.ts";

const PAYMENT = "contract/payment.ts";

const topUp = ({ ask, cardNumber }: Shopper, amount: number) =>
  ask(initiatePayment, { body: { purpose: "wallet_topup", amount, cardNumber } });

export const limitsOfPayment: Limit[] = [
  constant(PAYMENT, "HOLD_MINUTES", "1_500", async (stage) => {
    const [idle, other] = [await stage.newShopper(), await stage.newShopper()];
    const lastOne = await stage.newProduct({ stock: 1 });
    expectAnswer(await checkOut(idle, lastOne));
    stage.pass(HOLD_MINUTES * MINUTE - 1);
    expectAnswer(await put(other, lastOne), "out_of_stock");
    stage.pass(1);
    expectAnswer(await put(other, lastOne));
  }),
  constant(PAYMENT, "OPEN_HOLDS_MAX", "200", async (stage) => {
    const shopper = await stage.newShopper();
    const product = await stage.newProduct({ deliveryType: "manual", stock: 100 });
    await endsAfter(OPEN_HOLDS_MAX, (count) => checkOut(shopper, product, count), "too_many_holds");
  }),
  constant(PAYMENT, "OPEN_TOPUPS_MAX", "500", async (stage) => {
    const shopper = await stage.newShopper();
    await endsAfter(OPEN_TOPUPS_MAX, () => topUp(shopper, 20_000), "too_many_topups");
  }),
  constant(PAYMENT, "GATEWAY_MIN_TOMAN", "1", async (stage) => {
    const shopper = await stage.newShopper();
    const amounts = { inside: GATEWAY_MIN_TOMAN, beyond: GATEWAY_MIN_TOMAN - 1 };
    await allowsOnly((amount) => topUp(shopper, amount), amounts, "amount_out_of_range");
  }),
  constant(PAYMENT, "GATEWAY_MAX_TOMAN", "900_000_000_000", async (stage) => {
    const shopper = await stage.newShopper();
    const amounts = { inside: GATEWAY_MAX_TOMAN, beyond: GATEWAY_MAX_TOMAN + 1 };
    await allowsOnly((amount) => topUp(shopper, amount), amounts, "amount_out_of_range");
  }),
  setting("CARD_REFUNDS_PER_DAY", async (stage) => {
    const shopper = await stage.newShopper();
    const productId = await stage.newProduct({ deliveryType: "manual", priceToman: 100_000 });
    for (let count = 0; count < 4; count++) {
      await expectBalance(shopper, 0);
      const authority = authorityOf(await checkOut(shopper, productId));
      stage.bank.pay(authority);
      const paid = await shopper.ask(verifyPayment, { body: { authority } });
      const params = { orderId: paid.body.orderId ?? "" };
      expectAnswer(await shopper.ask(cancelOrder, { params, body: {} }));
    }
    await expectBalance(shopper, 100_000);
  }),
  constant(PAYMENT, "GATEWAY_REFUND_MIN_TOMAN", "1", async (stage) => {
    const shopper = await stage.newShopper();
    const priceToman = GATEWAY_REFUND_MIN_TOMAN - 1;
    const started = await checkOut(
      shopper,
      await stage.newProduct({ deliveryType: "manual", priceToman }),
    );
    expectAnswer(started);
    const authority = authorityOf(started);
    stage.bank.pay(authority);
    const paid = await shopper.ask(verifyPayment, { body: { authority } });
    expectAnswer(paid);
    expectAnswer(
      await shopper.ask(cancelOrder, { params: { orderId: paid.body.orderId ?? "" }, body: {} }),
    );
    await expectBalance(shopper, priceToman);
  }),
];
