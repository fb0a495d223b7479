import { runBatch, type Statement, readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { bookDelivery } from "../delivery/book.ts";
import { tellDelivered } from "../delivery/tell.ts";
import type { Card } from "../../outside/supplier.ts";
import { type SealedCode, sealCode } from "../code/code-text.ts";
import { type SupplyRow, type Turn, claimTurn } from "./statements.ts";

/** Adds the codes that a supplier delivered to the shop. */

interface ItemRow {
  order_id: string;
  user_id: string;
  delivery_status: string;
  total_toman: number;
  /** The number of units that already have their code. */
  codes: number;
}

const ATTEMPTS = 3;

/**
 * Delivers the codes to the item that waits for them. If the item no longer waits, the codes go
 * into stock, because they are paid for. Codes beyond the ordered quantity also go into stock.
 * Returns false when the batch is refused, because a code is already known or the buyer is frozen.
 */
export async function bringCodes(
  shop: Shop,
  row: SupplyRow & Turn,
  cards: readonly Card[],
): Promise<boolean> {
  const { db, vault, now } = shop;
  const sealed = await Promise.all(
    cards.map((card) => sealCode(vault, row.product_id, textOf(card))),
  );
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const item = await readFirst(findItem(db, row.order_item_id));
    if (!item) throw new Error("An order at a supplier has no item");
    const moment = now();
    const isWaiting = item.delivery_status === "processing";
    if (
      await runBatch(db, [
        claimTurn(db, row),
        ...takeIn(db, row, sealed, isWaiting ? item.codes : null, moment),
        ...(isWaiting ? deliverItem(shop, row, item, moment) : []),
        markDone(db, row.ref, moment),
      ])
    )
      return true;
  }
  return false;
}

/** Writes a gift card of the supplier as one text: the code, its PIN and its link. */
function textOf({ code, pin, link }: Card): string {
  return [code, ...(pin === null ? [] : [`PIN: ${pin}`]), ...(link === null ? [] : [link])].join(
    " — ",
  );
}

function findItem(db: D1Database, itemId: string): Statement<ItemRow> {
  return db
    .prepare(
      `SELECT i.order_id, o.user_id, i.delivery_status, i.total_toman,
         (SELECT count(*) FROM code WHERE order_item_id = i.id) AS codes
       FROM order_item i JOIN orders o ON o.id = i.order_id WHERE i.id = ?1`,
    )
    .bind(itemId);
}

/**
 * Inserts the codes as a batch of codes with their unit cost. The ordered quantity is sold to the
 * item, at the positions after the `places` codes that it already has; further codes go into stock.
 * When `places` is null, all codes go into stock.
 */
function takeIn(
  db: D1Database,
  row: SupplyRow,
  sealed: readonly SealedCode[],
  places: number | null,
  now: number,
): D1PreparedStatement[] {
  const batchId = crypto.randomUUID();
  const rows = sealed.map((code, index) => {
    const isSold = places !== null && index < row.quantity;
    return { ...code, place: isSold ? places + index + 1 : null, isSold };
  });
  return [
    db
      .prepare(
        `INSERT INTO code_batch (id, product_id, unit_cost_toman, supplier, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5)`,
      )
      .bind(batchId, row.product_id, row.unit_cost_toman, row.supplier, now),
    db
      .prepare(
        `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, last_four, status,
           order_item_id, sold_at, position)
         SELECT value ->> 'id', ?2, ?3, value ->> 'sealed', value ->> 'fingerprint',
           value ->> 'lastFour', iif(value ->> 'isSold', 'sold', 'free'),
           iif(value ->> 'isSold', ?4, NULL), iif(value ->> 'isSold', ?5, NULL), value ->> 'place'
         FROM json_each(?1)`,
      )
      .bind(JSON.stringify(rows), row.product_id, batchId, row.order_item_id, now),
    db
      .prepare(
        `INSERT INTO supplier_code (supplier, remote_id, position, ref, code_id)
         SELECT ?2, ?3, key + 1, ?4, value ->> 'id' FROM json_each(?1)`,
      )
      .bind(JSON.stringify(rows), row.supplier, row.remote_id, row.ref),
  ];
}

function deliverItem(
  shop: Shop,
  row: SupplyRow,
  item: ItemRow,
  now: number,
): D1PreparedStatement[] {
  const { db } = shop;
  const { order_id: orderId, user_id: userId } = item;
  const id = row.order_item_id;
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the item waits for these codes', (
           SELECT i.delivery_status = 'processing' AND o.look_due_at IS NULL AND i.quantity = (
             SELECT count(*) FROM code WHERE order_item_id = i.id AND status = 'sold')
           FROM order_item i JOIN orders o ON o.id = i.order_id WHERE i.id = ?1)`,
      )
      .bind(id),
    db
      .prepare(
        `UPDATE order_item
         SET delivery_status = 'delivered', delivered_at = ?2, waiting_since = NULL WHERE id = ?1`,
      )
      .bind(id, now),
    db.prepare("UPDATE orders SET updated_at = ?2 WHERE id = ?1").bind(orderId, now),
    ...bookDelivery(db, orderId, [{ id, totalToman: item.total_toman }], now),
    ...tellDelivered(shop, { orderId, userId, itemIds: [id], isAwaited: false }, now),
  ];
}

function markDone(db: D1Database, ref: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE supplier_order SET state = 'done', settled_at = ?2, next_attempt_at = NULL
       WHERE ref = ?1`,
    )
    .bind(ref, now);
}
