import { expect } from "vitest";
import { answerLine } from "../../../contract/cart.ts";
import { createOrder, getOrder } from "../../../contract/order.ts";
import { shopRequest } from "../../support/wire-request.ts";
import { amount } from "../scale.ts";
import { AT_ONCE, type Scenario, buy, each, ofStatus } from "./scenario.ts";

/** Answers of a cart line that are changed in one window while another window pays for it. */

const QUESTIONS = JSON.stringify(
  ["player", "friend"].map((id) => ({
    id,
    kind: "player",
    label: id,
    isRequired: true,
    form: "digits",
    least: 8,
    most: 12,
    options: [],
    example: "",
    help: "",
  })),
);
/** A set of answers: both have the same number, so that mixed sets are noticed. */
const setOf = (index: number) =>
  ["player", "friend"].map((questionId) => ({ questionId, text: String(10_000_000 + index) }));

export const questionRaces: Scenario[] = [
  {
    name: "the answers of a cart line are changed repeatedly while the cart is bought",
    rounds: amount(4, 500),
    prepare: ({ shop }, rounds) =>
      Promise.resolve(
        each(rounds, () => async (random) => {
          const productId = await shop.newProduct({ deliveryType: "manual", stock: 9 });
          await shop.sql("UPDATE product SET questions = ?2 WHERE id = ?1", productId, QUESTIONS);
          const shopper = await shop.newShopper({ balanceToman: 900_000 });
          await shopper.put(productId);
          const write = (index: number) => ({ productId, answers: setOf(index) });
          expect((await shopper.ask(answerLine, { body: write(0) })).status).toBe(200);
          return {
            calls: random.shuffle([
              ...each(AT_ONCE / 2, () => buy(shopper)),
              ...each(AT_ONCE / 2, (index) =>
                shopRequest(shopper, answerLine, { body: write(index + 1) }),
              ),
            ]),
            async check(answers) {
              const paid = ofStatus(answers, 200).filter(({ body }) => "orderId" in body);
              // If every purchase was refused for its changed answers, the cart is unchanged.
              if (paid.length === 0)
                expect((await shopper.ask(createOrder, { body: {} })).status).toBe(200);
              const orders = await shopper.orders();
              expect(orders).toHaveLength(1);
              const { body } = await shopper.ask(getOrder, {
                params: { orderId: orders[0]?.id ?? "" },
              });
              const given = body.order.OrderItems[0]?.answers;
              const texts =
                given?.isForgotten === false ? given.answers.map(({ text }) => text) : [];
              expect([texts.length, new Set(texts).size]).toEqual([2, 1]);
              expect(
                await shop.sql("SELECT id FROM cart_answer WHERE user_id = ?1", shopper.id),
              ).toEqual([]);
            },
          };
        }),
      ),
  },
];
