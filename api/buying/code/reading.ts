import { HOUR_MS } from "../../base/time.ts";
import { noteReading } from "./knowers.ts";
import { IN_HAND, IS_GIVEN } from "./statements.ts";

/** Statements with which a buyer reads delivered codes. */

export interface Reading {
  id: string;
  userId: string;
  itemId: string;
  /** The code to read; null for all codes of the item. */
  codeId: string | null;
  address: string;
}

/** Finds the encrypted codes of a buyer's delivered item whose reading was recorded. */
function findContent(db: D1Database, { userId, itemId, codeId }: Reading): D1PreparedStatement {
  return db
    .prepare(
      `SELECT c.id, c.product_id, c.sealed FROM code c JOIN order_item i ON i.id = c.order_item_id
       JOIN orders o ON o.id = i.order_id
       WHERE i.id = ?2 AND o.user_id = ?1 AND o.state = 'paid' AND i.delivery_status = 'delivered' AND (?3 IS NULL OR c.id = ?3)
         AND c.read_at IS NOT NULL AND ${IN_HAND} AND NOT ${IS_GIVEN}
       ORDER BY c.position`,
    )
    .bind(userId, itemId, codeId);
}

/**
 * Returns the batch with which the owner reads delivered codes: it records the reading, stores who
 * knows the codes, and finds them. An unread code is found only when its reading was recorded.
 * After `readingsMax` readings in an hour, codes that were read before are found without a new
 * record.
 */
export function readContent(
  db: D1Database,
  reading: Reading,
  readingsMax: number,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO content_reading (id, order_item_id, user_id, read_at, address, code_id)
         SELECT ?1, i.id, o.user_id, ?4, ?5, ?6 FROM order_item i JOIN orders o ON o.id = i.order_id
         WHERE i.id = ?2 AND o.user_id = ?3 AND o.state = 'paid' AND i.delivery_status = 'delivered'
           AND EXISTS (SELECT 1 FROM code c WHERE c.order_item_id = i.id
             AND (?6 IS NULL OR c.id = ?6) AND ${IN_HAND} AND NOT ${IS_GIVEN}
             AND (c.read_at IS NULL OR (
               SELECT count(*) FROM content_reading
               WHERE order_item_id = i.id AND read_at > ?7) < ?8))`,
      )
      .bind(
        reading.id,
        reading.itemId,
        reading.userId,
        now,
        reading.address,
        reading.codeId,
        now - HOUR_MS,
        readingsMax,
      ),
    noteReading(db, reading.id),
    findContent(db, reading),
  ];
}
