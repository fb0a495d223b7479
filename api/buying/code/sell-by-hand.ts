import type { BroughtCode } from "./code-text.ts";

/**
 * Sells codes that an operator entered for an item. They become a new batch of codes with the
 * product's unit cost, and their positions begin at `firstPosition`. `now`: UTC milliseconds.
 */
export function sellByHand(
  db: D1Database,
  item: { id: string; productId: string; firstPosition: number },
  codes: readonly BroughtCode[],
  now: number,
): D1PreparedStatement[] {
  const batchId = crypto.randomUUID();
  return [
    db
      .prepare(
        `INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at)
         SELECT ?1, id, manual_unit_cost_toman, ?3 FROM product WHERE id = ?2`,
      )
      .bind(batchId, item.productId, now),
    db
      .prepare(
        `INSERT INTO code
           (id, product_id, batch_id, sealed, fingerprint, last_four, status, order_item_id, sold_at,
            position, is_unusual)
         SELECT value ->> 'id', ?2, ?3, value ->> 'sealed', value ->> 'fingerprint',
           value ->> 'lastFour', 'sold', ?4, ?5, key + ?6,
           value ->> 'isUnusual'
         FROM json_each(?1)`,
      )
      .bind(JSON.stringify(codes), item.productId, batchId, item.id, now, item.firstPosition),
  ];
}
