import { type Statement } from "../base/batch.ts";
import { IN_HAND, IS_GIVEN, PROBLEM_FROM } from "../buying/code/statements.ts";
import { ORDER_LINES, type OrderLinesRow } from "../buying/order/statements.ts";
import type { TicketStatus } from "../../contract/ticket.ts";

/**
 * Finds how many orders and tickets the shopper has, the balance, and the things that wait for the
 * shopper. The cost does not grow with the history, because only the `depth` newest tickets are
 * read.
 */
export function findOverview(
  db: D1Database,
  userId: string,
  depth: number,
  now: number,
): Statement<OverviewRow> {
  return db
    .prepare(
      `SELECT u.orders_count, u.tickets_count, a.credits_toman - a.debits_toman AS balance_toman,
         (SELECT json_object('orderId', id, 'until', min(profile_due_at))
           FROM orders INDEXED BY orders_profile_due_of_user
           WHERE user_id = u.id AND profile_due_at IS NOT NULL HAVING count(*) > 0) AS names_due,
         (SELECT json_object('id', id, 'title', title) FROM (
             SELECT id, title, status, updated_at FROM ticket WHERE user_id = u.id
             ORDER BY updated_at DESC, id DESC LIMIT ?2)
           WHERE status = 'Owner Responded' LIMIT 1) AS answered_ticket,
         (SELECT json_object('purpose', purpose, 'amount', amount_toman, 'url', url,
             'until', max(expires_at)) FROM payment INDEXED BY payment_open_of_user
           WHERE user_id = u.id AND state IN ('initiating', 'pending') AND url IS NOT NULL
             AND expires_at > ?3 HAVING count(*) > 0) AS open_payment
       FROM user u JOIN account a ON a.id = 'shopper:' || u.id WHERE u.id = ?1`,
    )
    .bind(userId, depth, now);
}

export interface OverviewRow {
  orders_count: number;
  tickets_count: number;
  balance_toman: number;
  /** The following columns are JSON, with times in milliseconds. */
  names_due: string | null;
  answered_ticket: string | null;
  open_payment: string | null;
}

/**
 * Finds the delivered items of the `depth` newest orders, last delivered first. Counts only codes
 * that the buyer still has: replaced, refunded and given codes are left out.
 */
export function findItemsInHand(
  db: D1Database,
  userId: string,
  depth: number,
): Statement<ItemInHandRow> {
  return db
    .prepare(
      `SELECT o.id AS order_id, o.number, i.product_name, i.product_id, s.url_name, s.picture_id,
         i.delivered_at, count(*) AS codes_count, sum(c.read_at IS NULL) AS unread_count,
         min(iif(c.used_at IS NULL AND NOT EXISTS (
             SELECT 1 FROM ticket_code WHERE code_id = c.id AND is_open = 1),
           ${PROBLEM_FROM}, NULL)) AS problem_from
       FROM (SELECT id, number, state FROM orders WHERE user_id = ?1 AND paid_at IS NOT NULL
         ORDER BY paid_at DESC, id DESC LIMIT ?2) o
       JOIN order_item i ON i.order_id = o.id AND i.delivery_status = 'delivered'
       JOIN code c ON c.order_item_id = i.id
       JOIN product p ON p.id = i.product_id JOIN subcategory s ON s.id = p.subcategory_id
       WHERE o.state = 'paid' AND ${IN_HAND} AND NOT ${IS_GIVEN}
       GROUP BY i.id ORDER BY i.delivered_at DESC, i.id`,
    )
    .bind(userId, depth);
}

export interface ItemInHandRow {
  order_id: string;
  number: string;
  product_name: string;
  product_id: string;
  url_name: string;
  picture_id: string | null;
  delivered_at: number;
  codes_count: number;
  unread_count: number;
  /**
   * The earliest start of a problem window among the item's unused codes that are in no open
   * ticket.
   */
  problem_from: number | null;
}

export function findLatestOrders(
  db: D1Database,
  userId: string,
  limit: number,
): Statement<LatestOrderRow> {
  return db
    .prepare(
      `SELECT o.id, o.number, o.updated_at, o.look_due_at, ${ORDER_LINES}
       FROM orders o
       WHERE o.user_id = ?1 AND o.paid_at IS NOT NULL ORDER BY o.paid_at DESC, o.id DESC LIMIT ?2`,
    )
    .bind(userId, limit);
}

export interface LatestOrderRow extends OrderLinesRow {
  id: string;
  number: string;
  updated_at: number;
  look_due_at: number | null;
}

export function findLatestTickets(
  db: D1Database,
  userId: string,
  limit: number,
): Statement<LatestTicketRow> {
  return db
    .prepare(
      `SELECT id, title, updated_at, status
       FROM ticket WHERE user_id = ?1 ORDER BY updated_at DESC, id DESC LIMIT ?2`,
    )
    .bind(userId, limit);
}

export interface LatestTicketRow {
  id: string;
  title: string;
  updated_at: number;
  status: TicketStatus;
}
