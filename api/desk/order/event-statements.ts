import { type Statement } from "../../base/batch.ts";
import type { StoryOrderRow } from "./story-statements.ts";

/** Statements that read everything that was done to one order; each uses an index. */

/** The most rows of each kind in a story; older rows are left out. */
const ROWS_MAX = 200;

export interface StoryRefundRow {
  id: string;
  product_name: string;
  wallet_toman: number;
  gateway_toman: number;
  withheld_toman: number;
  reason: "profile_incomplete" | "shopper" | "operator";
  note: string | null;
  state: "done" | "due" | "asking" | "sent" | "fallen_back" | "review";
  provider_ref: string | null;
  created_at: number;
  settled_at: number | null;
  units: number;
}

export function findStoryRefunds(db: D1Database, orderId: string): Statement<StoryRefundRow> {
  return db
    .prepare(
      `SELECT f.id, i.product_name, f.wallet_toman, f.gateway_toman, f.withheld_toman, f.reason,
         f.note, f.state, f.provider_ref, f.created_at, f.settled_at,
         (SELECT count(*) FROM refunded_unit WHERE refund_id = f.id) AS units
       FROM refund f JOIN order_item i ON i.id = f.order_item_id WHERE f.order_id = ?1`,
    )
    .bind(orderId);
}

export interface StoryReadingRow {
  product_name: string;
  address: string;
  channel: "page" | "email" | "gift";
  first_at: number;
  last_at: number;
  times: number;
}

/** Finds the readings of the order's codes; those from the same network form one row. */
export function findStoryReadings(db: D1Database, orderId: string): Statement<StoryReadingRow> {
  return db
    .prepare(
      `SELECT i.product_name, r.address, r.channel, min(r.read_at) AS first_at,
         max(r.read_at) AS last_at, count(*) AS times
       FROM order_item i JOIN content_reading r ON r.order_item_id = i.id WHERE i.order_id = ?1
       GROUP BY i.id, r.address, r.channel LIMIT ?2`,
    )
    .bind(orderId, ROWS_MAX);
}

export interface StoryTicketRow {
  id: string;
  number: string;
  title: string;
  status: string;
  order_item_id: string | null;
  created_at: number;
  updated_at: number;
  /** JSON. */
  code_ids: string;
}

export function findStoryTickets(db: D1Database, orderId: string): Statement<StoryTicketRow> {
  return db
    .prepare(
      `SELECT t.id, t.number, t.title, t.status, t.order_item_id, t.created_at, t.updated_at,
         (SELECT json_group_array(code_id) FROM ticket_code WHERE ticket_id = t.id) AS code_ids
       FROM order_item i JOIN ticket t ON t.order_item_id = i.id WHERE i.order_id = ?1
       ORDER BY t.created_at DESC LIMIT ?2`,
    )
    .bind(orderId, ROWS_MAX);
}

export interface StoryAnswerRow {
  number: string;
  operator: string | null;
  created_at: number;
}

/** Finds the authors and times of messages in tickets about the order, but not their texts. */
export function findStoryAnswers(db: D1Database, orderId: string): Statement<StoryAnswerRow> {
  return db
    .prepare(
      `SELECT t.number, m.operator, m.created_at
       FROM order_item i JOIN ticket t ON t.order_item_id = i.id
       JOIN ticket_message m ON m.ticket_id = t.id
       WHERE i.order_id = ?1 ORDER BY m.created_at DESC LIMIT ?2`,
    )
    .bind(orderId, ROWS_MAX);
}

export interface StoryLineRow {
  operator: string;
  subject: string;
  verdict: string;
  note: string | null;
  created_at: number;
}

/** Finds the operators' decisions about the order and its parts, without views. */
export function findStoryLines(db: D1Database, orderId: string): Statement<StoryLineRow> {
  return db
    .prepare(
      `SELECT l.operator, l.subject, l.verdict, l.note, l.created_at
       FROM (
         SELECT 'order' AS subject, ?1 AS id
         UNION ALL SELECT 'order_item', id FROM order_item WHERE order_id = ?1
         UNION ALL SELECT 'payment', id FROM payment WHERE order_id = ?1
         UNION ALL SELECT 'refund', id FROM refund WHERE order_id = ?1
         UNION ALL SELECT 'code', c.id FROM order_item i JOIN code c ON c.order_item_id = i.id
           WHERE i.order_id = ?1) about
       JOIN desk_decision l ON l.subject = about.subject AND l.subject_id = about.id
       WHERE l.verdict <> 'viewed' ORDER BY l.created_at DESC LIMIT ?2`,
    )
    .bind(orderId, ROWS_MAX);
}

export interface StoryMessageRow {
  channel: "sms" | "email";
  template: string;
  created_at: number;
  sent_at: number | null;
  given_up_at: number | null;
}

/** Finds messages to the buyer that name the order, without their contents. */
export function findStoryMessages(db: D1Database, order: StoryMoment): Statement<StoryMessageRow> {
  return db
    .prepare(
      `SELECT channel, template, created_at, sent_at, given_up_at FROM outbox
       WHERE user_id = ?2 AND created_at >= ?3 AND token = ?1 LIMIT ?4`,
    )
    .bind(order.id, order.person_id, order.created_at, ROWS_MAX);
}

type StoryMoment = Pick<StoryOrderRow, "id" | "person_id" | "created_at">;

export interface StoryEarningRow {
  kind: "reward" | "referral";
  amount_toman: number;
  taken_back_toman: number;
  cancelled_toman: number;
  state: "held" | "paid" | "cancelled" | "taken_back";
  due_at: number;
}

export function findStoryEarnings(db: D1Database, orderId: string): Statement<StoryEarningRow> {
  return db
    .prepare(
      `SELECT e.kind, e.amount_toman, e.taken_back_toman, e.cancelled_toman, e.state, e.due_at
       FROM order_item i JOIN earning e ON e.order_item_id = i.id WHERE i.order_id = ?1`,
    )
    .bind(orderId);
}
