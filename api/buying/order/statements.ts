import { type Statement } from "../../base/batch.ts";
import type { GatewayName } from "../../../persian/gateway.ts";
import type { DeliveryStatus } from "../../../contract/order-item.ts";
import type { Cursor } from "../../base/page.ts";
import { AWAITED_SINCE, HAS_UNSENT, IS_COMING } from "../supply/cancelling.ts";

export interface OrderRow extends OrderLinesRow {
  id: string;
  number: string;
  state: "paid" | "refunded";
  total_toman: number;
  wallet_toman: number;
  gateway_toman: number;
  gateway: GatewayName | null;
  reward_toman: number;
  created_at: number;
  updated_at: number;
  paid_at: number;
  profile_due_at: number | null;
  look_due_at: number | null;
  /**
   * 1 when an item has a supplier order that was not sent yet or bought nothing, so that its buyer
   * can cancel it.
   */
  has_unsent: number;
  discount_code: string | null;
  discount_type: "percentage" | "fixed" | null;
  discount_value: number | null;
}

/** The columns about an order's items that lists of orders need. */
export interface OrderLinesRow {
  /** The delivery statuses of the order's items, joined by commas. */
  delivery_statuses: string;
  /** The order's first item, as JSON. */
  first_item: string | null;
}

/** SQL text: the columns of `OrderLinesRow` for an order `o`. */
export const ORDER_LINES = `(SELECT group_concat(delivery_status) FROM order_item WHERE order_id = o.id)
      AS delivery_statuses,
    (SELECT json_object('name', i.product_name, 'quantity', i.quantity, 'productId', i.product_id,
         'url_name', s.url_name, 'picture_id', s.picture_id)
       FROM order_item i JOIN product p ON p.id = i.product_id
       JOIN subcategory s ON s.id = p.subcategory_id
       WHERE i.order_id = o.id AND i.position = 0) AS first_item`;

const ORDER = `SELECT o.id, o.number, o.state, o.total_toman, o.wallet_toman, o.gateway_toman, o.reward_toman,
    o.created_at, o.updated_at, o.paid_at, o.profile_due_at, o.look_due_at, d.code AS discount_code,
    d.type AS discount_type, d.value AS discount_value,
    (SELECT gateway FROM payment WHERE order_id = o.id) AS gateway,
    ${HAS_UNSENT} AS has_unsent, ${ORDER_LINES}
  FROM orders o LEFT JOIN discount_code d ON d.id = o.discount_code_id
  WHERE o.user_id = ?1 AND o.paid_at IS NOT NULL`;

/** Finds a page of the shopper's orders, newest first. */
export function findOrders(
  db: D1Database,
  userId: string,
  page: { limit: number; after: Cursor },
): Statement<OrderRow> {
  return db
    .prepare(
      `${ORDER} AND (o.paid_at, o.id) < (?2, ?3) ORDER BY o.paid_at DESC, o.id DESC LIMIT ?4`,
    )
    .bind(userId, page.after.at, page.after.id, page.limit);
}

export function findOrder(db: D1Database, userId: string, orderId: string): Statement<OrderRow> {
  return db.prepare(`${ORDER} AND o.id = ?2`).bind(userId, orderId);
}

export interface OrderItemRow {
  id: string;
  product_id: string;
  product_name: string;
  type: string;
  url_name: string;
  picture_id: string | null;
  region: string;
  latin_name: string;
  redeem_url: string | null;
  /** A JSON list. */
  redeem_steps: string;
  delivery_type: "instant" | "manual";
  quantity: number;
  price_toman: number;
  total_toman: number;
  delivery_status: DeliveryStatus;
  delivered_at: number | null;
  is_coming: number;
  awaited_since: number | null;
  stars: number | null;
  comment: string | null;
  rated_at: number | null;
  /**
   * Null when nothing of the item was refunded. Includes refunds that the gateway refused, because
   * the wallet got that money.
   */
  refund_wallet_toman: number | null;
  refund_card_toman: number | null;
  refund_withheld_toman: number | null;
  /** 1 when the money of all refunds of the item has arrived. */
  is_refund_settled: number | null;
}

/** Finds the items of an order with their rating and refunds, in a single read. */
export function findOrderItems(
  db: D1Database,
  userId: string,
  orderId: string,
): Statement<OrderItemRow> {
  return db
    .prepare(
      `SELECT i.id, i.product_id, i.product_name, s.type, s.url_name, s.picture_id, p.region,
         s.latin_name, s.redeem_url, s.redeem_steps, i.delivery_type, i.quantity,
         i.price_toman, i.total_toman, i.delivery_status, i.delivered_at, ${IS_COMING} AS is_coming,
         ${AWAITED_SINCE} AS awaited_since,
         r.stars, r.comment, r.created_at AS rated_at,
         f.wallet_toman AS refund_wallet_toman, f.card_toman AS refund_card_toman,
         f.withheld_toman AS refund_withheld_toman,
         f.is_settled AS is_refund_settled
       FROM orders o JOIN order_item i ON i.order_id = o.id
       JOIN product p ON p.id = i.product_id JOIN subcategory s ON s.id = p.subcategory_id
       LEFT JOIN rating r ON r.order_item_id = i.id
       LEFT JOIN (
         SELECT order_item_id,
           sum(wallet_toman + iif(state = 'fallen_back', gateway_toman, 0)) AS wallet_toman,
           sum(iif(state = 'fallen_back', 0, gateway_toman)) AS card_toman,
           sum(withheld_toman) AS withheld_toman,
           min(state IN ('done', 'fallen_back')) AS is_settled
         FROM refund WHERE order_id = ?2 GROUP BY order_item_id) f ON f.order_item_id = i.id
       WHERE o.id = ?2 AND o.user_id = ?1 AND o.paid_at IS NOT NULL ORDER BY i.position`,
    )
    .bind(userId, orderId);
}

export function findOrderItem(
  db: D1Database,
  userId: string,
  orderId: string,
  itemId: string,
): Statement<{ delivery_status: string }> {
  return db
    .prepare(
      `SELECT i.delivery_status FROM orders o JOIN order_item i ON i.order_id = o.id
       WHERE i.id = ?3 AND o.id = ?2 AND o.user_id = ?1 AND o.state = 'paid'`,
    )
    .bind(userId, orderId, itemId);
}
