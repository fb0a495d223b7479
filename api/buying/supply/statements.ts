import { type Statement } from "../../base/batch.ts";
import type { SupplyReason, SupplyState } from "../../../contract/desk/supply-state.ts";
import type { SupplierName } from "../../outside/suppliers.ts";
import * as ledger from "../../money/wallet/ledger.ts";

/** Orders at suppliers and their steps. Each step claims that its turn is still the current one. */

export interface SupplyRow {
  ref: string;
  order_item_id: string;
  product_id: string;
  supplier: SupplierName;
  sku: string;
  face: string;
  face_currency: string;
  quantity: number;
  ceiling_toman: number;
  state: SupplyState;
  remote_id: string | null;
  /** The exchange rate at which the order was sent. */
  rate_toman: number | null;
  /** The booked cost of a code in whole toman. */
  unit_cost_toman: number | null;
  attempts: number;
  absent_reads: number;
  asked_at: number | null;
  next_attempt_at: number | null;
  created_at: number;
  /** The currency of the supplier's account, and the rate that is set now. */
  currency: string;
  rate_now: number | null;
}

const ROW = `SELECT q.ref, q.order_item_id, q.product_id, q.supplier, q.sku, q.face, q.face_currency,
    q.quantity, q.ceiling_toman, q.state, q.remote_id, q.rate_toman, q.unit_cost_toman, q.attempts,
    q.absent_reads, q.asked_at, q.next_attempt_at, q.created_at, s.currency,
    s.rate_toman AS rate_now
  FROM supplier_order q JOIN supplier s ON s.name = q.supplier
  JOIN order_item i ON i.id = q.order_item_id JOIN orders o ON o.id = i.order_id`;

/**
 * SQL text: true when the order `q` may be sent: its item waits for it, the order is not held for a
 * look, and its buyer has a name and is not frozen. Otherwise the shop might lose the cost of the
 * codes.
 */
const MAY_BE_SENT = `(i.delivery_status = 'processing' AND o.look_due_at IS NULL
    AND o.profile_due_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM frozen_person WHERE user_id = o.user_id))`;

/** Finds supplier orders that are due, longest due first. */
export function findDueSupply(db: D1Database, limit: number, now: number): D1PreparedStatement {
  return db
    .prepare(
      `${ROW} WHERE q.next_attempt_at <= ?1 AND (q.state <> 'due' OR ${MAY_BE_SENT})
       ORDER BY q.next_attempt_at LIMIT ?2`,
    )
    .bind(now, limit);
}

/** Finds the supplier orders of an order that were not sent yet. */
export function findUnsent(db: D1Database, orderId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `${ROW} WHERE i.order_id = ?1 AND q.state = 'due' AND q.next_attempt_at <= ?2
         AND ${MAY_BE_SENT} ORDER BY i.position`,
    )
    .bind(orderId, now);
}

export function findSupply(db: D1Database, ref: string): Statement<SupplyRow> {
  return db.prepare(`${ROW} WHERE q.ref = ?1`).bind(ref);
}

/**
 * A turn: the work of one run on a supplier order. The time to which the run set `next_attempt_at`
 * identifies the turn.
 */
export type Turn = Pick<SupplyRow, "ref" | "state" | "next_attempt_at">;

/** Aborts unless the turn is still the current one. */
export function claimTurn(db: D1Database, turn: Turn): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the supplier order is as it was read', (
         SELECT state = ?2 AND next_attempt_at IS ?3 FROM supplier_order WHERE ref = ?1)`,
    )
    .bind(turn.ref, turn.state, turn.next_attempt_at);
}

/** Sets the next attempt to a later time. */
export function postpone(db: D1Database, ref: string, until: number): D1PreparedStatement {
  return db
    .prepare("UPDATE supplier_order SET next_attempt_at = ?2 WHERE ref = ?1")
    .bind(ref, until);
}

/**
 * Records that the order is being sent, and at which rate. From here on it may have been bought, so
 * its buyer cannot cancel it any more.
 */
export function markAsking(
  db: D1Database,
  row: SupplyRow,
  { now, until }: { now: number; until: number },
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the supplier order may be sent', (
           SELECT ${MAY_BE_SENT} FROM order_item i JOIN orders o ON o.id = i.order_id
           WHERE i.id = ?1)`,
      )
      .bind(row.order_item_id),
    db
      .prepare(
        `UPDATE supplier_order SET state = 'asking', asked_at = ?2, next_attempt_at = ?3,
           attempts = attempts + 1, absent_reads = 0, reason = NULL, rate_toman = ?4
         WHERE ref = ?1`,
      )
      .bind(row.ref, now, until, row.rate_now),
  ];
}

/** Makes an order that was not bought due again, with the same ref. */
export function markDue(db: D1Database, ref: string, at: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE supplier_order SET state = 'due', reason = NULL, next_attempt_at = ?2 WHERE ref = ?1`,
    )
    .bind(ref, at);
}

/** Records that the supplier did not know the order. */
export function noteAbsent(db: D1Database, ref: string, until: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE supplier_order SET absent_reads = absent_reads + 1, next_attempt_at = ?2
       WHERE ref = ?1`,
    )
    .bind(ref, until);
}

/** Stops an order: `refused` bought nothing, `review` needs a person. */
export function stop(
  db: D1Database,
  ref: string,
  state: "refused" | "review",
  reason: SupplyReason,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE supplier_order SET state = ?2, reason = ?3, next_attempt_at = NULL WHERE ref = ?1`,
    )
    .bind(ref, state, reason);
}

export interface Charge {
  remoteId: string;
  cost: string;
  currency: string;
  unitCostToman: number;
  /**
   * The cost in millionths of the account's currency; 0 when the supplier charged another currency.
   */
  costMicros: number;
}

/** Stores what was bought, and books the payment to the supplier. */
export function markBought(
  db: D1Database,
  row: SupplyRow,
  charge: Charge,
  { state, until, now }: { state: "working" | "failed"; until: number; now: number },
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE supplier_order SET state = ?2, reason = NULL, remote_id = ?3, cost = ?4,
           cost_currency = ?5, unit_cost_toman = ?6, next_attempt_at = ?7 WHERE ref = ?1`,
      )
      .bind(
        row.ref,
        state,
        charge.remoteId,
        charge.cost,
        charge.currency,
        charge.unitCostToman,
        until,
      ),
    db
      .prepare(
        `UPDATE supplier SET balance_micros = balance_micros - ?2, moved_at = ?3 WHERE name = ?1`,
      )
      .bind(row.supplier, charge.costMicros, now),
    ledger.bookTransfer(
      db,
      {
        kind: "purchase",
        ref: row.ref,
        from: ledger.PURCHASES_ACCOUNT,
        to: ledger.supplierAccount(row.supplier),
        amountToman: charge.unitCostToman * row.quantity,
      },
      now,
    ),
  ];
}

/** Records that no codes will come, and that the money is not back yet. */
export function markFailed(db: D1Database, ref: string, until: number): D1PreparedStatement {
  return db
    .prepare("UPDATE supplier_order SET state = 'failed', next_attempt_at = ?2 WHERE ref = ?1")
    .bind(ref, until);
}

/** Ends an order whose money is back, and reverses its booking. */
export function markReturned(
  db: D1Database,
  row: SupplyRow,
  remoteId: string,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE supplier_order SET state = 'returned', remote_id = ?2, settled_at = ?3,
           next_attempt_at = NULL WHERE ref = ?1`,
      )
      .bind(row.ref, remoteId, now),
    db.prepare("UPDATE supplier SET moved_at = ?2 WHERE name = ?1").bind(row.supplier, now),
    ...(row.unit_cost_toman === null
      ? []
      : [
          ledger.bookTransfer(
            db,
            {
              kind: "purchase_returned",
              ref: row.ref,
              from: ledger.supplierAccount(row.supplier),
              to: ledger.PURCHASES_ACCOUNT,
              amountToman: row.unit_cost_toman * row.quantity,
            },
            now,
          ),
        ]),
  ];
}

/** Hands an item that still waits to the desk, to be delivered by hand or refunded. */
export function handToDesk(db: D1Database, itemId: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE order_item SET waiting_since = coalesce(waiting_since, ?2)
       WHERE id = ?1 AND delivery_status = 'processing'
         AND EXISTS (SELECT 1 FROM orders WHERE id = order_id AND look_due_at IS NULL)`,
    )
    .bind(itemId, now);
}
