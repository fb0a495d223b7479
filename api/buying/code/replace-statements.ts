import { type Statement } from "../../base/batch.ts";
import { sellByHand } from "./sell-by-hand.ts";
import { ON_SHELF } from "../../goods/stock/statements.ts";
import type { BroughtCode } from "./code-text.ts";
import { IN_HAND } from "./statements.ts";

export interface DeliveredCodeRow {
  id: string;
  product_id: string;
  order_item_id: string;
  order_id: string;
  position: number;
  delivery_type: "instant" | "manual";
  user_id: string;
  /** 0 when the code was replaced or refunded, or when its order is held for a look. */
  is_in_hand: number;
  /** The time at which the buyer's data was deleted. */
  forgotten_at: number | null;
  batch_id: string;
  batch_at: number;
  supplier: string | null;
  unit_cost_toman: number;
}

/** Finds a delivered code and its buyer. */
export function findDeliveredCode(db: D1Database, codeId: string): Statement<DeliveredCodeRow> {
  return db
    .prepare(
      `SELECT c.id, c.product_id, c.order_item_id, i.order_id, c.position, i.delivery_type,
         o.user_id, ${IN_HAND} AND i.delivery_status = 'delivered' AS is_in_hand, u.forgotten_at,
         c.batch_id, b.created_at AS batch_at, b.supplier, b.unit_cost_toman
       FROM code c JOIN code_batch b ON b.id = c.batch_id JOIN order_item i ON i.id = c.order_item_id JOIN orders o ON o.id = i.order_id
       JOIN user u ON u.id = o.user_id
       WHERE c.id = ?1 AND c.status = 'sold'`,
    )
    .bind(codeId);
}

/** SQL text: a code of the product `?1` that can be sold at the time `?2`. */
const FREE_CODE = `(SELECT id FROM code WHERE product_id = ?1 AND ${ON_SHELF}
    AND (status = 'free' OR held_until <= ?2) ORDER BY id LIMIT 1)`;

export interface FreeCodeRow {
  id: string;
  batch_id: string;
  batch_at: number;
  supplier: string | null;
  unit_cost_toman: number;
}

export function findFreeCode(
  db: D1Database,
  productId: string,
  now: number,
): Statement<FreeCodeRow> {
  return db
    .prepare(
      `SELECT c.id, c.batch_id, b.created_at AS batch_at, b.supplier, b.unit_cost_toman FROM code c
       JOIN code_batch b ON b.id = c.batch_id WHERE c.id = ${FREE_CODE}`,
    )
    .bind(productId, now);
}

/** The number up to which free codes are counted; more free codes are shown as this number. */
const FREE_COUNTED_MAX = 100;

export function countFreeCodes(
  db: D1Database,
  productId: string,
  now: number,
): Statement<{ count: number }> {
  return db
    .prepare(
      `SELECT count(*) AS count FROM (SELECT 1 FROM code WHERE product_id = ?1 AND ${ON_SHELF}
         AND (status = 'free' OR held_until <= ?2) LIMIT ?3)`,
    )
    .bind(productId, now, FREE_COUNTED_MAX);
}

export interface SoldCodeRow {
  id: string;
  product_id: string;
  sealed: string;
  last_four: string | null;
  /**
   * 1 while operators may not see the code: its buyer cannot open it yet, because the jobs may
   * still cancel the order.
   */
  is_closed: number;
}

/** SQL text: true for a code `c` of the item `i` that its buyer can open, or once could. */
const IS_SHOWABLE = `(c.status = 'sold' AND i.delivery_status IN ('delivered', 'cancelled')
    AND o.look_due_at IS NULL AND o.profile_due_at IS NULL)`;
const OF_ORDER =
  "code c JOIN order_item i ON i.id = c.order_item_id JOIN orders o ON o.id = i.order_id";

/** Finds a sold code with its sealed text. */
export function findSoldCode(db: D1Database, codeId: string): Statement<SoldCodeRow> {
  return db
    .prepare(
      `SELECT c.id, c.product_id, c.sealed, c.last_four, NOT ${IS_SHOWABLE} AS is_closed
       FROM ${OF_ORDER} WHERE c.id = ?1 AND c.status = 'sold'`,
    )
    .bind(codeId);
}

/** Aborts unless an operator may see the code: its buyer can open it, or once could. */
export function claimShowable(db: D1Database, codeId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the code may be shown', (
         SELECT ${IS_SHOWABLE} FROM ${OF_ORDER} WHERE c.id = ?1)`,
    )
    .bind(codeId);
}

/**
 * Stores the last four characters of an older code, which was encrypted before the shop stored
 * them.
 */
export function keepLastFour(
  db: D1Database,
  codeId: string,
  lastFour: string,
): D1PreparedStatement {
  return db
    .prepare("UPDATE code SET last_four = ?2 WHERE id = ?1 AND last_four IS NULL")
    .bind(codeId, lastFour);
}

/**
 * Withdraws a code and puts another one in its place: `freeId` from the stock, or a new one that an
 * operator entered. Aborts when the buyer does not have the old code any more, or when the new code
 * is taken.
 */
export function replaceCode(
  db: D1Database,
  old: DeliveredCodeRow,
  next: { freeId: string } | { brought: BroughtCode },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the code is in hand', (SELECT ${IN_HAND} FROM code c
           JOIN order_item i ON i.id = c.order_item_id
           WHERE c.id = ?1 AND i.delivery_status = 'delivered')`,
      )
      .bind(old.id),
    db.prepare("UPDATE code SET withdrawn_at = ?2 WHERE id = ?1").bind(old.id, now),
    ...("freeId" in next ? takeFree(db, old, next.freeId, now) : bring(db, old, next.brought, now)),
    db.prepare("UPDATE orders SET updated_at = ?2 WHERE id = ?1").bind(old.order_id, now),
  ];
}

function takeFree(
  db: D1Database,
  old: DeliveredCodeRow,
  freeId: string,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the new code is free', (
           SELECT product_id = ?2 AND ${ON_SHELF}
             AND (status = 'free' OR held_until <= ?3)
           FROM code WHERE id = ?1)`,
      )
      .bind(freeId, old.product_id, now),
    db
      .prepare(
        `UPDATE code SET status = 'sold', order_item_id = ?2, position = ?3, held_until = NULL,
           sold_at = ?4
         WHERE id = ?1`,
      )
      .bind(freeId, old.order_item_id, old.position, now),
  ];
}

function bring(
  db: D1Database,
  old: DeliveredCodeRow,
  code: BroughtCode,
  now: number,
): D1PreparedStatement[] {
  const item = { id: old.order_item_id, productId: old.product_id, firstPosition: old.position };
  return sellByHand(db, item, [code], now);
}
