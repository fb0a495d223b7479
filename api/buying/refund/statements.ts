import { type Statement } from "../../base/batch.ts";
import { returnManualUnits } from "../../goods/stock/statements.ts";
import type { DeliveryStatus } from "../../../contract/order-item.ts";
import { IN_HAND } from "../code/statements.ts";
import { isCardOnly } from "../../people/bank-card/statements.ts";
import { SUPPLY_STATE } from "../supply/cancelling.ts";
import type { SupplyState } from "../../../contract/desk/supply-state.ts";

/** `operator` is also the reason when an order was refunded because no operator decided in time. */
export type RefundReason = "profile_incomplete" | "shopper" | "operator";

export interface RefundOrderRow {
  id: string;
  user_id: string;
  gateway_toman: number;
  /** The sum of the order's earlier refunds through the gateway, made or pending. */
  gateway_back_toman: number;
  balance_toman: number;
  /** 1 when it was paid without papers: then all of it goes back to the card. */
  is_card_only: number;
  min_purchase_toman: number;
  /** The price before the discount of all units except those that the buyer gave up. */
  counted_toman: number;
  /** The code's discount on the units that were not refunded. */
  discount_left_toman: number;
  withheld_toman: number;
  /** The number of refunded units. */
  units_back: number;
  /**
   * The number of other orders that the buyer gave up since `?3` and that were refunded to a card.
   */
  cards_back: number;
}

/** The sum of an order's gateway refunds, without those that the gateway refused. */
const GATEWAY_BACK = `(SELECT coalesce(sum(gateway_toman), 0) FROM refund
     WHERE order_id = ?1 AND state <> 'fallen_back')`;

const UNITS_BACK = `(SELECT count(*) FROM refunded_unit r JOIN order_item i ON i.id = r.order_item_id
     WHERE i.order_id = ?1)`;

const CARDS_BACK = `(SELECT count(DISTINCT g.order_id) FROM refund g JOIN orders go ON go.id = ?1
     WHERE g.user_id = go.user_id AND g.reason = 'shopper' AND g.gateway_toman > 0
       AND g.created_at > ?3 AND g.order_id <> go.id)`;

/** SQL text: the price before the discount of the refunded units of the order `o`. */
const unitsBackToman = (and: string) => `(
    SELECT coalesce(sum(i.sale_price_toman), 0) FROM refund f
    JOIN refunded_unit r ON r.refund_id = f.id JOIN order_item i ON i.id = r.order_item_id
    WHERE f.order_id = o.id ${and})`;
/** SQL text: the price before the discount of the whole order `o`. */
const BEFORE_CODE =
  "(SELECT coalesce(sum(sale_price_toman * quantity), 0) FROM order_item WHERE order_id = o.id)";

const GIVEN_UP = unitsBackToman("AND f.reason = 'shopper'");
const BACK_BEFORE_CODE = unitsBackToman("");

const IS_CARD_ONLY = isCardOnly("o.id");

/**
 * Finds a paid order with its amounts; with `ownerId`, only an order of that person. Orders that
 * the buyer gave up since `since` are counted in `cards_back`.
 */
export function findRefundOrder(
  db: D1Database,
  orderId: string,
  ownerId: string | null,
  since: number,
): Statement<RefundOrderRow> {
  return db
    .prepare(
      `SELECT o.id, o.user_id, o.gateway_toman, ${GATEWAY_BACK} AS gateway_back_toman,
         a.credits_toman - a.debits_toman AS balance_toman, ${IS_CARD_ONLY} AS is_card_only,
         o.min_purchase_toman, ${BEFORE_CODE} - ${GIVEN_UP}
           AS counted_toman,
         ${BEFORE_CODE} - o.total_toman - ${BACK_BEFORE_CODE} + (
           SELECT coalesce(sum(wallet_toman + gateway_toman + withheld_toman), 0) FROM refund
           WHERE order_id = o.id) AS discount_left_toman,
         (SELECT coalesce(sum(withheld_toman), 0) FROM refund WHERE order_id = o.id)
           AS withheld_toman,
         ${UNITS_BACK} AS units_back, ${CARDS_BACK} AS cards_back
       FROM orders o JOIN account a ON a.id = 'shopper:' || o.user_id
       WHERE o.id = ?1 AND o.state = 'paid' AND (?2 IS NULL OR o.user_id = ?2)`,
    )
    .bind(orderId, ownerId, since);
}

export interface RefundItemRow {
  id: string;
  product_id: string;
  delivery_type: "instant" | "manual";
  delivery_status: DeliveryStatus;
  quantity: number;
  total_toman: number;
  /** The price of a unit before the discount code. */
  sale_price_toman: number;
  /** The whole cashback for the item, when it has been paid; else 0. */
  paid_reward_toman: number;
  /**
   * The state of the item's order at a supplier; null when there is no such order, or while the
   * shopper's order is held for a look.
   */
  supply_state: SupplyState | null;
  /** The units not yet given back, as a JSON list of their numbers. */
  left_units: string;
}

const PAID_REWARD =
  "coalesce((SELECT amount_toman FROM earning WHERE id = 'reward:' || i.id AND state = 'paid'), 0)";

/** SQL text: the numbers of the units of `i` that were not given back, as a JSON list. */
const LEFT_UNITS = `(SELECT json_group_array(n.value) FROM json_each('[1,2,3,4,5,6,7,8,9,10]') n
    WHERE n.value <= i.quantity AND NOT EXISTS (
      SELECT 1 FROM refunded_unit WHERE order_item_id = i.id AND position = n.value))`;

export function findRefundItems(db: D1Database, orderId: string): Statement<RefundItemRow> {
  return db
    .prepare(
      `SELECT i.id, i.product_id, i.delivery_type, i.delivery_status, i.quantity, i.total_toman,
         coalesce(i.sale_price_toman, i.price_toman) AS sale_price_toman,
         ${PAID_REWARD} AS paid_reward_toman, ${SUPPLY_STATE} AS supply_state,
         ${LEFT_UNITS} AS left_units
       FROM order_item i WHERE i.order_id = ?1 AND i.delivery_status <> 'cancelled'
       ORDER BY i.position`,
    )
    .bind(orderId);
}

/**
 * Aborts when a fact of the plan has changed: another refund was made of this order or to a card of
 * its buyer, or the wallet no longer has enough to return the cashback.
 */
export function claimRefundOrder(
  db: D1Database,
  order: RefundOrderRow,
  neededToman: number,
  since: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'no other refund was made meanwhile', ${GATEWAY_BACK} = ?2
           AND ${UNITS_BACK} = ?4 AND ${CARDS_BACK} = ?5`,
      )
      .bind(order.id, order.gateway_back_toman, since, order.units_back, order.cards_back),
    db
      .prepare(
        `INSERT INTO must SELECT 'the cashback is still there',
           (SELECT credits_toman - debits_toman FROM account WHERE id = 'shopper:' || ?1) >= ?2`,
      )
      .bind(order.user_id, neededToman),
  ];
}

/** The units of an item in a refund. */
export interface RefundedUnits {
  refundId: string;
  /** The numbers of the units. */
  units: readonly number[];
  /** Codes that an operator named; the buyer must still have them. */
  codeIds: readonly string[];
}

/**
 * Marks units of an item as refunded. When no unit is left, the item is cancelled and removed from
 * the list of pending deliveries. Aborts when the item has changed.
 */
export function giveUnitsBack(
  db: D1Database,
  item: RefundItemRow,
  { refundId, units, codeIds }: RefundedUnits,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the item is as it was', (
           SELECT delivery_status = ?2 AND ${PAID_REWARD} = ?3 AND ${LEFT_UNITS} = ?4
             AND ${SUPPLY_STATE} IS ?5
           FROM order_item i WHERE i.id = ?1)`,
      )
      .bind(
        item.id,
        item.delivery_status,
        item.paid_reward_toman,
        item.left_units,
        item.supply_state,
      ),
    ...(codeIds.length === 0 ? [] : [claimCodesInHand(db, item.id, codeIds)]),
    db
      .prepare(
        `INSERT INTO refunded_unit (order_item_id, position, refund_id)
         SELECT ?1, value, ?3 FROM json_each(?2)`,
      )
      .bind(item.id, JSON.stringify(units), refundId),
    db
      .prepare(
        `UPDATE order_item SET delivery_status = 'cancelled', delivered_at = NULL,
           waiting_since = NULL
         WHERE id = ?1
           AND (SELECT count(*) FROM refunded_unit WHERE order_item_id = ?1) = quantity`,
      )
      .bind(item.id),
  ];
}

function claimCodesInHand(
  db: D1Database,
  itemId: string,
  codeIds: readonly string[],
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the codes are in hand', (
         SELECT count(*) FROM code c JOIN json_each(?2) named ON named.value = c.id
         WHERE c.order_item_id = ?1 AND ${IN_HAND}) = json_array_length(?2)`,
    )
    .bind(itemId, JSON.stringify(codeIds));
}

export interface CodeInHandRow {
  id: string;
  position: number;
}

/** Finds the codes of a delivered item that its buyer has. */
export function findCodesInHand(db: D1Database, itemId: string): Statement<CodeInHandRow> {
  return db
    .prepare(
      `SELECT c.id, c.position FROM code c JOIN order_item i ON i.id = c.order_item_id
       WHERE i.id = ?1 AND i.delivery_status = 'delivered' AND ${IN_HAND}`,
    )
    .bind(itemId);
}

/** Puts goods back on sale: codes that nobody knows, and undelivered manual units. */
export function shelveUnits(
  db: D1Database,
  item: RefundItemRow,
  refundId: string,
): D1PreparedStatement[] {
  if (item.delivery_type === "instant") {
    return [
      db
        .prepare(
          `UPDATE code SET status = 'free', order_item_id = NULL, sold_at = NULL, position = NULL
           WHERE order_item_id = ?1 AND status = 'sold' AND withdrawn_at IS NULL
             AND known_at IS NULL
             AND position IN (SELECT position FROM refunded_unit WHERE refund_id = ?2)`,
        )
        .bind(item.id, refundId),
    ];
  }
  if (item.delivery_status === "delivered") return [];
  return [returnManualUnits(db, item.product_id, item.quantity)];
}

export interface NewRefund {
  id: string;
  itemId: string;
  orderId: string;
  userId: string;
  walletToman: number;
  gatewayToman: number;
  withheldToman: number;
  reason: RefundReason;
  note: string | null;
}

/** Inserts a refund in the state `due` if the gateway has to pay a part of it, otherwise `done`. */
export function insertRefund(db: D1Database, refund: NewRefund, now: number): D1PreparedStatement {
  const isDue = refund.gatewayToman > 0;
  return db
    .prepare(
      `INSERT INTO refund (id, order_item_id, order_id, user_id, wallet_toman, gateway_toman,
         reason, note, state, next_attempt_at, created_at, settled_at, withheld_toman)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)`,
    )
    .bind(
      refund.id,
      refund.itemId,
      refund.orderId,
      refund.userId,
      refund.walletToman,
      refund.gatewayToman,
      refund.reason,
      refund.note,
      isDue ? "due" : "done",
      isDue ? now : null,
      now,
      isDue ? null : now,
      refund.withheldToman,
    );
}

/**
 * Updates an order after a refund. When all its items are cancelled, the order is refunded and no
 * longer waits for a profile or a look.
 */
export function closeOrder(db: D1Database, orderId: string, now: number): D1PreparedStatement[] {
  return [
    db.prepare("UPDATE orders SET updated_at = ?2 WHERE id = ?1").bind(orderId, now),
    db
      .prepare(
        `UPDATE orders SET state = 'refunded', profile_due_at = NULL, look_due_at = NULL
         WHERE id = ?1 AND NOT EXISTS (
           SELECT 1 FROM order_item WHERE order_id = ?1 AND delivery_status <> 'cancelled')`,
      )
      .bind(orderId),
  ];
}
