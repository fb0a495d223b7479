import { type Statement } from "../../base/batch.ts";
import { KNOWERS } from "../../buying/code/knowers.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";

/** Statements that find a thing by any detail that an operator knows. Each uses an index. */

/** The most results of one kind. */
const FOUND_MAX = 8;

export interface FoundPersonRow extends PersonColumns {
  orders_count: number;
  is_frozen: number;
  is_verified: number;
}

const PEOPLE = `SELECT u.orders_count,
    EXISTS (SELECT 1 FROM frozen_person WHERE user_id = u.id) AS is_frozen,
    EXISTS (SELECT 1 FROM identity_request WHERE user_id = u.id AND status = 'verified')
      AS is_verified, ${PERSON}`;

export function findByPhone(db: D1Database, phone: string): Statement<FoundPersonRow> {
  return db
    .prepare(`${PEOPLE} FROM user u WHERE u.phone = ?1 AND u.forgotten_at IS NULL`)
    .bind(phone);
}

/** Sorts after every name that begins with the same letters. */
const END = "\u{10ffff}";

/** Finds people whose first or last name begins with a text; `key` is a `nameKey`. */
export function findByName(db: D1Database, key: string): Statement<FoundPersonRow> {
  return db
    .prepare(
      `${PEOPLE} FROM (
         SELECT id FROM (SELECT id FROM user WHERE name_key BETWEEN ?1 AND ?2 LIMIT ?3)
         UNION SELECT id FROM (SELECT id FROM user WHERE last_name_key BETWEEN ?1 AND ?2 LIMIT ?3)
         LIMIT ?3) found
       JOIN user u ON u.id = found.id WHERE u.forgotten_at IS NULL`,
    )
    .bind(key, key + END, FOUND_MAX);
}

export interface FoundCardRow extends FoundPersonRow {
  card_id: string;
  status: "pending" | "verified" | "rejected";
  deleted_at: number | null;
}

/** Finds cards by the fingerprint of their last four digits, those in use first. */
export function findByCardEnd(db: D1Database, endFingerprint: string): Statement<FoundCardRow> {
  return db
    .prepare(
      `${PEOPLE}, c.id AS card_id, c.status, c.deleted_at
       FROM bank_card c JOIN user u ON u.id = c.user_id
       WHERE c.end_fingerprint = ?1 AND c.end_fingerprint <> ''
       ORDER BY c.deleted_at IS NOT NULL, c.status = 'verified' DESC, c.created_at DESC LIMIT ?2`,
    )
    .bind(endFingerprint, FOUND_MAX);
}

export interface FoundOrderRow extends PersonColumns {
  id: string;
  number: string;
  state: "awaiting" | "paid" | "refunded" | "cancelled";
  total_toman: number;
  created_at: number;
  products: string;
}

const ORDERS = `SELECT o.id, o.number, o.state, o.total_toman, o.created_at,
    (SELECT group_concat(product_name, '، ') FROM order_item WHERE order_id = o.id) AS products,
    ${PERSON}
  FROM orders o JOIN user u ON u.id = o.user_id`;

export function findByOrderNumber(db: D1Database, number: string): Statement<FoundOrderRow> {
  return db.prepare(`${ORDERS} WHERE o.number = ?1`).bind(number);
}

export interface FoundTicketRow extends PersonColumns {
  id: string;
  number: string;
  title: string;
  status: string;
  updated_at: number;
}

const TICKETS = `SELECT t.id, t.number, t.title, t.status, t.updated_at, ${PERSON}
  FROM ticket t JOIN user u ON u.id = t.user_id`;

export function findByTicketNumber(db: D1Database, number: string): Statement<FoundTicketRow> {
  return db.prepare(`${TICKETS} WHERE t.number = ?1`).bind(number);
}

/** Finds tickets about a code, open ones first. */
export function findTicketsOfCode(db: D1Database, fingerprint: string): Statement<FoundTicketRow> {
  return db
    .prepare(
      `${TICKETS} WHERE t.id IN (
         SELECT x.ticket_id FROM order_item i
         JOIN code c ON c.fingerprint = ?1 AND c.order_item_id = i.id
         JOIN ticket q ON q.order_item_id = i.id
         JOIN ticket_code x ON x.ticket_id = q.id AND x.code_id = c.id)
       ORDER BY t.status = 'Closed', t.updated_at DESC LIMIT ?2`,
    )
    .bind(fingerprint, FOUND_MAX);
}

export interface FoundPaymentRow extends PersonColumns {
  id: string;
  state: string;
  amount_toman: number;
  created_at: number;
  order_id: string | null;
  number: string | null;
}

/** Finds the payment with this authority, or this reference of a gateway. */
export function findPayments(db: D1Database, text: string): Statement<FoundPaymentRow> {
  return db
    .prepare(
      `SELECT p.id, p.state, p.amount_toman, p.created_at, p.order_id,
         (SELECT number FROM orders WHERE id = p.order_id) AS number, ${PERSON}
       FROM (
         SELECT id FROM payment WHERE authority = ?1
         UNION SELECT id FROM payment WHERE gateway IN ('zarinpal', 'zibal') AND ref_id = ?1) found
       JOIN payment p ON p.id = found.id JOIN user u ON u.id = p.user_id LIMIT ?2`,
    )
    .bind(text, FOUND_MAX);
}

export interface FoundPayoutRow extends PersonColumns {
  id: string;
  kind: "withdrawal" | "refund";
  state: string;
  amount_toman: number;
  created_at: number;
  order_id: string | null;
}

/** Finds the withdrawals and refunds that the bank or the gateway paid with this reference. */
export function findPayouts(db: D1Database, reference: string): Statement<FoundPayoutRow> {
  return db
    .prepare(
      `SELECT w.id, 'withdrawal' AS kind, w.state, w.amount_toman, w.created_at, NULL AS order_id,
         ${PERSON}
       FROM withdrawal w JOIN user u ON u.id = w.user_id WHERE w.note = ?1 AND w.state = 'paid'
       UNION ALL SELECT f.id, 'refund', f.state, f.gateway_toman, f.created_at, f.order_id,
         ${PERSON}
       FROM refund f JOIN user u ON u.id = f.user_id
       WHERE f.provider_ref = ?1 AND f.provider_ref IS NOT NULL LIMIT ?2`,
    )
    .bind(reference, FOUND_MAX);
}

export interface FoundCodeRow extends Partial<PersonColumns> {
  id: string;
  product_name: string;
  batch_at: number;
  supplier: string | null;
  status: "free" | "held" | "sold";
  withdrawn_at: number | null;
  order_id: string | null;
  number: string | null;
  /** JSON, for `readKnowers`. */
  knowers: string;
}

/** Finds a code by its fingerprint, without decrypting any code. */
export function findByCode(db: D1Database, fingerprint: string): Statement<FoundCodeRow> {
  return db
    .prepare(
      `SELECT c.id, p.name AS product_name, b.created_at AS batch_at, b.supplier, c.status, c.withdrawn_at,
         o.id AS order_id, o.number, ${KNOWERS} AS knowers, ${PERSON}
       FROM code c JOIN product p ON p.id = c.product_id JOIN code_batch b ON b.id = c.batch_id
       LEFT JOIN order_item i ON i.id = c.order_item_id LEFT JOIN orders o ON o.id = i.order_id
       LEFT JOIN user u ON u.id = o.user_id WHERE c.fingerprint = ?1`,
    )
    .bind(fingerprint);
}
