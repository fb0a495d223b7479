import { type Statement } from "../../base/batch.ts";
import { HOLD_MINUTES } from "../../../contract/payment.ts";
import { DAY_MS, MINUTE_MS } from "../../base/time.ts";
import { AVAILABLE_STOCK, HAS_STOCK } from "../stock/statements.ts";

/** Reads whether a product on sale can be bought at `now`; no row when there is no such product. */
export function findShelf(
  db: D1Database,
  productId: string,
  now: number,
): Statement<{ has_stock: number }> {
  return db
    .prepare(`SELECT ${HAS_STOCK} AS has_stock FROM product p WHERE p.id = ?2 AND p.is_active = 1`)
    .bind(now, productId);
}

/** Opens an alert; does nothing when the shopper already has an open alert for the product. */
export function openAlert(
  db: D1Database,
  alert: { id: string; userId: string; productId: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO restock_alert (id, user_id, product_id, created_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (product_id, user_id) WHERE told_at IS NULL DO NOTHING`,
    )
    .bind(alert.id, alert.userId, alert.productId, now);
}

/** Aborts when the shopper has more than `alertsMax` open alerts. Runs after `openAlert`. */
export function claimAlertsFit(
  db: D1Database,
  userId: string,
  alertsMax: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'not too many alerts are open',
         (SELECT count(*) FROM restock_alert WHERE user_id = ?1 AND told_at IS NULL) <= ?2`,
    )
    .bind(userId, alertsMax);
}

export function dropAlert(db: D1Database, userId: string, productId: string): D1PreparedStatement {
  return db
    .prepare("DELETE FROM restock_alert WHERE product_id = ?2 AND user_id = ?1 AND told_at IS NULL")
    .bind(userId, productId);
}

export interface DueAlertRow {
  id: string;
  user_id: string;
  product_id: string;
}

/**
 * The time for which stock must have been available before people are told: stock that is sold out
 * again after a second is of no use to them.
 */
const FREE_MS = 5 * MINUTE_MS;

/**
 * SQL text: the products for which somebody has an open alert. Jumps through the index from product
 * to product, so that a thousand alerts for one product are not all read.
 */
const AWAITED = `WITH RECURSIVE awaited (product_id) AS (
    SELECT min(product_id) FROM restock_alert WHERE told_at IS NULL
    UNION ALL
    SELECT (SELECT min(product_id) FROM restock_alert
      WHERE told_at IS NULL AND product_id > awaited.product_id)
    FROM awaited WHERE awaited.product_id IS NOT NULL
  )`;

/**
 * SQL text: the number of units of product `p` whose hold ended in the last minutes. If more units
 * than this are free now, at least one of them was free during all of these minutes.
 */
const HELD_LATELY = `(SELECT coalesce(sum(i.quantity), 0)
    FROM order_item i JOIN orders o ON o.id = i.order_id
    WHERE i.product_id = p.id
      AND i.ordered_at > ?1 - ${String(FREE_MS + (HOLD_MINUTES + 1) * MINUTE_MS)}
      AND ((o.state = 'cancelled' AND o.updated_at > ?1 - ${String(FREE_MS)})
        OR (o.state = 'awaiting' AND o.hold_expires_at BETWEEN ?1 - ${String(FREE_MS)} AND ?1)))`;

/**
 * Finds at most `?2` open alerts of products that were available for some minutes before the time
 * `?1`, with at least one unit that was never held in these minutes. A person gets at most one
 * message a day about the same product.
 */
export const FIND_DUE_ALERTS = `${AWAITED}
  SELECT a.id, a.user_id, a.product_id
  FROM awaited CROSS JOIN restock_shelf s ON s.product_id = awaited.product_id
    AND s.free_since <= ?1 - ${String(FREE_MS)}
  CROSS JOIN product p ON p.id = s.product_id
  CROSS JOIN restock_alert a ON a.product_id = p.id AND a.told_at IS NULL
  WHERE ${AVAILABLE_STOCK} > ${HELD_LATELY}
    AND NOT EXISTS (SELECT 1 FROM restock_alert told
      WHERE told.product_id = a.product_id AND told.user_id = a.user_id
        AND told.told_at > ?1 - ${String(DAY_MS)})
  LIMIT ?2`;

/** Stores which products with open alerts can be bought, and since when. */
export function noteShelves(db: D1Database, now: number): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `DELETE FROM restock_shelf WHERE NOT EXISTS (
           SELECT 1 FROM restock_alert
           WHERE product_id = restock_shelf.product_id AND told_at IS NULL)
         OR NOT EXISTS (
           SELECT 1 FROM product p WHERE p.id = restock_shelf.product_id AND ${HAS_STOCK})`,
      )
      .bind(now),
    db
      .prepare(
        `INSERT INTO restock_shelf (product_id, free_since)
         ${AWAITED} SELECT p.id, ?1 FROM awaited CROSS JOIN product p ON p.id = awaited.product_id
         WHERE ${HAS_STOCK} ON CONFLICT (product_id) DO NOTHING`,
      )
      .bind(now),
  ];
}

export function findDueAlerts(db: D1Database, limit: number, now: number): Statement<DueAlertRow> {
  return db.prepare(FIND_DUE_ALERTS).bind(now, limit);
}

export interface AwaitedRow {
  name: string;
  url_name: string;
}

/** Finds the name of a product on sale, and the URL name of its subcategory. */
export function findAwaited(db: D1Database, productId: string): Statement<AwaitedRow> {
  return db
    .prepare(
      `SELECT p.name, s.url_name FROM product p JOIN subcategory s ON s.id = p.subcategory_id
       WHERE p.id = ?1 AND p.is_active = 1`,
    )
    .bind(productId);
}

/** Aborts when another run has sent one of the alerts, or a shopper has withdrawn one. */
export function claimAlertsOpen(db: D1Database, ids: string[]): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the alerts are still open',
         (SELECT count(*) FROM restock_alert
           WHERE id IN (SELECT value FROM json_each(?1)) AND told_at IS NULL) = ?2`,
    )
    .bind(JSON.stringify(ids), ids.length);
}

export function markTold(db: D1Database, ids: string[], now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE restock_alert SET told_at = ?2
       WHERE id IN (SELECT value FROM json_each(?1)) AND told_at IS NULL`,
    )
    .bind(JSON.stringify(ids), now);
}

/** Drops all alerts of a shopper for which no SMS was sent yet. */
export const dropAlerts = (db: D1Database, userId: string): D1PreparedStatement =>
  db.prepare("DELETE FROM restock_alert WHERE user_id = ?1 AND told_at IS NULL").bind(userId);
