import { expect } from "vitest";
import { setQuantity } from "../../../contract/cart.ts";
import { createOrder } from "../../../contract/order.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { getBalance } from "../../../contract/wallet.ts";
import { expectAnswer } from "./limit.ts";
import type { Shopper, Stage } from "./stage.ts";

/** Helpers for attacks on limits of carts, orders and payments. */

export const put = ({ ask }: Shopper, productId: string, quantity = 1) =>
  ask(setQuantity, { body: { productId, quantity } });

/** Puts a product into the cart and starts to pay for it at the gateway. */
export async function checkOut(shopper: Shopper, productId: string, quantity = 1) {
  expectAnswer(await put(shopper, productId, quantity));
  return shopper.ask(initiatePayment, {
    body: { purpose: "cart_checkout", cardNumber: shopper.cardNumber },
  });
}

export async function expectBalance({ ask }: Shopper, balance: number): Promise<void> {
  expect((await ask(getBalance)).body).toEqual({ balance });
}

export const BALANCE_TOMAN = 10_000_000;

/** A shopper who can buy items; `buy` returns the id of a delivered item. */
export async function withItems(stage: Stage) {
  const shopper = await stage.newShopper({ balanceToman: 10_000_000 });
  const productId = await stage.newProduct();
  return {
    shopper,
    buy: async (): Promise<string> => {
      expectAnswer(await shopper.ask(setQuantity, { body: { productId, quantity: 1 } }));
      const bought = await shopper.ask(createOrder, { body: {} });
      expectAnswer(bought);
      const [item] = await stage.shop.sql(
        "SELECT id FROM order_item WHERE order_id = ?1",
        bought.body.orderId,
      );
      return String(item?.["id"]);
    },
  };
}
