import { type Statement } from "../../base/batch.ts";
import type { GatewayName } from "../../../persian/gateway.ts";
import type { DeliveryStatus } from "../../../contract/order-item.ts";
import type { StoryItem } from "../../../contract/desk/order.ts";
import { isFrozen } from "../../base/frozen.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";
import { KNOWERS } from "../../buying/code/knowers.ts";
import type { WhyHeld } from "../../buying/look/why.ts";
import { IN_HAND } from "../../buying/code/statements.ts";

/** Statements that read all facts about one order; each uses an index. */

/** Finds an order by its id or number. */
export function findNamedOrder(db: D1Database, name: string): Statement<{ id: string }> {
  return db
    .prepare(
      `SELECT id FROM orders WHERE id = ?1 UNION ALL SELECT id FROM orders WHERE number = ?1 LIMIT 1`,
    )
    .bind(name);
}

export interface StoryOrderRow extends PersonColumns, WhyHeld {
  id: string;
  number: string;
  state: "awaiting" | "paid" | "refunded" | "cancelled";
  total_toman: number;
  wallet_toman: number;
  gateway_toman: number;
  created_at: number;
  paid_at: number | null;
  hold_expires_at: number | null;
  profile_due_at: number | null;
  look_due_at: number | null;
  discount_code: string | null;
  before_code_toman: number;
  joined_at: number;
  is_verified: number;
  is_frozen: number;
  forgotten_at: number | null;
  orders_count: number;
  spent_toman: number;
  problems_count: number;
}

const IS_FROZEN = isFrozen("u.id");

export function findStoryOrder(db: D1Database, orderId: string): Statement<StoryOrderRow> {
  return db
    .prepare(
      `SELECT o.id, o.number, o.state, o.total_toman, o.wallet_toman, o.gateway_toman, o.created_at,
         o.paid_at, o.hold_expires_at, o.profile_due_at, o.look_due_at,
         o.look_rule, o.look_sum_toman, o.look_limit_toman, d.code AS discount_code,
         (SELECT coalesce(sum(coalesce(sale_price_toman, price_toman) * quantity), 0)
          FROM order_item WHERE order_id = o.id) AS before_code_toman,
         u.created_at AS joined_at, u.forgotten_at, ${IS_FROZEN} AS is_frozen,
         EXISTS (SELECT 1 FROM identity_request WHERE user_id = u.id AND status = 'verified')
           AS is_verified,
         (SELECT count(*) FROM orders WHERE user_id = u.id AND paid_at IS NOT NULL) AS orders_count,
         (SELECT coalesce(sum(total_toman), 0) FROM orders
          WHERE user_id = u.id AND paid_at IS NOT NULL) AS spent_toman,
         (SELECT count(*) FROM ticket t JOIN order_item i ON i.id = t.order_item_id
          WHERE t.user_id = u.id AND i.order_id <> o.id) AS problems_count, ${PERSON}
       FROM orders o JOIN user u ON u.id = o.user_id
       LEFT JOIN discount_code d ON d.id = o.discount_code_id WHERE o.id = ?1`,
    )
    .bind(orderId);
}

export interface StoryItemRow {
  id: string;
  product_id: string;
  product_name: string;
  url_name: string;
  quantity: number;
  total_toman: number;
  delivery_type: "instant" | "manual";
  delivery_status: DeliveryStatus;
  delivered_at: number | null;
  waiting_since: number | null;
  units_left: number;
  answers: StoryItem["answers"];
}

export function findStoryItems(db: D1Database, orderId: string): Statement<StoryItemRow> {
  return db
    .prepare(
      `SELECT i.id, i.product_id, i.product_name, s.url_name, i.quantity, i.total_toman,
         i.delivery_type,
         i.delivery_status, i.delivered_at, i.waiting_since, i.quantity - (
           SELECT count(*) FROM refunded_unit WHERE order_item_id = i.id) AS units_left,
         coalesce((SELECT iif(sealed = '', 'forgotten', 'kept') FROM order_answer WHERE id = i.id),
           'none') AS answers
       FROM order_item i JOIN product p ON p.id = i.product_id
       JOIN subcategory s ON s.id = p.subcategory_id
       WHERE i.order_id = ?1 ORDER BY i.position`,
    )
    .bind(orderId);
}

export interface StoryCodeRow {
  id: string;
  order_item_id: string;
  position: number;
  last_four: string | null;
  batch_id: string;
  unit_cost_toman: number;
  sold_at: number;
  read_at: number | null;
  used_at: number | null;
  withdrawn_at: number | null;
  is_refunded: number;
  is_in_hand: number;
  ticket_id: string | null;
  gift_state: "sealed" | "opened" | null;
  /** JSON, for `readKnowers`. */
  knowers: string;
}

/**
 * Finds the codes that were sold to the order and not put back on sale, without decrypting them.
 */
export function findStoryCodes(db: D1Database, orderId: string): Statement<StoryCodeRow> {
  return db
    .prepare(
      `SELECT c.id, c.order_item_id, c.position, c.last_four, c.batch_id, b.unit_cost_toman,
         c.sold_at, c.read_at, c.used_at, c.withdrawn_at, u.position IS NOT NULL AS is_refunded,
         ${IN_HAND} AS is_in_hand, t.ticket_id, g.state AS gift_state, ${KNOWERS} AS knowers
       FROM order_item i JOIN code c ON c.order_item_id = i.id AND c.status = 'sold'
       JOIN code_batch b ON b.id = c.batch_id
       LEFT JOIN refunded_unit u ON u.order_item_id = i.id AND u.position = c.position
       LEFT JOIN ticket_code t ON t.code_id = c.id AND t.is_open = 1
       LEFT JOIN gift g ON g.code_id = c.id AND g.state <> 'called_back'
       WHERE i.order_id = ?1
       ORDER BY i.position, c.position, c.withdrawn_at IS NULL, c.withdrawn_at`,
    )
    .bind(orderId);
}

export interface StoryPaymentRow {
  id: string;
  state: "initiating" | "pending" | "failed" | "expired" | "paid" | "credited" | "review";
  gateway: GatewayName;
  card_id: string;
  amount_toman: number;
  authority: string | null;
  ref_id: string | null;
  created_at: number;
  settled_at: number | null;
  review_reason: string | null;
  reviewed_at: number | null;
  checks: number;
  number_sealed: string;
}

export function findStoryPayment(db: D1Database, orderId: string): Statement<StoryPaymentRow> {
  return db
    .prepare(
      `SELECT p.id, p.state, p.gateway, p.card_id, p.amount_toman, p.authority, p.ref_id,
         p.created_at, p.settled_at, p.review_reason, p.reviewed_at, p.checks, c.number_sealed
       FROM payment p JOIN bank_card c ON c.id = p.card_id WHERE p.order_id = ?1`,
    )
    .bind(orderId);
}

export interface StoryTransferRow {
  id: string;
  kind: string;
  debit_account_id: string;
  credit_account_id: string;
  amount_toman: number;
  created_at: number;
}

export function findStoryTransfers(db: D1Database, orderId: string): Statement<StoryTransferRow> {
  return db
    .prepare(
      `SELECT id, kind, debit_account_id, credit_account_id, amount_toman, created_at
       FROM transfer WHERE order_id = ?1
       UNION SELECT id, kind, debit_account_id, credit_account_id, amount_toman, created_at
       FROM transfer WHERE payment_id = (SELECT id FROM payment WHERE order_id = ?1)`,
    )
    .bind(orderId);
}
