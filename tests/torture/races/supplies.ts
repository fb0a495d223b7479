import { expect } from "vitest";
import { refundItem } from "../../../contract/desk/refund.ts";
import { askSupplierAgain } from "../../../contract/desk/supply.ts";
import { cancelOrder } from "../../../contract/order.ts";
import { verifyPayment } from "../../../contract/payment.ts";
import { authorityOf } from "../../support/shop.ts";
import { boughtOnce, settleSupply, withSupplied, withUnsent } from "../../support/supply.ts";
import { type WireRequest, deskRequest, shopRequest } from "../../support/wire-request.ts";
import { amount } from "../scale.ts";
import { AT_ONCE, type Scenario, each, tally } from "./scenario.ts";

/** All calls and jobs work on one supplier's order at once: one purchase, and no lost code. */

const runJobs = (names: string): WireRequest => ({
  method: "POST",
  path: `/test/jobs?only=${names}`,
});

export const supplyRaces: Scenario[] = [
  {
    name: "a supplier's order is sent, checked, cancelled and refunded, and its answer may be lost",
    rounds: amount(6, 500),
    prepare: ({ shop }, rounds) =>
      Promise.resolve(
        each(rounds, (index) => async (random) => {
          const { shopper, orderId, itemId, ref } = await withUnsent(shop);
          if (index % 2 === 1)
            await shop.sandbox.plan({ provider: "reloadly", call: "order", kind: "lost_answer" });
          const isGivenUp = index % 3 > 0;
          const askAgain = () => deskRequest(shop, askSupplierAgain, { params: { ref } });
          return {
            calls: random.shuffle([
              ...each(AT_ONCE / 2, () => runJobs("supplies")),
              ...each(AT_ONCE / 4, askAgain),
              ...each(AT_ONCE / 4, (call) => {
                if (!isGivenUp) return askAgain();
                return call % 2 === 0
                  ? shopRequest(shopper, cancelOrder, { params: { orderId }, body: {} })
                  : deskRequest(shop, refundItem, {
                      params: { orderItemId: itemId },
                      body: { reason: "خریدار خواست", opened: true },
                    });
              }),
            ]),
            async check(answers) {
              await shop.sandbox.clearFaults();
              await settleSupply(shop, ref);
              await boughtOnce(shop, { shopper, itemId, ref });
              if (!isGivenUp) expect(Object.keys(tally(answers))).toContain("200");
            },
          };
        }),
      ),
  },
  {
    name: "a shopper returns from the bank repeatedly while the jobs order the paid codes",
    rounds: amount(3, 200),
    prepare: ({ shop }, rounds) =>
      Promise.resolve(
        each(rounds, () => async (random) => {
          const { shopper, productId } = await withSupplied(shop);
          const authority = authorityOf(await shopper.initiate());
          await shop.sandbox.pay(authority);
          return {
            calls: random.shuffle([
              ...each(AT_ONCE / 2, () =>
                shopRequest(shopper, verifyPayment, { body: { authority } }),
              ),
              ...each(AT_ONCE / 2, () => runJobs("payments,supplies")),
            ]),
            async check() {
              const find = () =>
                shop.sql<{ ref: string; order_item_id: string; state: string }>(
                  "SELECT ref, order_item_id, state FROM supplier_order WHERE product_id = ?1",
                  productId,
                );
              // Some work continues after the answers.
              await expect
                .poll(async () => (await find()).map(({ state }) => state))
                .toEqual(["done"]);
              const [row] = await find();
              const [ref, itemId] = [row?.ref ?? "", row?.order_item_id ?? ""];
              await boughtOnce(shop, { shopper, itemId, ref, isPaidByBank: true });
            },
          };
        }),
      ),
  },
];
