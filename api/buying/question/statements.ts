import { type Statement } from "../../base/batch.ts";
/**
 * Statements about shoppers' answers. An encrypted answer can be decrypted only with the id of its
 * row.
 */

/** The id of an answer on a line of a cart: each question of a line has one row. */
export const cartAnswerId = (userId: string, productId: string, questionId: string) =>
  `${userId}:${productId}:${questionId}`;
export const cartAnswerContext = (id: string) => `cart_answer:${id}`;
export const orderAnswerContext = (itemId: string) => `order_answer:${itemId}`;

export interface CartAnswerRow {
  id: string;
  product_id: string;
  question_id: string;
  sealed: string;
}

export function findCartAnswers(db: D1Database, userId: string): Statement<CartAnswerRow> {
  return db
    .prepare("SELECT id, product_id, question_id, sealed FROM cart_answer WHERE user_id = ?1")
    .bind(userId);
}

export interface SealedAnswer {
  id: string;
  productId: string;
  questionId: string;
  /** Null deletes the stored answer. */
  sealed: string | null;
}

/**
 * Writes answers to the shopper's lines. Aborts when a product's questions have changed, or, by the
 * foreign key, when the line is not in the cart. With `mayReplace: false`, existing answers stay.
 * Raises the version of the cart, so that a payment that is being planned reads the answers again.
 */
export function writeAnswers(
  db: D1Database,
  userId: string,
  answers: readonly SealedAnswer[],
  now: number,
  { mayReplace = true } = {},
): D1PreparedStatement[] {
  const list = JSON.stringify(answers);
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the product asks these questions', NOT EXISTS (
           SELECT 1 FROM json_each(?1) a WHERE NOT EXISTS (
             SELECT 1 FROM product p, json_each(p.questions) q
             WHERE p.id = a.value ->> 'productId'
               AND q.value ->> 'id' = a.value ->> 'questionId'))`,
      )
      .bind(list),
    db
      .prepare(
        `DELETE FROM cart_answer WHERE user_id = ?1 AND id IN (
           SELECT value ->> 'id' FROM json_each(?2) WHERE value ->> 'sealed' IS NULL)`,
      )
      .bind(userId, list),
    db
      .prepare(
        `INSERT INTO cart_answer (id, user_id, product_id, question_id, sealed, written_at)
         SELECT value ->> 'id', ?1, value ->> 'productId', value ->> 'questionId',
           value ->> 'sealed', ?3
         FROM json_each(?2) WHERE value ->> 'sealed' IS NOT NULL
         ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed, written_at = excluded.written_at
           WHERE ?4 = 1`,
      )
      .bind(userId, list, now, Number(mayReplace)),
    db.prepare("UPDATE cart SET version = version + 1 WHERE user_id = ?1").bind(userId),
  ];
}

/** Part of the batch that makes an order: stores the buyer's answers. */
export function keepAnswers(
  db: D1Database,
  answers: readonly { itemId: string; sealed: string }[],
): D1PreparedStatement[] {
  if (answers.length === 0) return [];
  return [
    db
      .prepare(
        `INSERT INTO order_answer (id, sealed)
         SELECT value ->> 'itemId', value ->> 'sealed' FROM json_each(?1)`,
      )
      .bind(JSON.stringify(answers)),
  ];
}

export interface OrderAnswerRow {
  id: string;
  /** Empty when the answer was deleted because its item ended long ago. */
  sealed: string;
}

/** Finds the answers of a buyer's own order. */
export function findOrderAnswers(
  db: D1Database,
  userId: string,
  orderId: string,
): Statement<OrderAnswerRow> {
  return db
    .prepare(
      `SELECT a.id, a.sealed FROM orders o JOIN order_item i ON i.order_id = o.id
       JOIN order_answer a ON a.id = i.id
       WHERE o.id = ?2 AND o.user_id = ?1 AND o.paid_at IS NOT NULL ORDER BY a.id`,
    )
    .bind(userId, orderId);
}

/** Finds the answers of one item, for operators. */
export function findItemAnswers(db: D1Database, itemId: string): Statement<OrderAnswerRow> {
  return db.prepare("SELECT id, sealed FROM order_answer WHERE id = ?1").bind(itemId);
}

/**
 * Deletes the text of old answers: answers for items that ended before `before`, and answers in
 * carts that were written before `before`. The first statement stores when items ended.
 */
export function forgetAnswers(db: D1Database, before: number, most: number): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE order_answer SET ended_at = e.ended_at
         FROM (
           SELECT a.id, iif(i.delivery_status = 'delivered', i.delivered_at,
             iif(i.delivery_status = 'cancelled',
               coalesce((SELECT max(created_at) FROM refund WHERE order_item_id = i.id),
                 o.updated_at), o.updated_at)) AS ended_at
           FROM order_answer a JOIN order_item i ON i.id = a.id JOIN orders o ON o.id = i.order_id
           WHERE a.ended_at IS NULL AND a.sealed <> ''
             AND (i.delivery_status IN ('delivered', 'cancelled') OR o.state = 'cancelled')
           LIMIT ?1) e
         WHERE order_answer.id = e.id`,
      )
      .bind(most),
    db
      .prepare(
        `UPDATE order_answer SET sealed = '' WHERE id IN (
           SELECT id FROM order_answer WHERE sealed <> '' AND ended_at < ?1 LIMIT ?2)`,
      )
      .bind(before, most),
    db
      .prepare(
        `DELETE FROM cart_answer WHERE id IN (
           SELECT id FROM cart_answer WHERE written_at < ?1 LIMIT ?2)`,
      )
      .bind(before, most),
  ];
}
