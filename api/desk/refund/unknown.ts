import { IS_KNOWN } from "../../buying/code/knowers.ts";

/**
 * Runs after a refund, in the same batch and with the same time. Aborts when somebody knows a
 * refunded code.
 */
export function claimUnknown(db: D1Database, itemId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'nobody knows the codes that are refunded', NOT EXISTS (
         SELECT 1 FROM refund f JOIN refunded_unit u ON u.refund_id = f.id
         JOIN code c ON c.order_item_id = f.order_item_id AND c.position = u.position
         WHERE f.order_item_id = ?1 AND f.created_at = ?2 AND c.withdrawn_at IS NULL
           AND ${IS_KNOWN})`,
    )
    .bind(itemId, now);
}
