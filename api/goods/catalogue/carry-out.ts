import { type Decider, type Decision, noteDecisions } from "../../base/decisions.ts";
import { ADD_WORDS } from "./word-sql.ts";
import { type Changing, type Kind, type Plan, differences } from "./change.ts";
import { FACTS, IS_USED } from "./facts-sql.ts";

/**
 * The operator who changes the catalogue, the reason and the time (UTC milliseconds). The operator
 * is null for the demo shop.
 */
export interface ChangedBy {
  operator: Decider | null;
  reason: string | null;
  now: number;
}

/**
 * Returns the batch that carries out a plan. It aborts when a thing has changed since it was read,
 * when two products of a subcategory would have the same region and denomination, or when the
 * delivery type of a product with codes or orders would change.
 */
export function carryOut(db: D1Database, plan: Plan, by: ChangedBy): D1PreparedStatement[] {
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
    ...(["category", "subcategory", "product", "price", "questions"] as const).flatMap((kind) =>
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
    ...run(
      TOUCH_PRODUCTS,
      [...of("category"), ...of("subcategory")].map(({ id }) => id),
      by.now,
    ),
    ...run(CHANGE_PRODUCTS, rowsOf("product"), by.now),
    ...run(CHANGE_PRICES, repriced, by.now),
    ...run(CHANGE_QUESTIONS, rowsOf("questions")),
    ...run(CLAIM_NO_TWIN, named),
    ...changeWords(run, plan),
    ...(by.operator === null
      ? []
      : [
          ...run(
            NOTE_PRICE_OPERATOR,
            [...products, ...repriced].map(({ id }) => id),
            by.operator.name,
            by.reason,
          ),
          noteDecisions({ db, operator: by.operator, moment: by.now }, linesOf(plan, by.reason)),
        ]),
  ];
}

/**
 * True when the region or the denomination of a product changes. Another product may already have
 * the same two.
 */
const isOther = ({ seen, facts }: Extract<Changing, { kind: "product" }>) =>
  differences(seen, facts).some(({ name }) => name === "region" || name === "denomination");

/**
 * Returns one line of the log for each thing, with the old and new values of its changed fields.
 */
function linesOf({ made, changed }: Plan, note: string | null) {
  return [
    ...made.map(({ kind, id, name, facts }): Decision => ({
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
        subject: kind === "price" || kind === "questions" ? "product" : kind,
        subjectId: id,
        verdict: VERDICTS[kind] ?? "changed",
        note: note ?? name,
        before: pick("from"),
        after: pick("to"),
      };
    }),
  ];
}

const VERDICTS: Partial<Record<Kind, Decision["verdict"]>> = {
  price: "priced",
  questions: "questioned",
};

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

/** Part of a batch: aborts unless the facts of these things are as they were read. */
export const claimFacts = (
  db: D1Database,
  kind: Kind,
  things: readonly { id: string; seen: string }[],
): D1PreparedStatement => db.prepare(claimSeen(kind)).bind(JSON.stringify(things));

const claimSeen = (kind: Kind) => `INSERT INTO must SELECT 'the goods are as they were seen',
  NOT EXISTS (
    SELECT 1 FROM (SELECT value ->> 'id' AS id, value ->> 'seen' AS seen FROM json_each(?1)) one
    WHERE ${FACTS[kind]} IS NOT one.seen)`;

const CLAIM_DELIVERY = `INSERT INTO must SELECT 'a sold product keeps its type of delivery', NOT EXISTS (
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
    manual_unit_cost_toman, is_shown, is_active, position, created_at, updated_at, questions)
  SELECT one.value ->> 'id', s.id, one.value ->> 'name', one.value ->> 'region',
    one.value ->> 'denomination', one.value ->> 'deliveryType', one.value ->> 'price',
    one.value ->> 'priceAfterDiscount', one.value ->> 'reward',
    iif(one.value ->> 'deliveryType' = 'manual', one.value ->> 'stock', 0),
    one.value ->> 'unitCost', one.value ->> 'isShown',
    min(one.value ->> 'isShown', s.is_shown, c.is_shown),
    one.key + (SELECT coalesce(max(position) + 1, 0) FROM product), ?2, ?2,
    coalesce(one.value -> 'questions', '[]')
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

/**
 * SQL text: marks the products of changed categories and subcategories as changed, because their
 * names are shown with each product. Price comparers then fetch these products again.
 */
const TOUCH_PRODUCTS = `UPDATE product SET updated_at = ?2 WHERE subcategory_id IN (
  SELECT s.id FROM json_each(?1) one JOIN subcategory s ON one.value IN (s.id, s.type))`;

const CHANGE_PRODUCTS = `UPDATE product SET name = one.value ->> 'name',
    region = one.value ->> 'region', denomination = one.value ->> 'denomination',
    delivery_type = one.value ->> 'deliveryType',
    manual_unit_cost_toman = one.value ->> 'unitCost', updated_at = ?2
  FROM json_each(?1) one WHERE product.id = one.value ->> 'id'`;

const CHANGE_PRICES = `UPDATE product SET price_toman = one.value ->> 'price',
    sale_price_toman = one.value ->> 'priceAfterDiscount', reward_toman = one.value ->> 'reward',
    updated_at = ?2
  FROM json_each(?1) one WHERE product.id = one.value ->> 'id'`;

// Deletes the picture of a question that is no longer asked.
const CHANGE_QUESTIONS = `UPDATE product SET questions = one.value -> 'questions',
    question_pictures = (SELECT json_group_object(h.key, json(h.value))
      FROM json_each(product.question_pictures) h
      WHERE h.key IN (SELECT q.value ->> 'id' FROM json_each(one.value -> 'questions') q))
  FROM json_each(?1) one WHERE product.id = one.value ->> 'id'`;

/** Adds operator and reason to the newest price change of each product. */
const NOTE_PRICE_OPERATOR = `UPDATE price_change SET operator = ?2, reason = ?3
  WHERE operator IS NULL AND (product_id, number) IN (
    SELECT c.product_id, max(c.number) FROM json_each(?1) one
    JOIN price_change c ON c.product_id = one.value GROUP BY 1)`;

const REMOVE_WORDS = `DELETE FROM search_word WHERE (kind, ref, word) IN (
  SELECT value ->> 'kind', value ->> 'ref', value ->> 'word' FROM json_each(?1))`;
