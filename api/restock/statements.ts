import { HAS_STOCK } from "../stock/statements.ts";

/** Reads whether a product on sale can be bought at `now`; no row when there is no such product. */
export function findShelf(db: D1Database, productId: string, now: number): D1PreparedStatement {
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
 * Open alerts whose product can be bought at the time `?1`, at most `?2`. Finds the products by
 * jumping along the index from one to the next, so that a product with a thousand alerts is checked
 * only once.
 */
export const FIND_DUE_ALERTS = `WITH RECURSIVE awaited (product_id) AS (
    SELECT min(product_id) FROM restock_alert WHERE told_at IS NULL
    UNION ALL
    SELECT (SELECT min(product_id) FROM restock_alert
      WHERE told_at IS NULL AND product_id > awaited.product_id)
    FROM awaited WHERE awaited.product_id IS NOT NULL
  )
  SELECT a.id, a.user_id, a.product_id
  FROM awaited CROSS JOIN product p ON p.id = awaited.product_id
  CROSS JOIN restock_alert a ON a.product_id = p.id AND a.told_at IS NULL
  WHERE ${HAS_STOCK} LIMIT ?2`;

export function findDueAlerts(db: D1Database, limit: number, now: number): D1PreparedStatement {
  return db.prepare(FIND_DUE_ALERTS).bind(now, limit);
}

export interface AwaitedRow {
  name: string;
  url_name: string;
}

/** Finds the names of a product on sale, and of its service. */
export function findAwaited(db: D1Database, productId: string): D1PreparedStatement {
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
