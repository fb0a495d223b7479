import { type Statement } from "../../base/batch.ts";
import type { Currency } from "../../../persian/currency.ts";
import type { PriceNow } from "./rules.ts";
import { AVAILABLE_STOCK, UNIT_COST } from "../stock/statements.ts";

export interface RuledRow {
  id: string;
  name: string;
  subcategory: string;
  url_name: string;
  picture_id: string | null;
  is_active: number;
  price_toman: number;
  sale_price_toman: number | null;
  reward_toman: number;
  /** The prices that an operator made; null while they are the current prices. */
  base_price_toman: number | null;
  base_sale_price_toman: number | null;
  base_reward_toman: number | null;
  stock: number;
  unit_cost_toman: number;
  currency: Currency;
  face_cents: number;
  margin_basis_points: number;
  is_fixed: number;
}

/** The products whose price follows a rate, in the order of the catalogue. */
export const findRuled = (db: D1Database, now: number): Statement<RuledRow> =>
  db
    .prepare(
      `SELECT p.id, p.name, s.display_name AS subcategory, s.url_name, s.picture_id, p.is_active, p.price_toman,
         p.sale_price_toman, p.reward_toman, p.base_price_toman, p.base_sale_price_toman,
         p.base_reward_toman, ${AVAILABLE_STOCK} AS stock,
         ${UNIT_COST} AS unit_cost_toman, r.currency, r.face_cents, r.margin_basis_points,
         r.is_fixed
       FROM price_rule r JOIN product p ON p.id = r.product_id
       JOIN subcategory s ON s.id = p.subcategory_id JOIN category c ON c.type = s.type
       ORDER BY c.position, c.type, s.position, s.id, p.position, p.id`,
    )
    .bind(now);

export interface ByHandRow {
  id: string;
  denomination: string;
  price_toman: number;
}

/** The products whose price is made by hand. */
export const findByHand = (db: D1Database): Statement<ByHandRow> =>
  db.prepare(
    `SELECT id, denomination, price_toman FROM product p
     WHERE NOT EXISTS (SELECT 1 FROM price_rule WHERE product_id = p.id)`,
  );

/** Counts the carts and the unpaid orders that contain one of these products. */
export const countAffected = (
  db: D1Database,
  ids: readonly string[],
  now: number,
): Statement<{ carts: number; payments: number }> =>
  db
    .prepare(
      `SELECT
         (SELECT count(DISTINCT user_id) FROM cart_item
           WHERE product_id IN (SELECT value FROM json_each(?1))) AS carts,
         (SELECT count(*) FROM orders o WHERE o.state = 'awaiting' AND o.hold_expires_at > ?2
           AND EXISTS (SELECT 1 FROM order_item i WHERE i.order_id = o.id
             AND i.product_id IN (SELECT value FROM json_each(?1)))) AS payments`,
    )
    .bind(JSON.stringify(ids), now);

export interface PlanRow {
  id: string;
  operator: string;
  reason: string;
  prices: string;
  publish_at: number;
  state: "planned" | "published" | "cancelled";
}

const PLAN = "SELECT id, operator, reason, prices, publish_at, state FROM price_plan";
export const findPlans = (db: D1Database): Statement<PlanRow> =>
  db.prepare(`${PLAN} WHERE state = 'planned' ORDER BY publish_at LIMIT 20`);
export const findPlan = (db: D1Database, id: string): Statement<PlanRow> =>
  db.prepare(`${PLAN} WHERE id = ?1`).bind(id);
export const findDuePlan = (db: D1Database, now: number): Statement<PlanRow> =>
  db
    .prepare(`${PLAN} WHERE state = 'planned' AND publish_at <= ?1 ORDER BY publish_at LIMIT 1`)
    .bind(now);

/**
 * The prices of a product that an operator saw, its new prices, and the base from which the new
 * ones are computed, in toman.
 */
export interface NewPrice {
  id: string;
  seenPrice: number;
  seenSale: number | null;
  seenReward: number;
  price: number;
  sale: number | null;
  reward: number;
  base?: PriceNow;
  currency: Currency;
  rate: number;
}

export interface Publishing {
  operator: string;
  reason: string;
  now: number;
}

/** SQL text: true when the product of the row `one` still has the prices that were seen. */
const IS_AS_SEEN = `EXISTS (SELECT 1 FROM product WHERE id = one.value ->> 'id'
  AND price_toman = one.value ->> 'seenPrice' AND sale_price_toman IS (one.value ->> 'seenSale')
  AND reward_toman = one.value ->> 'seenReward')`;

/** Aborts unless every product still has the prices that the operator saw. */
export const claimSeen = (db: D1Database, prices: readonly NewPrice[]) =>
  db
    .prepare(
      `INSERT INTO must SELECT 'prices are as they were seen',
         NOT EXISTS (SELECT 1 FROM json_each(?1) one WHERE NOT ${IS_AS_SEEN})`,
    )
    .bind(JSON.stringify(prices));

/** Finds which of these products still have the prices that the operator saw. */
export const findUnchanged = (
  db: D1Database,
  prices: readonly NewPrice[],
): Statement<{ id: string }> =>
  db
    .prepare(`SELECT one.value ->> 'id' AS id FROM json_each(?1) one WHERE ${IS_AS_SEEN}`)
    .bind(JSON.stringify(prices));

/** Aborts when the owner no longer allows prices to follow this rate. */
export const claimAutomatic = (db: D1Database, currency: Currency, owner: string) =>
  db
    .prepare(
      `INSERT INTO must SELECT 'prices may follow the rate',
         (SELECT automatic_by FROM rate WHERE currency = ?1) = ?2`,
    )
    .bind(currency, owner);

/**
 * Sets new prices, and adds operator, reason and rate to the history lines that triggers write.
 * Aborts unless all products still have the prices that the operator saw.
 */
export function changePrices(
  db: D1Database,
  prices: readonly NewPrice[],
  { operator, reason, now }: Publishing,
): D1PreparedStatement[] {
  const rows = JSON.stringify(prices);
  return [
    claimSeen(db, prices),
    db
      .prepare(
        `UPDATE product SET price_toman = one.value ->> 'price',
           sale_price_toman = one.value ->> 'sale', reward_toman = one.value ->> 'reward',
           updated_at = ?2
         FROM json_each(?1) one WHERE product.id = one.value ->> 'id'`,
      )
      .bind(rows, now),
    // Stores the base again, because a trigger clears it when prices change.
    db
      .prepare(
        `UPDATE product SET base_price_toman = one.value ->> '$.base.price',
           base_sale_price_toman = one.value ->> '$.base.sale',
           base_reward_toman = one.value ->> '$.base.reward'
         FROM json_each(?1) one WHERE product.id = one.value ->> 'id'`,
      )
      .bind(rows),
    // The trigger has written a history line for each product, still without an operator.
    db
      .prepare(
        `UPDATE price_change SET operator = ?2, reason = ?3, rate_toman = one.value ->> 'rate'
         FROM json_each(?1) one
         WHERE price_change.product_id = one.value ->> 'id' AND price_change.operator IS NULL
           AND price_change.changed_at = ?4
           AND price_change.number = (SELECT max(number) FROM price_change newest
             WHERE newest.product_id = one.value ->> 'id')`,
      )
      .bind(rows, operator, reason, now),
    db
      .prepare(
        `UPDATE rate SET made_with_toman = made.rate, made_by = ?2, made_at = ?3
         FROM (SELECT one.value ->> 'currency' AS currency, one.value ->> 'rate' AS rate
           FROM json_each(?1) one GROUP BY 1) made
         WHERE rate.currency = made.currency`,
      )
      .bind(rows, operator, now),
  ];
}

/** Stores the margins that an operator changed. */
export const keepMargins = (
  db: D1Database,
  margins: readonly { productId: string; marginBasisPoints: number }[],
) =>
  db
    .prepare(
      `UPDATE price_rule SET margin_basis_points = one.value ->> 'marginBasisPoints'
       FROM json_each(?1) one WHERE price_rule.product_id = one.value ->> 'productId'`,
    )
    .bind(JSON.stringify(margins));

export const insertPlan = (
  db: D1Database,
  plan: { id: string; prices: readonly NewPrice[]; publishAt: number } & Publishing,
) =>
  db
    .prepare(
      `INSERT INTO price_plan (id, operator, reason, prices, publish_at, created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
    )
    .bind(
      plan.id,
      plan.operator,
      plan.reason,
      JSON.stringify(plan.prices),
      plan.publishAt,
      plan.now,
    );

/** Ends a plan. Aborts when the plan has already ended. */
export const endPlan = (
  db: D1Database,
  id: string,
  end: { state: "cancelled" } | { state: "published"; count: number },
  now: number,
) => [
  db
    .prepare(
      `INSERT INTO must SELECT 'the plan waits',
         (SELECT state FROM price_plan WHERE id = ?1) = 'planned'`,
    )
    .bind(id),
  db
    .prepare(`UPDATE price_plan SET state = ?2, published_count = ?3, ended_at = ?4 WHERE id = ?1`)
    .bind(id, end.state, end.state === "published" ? end.count : null, now),
];

export interface Rule {
  productId: string;
  currency: Currency;
  faceCents: number;
  marginBasisPoints: number;
  isFixed: boolean;
}

export const saveRules = (db: D1Database, rules: readonly Rule[]) =>
  db
    .prepare(
      `INSERT INTO price_rule (product_id, currency, face_cents, margin_basis_points, is_fixed)
       SELECT value ->> 'productId', value ->> 'currency', value ->> 'faceCents',
         value ->> 'marginBasisPoints', value ->> 'isFixed'
       FROM json_each(?1) WHERE true
       ON CONFLICT (product_id) DO UPDATE SET currency = excluded.currency,
         face_cents = excluded.face_cents, margin_basis_points = excluded.margin_basis_points,
         is_fixed = excluded.is_fixed`,
    )
    .bind(JSON.stringify(rules));

export const deleteRule = (db: D1Database, productId: string) =>
  db.prepare("DELETE FROM price_rule WHERE product_id = ?1").bind(productId);

export interface KnownProduct {
  id: string;
  name: string;
  /** The rule as text; null for a price by hand. */
  rule: string | null;
}
export const findKnownProduct = (db: D1Database, id: string): Statement<KnownProduct> =>
  db
    .prepare(
      `SELECT p.id, p.name, iif(r.product_id IS NULL, NULL,
         r.currency || ' ' || r.face_cents || ' ' || r.margin_basis_points
           || iif(r.is_fixed, ' fixed', '')) AS rule
       FROM product p LEFT JOIN price_rule r ON r.product_id = p.id WHERE p.id = ?1`,
    )
    .bind(id);

/**
 * SQL text: cancels the unpublished price plans of operator ?1, at the time ?2 (UTC milliseconds).
 */
export const CANCEL_PLANS = `UPDATE price_plan SET state = 'cancelled', ended_at = ?2
     WHERE operator = ?1 AND state = 'planned'`;
