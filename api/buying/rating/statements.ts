import { type Statement } from "../../base/batch.ts";
export interface RatedItemRow {
  delivery_status: string;
  is_rated: number;
}

export interface NewRating {
  id: string;
  userId: string;
  orderItemId: string;
  stars: number;
  comment: string;
  isCanned: boolean;
}

const OWN_ITEM = `order_item i JOIN orders o ON o.id = i.order_id
   WHERE i.id = ?1 AND o.user_id = ?2 AND o.paid_at IS NOT NULL`;

export function findRatedItem(
  db: D1Database,
  userId: string,
  orderItemId: string,
): Statement<RatedItemRow> {
  return db
    .prepare(
      `SELECT i.delivery_status, EXISTS (SELECT 1 FROM rating
         WHERE order_item_id = i.id) AS is_rated FROM ${OWN_ITEM}`,
    )
    .bind(orderItemId, userId);
}

/**
 * Rates a delivered item of the shopper. The batch aborts when the item is not the shopper's, not
 * delivered or already rated.
 */
export function rate(db: D1Database, rating: NewRating, now: number): D1PreparedStatement[] {
  const { id, userId, orderItemId, stars, comment, isCanned } = rating;
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the item was delivered to them',
           EXISTS (SELECT 1 FROM ${OWN_ITEM} AND i.delivery_status = 'delivered')`,
      )
      .bind(orderItemId, userId),
    db
      .prepare(
        `INSERT INTO rating (id, order_item_id, user_id, product_id, stars, comment, is_canned,
           created_at)
         SELECT ?2, id, ?3, product_id, ?4, ?5, ?6, ?7 FROM order_item WHERE id = ?1`,
      )
      .bind(orderItemId, id, userId, stars, comment, Number(isCanned), now),
  ];
}
