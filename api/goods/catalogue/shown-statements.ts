import { type Statement } from "../../base/batch.ts";
import type { GoodsKind } from "../../../contract/desk/catalogue.ts";
import { HELD_UNITS } from "./facts-sql.ts";

interface Place {
  table: string;
  key: string;
  /**
   * The column `key` with its table alias, in a join of product `p`, subcategory `s` and category
   * `c`.
   */
  joined: string;
  /** SQL text: the things that belong to the parent ?1. */
  within: string;
}

/** Builds one SQL text for each kind of goods. */
const byKind = (write: (place: Place) => string): Record<GoodsKind, string> => ({
  category: write({
    table: "category",
    key: "type",
    joined: "c.type",
    within: "SELECT type AS id, position FROM category WHERE ?1 IS NULL",
  }),
  subcategory: write({
    table: "subcategory",
    key: "id",
    joined: "s.id",
    within: "SELECT id, position FROM subcategory WHERE type = ?1",
  }),
  product: write({
    table: "product",
    key: "id",
    joined: "p.id",
    within: "SELECT id, position FROM product WHERE subcategory_id = ?1",
  }),
});

const CLAIM_SHOWN = byKind(
  ({ table, key }) => `INSERT INTO must SELECT 'the goods are shown as they were',
    (SELECT is_shown FROM ${table} WHERE ${key} = ?1) <> ?2`,
);
const SET_SHOWN = byKind(({ table, key }) => `UPDATE ${table} SET is_shown = ?2 WHERE ${key} = ?1`);
const SET_ON_SALE = byKind(
  ({ joined }) => `UPDATE product SET is_active = 1 - is_active, updated_at = ?2
    WHERE id IN (
      SELECT p.id FROM product p JOIN subcategory s ON s.id = p.subcategory_id
      JOIN category c ON c.type = s.type
      WHERE ${joined} = ?1 AND p.is_active <> min(p.is_shown, s.is_shown, c.is_shown))`,
);

/** Part of a batch: hides or shows a thing, and takes products off sale or puts them back. */
export function setGoodsShown(
  db: D1Database,
  kind: GoodsKind,
  id: string,
  isShown: boolean,
  now: number,
): D1PreparedStatement[] {
  const to = isShown ? 1 : 0;
  return [
    db.prepare(CLAIM_SHOWN[kind]).bind(id, to),
    db.prepare(SET_SHOWN[kind]).bind(id, to),
    db.prepare(SET_ON_SALE[kind]).bind(id, now),
  ];
}

const SELECT_ORDER = byKind(({ within }) => `${within} ORDER BY position, id`);
const CLAIM_ALL = byKind(
  ({ within }) => `INSERT INTO must SELECT 'the new order names each of them once',
    (SELECT count(*) FROM (${within})) = json_array_length(?2)
    AND (SELECT count(*) FROM (${within}) one
      WHERE one.id IN (SELECT value FROM json_each(?2))) = json_array_length(?2)`,
);
const SET_POSITIONS = byKind(
  ({ table, key }) => `UPDATE ${table} SET position = one.key FROM json_each(?1) one
    WHERE ${table}.${key} = one.value`,
);

/** Reads the order of the things of one kind in one parent. */
export function selectOrder(
  db: D1Database,
  kind: GoodsKind,
  parent: string | null,
): Statement<{ id: string }> {
  return db.prepare(SELECT_ORDER[kind]).bind(parent);
}

/**
 * Part of a batch: sets the order of things. Aborts unless `ids` lists each thing of the parent
 * once.
 */
export function putInOrder(
  db: D1Database,
  kind: GoodsKind,
  parent: string | null,
  ids: readonly string[],
): D1PreparedStatement[] {
  const list = JSON.stringify(ids);
  return [
    db.prepare(CLAIM_ALL[kind]).bind(parent, list),
    db.prepare(SET_POSITIONS[kind]).bind(list),
  ];
}

/**
 * Part of a batch: sets the units of a manual product. Aborts when the number has changed since the
 * operator saw it, or when unpaid orders hold more units than the new number.
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
        `INSERT INTO must SELECT 'the stock covers the held units',
           (SELECT ${HELD_UNITS} FROM product p WHERE p.id = ?2) <= ?3`,
      )
      .bind(now, id, stock),
    db.prepare("UPDATE product SET manual_stock = ?2 WHERE id = ?1").bind(id, stock),
  ];
}
