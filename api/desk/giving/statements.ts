import { PRICED_DAYS, topPrice } from "../../goods/stock/top-price.ts";
import { type Statement } from "../../base/batch.ts";
import type { GivingWay } from "../../../contract/desk/giving.ts";
import { DAY_MS } from "../../base/time.ts";

/** The record of what operators give away, in toman at cost. Decision 86. */

export interface Giving {
  way: GivingWay;
  /** The id of a code, a batch, an item, a product or a discount code. */
  subjectId: string;
  /** Toman, at cost. */
  toman: number;
}

export interface BookedGiving extends Giving {
  operator: string;
  /** The fingerprint of the exact request. */
  fingerprint: string;
}

/** SQL text: the operator who last invited an operator. */
const inviterOf = (name: string) => `(SELECT operator FROM desk_decision
    WHERE subject_id = ${name} AND subject = 'operator' AND verdict = 'invited'
    ORDER BY created_at DESC LIMIT 1)`;
const INVITER = inviterOf("o.name");

/**
 * SQL text: the names of the operators who share one daily sum with operator `NAME`. An operator
 * who entered after `SINCE` shares the sum of their inviter. Otherwise an operator could give away
 * more by inviting themselves under other names.
 */
function sharersOf(NAME: string, SINCE: string): string {
  const sharer = `coalesce((SELECT ${INVITER} FROM operator o
    WHERE o.name = ${NAME} AND o.entered_at > ${SINCE}), ${NAME})`;
  return `(SELECT o.name FROM operator o WHERE o.name = ${sharer}
    OR (o.entered_at > ${SINCE} AND ${INVITER} = ${sharer}))`;
}
const SHARERS = sharersOf("?1", "?2");

/**
 * SQL text: the sum that operator ?1 and those who share their daily sum gave away alone after ?2.
 */
const GIVEN_ALONE = `(SELECT coalesce(sum(toman), 0) FROM given_away
  WHERE confirmed_by IS NULL AND given_at > ?2 AND operator IN ${SHARERS})`;

/**
 * Reads, as `toman`, the sum that an operator and those who share their daily sum gave away alone
 * in the last day.
 */
export const readGivenAlone = (
  db: D1Database,
  operator: string,
  now: number,
): Statement<{ toman: number }> =>
  db.prepare(`SELECT ${GIVEN_ALONE} AS toman`).bind(operator, now - DAY_MS);

/** Books what an operator gives away alone. Aborts above the daily sum of one operator. */
export function giveAlone(
  db: D1Database,
  giving: BookedGiving,
  mostToman: number,
  now: number,
): D1PreparedStatement[] {
  const { operator, way, subjectId, fingerprint, toman } = giving;
  return [
    db
      .prepare(
        `INSERT INTO given_away (id, operator, way, subject_id, fingerprint, toman, asked_at, given_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)`,
      )
      .bind(crypto.randomUUID(), operator, way, subjectId, fingerprint, toman, now),
    db
      .prepare(
        `INSERT INTO must SELECT 'one operator may give away so much a day', ${GIVEN_ALONE} <= ?3`,
      )
      .bind(operator, now - DAY_MS, mostToman),
  ];
}

/** Stores the confirmation of a second person for something that is not given away yet. */
export const allow = (
  db: D1Database,
  { operator, way, subjectId, fingerprint, toman }: BookedGiving,
  { by, askedAt }: { by: string; askedAt: number },
  now: number,
) =>
  db
    .prepare(
      `INSERT INTO given_away (id, operator, way, subject_id, fingerprint, toman, asked_at,
         confirmed_by, confirmed_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
    )
    .bind(crypto.randomUUID(), operator, way, subjectId, fingerprint, toman, askedAt, by, now);

/** Finds a confirmation of the last day that was not used yet. */
export const findAllowed = (
  db: D1Database,
  { operator, fingerprint }: Pick<BookedGiving, "operator" | "fingerprint">,
  now: number,
): Statement<{ id: string }> =>
  db
    .prepare(
      `SELECT id FROM given_away
       WHERE operator = ?1 AND fingerprint = ?2 AND given_at IS NULL AND confirmed_at > ?3
       ORDER BY confirmed_at LIMIT 1`,
    )
    .bind(operator, fingerprint, now - DAY_MS);

/** Marks a confirmation as used; aborts when it was used before. */
export const giveAllowed = (db: D1Database, id: string, now: number): D1PreparedStatement[] => [
  db
    .prepare(
      `INSERT INTO must SELECT 'the allowed act is not done yet',
         (SELECT given_at IS NULL FROM given_away WHERE id = ?1)`,
    )
    .bind(id),
  db.prepare("UPDATE given_away SET given_at = ?2 WHERE id = ?1").bind(id, now),
];

const TOP_PRICE = topPrice("?2");

/**
 * SQL text: the value of a unit of product `p`: its cost `COST`, or the highest price of the last
 * days when the cost is unknown (0).
 */
const worthOf = (COST: string) => `iif(${COST} > 0, ${COST}, ${TOP_PRICE})`;
const CODE_WORTH = worthOf("b.unit_cost_toman");
const BY_HAND_WORTH = worthOf("p.manual_unit_cost_toman");

/** Reads, as `toman`, the value at cost of those codes that this operator does not know yet. */
export const readCodesWorth = (
  db: D1Database,
  codeIds: readonly string[],
  operator: string,
  now: number,
): Statement<{ toman: number }> =>
  db
    .prepare(
      `SELECT coalesce(sum(${CODE_WORTH}), 0) AS toman
       FROM json_each(?1) one JOIN code c ON c.id = one.value JOIN code_batch b ON b.id = c.batch_id
       JOIN product p ON p.id = c.product_id
       WHERE NOT EXISTS (SELECT 1 FROM code_knower
         WHERE code_id = c.id AND way IN ('operator', 'export') AND who = ?3)`,
    )
    .bind(JSON.stringify(codeIds), now - PRICED_DAYS * DAY_MS, operator);

/**
 * Reads, as `toman`, the value of a replacement. The old code remains known to its buyer, and the
 * new one may come back by a refund, so the result is the value of the more expensive code. With
 * `isByHand`, an operator enters the new code, whose value is the cost of the product.
 */
export const readReplacementWorth = (
  db: D1Database,
  {
    productId,
    codeIds,
    isByHand,
  }: { productId: string; codeIds: readonly string[]; isByHand: boolean },
  now: number,
): Statement<{ toman: number }> =>
  db
    .prepare(
      `SELECT max(coalesce((SELECT max(${CODE_WORTH}) FROM json_each(?3) one
           JOIN code c ON c.id = one.value JOIN code_batch b ON b.id = c.batch_id), 0),
         iif(?4, ${BY_HAND_WORTH}, 0)) AS toman
       FROM product p WHERE p.id = ?1`,
    )
    .bind(productId, now - PRICED_DAYS * DAY_MS, JSON.stringify(codeIds), isByHand ? 1 : 0);

/** Units of a product that cost the same. */
export interface ShelfRow {
  id: string;
  units: number;
  /** 0 when the cost is unknown. */
  unit_cost_toman: number;
  /** The highest price of the last days. */
  top_toman: number;
}

/**
 * The number of units assumed for a supplier without a daily limit. With so many units, the total
 * loss usually exceeds the daily sum that an operator may give away alone.
 */
const ENDLESS_UNITS = 1_000;

/**
 * Reads the units of products by their cost: codes for sale or recalled, manual units, and units
 * that a supplier can bring. For an empty stock, one unit at the last cost is read, because the
 * stock will be filled again.
 */
export const readShelves = (
  db: D1Database,
  productIds: readonly string[],
  now: number,
): Statement<ShelfRow> =>
  db
    .prepare(
      `WITH named AS (SELECT value AS product_id FROM json_each(?1)),
       stocked AS (
         SELECT c.product_id, count(*) AS units, b.unit_cost_toman
         FROM code c JOIN code_batch b ON b.id = c.batch_id
         WHERE c.product_id IN (SELECT product_id FROM named)
           AND c.status <> 'sold' AND c.known_at IS NULL
         GROUP BY c.product_id, b.unit_cost_toman),
       shelf AS (
         SELECT * FROM stocked
         UNION ALL SELECT n.product_id, 1, coalesce((
           SELECT unit_cost_toman FROM code_batch WHERE product_id = n.product_id
           ORDER BY created_at DESC LIMIT 1), 0)
         FROM named n WHERE n.product_id NOT IN (SELECT product_id FROM stocked)
         UNION ALL SELECT n.product_id, coalesce(y.ceiling_day_toman / y.ceiling_code_toman, ?3),
           y.ceiling_code_toman
         FROM named n JOIN product_supply y ON y.product_id = n.product_id AND y.source <> 'shelf')
       SELECT p.id, iif(p.delivery_type = 'manual', max(p.manual_stock, 1), shelf.units) AS units,
         iif(p.delivery_type = 'manual', p.manual_unit_cost_toman, shelf.unit_cost_toman)
           AS unit_cost_toman, ${TOP_PRICE} AS top_toman
       FROM shelf JOIN product p ON p.id = shelf.product_id`,
    )
    .bind(JSON.stringify(productIds), now - PRICED_DAYS * DAY_MS, ENDLESS_UNITS);

export interface CostRow {
  id: string;
  is_manual: 0 | 1;
  /** Units of a manual product; at least 1. */
  manual_units: number;
  /**
   * The cost of a manual product. For codes, the highest cost among the batches of the last days
   * and the newest older batch with a known cost. 0 when unknown.
   */
  last_toman: number;
  /**
   * 1 when only this operator, or those who share their daily sum, set the unit costs lately. Such
   * costs may be false.
   */
  is_own: 0 | 1;
  /** The highest price of the last days. */
  top_toman: number;
  /** The present selling price, minus the cashback. */
  paid_toman: number;
}

const COST_SHARERS = sharersOf("?3", "?4");

/** SQL text: the present selling price of product `p`, minus the cashback. */
const PAID = "(coalesce(p.sale_price_toman, p.price_toman) - p.reward_toman)";

/** Reads the recent unit costs of products. */
export const readCosts = (
  db: D1Database,
  productIds: readonly string[],
  operator: string,
  now: number,
): Statement<CostRow> =>
  db
    .prepare(
      `SELECT p.id, p.delivery_type = 'manual' AS is_manual,
         max(p.manual_stock, 1) AS manual_units, ${TOP_PRICE} AS top_toman,
         ${PAID} AS paid_toman,
         iif(p.delivery_type = 'manual', p.manual_unit_cost_toman, coalesce((
           SELECT max(unit_cost_toman) FROM code_batch WHERE product_id = p.id
             AND created_at >= coalesce((SELECT max(created_at) FROM code_batch
               WHERE product_id = p.id AND unit_cost_toman > 0 AND created_at <= ?2), 0)), 0))
           AS last_toman,
         NOT EXISTS (SELECT 1 FROM code_batch b WHERE b.product_id = p.id AND b.unit_cost_toman > 0
           AND (b.created_at <= ?2 OR NOT EXISTS (SELECT 1 FROM desk_decision
             WHERE subject = 'code_batch' AND subject_id = b.id AND verdict = 'added'
               AND operator IN ${COST_SHARERS}))) AS is_own
       FROM json_each(?1) one JOIN product p ON p.id = one.value`,
    )
    .bind(JSON.stringify(productIds), now - PRICED_DAYS * DAY_MS, operator, now - DAY_MS);

export interface ReturningRow extends ShelfRow {
  paid_toman: number;
}

/** Reads the codes that a refund of an item puts back on sale, by their cost. */
export const readReturning = (
  db: D1Database,
  itemId: string,
  codeIds: readonly string[] | undefined,
  now: number,
): Statement<ReturningRow> =>
  db
    .prepare(
      `SELECT p.id, count(*) AS units, b.unit_cost_toman, ${TOP_PRICE} AS top_toman,
         ${PAID} AS paid_toman
       FROM code c JOIN code_batch b ON b.id = c.batch_id JOIN product p ON p.id = c.product_id
       WHERE c.order_item_id = ?1 AND (?3 IS NULL OR c.id IN (SELECT value FROM json_each(?3)))
       GROUP BY p.id, b.unit_cost_toman`,
    )
    .bind(itemId, now - PRICED_DAYS * DAY_MS, codeIds ? JSON.stringify(codeIds) : null);

export interface GivingSubjectRow {
  product_name: string | null;
  order_id: string | null;
  order_number: string | null;
}

/**
 * Finds the thing that would be given away, to show it to the second person. Ids are unique over
 * all tables.
 */
export const findGivingSubject = (db: D1Database, subjectId: string): Statement<GivingSubjectRow> =>
  db
    .prepare(
      `SELECT p.name AS product_name, o.id AS order_id, o.number AS order_number
       FROM (SELECT ?1 AS id) one
       LEFT JOIN code c ON c.id = one.id
       LEFT JOIN order_item i ON i.id = coalesce(c.order_item_id, one.id)
       LEFT JOIN orders o ON o.id = i.order_id
       LEFT JOIN code_batch b ON b.id = one.id
       LEFT JOIN product p ON p.id = coalesce(c.product_id, i.product_id, b.product_id, one.id)`,
    )
    .bind(subjectId);
