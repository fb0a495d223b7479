import { expect } from "vitest";
import { addBankCard } from "../../../contract/bank-card.ts";
import { getRecent } from "../../../contract/dashboard.ts";
import { getDiscountCodes } from "../../../contract/discount-code.ts";
import { getIdentityRequests } from "../../../contract/identity.ts";
import {
  cancelOrder,
  createOrder,
  getOrder,
  getOrderItemContent,
  getOrders,
} from "../../../contract/order.ts";
import { createRating } from "../../../contract/rating.ts";
import {
  closeTicket,
  createTicket,
  getTicket,
  getTickets,
  replyToTicket,
} from "../../../contract/ticket.ts";
import { png } from "../../support/images.ts";
import type { TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { row, withCart } from "../faults/handler.ts";
import { type Guard, type Stage, expectRefused, newcomer, sql } from "./guard.ts";
import { KEY, emptyFor, owner, sameKey, stranger } from "./owners.ts";

/** Owners of things with an id, an idempotency key or a place in a list. */

const CONTENT = stranger(getOrderItemContent, "orderId");

async function cartThenBuy(shopper: TestShopper, { shop }: Stage) {
  await shopper.put(await shop.newProduct({ stock: 2 }));
  return shopper.ask(createOrder, { body: {}, idempotencyKey: KEY });
}

/** Buys a changing cart beside another person's order from a cart of the same version. */
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
  expect(await row(shop, "SELECT user_id FROM orders WHERE id = ?1", body.orderId)).toEqual({
    user_id: shopper.id,
  });
}

export const ownersOfThings: Guard[] = [
  owner(
    "reading an order",
    "WHERE o.user_id = ?1 AND o.paid_at IS NOT NULL",
    stranger(getOrder, "orderId"),
  ),
  owner(
    "the list of orders",
    "WHERE o.user_id = ?1 AND o.paid_at IS NOT NULL",
    emptyFor(getOrders, ({ orders }) => orders),
  ),
  owner(
    "the items of an order",
    "WHERE o.id = ?2 AND o.user_id = ?1 AND o.paid_at IS NOT NULL ORDER BY i.position",
    stranger(getOrder, "orderId"),
    "reading an order",
  ),
  owner(
    "the item of a request for codes",
    "WHERE i.id = ?3 AND o.id = ?2 AND o.user_id = ?1",
    CONTENT,
  ),
  owner(
    "the codes of an item",
    "WHERE i.id = ?2 AND o.user_id = ?1 AND o.state = 'paid' AND i.delivery_status = 'delivered' AND c.status",
    CONTENT,
    "the item of a request for codes",
  ),
  owner(
    "recording that codes were read",
    "WHERE i.id = ?2 AND o.user_id = ?3",
    CONTENT,
    "the item of a request for codes",
  ),
  owner("cancelling an order", "(?2 IS NULL OR o.user_id = ?2)", stranger(cancelOrder, "orderId")),
  owner(
    "an order by its idempotency key",
    "FROM orders WHERE user_id = ?1 AND idempotency_key = ?2",
    sameKey(cartThenBuy, ({ orderId }) => orderId),
  ),
  owner(
    "an order by its cart version",
    "FROM orders WHERE user_id = ?1 AND paid_at IS NOT NULL AND cart_version IN",
    sameVersion,
  ),
  owner(
    "rating an item",
    "WHERE i.id = ?1 AND o.user_id = ?2 AND o.paid_at IS NOT NULL",
    stranger(createRating, "orderItemId"),
  ),
  owner(
    "the item of a ticket",
    "WHERE i.id = ?1 AND o.user_id = ?2 AND o.state = 'paid'",
    stranger(createTicket, "orderItemId"),
  ),
  owner(
    "reading a ticket",
    "FROM ticket WHERE id = ?2 AND user_id = ?1",
    stranger(getTicket, "id"),
  ),
  owner(
    "the list of tickets",
    "FROM ticket WHERE user_id = ?1 AND (updated_at, id)",
    emptyFor(getTickets, ({ tickets }) => tickets),
  ),
  owner(
    "a ticket by its idempotency key",
    "FROM ticket WHERE user_id = ?1 AND idempotency_key = ?2",
    sameKey(
      (shopper) =>
        shopper.ask(createTicket, {
          body: { title: "پرسش", description: "کد من کار نمی‌کند" },
          idempotencyKey: KEY,
        }),
      ({ ticket }) => ticket.id,
    ),
  ),
  owner(
    "a message by its idempotency key",
    "WHERE m.ticket_id = ?2 AND m.idempotency_key = ?3 AND t.user_id = ?1",
    async ({ shop, things }) => {
      const ticket = things.ticket.theirs;
      const write = (shopper: TestShopper) =>
        shopper.ask(replyToTicket, {
          params: { id: ticket },
          body: { content: "هنوز منتظرم" },
          idempotencyKey: KEY,
        });
      expect((await write(things.owner)).status).toBe(200);
      expectRefused(await write(await shop.newShopper()), "ticket_not_found");
    },
  ),
  owner(
    "writing into a ticket",
    "EXISTS (SELECT 1 FROM ticket WHERE id = ?1 AND user_id = ?2",
    stranger(replyToTicket, "id"),
    "reading a ticket",
  ),
  owner(
    "closing a ticket",
    "WHERE id = ?2 AND user_id = ?1 AND status <> 'Closed'",
    stranger(closeTicket, "id"),
  ),
  owner(
    "using an image",
    "FROM upload WHERE id = ?2 AND user_id = ?1 AND delete_at IS NOT 0",
    stranger(createTicket, "imageUrl"),
  ),
  owner(
    "the reason why an image cannot be used",
    "FROM upload WHERE id = ?3 AND user_id = ?1 AND delete_at IS NOT 0",
    stranger(addBankCard, "cardImage"),
  ),
  owner("opening an image", "FROM upload WHERE id = ?1 AND user_id = ?2", async ({ shop }) => {
    const { body } = await upload(shop, await shop.newShopper(), png());
    const { token } = await shop.newShopper();
    const answer = await fetch(`${shop.stack.url}${body.imageUrl}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(404);
  }),
  owner(
    "the list of identity requests",
    "FROM identity_request\n       WHERE user_id = ?1 AND (created_at, id) < (?2, ?3)",
    emptyFor(getIdentityRequests, ({ authorizations }) => authorizations),
  ),
  owner(
    "the latest orders",
    "WHERE user_id = ?1 AND paid_at IS NOT NULL ORDER BY paid_at DESC",
    emptyFor(getRecent, ({ data }) => data.latestOrders),
  ),
  owner(
    "the latest tickets",
    "FROM ticket WHERE user_id = ?1 ORDER BY updated_at DESC",
    emptyFor(getRecent, ({ data }) => data.latestTickets),
  ),
  owner(
    "the list of personal discount codes",
    "FROM discount_code WHERE owner_id = ?2",
    async ({ shop }) => {
      const answer = await (await newcomer(shop)).ask(getDiscountCodes);
      expect([answer.status, JSON.stringify(answer.body).includes("OWNERSONLY")]).toEqual([
        200,
        false,
      ]);
    },
  ),
  owner(
    "using a personal discount code",
    "(owner_id IS NULL OR owner_id = ?3)",
    async ({ shop, things, meanwhile }) => {
      const { shopper } = await withCart(shop, 500_000);
      await shop.sql(
        `INSERT INTO discount_code (id, code, type, value, created_at)
         VALUES ('SOON', 'SOON', 'fixed', 10000, 0)`,
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

/** Comparisons with an owner whose absence no attack can notice. */
export const EXCUSED = [
  // The hash of the request contains a card number, which belongs to one person.
  "WHERE o.user_id = ?1 AND o.state = 'awaiting' AND o.hold_expires_at > ?2 AND p.request_hash = ?3",
  // The same call has just written the message under a new id.
  "WHERE m.id = ?2 AND t.user_id = ?1",
  // These only compute the seconds to wait; another statement refuses the request.
  "coalesce((SELECT max(created_at) + ?4 FROM email_verification WHERE user_id = ?1), 0)",
  "coalesce((SELECT created_at + ?5 FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?5",
];
