import { expect } from "vitest";
import { answerLine, getCart } from "../../../contract/cart.ts";
import { DESK_PATH } from "../../../contract/desk/endpoints.ts";
import { createOrder, getOrder } from "../../../contract/order.ts";
import { PICTURES } from "../../../contract/picture-sizes.ts";
import { versionOf } from "../../../api/goods/catalogue/change.ts";
import { jpeg } from "../../support/images.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { fillCarts } from "../races/scenario.ts";
import { expectRefused, type Guard, sql, succeeds, type Traces } from "./guard.ts";
import { owner, stranger } from "./owners.ts";
import { checks, set } from "./schema.ts";

/** The question for a player id, in the form in which a product stores it. */
export const QUESTIONS = JSON.stringify([
  {
    id: "player-id",
    kind: "player",
    label: "شناسهٔ بازیکن",
    isRequired: true,
    form: "digits",
    least: 1,
    most: 20,
    options: [],
    example: "",
    help: "",
  },
]);

const answer = (shopper: TestShopper, productId: string, text = "123456", id = "player-id") =>
  shopper.ask(answerLine, { body: { productId, answers: [{ questionId: id, text }] } });

/** Makes two people with the same product, which has a question, in their carts. */
async function twoAsked(shop: TestShop) {
  const product = await shop.newProduct({ stock: 5 });
  await shop.sql("UPDATE product SET questions = ?2 WHERE id = ?1", product, QUESTIONS);
  const people = await shop.newShoppers(2, { balanceToman: 500_000 });
  const [one, other] = people as [TestShopper, TestShopper];
  await shop.put(...fillCarts([one, other], product, 1));
  return { product, one, other };
}

export const guardsOfQuestion: Guard[] = [
  ...checks("product", {
    "(json_type(questions) = 'array')": set("product", "questions = '{}'"),
    "(json_type(question_pictures) = 'object')": set("product", "question_pictures = '[]'"),
  }),
  {
    name: "must: the question and the help pictures are as they were seen",
    async attack({ shop, meanwhile }) {
      const { product } = await twoAsked(shop);
      const rival = sql(
        `UPDATE product SET question_pictures = '{"player-id":{"id":"rival","alt":"دیگری"}}'
         WHERE id = ?1`,
        product,
      );
      const form = new FormData();
      form.set("help", new Blob([jpeg(PICTURES.help)]));
      const query = new URLSearchParams({ version: await versionOf("{}"), alt: "نمایه" });
      const path = `/products/${product}/questions/player-id/picture?${query.toString()}`;
      const answer = await meanwhile(
        "'the question and the help pictures are as they were seen'",
        [rival],
        async () => {
          const headers = { Authorization: `Bearer ${shop.deskToken}` };
          const address = `${shop.stack.url}${DESK_PATH}${path}`;
          const sent = await fetch(address, { method: "PUT", headers, body: form });
          return { status: sent.status, body: (await sent.json()) as { code?: string } };
        },
      );
      expectRefused(answer, "stale_catalogue");
    },
  },
  {
    name: "must: the product asks these questions",
    async attack({ shop }) {
      const { product, one } = await twoAsked(shop);
      expectRefused(await answer(one, product, "123456", "gone"), "not_asked");
    },
  },
  {
    name: "must: the questions are unchanged",
    async attack({ shop, meanwhile }) {
      const { product, one } = await twoAsked(shop);
      await succeeds(answer(one, product));
      const other = QUESTIONS.replace("player-id", "zone-id");
      expectRefused(
        await meanwhile(
          "'the questions are unchanged'",
          [sql("UPDATE product SET questions = ?2 WHERE id = ?1", product, other)],
          () => one.ask(createOrder, { body: {} }),
        ),
        "answers_needed",
      );
    },
  },
  {
    name: "trigger order_answer_lasts",
    async attack({ shop }) {
      const { product, one } = await twoAsked(shop);
      await succeeds(answer(one, product));
      const { orderId } = (await one.ask(createOrder, { body: {} })).body;
      const { body } = await one.ask(getOrder, { params: { orderId } });
      const id = body.order.OrderItems[0]?.id;
      await shop.sql("UPDATE order_answer SET ended_at = 5 WHERE id = ?1", id);
      await shop.sql("UPDATE order_item SET delivery_status = delivery_status WHERE id = ?1", id);
      expect(await shop.sql("SELECT ended_at FROM order_answer WHERE id = ?1", id)).toEqual([
        { ended_at: null },
      ]);
    },
  },
  owner("the answers of a cart", "FROM cart_answer WHERE user_id = ?1", async ({ shop }) => {
    const { product, one, other } = await twoAsked(shop);
    await succeeds(answer(one, product, "987654321"));
    expect(JSON.stringify((await other.ask(getCart)).body)).not.toContain("987654321");
  }),
  owner(
    "the cart that was answered",
    "SET version = version + 1 WHERE user_id = ?1",
    async ({ shop }) => {
      const { product, one, other } = await twoAsked(shop);
      const versionOf = async () => (await other.ask(getCart)).body.cart.version;
      const before = await versionOf();
      await succeeds(answer(one, product));
      expect(await versionOf()).toBe(before);
    },
  ),
  owner(
    "the answers of an order",
    "WHERE o.id = ?2 AND o.user_id = ?1 AND o.paid_at IS NOT NULL ORDER BY a.id",
    stranger(getOrder, "orderId"),
    "reading an order",
    "the items of an order",
  ),
];

/** An answer on a line of the cart, and an answer of an order. */
export const tracesOfQuestion: Traces = ({ id }) => [
  sql(
    `INSERT INTO cart_answer (id, user_id, product_id, question_id, sealed, written_at)
     SELECT ?1 || ':' || product_id || ':player-id', ?1, product_id, 'player-id', '', unixepoch() * 1000
     FROM cart_item WHERE user_id = ?1 LIMIT 1`,
    id,
  ),
  sql(
    `INSERT INTO order_answer (id, sealed)
     SELECT i.id, '1.x.y' FROM orders o JOIN order_item i ON i.order_id = o.id
     WHERE o.user_id = ?1 ORDER BY o.created_at LIMIT 1`,
    id,
  ),
];
