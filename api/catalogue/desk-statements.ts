import type { GoodsKind } from "../../contract/desk/catalogue.ts";
import { HELD_UNITS } from "./facts-sql.ts";

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
