import type { GoodsKind } from "../../contract/desk/catalogue.ts";
import { type Decision, noteDecisions } from "../base/decisions.ts";
import { ADD_WORDS } from "../search/word-sql.ts";
import { AVAILABLE_STOCK, UNIT_COST } from "../stock/statements.ts";
import { type Changing, type Kind, type Plan, differences } from "./change.ts";

/** SQL text: what an operator may change about a thing, as one JSON text that can be compared. */
const FACTS: Record<Kind, string> = {
  category: `(SELECT json_object('displayName', c.display_name) FROM category c
    WHERE c.type = one.id)`,
  subcategory: `(SELECT json_object('displayName', s.display_name, 'latinName', s.latin_name,
      'hue', s.hue, 'tagline', s.tagline, 'regionNotice', s.region_notice,
      'redeemUrl', s.redeem_url, 'redeemSteps', json(s.redeem_steps), 'tutorial', s.tutorial,
      'words', (SELECT json_group_array(word) FROM (SELECT word FROM search_word
        WHERE kind = 'subcategory' AND ref = s.id ORDER BY word)))
    FROM subcategory s WHERE s.id = one.id)`,
  product: `(SELECT json_object('name', p.name, 'region', p.region,
      'denomination', p.denomination, 'deliveryType', p.delivery_type,
      'unitCost', p.manual_unit_cost_toman)
    FROM product p WHERE p.id = one.id)`,
  price: `(SELECT json_object('price', p.price_toman, 'priceAfterDiscount', p.sale_price_toman,
      'reward', p.reward_toman)
    FROM product p WHERE p.id = one.id)`,
};

/** SQL text: 1 for a product that has codes or orders; a sold code has its order. */
const IS_USED = `(EXISTS (SELECT 1 FROM code WHERE product_id = p.id AND status <> 'sold')
  OR EXISTS (SELECT 1 FROM order_item WHERE product_id = p.id))`;

export interface CategoryRow {
  type: string;
  is_shown: number;
  facts: string;
}
export interface SubcategoryRow {
  id: string;
  type: string;
  url_name: string;
  is_shown: number;
  facts: string;
}
export interface ProductRow {
  id: string;
  subcategory_id: string;
  facts: string;
  price: string;
  is_shown: number;
  is_active: number;
  stock: number;
  unit_cost_toman: number;
  is_used: number;
}
export interface TutorialRow {
  slug: string;
  title: string;
}

/** Reads the whole catalogue in its order, with hidden things. `?1` is the time. */
export function selectCatalogue(db: D1Database, now: number) {
  return [
    db.prepare(
      `SELECT one.id AS type, one.is_shown, ${FACTS.category} AS facts
       FROM (SELECT type AS id, is_shown, position FROM category) one
       ORDER BY one.position, one.id`,
    ),
    db.prepare(
      `SELECT one.id, one.type, one.url_name, one.is_shown, ${FACTS.subcategory} AS facts
       FROM subcategory one ORDER BY one.position, one.id`,
    ),
    db
      .prepare(
        `SELECT one.id, one.subcategory_id, one.is_shown, one.is_active, ${FACTS.product} AS facts,
           ${FACTS.price} AS price, ${AVAILABLE_STOCK} AS stock, ${UNIT_COST} AS unit_cost_toman,
           ${IS_USED} AS is_used
         FROM product p JOIN product one ON one.id = p.id ORDER BY p.position, p.id`,
      )
      .bind(now),
    db.prepare("SELECT slug, title FROM tutorial ORDER BY title, slug"),
  ] as [D1PreparedStatement, D1PreparedStatement, D1PreparedStatement, D1PreparedStatement];
}

export interface ProductPageRow extends ProductRow {
  type: string;
  category_name: string;
  subcategory_name: string;
  url_name: string;
  is_listed: number;
  manual_stock: number;
  held_units: number;
}

/** SQL text: units of the manual product `p` that payments under way hold at the time ?1. */
const HELD_UNITS = `(SELECT coalesce(sum(quantity), 0) FROM order_item
  WHERE product_id = p.id AND held_until > ?1 AND delivery_type = 'manual')`;

export function findProductPage(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT one.id, one.subcategory_id, one.is_shown, one.is_active, ${FACTS.product} AS facts,
         ${FACTS.price} AS price, ${AVAILABLE_STOCK} AS stock, ${UNIT_COST} AS unit_cost_toman,
         ${IS_USED} AS is_used, s.type, c.display_name AS category_name,
         s.display_name AS subcategory_name, s.url_name,
         min(s.is_shown, c.is_shown) AS is_listed, p.manual_stock, ${HELD_UNITS} AS held_units
       FROM product p JOIN product one ON one.id = p.id
       JOIN subcategory s ON s.id = p.subcategory_id JOIN category c ON c.type = s.type
       WHERE p.id = ?2`,
    )
    .bind(now, id);
}

export interface PriceRow {
  number: number;
  price_toman: number;
  sale_price_toman: number | null;
  reward_toman: number;
  operator: string | null;
  reason: string | null;
  rate_toman: number | null;
  changed_at: number;
}

export function findPrices(db: D1Database, id: string, most: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT number, price_toman, sale_price_toman, reward_toman, operator, reason, rate_toman,
         changed_at
       FROM price_change WHERE product_id = ?1 ORDER BY number DESC LIMIT ?2`,
    )
    .bind(id, most);
}

/** Who changes the catalogue, why, and when; the demo shop is filled by nobody. */
export interface By {
  operator: Decision["operator"] | null;
  reason: string | null;
  now: number;
}

/**
 * The batch of a plan: it aborts when a thing is no longer as it was read, when a product has got a
 * twin, or when one that was sold would change its delivery.
 */
export function carryOut(db: D1Database, plan: Plan, by: By): D1PreparedStatement[] {
  const { made, changed } = plan;
  const run = (sql: string, rows: readonly unknown[], ...more: unknown[]) =>
    rows.length === 0 ? [] : [db.prepare(sql).bind(JSON.stringify(rows), ...more)];
  const of = <K extends Kind>(kind: K) =>
    changed.filter((one): one is Extract<Changing, { kind: K }> => one.kind === kind);
  const rowsOf = (kind: Kind) => of(kind).map(({ id, facts }) => ({ id, ...facts }));
  const newOnes = (kind: "category" | "subcategory" | "product") =>
    made
      .filter((one) => one.kind === kind)
      .map(({ facts, ...one }) => ({ ...one, ...facts, isShown: one.isShown ? 1 : 0 }));
  const products = newOnes("product");
  const named = [...products, ...of("product").filter(isOther)].map(({ id }) => id);
  const repriced = rowsOf("price");
  return [
    ...(["category", "subcategory", "product", "price"] as const).flatMap((kind) =>
      run(
        claimSeen(kind),
        of(kind).map(({ id, seen }) => ({ id, seen })),
      ),
    ),
    ...run(CLAIM_DELIVERY, rowsOf("product")),
    ...run(ADD_CATEGORIES, newOnes("category")),
    ...run(ADD_SUBCATEGORIES, newOnes("subcategory")),
    ...run(ADD_PRODUCTS, products, by.now),
    ...run(CHANGE_CATEGORIES, rowsOf("category")),
    ...run(CHANGE_SUBCATEGORIES, rowsOf("subcategory")),
    ...run(CHANGE_PRODUCTS, rowsOf("product"), by.now),
    ...run(CHANGE_PRICES, repriced, by.now),
    ...run(CLAIM_NO_TWIN, named),
    ...changeWords(run, plan),
    ...(by.operator === null
      ? []
      : [
          ...run(
            NAME_PRICES,
            [...products, ...repriced].map(({ id }) => id),
            by.operator.name,
            by.reason,
          ),
          noteDecisions(db, linesOf(plan, by.operator, by.reason), by.now),
        ]),
  ];
}

/** True when a product becomes another card: then it may be one that is there already. */
const isOther = ({ seen, facts }: Extract<Changing, { kind: "product" }>) =>
  differences(seen, facts).some(({ name }) => name === "region" || name === "denomination");

/** One line of the log for each thing, with what differs before and after. */
function linesOf({ made, changed }: Plan, operator: Decision["operator"], note: string | null) {
  return [
    ...made.map(({ kind, id, name, facts }): Decision => ({
      operator,
      subject: kind,
      subjectId: id,
      verdict: "made",
      note: note ?? name,
      after: JSON.stringify(facts),
    })),
    ...changed.map(({ kind, id, name, seen, facts }): Decision => {
      const fields = differences(seen, facts);
      const pick = (end: "from" | "to") =>
        JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, field[end]])));
      return {
        operator,
        subject: kind === "price" ? "product" : kind,
        subjectId: id,
        verdict: kind === "price" ? "priced" : "changed",
        note: note ?? name,
        before: pick("from"),
        after: pick("to"),
      };
    }),
  ];
}

function changeWords(
  run: (sql: string, rows: readonly unknown[]) => D1PreparedStatement[],
  { made, changed }: Plan,
): D1PreparedStatement[] {
  const wordsOf = (id: string, words: readonly string[]) =>
    words.map((word) => ({ kind: "subcategory", ref: id, word }));
  const changes = changed.filter((one) => one.kind === "subcategory");
  const before = changes.flatMap(({ id, seen, facts }) =>
    wordsOf(
      id,
      (JSON.parse(seen) as { words: string[] }).words.filter((word) => !facts.words.includes(word)),
    ),
  );
  const after = [...made.filter((one) => one.kind === "subcategory"), ...changes].flatMap(
    ({ id, facts }) => wordsOf(id, facts.words),
  );
  return [...run(REMOVE_WORDS, before), ...run(ADD_WORDS, after)];
}

const claimSeen = (kind: Kind) => `INSERT INTO must SELECT 'the goods are as they were seen',
  NOT EXISTS (
    SELECT 1 FROM (SELECT value ->> 'id' AS id, value ->> 'seen' AS seen FROM json_each(?1)) one
    WHERE ${FACTS[kind]} IS NOT one.seen)`;

const CLAIM_DELIVERY = `INSERT INTO must SELECT 'what was sold keeps its delivery', NOT EXISTS (
  SELECT 1 FROM json_each(?1) one JOIN product p ON p.id = one.value ->> 'id'
  WHERE p.delivery_type <> one.value ->> 'deliveryType' AND ${IS_USED})`;

const CLAIM_NO_TWIN = `INSERT INTO must SELECT 'no product has a twin', NOT EXISTS (
  SELECT 1 FROM json_each(?1) one JOIN product p ON p.id = one.value
  JOIN product other ON other.subcategory_id = p.subcategory_id AND other.id <> p.id
    AND other.region = p.region AND other.denomination = p.denomination)`;

const ADD_CATEGORIES = `INSERT INTO category (type, display_name, is_shown, position)
  SELECT value ->> 'id', value ->> 'displayName', value ->> 'isShown',
    key + (SELECT coalesce(max(position) + 1, 0) FROM category)
  FROM json_each(?1)`;

const ADD_SUBCATEGORIES = `INSERT INTO subcategory (id, type, url_name, display_name, latin_name,
    hue, tagline, region_notice, redeem_url, redeem_steps, tutorial, is_shown, position)
  SELECT value ->> 'id', value ->> 'type', value ->> 'urlName', value ->> 'displayName',
    value ->> 'latinName', value ->> 'hue', value ->> 'tagline', value ->> 'regionNotice',
    value ->> 'redeemUrl', value ->> 'redeemSteps', value ->> 'tutorial', value ->> 'isShown',
    key + (SELECT coalesce(max(position) + 1, 0) FROM subcategory)
  FROM json_each(?1)`;

const ADD_PRODUCTS = `INSERT INTO product (id, subcategory_id, name, region, denomination,
    delivery_type, price_toman, sale_price_toman, reward_toman, manual_stock,
    manual_unit_cost_toman, is_shown, is_active, position, created_at, updated_at)
  SELECT one.value ->> 'id', s.id, one.value ->> 'name', one.value ->> 'region',
    one.value ->> 'denomination', one.value ->> 'deliveryType', one.value ->> 'price',
    one.value ->> 'priceAfterDiscount', one.value ->> 'reward',
    iif(one.value ->> 'deliveryType' = 'manual', one.value ->> 'stock', 0),
    one.value ->> 'unitCost', one.value ->> 'isShown',
    min(one.value ->> 'isShown', s.is_shown, c.is_shown),
    one.key + (SELECT coalesce(max(position) + 1, 0) FROM product), ?2, ?2
  FROM json_each(?1) one LEFT JOIN subcategory s ON s.id = one.value ->> 'subcategoryId'
  LEFT JOIN category c ON c.type = s.type`;

const CHANGE_CATEGORIES = `UPDATE category SET display_name = one.value ->> 'displayName'
  FROM json_each(?1) one WHERE category.type = one.value ->> 'id'`;

const CHANGE_SUBCATEGORIES = `UPDATE subcategory SET display_name = one.value ->> 'displayName',
    latin_name = one.value ->> 'latinName', hue = one.value ->> 'hue',
    tagline = one.value ->> 'tagline', region_notice = one.value ->> 'regionNotice',
    redeem_url = one.value ->> 'redeemUrl', redeem_steps = one.value ->> 'redeemSteps',
    tutorial = one.value ->> 'tutorial'
  FROM json_each(?1) one WHERE subcategory.id = one.value ->> 'id'`;

const CHANGE_PRODUCTS = `UPDATE product SET name = one.value ->> 'name',
    region = one.value ->> 'region', denomination = one.value ->> 'denomination',
    delivery_type = one.value ->> 'deliveryType',
    manual_unit_cost_toman = one.value ->> 'unitCost', updated_at = ?2
  FROM json_each(?1) one WHERE product.id = one.value ->> 'id'`;

const CHANGE_PRICES = `UPDATE product SET price_toman = one.value ->> 'price',
    sale_price_toman = one.value ->> 'priceAfterDiscount', reward_toman = one.value ->> 'reward',
    updated_at = ?2
  FROM json_each(?1) one WHERE product.id = one.value ->> 'id'`;

/** Says who made the newest price of each product. */
const NAME_PRICES = `UPDATE price_change SET operator = ?2, reason = ?3
  WHERE operator IS NULL AND (product_id, number) IN (
    SELECT c.product_id, max(c.number) FROM json_each(?1) one
    JOIN price_change c ON c.product_id = one.value GROUP BY 1)`;

const REMOVE_WORDS = `DELETE FROM search_word WHERE (kind, ref, word) IN (
  SELECT value ->> 'kind', value ->> 'ref', value ->> 'word' FROM json_each(?1))`;

/** Part of a batch: hides or shows a thing, and takes products off sale or puts them back. */
export function moveShown(
  db: D1Database,
  kind: GoodsKind,
  id: string,
  isShown: boolean,
  now: number,
): D1PreparedStatement[] {
  const to = isShown ? 1 : 0;
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the goods are shown as they were',
           (SELECT is_shown FROM ${TABLES[kind].table} WHERE ${TABLES[kind].key} = ?1) <> ?2`,
      )
      .bind(id, to),
    db
      .prepare(`UPDATE ${TABLES[kind].table} SET is_shown = ?2 WHERE ${TABLES[kind].key} = ?1`)
      .bind(id, to),
    db
      .prepare(
        `UPDATE product SET is_active = 1 - is_active, updated_at = ?2
         WHERE id IN (
           SELECT p.id FROM product p JOIN subcategory s ON s.id = p.subcategory_id
           JOIN category c ON c.type = s.type
           WHERE ${TABLES[kind].column} = ?1
             AND p.is_active <> min(p.is_shown, s.is_shown, c.is_shown))`,
      )
      .bind(id, now),
  ];
}

const TABLES = {
  category: { table: "category", key: "type", column: "c.type", parent: null },
  subcategory: { table: "subcategory", key: "id", column: "s.id", parent: "type" },
  product: { table: "product", key: "id", column: "p.id", parent: "subcategory_id" },
} as const satisfies Record<
  GoodsKind,
  { table: string; key: string; column: string; parent: string | null }
>;

/** SQL text: the things of one kind within ?1. */
const within = (kind: GoodsKind) => {
  const { table, key, parent } = TABLES[kind];
  return `SELECT ${key} AS id, position FROM ${table}
    WHERE ${parent === null ? "?1 IS NULL" : `${parent} = ?1`}`;
};

/** Reads the order of the things of one kind within another. */
export function selectOrder(
  db: D1Database,
  kind: GoodsKind,
  parent: string | null,
): D1PreparedStatement {
  return db.prepare(`${within(kind)} ORDER BY position, id`).bind(parent);
}

/** Part of a batch: puts things in order. Aborts unless these are all of them. */
export function putInOrder(
  db: D1Database,
  kind: GoodsKind,
  parent: string | null,
  ids: readonly string[],
): D1PreparedStatement[] {
  const { table, key } = TABLES[kind];
  const list = JSON.stringify(ids);
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'these are all to be put in order',
           (SELECT count(*) FROM (${within(kind)})) = json_array_length(?2)
           AND (SELECT count(*) FROM (${within(kind)}) one
             WHERE one.id IN (SELECT value FROM json_each(?2))) = json_array_length(?2)`,
      )
      .bind(parent, list),
    db
      .prepare(
        `UPDATE ${table} SET position = one.key FROM json_each(?1) one
         WHERE ${table}.${key} = one.value`,
      )
      .bind(list),
  ];
}

/**
 * Part of a batch: sets the units of a manual product. Aborts when they are others than were seen,
 * or fewer than payments under way hold.
 */
export function setManualStock(
  db: D1Database,
  id: string,
  { seen, stock }: { seen: number; stock: number },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the units are as they were seen', (SELECT manual_stock FROM product
           WHERE id = ?1 AND delivery_type = 'manual') = ?2`,
      )
      .bind(id, seen),
    db
      .prepare(
        `INSERT INTO must SELECT 'held units stay',
           (SELECT ${HELD_UNITS} FROM product p WHERE p.id = ?2) <= ?3`,
      )
      .bind(now, id, stock),
    db.prepare("UPDATE product SET manual_stock = ?2 WHERE id = ?1").bind(id, stock),
  ];
}
