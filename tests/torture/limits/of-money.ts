import { expect } from "vitest";
import {
  CART_LINES_MAX,
  QUANTITY_MAX,
  priceGuestCart,
  setQuantity,
} from "../../../contract/cart.ts";
import { PROFILE_HOURS, cancelOrder, createOrder } from "../../../contract/order.ts";
import {
  GATEWAY_MAX_TOMAN,
  GATEWAY_MIN_TOMAN,
  GATEWAY_REFUND_MIN_TOMAN,
  HOLD_MINUTES,
  OPEN_HOLDS_MAX,
  OPEN_TOPUPS_MAX,
  initiatePayment,
  verifyPayment,
} from "../../../contract/payment.ts";
import { EARNING_HOLD_HOURS } from "../../../contract/referral.ts";
import { getBalance } from "../../../contract/wallet.ts";
import {
  OPEN_WITHDRAWALS_MAX,
  WITHDRAWAL_MIN_TOMAN,
  requestWithdrawal,
} from "../../../contract/withdrawal.ts";
import { authorityOf } from "../../support/shop.ts";
import { type Limit, allowsOnly, constant, endsAfter, expectAnswer, place } from "./limit.ts";
import { HOUR_MS, MINUTE_MS, type Shopper } from "./stage.ts";

/** Limits of carts, payments, the wallet and earnings. */

const CART = "contract/cart.ts";
const PAYMENT = "contract/payment.ts";
const WITHDRAWAL = "contract/withdrawal.ts";
const BALANCE_TOMAN = 10_000_000;

const put = ({ ask }: Shopper, productId: string, quantity = 1) =>
  ask(setQuantity, { body: { productId, quantity } });
const topUp = ({ ask, cardNumber }: Shopper, amount: number) =>
  ask(initiatePayment, { body: { purpose: "wallet_topup", amount, cardNumber } });
const withdraw = ({ ask }: Shopper, amount: number) => ask(requestWithdrawal, { body: { amount } });

/** Puts a product into the cart and starts to pay for it at the gateway. */
async function checkOut(shopper: Shopper, productId: string, quantity = 1) {
  expectAnswer(await put(shopper, productId, quantity));
  return shopper.ask(initiatePayment, {
    body: { purpose: "cart_checkout", cardNumber: shopper.cardNumber },
  });
}

async function expectBalance({ ask }: Shopper, balance: number): Promise<void> {
  expect((await ask(getBalance)).body).toEqual({ balance });
}

export const limitsOfMoney: Limit[] = [
  // A CHECK holds the same limit, but a guest's cart is in no table.
  constant(CART, "QUANTITY_MAX", "1_000", async (stage) => {
    const productId = await stage.newProduct({ deliveryType: "manual", stock: 100 });
    const price = (quantity: number) =>
      stage.anyone(priceGuestCart, { body: { cart: [{ productId, quantity }] } });
    await allowsOnly(price, { inside: QUANTITY_MAX, beyond: QUANTITY_MAX + 1 });
  }),
  constant(CART, "CART_LINES_MAX", "5_000", async (stage) => {
    const shopper = await stage.newShopper();
    const putAnother = async () => put(shopper, await stage.newProduct({ deliveryType: "manual" }));
    await endsAfter(CART_LINES_MAX, putAnother, "cart_full");
  }),
  constant(PAYMENT, "HOLD_MINUTES", "1_500", async (stage) => {
    const [idle, other] = [await stage.newShopper(), await stage.newShopper()];
    const lastOne = await stage.newProduct({ stock: 1 });
    expectAnswer(await checkOut(idle, lastOne));
    stage.pass(HOLD_MINUTES * MINUTE_MS - 1);
    expectAnswer(await put(other, lastOne), "out_of_stock");
    stage.pass(1);
    expectAnswer(await put(other, lastOne));
  }),
  constant(PAYMENT, "OPEN_HOLDS_MAX", "200", async (stage) => {
    const shopper = await stage.newShopper();
    const product = await stage.newProduct({ deliveryType: "manual", stock: 100 });
    await endsAfter(OPEN_HOLDS_MAX, (count) => checkOut(shopper, product, count), "too_many_holds");
  }),
  place(
    "secondHoldMax",
    { file: "api/checkout/rules.ts", find: /Math\.floor\(available \/ 5\)/, replace: "available" },
    async (stage) => {
      const shopper = await stage.newShopper();
      const product = await stage.newProduct({ deliveryType: "manual", stock: 11 });
      expectAnswer(await checkOut(shopper, product));
      expectAnswer(await checkOut(shopper, product, 3), "second_hold_too_large");
      expectAnswer(await checkOut(shopper, product, 2));
    },
  ),
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
    expectAnswer(await shopper.ask(cancelOrder, { params: { orderId: paid.body.orderId ?? "" } }));
    await expectBalance(shopper, priceToman);
  }),
  // The gateway and the balance limit amounts too, with other refusals.
  constant("contract/field.ts", "AMOUNT_MAX_TOMAN", "9_000_000_000_000_000", async (stage) => {
    const shopper = await stage.newShopper();
    expectAnswer(await withdraw(shopper, 99_999_999_999_999), "balance_too_low");
    expectAnswer(await withdraw(shopper, 100_000_000_000_000), "invalid");
  }),
  // A CHECK holds the same limit; without the constant people are only told to retry.
  constant(WITHDRAWAL, "WITHDRAWAL_MIN_TOMAN", "1", async (stage) => {
    const shopper = await stage.newShopper({ balanceToman: BALANCE_TOMAN });
    const amounts = { inside: WITHDRAWAL_MIN_TOMAN, beyond: WITHDRAWAL_MIN_TOMAN - 1 };
    await allowsOnly((amount) => withdraw(shopper, amount), amounts, "amount_too_small");
  }),
  constant(WITHDRAWAL, "OPEN_WITHDRAWALS_MAX", "500", async (stage) => {
    const shopper = await stage.newShopper({ balanceToman: BALANCE_TOMAN });
    await endsAfter(
      OPEN_WITHDRAWALS_MAX,
      () => withdraw(shopper, WITHDRAWAL_MIN_TOMAN),
      "too_many_withdrawals",
    );
  }),
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
