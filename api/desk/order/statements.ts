import { type Statement } from "../../base/batch.ts";
import type { z } from "zod";
import type { listOrders } from "../../../contract/desk/order.ts";
import { startOfDay, startOfPersian } from "../../../persian/calendar.ts";
import { DAY_MS } from "../../base/time.ts";
import type { Cursor } from "../../base/page.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";

export interface OrderFilter extends Omit<z.output<typeof listOrders.query>, "limit" | "cursor"> {
  /** Ids of the orders to choose from. */
  ids?: readonly string[] | undefined;
}

export interface FoundOrderRow extends PersonColumns {
  id: string;
  number: string;
  state: "awaiting" | "paid" | "refunded" | "cancelled";
  created_at: number;
  total_toman: number;
  wallet_toman: number;
  gateway_toman: number;
  look_due_at: number | null;
  /** The delivery statuses of the order's items, joined by commas. */
  delivery_statuses: string;
  /** A JSON list. */
  products: string;
  /** The last order that was read, when the limit of read rows was reached. */
  last_id: string | null;
  last_at: number | null;
}

/**
 * The most rows of the index that one call reads. When filters match few orders, a page may be
 * short, because the call does not read all orders. The next page continues after the last row that
 * was read.
 */
const SEEN_MAX = 500;

/**
 * SQL text: rows of the index that fits the filter best, newest first. The other filters are
 * applied to these rows.
 */
function seen({ ids, product, delivery, person, state }: OrderFilter): string {
  const between = (at: string, id: string) =>
    `(${at}, ${id}) < (?1, ?2) AND ${at} >= ?3 ORDER BY ${at} DESC, ${id} DESC LIMIT ?4`;
  const ofItems = (where: string) =>
    `SELECT DISTINCT order_id AS id, ordered_at AS created_at FROM order_item
     WHERE ${where} AND ${between("ordered_at", "order_id")}`;
  const ofOrders = (where: string) =>
    `SELECT id, created_at FROM orders WHERE ${where} AND ${between("created_at", "id")}`;
  if (ids !== undefined) return ofOrders("id IN (SELECT value FROM json_each(?11))");
  if (person !== undefined) return ofOrders("user_id = ?8");
  if (product !== undefined) return ofItems("product_id = ?7");
  if (delivery !== undefined) return ofItems("delivery_status = ?6 AND ordered_at > 0");
  if (state !== undefined) return ofOrders("state = ?5 AND created_at > 0");
  return ofOrders("TRUE");
}

/**
 * SQL text: true for orders `o` that match the filters. The plus sign keeps SQLite from using the
 * index on delivery statuses, which would read all items with that status.
 */
const IS_WANTED = `(?5 IS NULL OR o.state = ?5) AND (?8 IS NULL OR o.user_id = ?8)
    AND (?6 IS NULL OR EXISTS (
      SELECT 1 FROM order_item WHERE order_id = o.id AND +delivery_status = ?6))
    AND (?7 IS NULL OR EXISTS (
      SELECT 1 FROM order_item WHERE order_id = o.id AND product_id = ?7))
    AND (?9 IS NULL OR iif(?9 = 'wallet', o.gateway_toman = 0, o.gateway_toman > 0))
    AND (?9 IS NULL OR ?9 IN ('gateway', 'wallet') OR EXISTS (
      SELECT 1 FROM payment WHERE order_id = o.id AND gateway = ?9))`;

function valuesOf(filter: OrderFilter, after: Cursor): unknown[] {
  const { state, delivery, product, person, paidBy } = filter;
  const [from, until] = timesOf(filter);
  // Reading starts at the cursor, or at the end of the filtered days if that is earlier.
  const end = Math.min(after.at, until);
  const given = [state, delivery, product, person, paidBy].map((value) => value ?? null);
  return [end, end < after.at ? "" : after.id, from, SEEN_MAX, ...given];
}

/** Returns the start and the end of the filtered days (UTC milliseconds). */
function timesOf({ day, from, to }: OrderFilter): [number, number] {
  if (day !== undefined) {
    const start = startOfDay(Date.parse(day) / DAY_MS);
    return [start, start + DAY_MS];
  }
  return [
    from === undefined ? 0 : startOfPersian(from),
    to === undefined ? Number.MAX_SAFE_INTEGER : startOfPersian(to) + DAY_MS,
  ];
}

/**
 * Finds orders that match the filters, newest first. If no row that was read matches, the answer is
 * one row without an order.
 */
export function findDeskOrders(
  db: D1Database,
  filter: OrderFilter,
  after: Cursor,
  limit: number,
): Statement<FoundOrderRow> {
  const SEEN = seen(filter);
  return db
    .prepare(
      `WITH seen AS MATERIALIZED (${SEEN}),
       last AS MATERIALIZED (
         SELECT id, created_at FROM seen WHERE (SELECT count(*) FROM seen) = ?4
         ORDER BY created_at, id LIMIT 1),
       found AS MATERIALIZED (
         SELECT o.id FROM seen JOIN orders o ON o.id = seen.id WHERE ${IS_WANTED}
         ORDER BY seen.created_at DESC, seen.id DESC LIMIT ?10)
       SELECT last.id AS last_id, last.created_at AS last_at,
         o.id, o.number, o.state, o.created_at, o.total_toman, o.wallet_toman, o.gateway_toman,
         o.look_due_at,
         (SELECT group_concat(delivery_status) FROM order_item WHERE order_id = o.id)
           AS delivery_statuses,
         (SELECT json_group_array(json_object('name', product_name, 'quantity', quantity))
          FROM (SELECT product_name, quantity FROM order_item
            WHERE order_id = o.id ORDER BY position)) AS products, ${PERSON}
       FROM (SELECT 1) LEFT JOIN last ON TRUE LEFT JOIN found ON TRUE
       LEFT JOIN orders o ON o.id = found.id LEFT JOIN user u ON u.id = o.user_id
       ORDER BY o.created_at DESC, o.id DESC`,
    )
    .bind(
      ...valuesOf(filter, after),
      limit,
      ...(filter.ids === undefined ? [] : [JSON.stringify(filter.ids)]),
    );
}
