import { expect } from "vitest";
import { refundItem } from "../../../contract/desk/refund.ts";
import { getOrder, getOrderItemContent, getOrders, markCode } from "../../../contract/order.ts";
import { row, withOrder } from "../faults/handler.ts";
import { confirming } from "./four-eyes.ts";
import { one } from "../plant.ts";
import type { Guard } from "./guard.ts";
import { emptyFor, owner, stranger } from "./owners.ts";
import { ANYBODY, checks, newOrder, refused, set, twice } from "./schema.ts";

const CONTENT = stranger(getOrderItemContent, "orderId");

export const guardsOfOrder: Guard[] = [
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
    "WHERE i.id = ?2 AND o.user_id = ?1 AND o.state = 'paid' AND i.delivery_status = 'delivered' AND (?3",
    CONTENT,
    "the item of a request for codes",
  ),
  owner(
    "recording that codes were read",
    "WHERE i.id = ?2 AND o.user_id = ?3",
    CONTENT,
    "the item of a request for codes",
  ),
  owner(
    "the states of codes",
    [
      "AND t.is_open = 1\n  WHERE o.id = ?2 AND o.user_id = ?1",
      "WHERE o.id = ?2 AND o.user_id = ?1 AND i.delivery_status = 'delivered' AND NOT EXISTS",
    ],
    stranger(markCode, "codeId"),
    "marking a code as used",
  ),
  owner(
    "marking a code as used",
    "WHERE o.id = ?2 AND o.user_id = ?1 AND o.state = 'paid' AND i.id = ?3 AND c.id = ?4",
    stranger(markCode, "codeId"),
  ),
  {
    name: "must: the code was read and is theirs",
    async attack({ shop, meanwhile }) {
      const { shopper, orderId, itemId } = await withOrder(shop, 100_000);
      const { id } = await row(shop, "SELECT id FROM code WHERE order_item_id = ?1", itemId);
      const params = { orderId, orderItemId: itemId };
      await shopper.ask(getOrderItemContent, { params });
      const asked = await shop.desk(refundItem, {
        params: { orderItemId: itemId },
        body: { opened: true, reason: "کد کار نمی‌کند" },
      });
      const refunds = await confirming(shop, asked.body.proposalId);
      await meanwhile("'the code was read and is theirs'", [refunds], () =>
        shopper.ask(markCode, {
          params: { ...params, codeId: String(id) },
          body: { isUsed: true },
        }),
      );
      expect(await row(shop, "SELECT used_at FROM code WHERE id = ?1", String(id))).toEqual({
        used_at: null,
      });
    },
  },
  ...checks("orders", {
    "(min_purchase_toman >= 0)": set("orders", "min_purchase_toman = -1"),
    "(state IN ('awaiting', 'cancelled', 'paid', 'refunded'))": newOrder(
      "'more', user_id, 999, 'lost', 5, 5, 0, 0, 1, 1",
    ),
    "(wallet_toman >= 0)": set("orders", "wallet_toman = -1, gateway_toman = total_toman + 1"),
    "(gateway_toman >= 0)": set("orders", "gateway_toman = -1, wallet_toman = total_toman + 1"),
    "(reward_toman >= 0)": set("orders", "reward_toman = -1"),
    "(wallet_toman + gateway_toman = total_toman)": set("orders", "total_toman = total_toman + 1"),
    "((state IN ('paid', 'refunded')) = (paid_at IS NOT NULL))": set(
      "orders",
      "paid_at = NULL",
      "state = 'paid'",
    ),
  }),
  {
    ...refused(
      "check orders (total_toman >= 0)",
      set("orders", "total_toman = -1, wallet_toman = -1, gateway_toman = 0"),
    ),
    // The sum of two non-negative parts is not negative either.
    heldAlsoBy: ["check orders (wallet_toman >= 0)"],
  },
  ...checks("order_item", {
    "(delivery_type IN ('instant', 'manual'))": set("order_item", "delivery_type = 'gift'"),
    "(quantity BETWEEN 1 AND 10)": set(
      "order_item",
      "quantity = 11",
      "delivery_status = 'delivered'",
    ),
    "(price_toman >= 1)": set("order_item", "price_toman = 0"),
    "(total_toman >= 0)": set("order_item", "total_toman = -1"),
    "(reward_toman >= 0)": set("order_item", "reward_toman = -1"),
    "(delivery_status IN ('pending', 'processing', 'delivered', 'cancelled', 'failed'))": set(
      "order_item",
      "delivery_status = 'lost'",
      "delivery_status = 'pending'",
    ),
    "((delivery_status = 'delivered') = (delivered_at IS NOT NULL))": set(
      "order_item",
      "delivered_at = 1",
      "delivery_status = 'pending'",
    ),
  }),
  refused(
    "unique order_item (order_id, product_id)",
    `INSERT INTO order_item
     (id, order_id, product_id, product_name, delivery_type, quantity, price_toman, total_toman,
     reward_toman, position)
     SELECT 'twin', order_id, product_id, product_name, delivery_type, 1, 1, 1, 0, 9
     FROM order_item LIMIT 1`,
  ),
  refused(
    "index orders_once_per_cart",
    newOrder("'twin', user_id, cart_version, 'paid', 0, 0, 0, 0, 1, 1, 1", ", paid_at"),
  ),
  refused(
    "index orders_once_per_key",
    `INSERT INTO orders
     (id, user_id, cart_version, state, total_toman, wallet_toman, gateway_toman, reward_toman,
     idempotency_key, created_at, updated_at)
     ${twice((id) => `${id}, ${ANYBODY}, 999, 'cancelled', 0, 0, 0, 0, 'twin', 1, 1`)}`,
  ),
  refused(
    "trigger orders_path",
    `UPDATE orders SET state = 'awaiting', paid_at = NULL
     WHERE id = ${one("orders", "state = 'paid'")}`,
  ),
];
