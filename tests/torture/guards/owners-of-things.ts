import { expect } from "vitest";
import { addBankCard } from "../../../contract/bank-card.ts";
import { getDiscountCodes } from "../../../contract/discount-code.ts";
import {
  cancelOrder,
  createOrder,
  getOrder,
  getOrderItemContent,
} from "../../../contract/order.ts";
import { createRating } from "../../../contract/rating.ts";
import { closeTicket, createTicket, getTicket, replyToTicket } from "../../../contract/ticket.ts";
import { png } from "../../support/images.ts";
import type { TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { row, withCart } from "../faults/handler.ts";
import { type Guard, type Stage, expectRefused, newcomer, sql } from "./guard.ts";
import { KEY, emptyFor, idOf, owner, sameKey, stranger } from "./owners.ts";

/** Things with an id, a key or a position in a list. */

const CONTENT = stranger(getOrderItemContent, "orderId");

async function cartThenBuy(shopper: TestShopper, { shop }: Stage) {
  await shopper.put(await shop.newProduct({ stock: 2 }));
  return shopper.ask(createOrder, { body: {}, headers: KEY });
}

/** A cart that changes while it is bought, beside somebody whose order was made from a cart of the same version. */
async function sameVersion({ shop, meanwhile }: Stage) {
  const [{ shopper: other }, { shopper }] = [
    await withCart(shop, 500_000),
    await withCart(shop, 500_000),
  ];
  const setVersion = "UPDATE cart SET version = 4321 WHERE user_id = ?1";
  await shop.put(sql(setVersion, other.id), sql(setVersion, shopper.id));
  expect((await other.ask(createOrder, { body: {} })).status).toBe(200);
  const changes = sql("UPDATE cart_item SET quantity = 2 WHERE user_id = ?1", shopper.id);
  const { body } = await meanwhile("'the cart is unchanged'", [changes], () =>
    shopper.ask(createOrder, { body: {} }),
  );
  expect(await row(shop, "SELECT user_id FROM orders WHERE id = ?1", body["orderId"])).toEqual({
    user_id: shopper.id,
  });
}

export const ownersOfThings: Guard[] = [
  owner("orders", "WHERE o.user_id = ?1 AND o.paid_at IS NOT NULL", stranger(getOrder, "orderId")),
  owner(
    "lists of orders",
    "WHERE o.user_id = ?1 AND o.paid_at IS NOT NULL",
    emptyFor("/orders", "orders"),
  ),
  owner(
    "items of an order",
    "WHERE o.id = ?2 AND o.user_id = ?1 AND o.paid_at IS NOT NULL ORDER BY i.position",
    stranger(getOrder, "orderId"),
    "orders",
  ),
  owner(
    "an item whose codes are wanted",
    "WHERE i.id = ?3 AND o.id = ?2 AND o.user_id = ?1",
    CONTENT,
  ),
  owner(
    "codes",
    "WHERE i.id = ?2 AND o.user_id = ?1 AND o.state = 'paid' AND i.delivery_status = 'delivered' AND c.status",
    CONTENT,
    "an item whose codes are wanted",
  ),
  owner(
    "readings of codes",
    "WHERE i.id = ?2 AND o.user_id = ?3",
    CONTENT,
    "an item whose codes are wanted",
  ),
  owner(
    "an order that is cancelled",
    "(?2 IS NULL OR o.user_id = ?2)",
    stranger(cancelOrder, "orderId"),
  ),
  owner(
    "orders by their key",
    "FROM orders WHERE user_id = ?1 AND idempotency_key = ?2",
    sameKey(cartThenBuy, (body) => body["orderId"]),
  ),
  owner(
    "orders by their cart",
    "FROM orders WHERE user_id = ?1 AND paid_at IS NOT NULL AND cart_version IN",
    sameVersion,
  ),
  owner(
    "what is rated",
    "WHERE i.id = ?1 AND o.user_id = ?2 AND o.paid_at IS NOT NULL",
    stranger(createRating, "orderItemId"),
  ),
  owner(
    "what a ticket is about",
    "WHERE i.id = ?1 AND o.user_id = ?2 AND o.state = 'paid'",
    stranger(createTicket, "orderItemId"),
  ),
  owner("tickets", "FROM ticket WHERE id = ?2 AND user_id = ?1", stranger(getTicket, "id")),
  owner(
    "lists of tickets",
    "FROM ticket WHERE user_id = ?1 AND (updated_at, id)",
    emptyFor("/tickets", "tickets"),
  ),
  owner(
    "tickets by their key",
    "FROM ticket WHERE user_id = ?1 AND idempotency_key = ?2",
    sameKey(
      (shopper) =>
        shopper.ask(createTicket, {
          body: { title: "پرسش", description: "کد من کار نمی‌کند" },
          headers: KEY,
        }),
      idOf("ticket"),
    ),
  ),
  owner(
    "messages by their key",
    "WHERE m.ticket_id = ?2 AND m.idempotency_key = ?3 AND t.user_id = ?1",
    async ({ shop, things }) => {
      const ticket = things.ticket.theirs;
      const write = (shopper: TestShopper) =>
        shopper.ask(replyToTicket, {
          params: { id: ticket },
          body: { content: "هنوز منتظرم" },
          headers: KEY,
        });
      expect((await write(things.owner)).status).toBe(200);
      expectRefused(await write(await shop.newShopper()), "ticket_not_found");
    },
  ),
  owner(
    "a ticket that is written into",
    "EXISTS (SELECT 1 FROM ticket WHERE id = ?1 AND user_id = ?2",
    stranger(replyToTicket, "id"),
    "tickets",
  ),
  owner(
    "a ticket that is closed",
    "WHERE id = ?2 AND user_id = ?1 AND status <> 'Closed'",
    stranger(closeTicket, "id"),
  ),
  owner(
    "images that are used",
    "FROM upload WHERE id = ?2 AND user_id = ?1 AND delete_at IS NOT 0",
    stranger(createTicket, "imageUrl"),
  ),
  owner(
    "why an image cannot be used",
    "FROM upload WHERE id = ?3 AND user_id = ?1 AND delete_at IS NOT 0",
    stranger(addBankCard, "cardImage"),
  ),
  owner("images", "FROM upload WHERE id = ?1 AND user_id = ?2", async ({ shop }) => {
    const { body } = await upload(shop, await shop.newShopper(), png());
    const { token } = await shop.newShopper();
    const answer = await fetch(`${shop.stack.url}${String(body["imageUrl"])}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(404);
  }),
  owner(
    "lists of identities",
    "FROM identity_request\n       WHERE user_id = ?1 AND (created_at, id) < (?2, ?3)",
    emptyFor("/authorizes", "authorizations"),
  ),
  owner(
    "latest orders",
    "WHERE user_id = ?1 AND paid_at IS NOT NULL ORDER BY paid_at DESC",
    emptyFor("/dashboard/recent", "latestOrders"),
  ),
  owner(
    "latest tickets",
    "FROM ticket WHERE user_id = ?1 ORDER BY updated_at DESC",
    emptyFor("/dashboard/recent", "latestTickets"),
  ),
  owner("discount codes for one", "FROM discount_code WHERE owner_id = ?2", async ({ shop }) => {
    const answer = await (await newcomer(shop)).ask(getDiscountCodes);
    expect([answer.status, JSON.stringify(answer.body).includes("OWNERSONLY")]).toEqual([
      200,
      false,
    ]);
  }),
  owner(
    "a discount code that is used",
    "(owner_id IS NULL OR owner_id = ?3)",
    async ({ shop, things, meanwhile }) => {
      const { shopper } = await withCart(shop, 500_000);
      await shop.sql(
        "INSERT INTO discount_code (id, code, type, value, created_at) VALUES ('SOON', 'SOON', 'fixed', 10000, 0)",
      );
      await shop.sql("UPDATE cart SET discount_code_id = 'SOON' WHERE user_id = ?1", shopper.id);
      const given = sql(
        "UPDATE discount_code SET owner_id = ?1 WHERE id = 'SOON'",
        things.owner.id,
      );
      await meanwhile("'the discount code is valid'", [given], () =>
        shopper.ask(createOrder, { body: {} }),
      );
      expect(await shop.sql("SELECT 1 FROM discount_use WHERE discount_code_id = 'SOON'")).toEqual(
        [],
      );
    },
  ),
];

/** Comparisons with an owner that nobody can miss. */
export const EXCUSED = [
  // The question's hash has the number of a card in it, which is one person's.
  "WHERE o.user_id = ?1 AND o.state = 'awaiting' AND o.hold_expires_at > ?2 AND p.request_hash = ?3",
  // The message was written a moment before, under an id of its own.
  "WHERE m.id = ?2 AND t.user_id = ?1",
  // Says when to ask again; whether one may is decided before.
  "coalesce((SELECT max(created_at) + ?4 FROM email_verification WHERE user_id = ?1), 0)",
  "coalesce((SELECT created_at + ?5 FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?5",
];
