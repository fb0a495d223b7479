/** True when the buyer of an item is frozen: then nothing is delivered to them. */
export async function isFrozenBuyer(db: D1Database, itemId: string): Promise<boolean> {
  const found = await db
    .prepare(
      `SELECT 1 FROM order_item i JOIN orders o ON o.id = i.order_id
       JOIN frozen_person f ON f.user_id = o.user_id WHERE i.id = ?1`,
    )
    .bind(itemId)
    .first();
  return found !== null;
}
