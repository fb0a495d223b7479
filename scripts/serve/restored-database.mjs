import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "../run/root.mjs";

/** Statements on a database that was put back from a copy, while no worker runs. */

const RECALLED =
  "پس از بازگردانی پایگاه داده: شاید کسی این کدها را دیده باشد. پیش از فروش بررسی شود.";

const HOLD_MS = 3_600_000;

/** Opens a database file, carries out `work` in one transaction, and closes it. */
export function inTransaction(file, work) {
  const database = new DatabaseSync(file);
  try {
    database.exec("BEGIN IMMEDIATE");
    const result = work(database);
    database.exec("COMMIT");
    return result;
  } finally {
    database.close();
  }
}

/**
 * Ends sessions, stops refunds and closes the shop: the statements of docs/operations.md. Returns
 * whether somebody had closed the shop when the copy was made.
 */
export function settleIn(database) {
  const closure = database.prepare("SELECT 1 FROM closure WHERE opened_at IS NULL").get();
  database.exec(readFileSync(join(root, "scripts", "own", "restored.sql"), "utf8"));
  return { wasClosed: closure !== undefined };
}

/**
 * Takes every code that somebody saw off the shelf: it counts as known, which is never sold. Holds
 * of other orders on it are released. `keepsOwn` leaves a code to the unpaid order for which it was
 * seen: if it was paid, the jobs deliver it.
 * @param {DatabaseSync} database
 * @param {import("./effects.mjs").KeptEffect[]} codes
 * @param {{ keepsOwn: boolean, now: number }} options
 */
export function takeOffShelf(database, codes, { keepsOwn, now }) {
  storeSeen(database, codes);
  database
    .prepare(
      `UPDATE code SET status = 'free', order_item_id = NULL, held_until = NULL
       WHERE status = 'held' AND EXISTS (SELECT 1 FROM temp.seen WHERE fingerprint = code.fingerprint
         AND NOT (?1 AND item IS code.order_item_id))`,
    )
    .run(Number(keepsOwn));
  // Until the jobs have asked the gateway, nobody else gets a hold that has expired.
  if (keepsOwn)
    database
      .prepare(
        `UPDATE code SET held_until = max(held_until, ?1)
         WHERE status = 'held' AND EXISTS (SELECT 1 FROM temp.seen WHERE fingerprint = code.fingerprint)`,
      )
      .run(now + HOLD_MS);
  database
    .prepare(
      `INSERT INTO code_knower (code_id, way, who, known_at, last_at)
       SELECT c.id, 'restore', 'restore', ?1, ?1 FROM temp.seen s
       JOIN code c ON c.fingerprint = s.fingerprint WHERE c.status <> 'held'
       ON CONFLICT (code_id, way, who) DO NOTHING`,
    )
    .run(now);
  database
    .prepare(
      `INSERT INTO code_seen_before (fingerprint, order_item_id, seen_at)
       SELECT fingerprint, item, ?1 FROM temp.seen s
       WHERE NOT EXISTS (SELECT 1 FROM code WHERE fingerprint = s.fingerprint)
       ON CONFLICT (fingerprint) DO NOTHING`,
    )
    .run(now);
}

function storeSeen(database, codes) {
  database.exec(
    "CREATE TEMP TABLE IF NOT EXISTS seen (fingerprint TEXT PRIMARY KEY, item TEXT) WITHOUT ROWID",
  );
  database
    .prepare(
      `INSERT INTO temp.seen (fingerprint, item)
       SELECT value ->> 'fingerprint', value ->> 'item' FROM json_each(?1) WHERE true
       ON CONFLICT (fingerprint) DO UPDATE SET item = coalesce(item, excluded.item)`,
    )
    .run(JSON.stringify(codes));
}

/**
 * Without a list of seen codes, any free code may have been seen: recalls their batches, until an
 * operator puts each on sale again.
 */
export function recallFree(database, now) {
  database
    .prepare(
      `UPDATE code_batch SET recalled_at = ?1, recall_reason = ?2
       WHERE recalled_at IS NULL AND (
         EXISTS (SELECT 1 FROM code WHERE batch_id = code_batch.id AND status <> 'sold')
         OR EXISTS (SELECT 1 FROM code_import WHERE batch_id = code_batch.id AND state = 'adding'))`,
    )
    .run(now, RECALLED);
}

/** Returns the number of batches that are recalled after a restore. */
export function countRecalled(database) {
  const row = database
    .prepare("SELECT count(*) AS count FROM code_batch WHERE recall_reason = ?1")
    .get(RECALLED);
  return Number(row?.["count"]);
}

/**
 * Returns the sold codes that were seen for another order item than theirs: their own order was
 * given back after the copy was made. `seen` is stored by `takeOffShelf`.
 * @returns {{ id: string, number: string }[]} with the number of the order that has the code now
 */
export function findSeenByOthers(database) {
  return /** @type {any} */ (
    database
      .prepare(
        `SELECT c.id, o.number FROM temp.seen s JOIN code c ON c.fingerprint = s.fingerprint
         JOIN order_item i ON i.id = c.order_item_id JOIN orders o ON o.id = i.order_id
         WHERE c.status = 'sold' AND c.withdrawn_at IS NULL AND c.order_item_id IS NOT s.item`,
      )
      .all()
  );
}

/**
 * Reads the effects that a database knows since a time. A table that cannot be read is named, and
 * the others are read nevertheless.
 * @param {DatabaseSync} database
 * @param {number} since
 * @returns {{ effects: import("../../api/base/log-work.ts").Effect[], unreadable: string[] }}
 */
export function effectsIn(database, since) {
  const unreadable = [];
  const effects = Object.entries(EFFECTS).flatMap(([what, sql]) => {
    try {
      return /** @type {any[]} */ (database.prepare(sql).all(since));
    } catch (error) {
      unreadable.push(`${what} (${error.message})`);
      return [];
    }
  });
  return { effects, unreadable };
}

const EFFECTS = {
  codes: `SELECT DISTINCT 'code' AS effect, c.id, iif(k.way = 'restore', NULL, c.order_item_id) AS item,
       c.fingerprint
     FROM code_knower k JOIN code c ON c.id = k.code_id WHERE k.known_at >= ?1`,
  "codes of an earlier restore": `SELECT 'code' AS effect, '' AS id, order_item_id AS item, fingerprint
     FROM code_seen_before WHERE seen_at >= ?1`,
  people: "SELECT 'person' AS effect, id FROM user WHERE forgotten_at >= ?1",
  payments: `SELECT 'payment' AS effect, authority AS id, amount_toman AS toman FROM payment
     WHERE state IN ('paid', 'credited') AND authority IS NOT NULL AND settled_at >= ?1`,
  withdrawals: `SELECT 'withdrawal' AS effect, id, amount_toman AS toman, note AS reference
     FROM withdrawal WHERE state = 'paid' AND decided_at >= ?1`,
  "bank files": `SELECT 'payout' AS effect, w.id, w.amount_toman AS toman,
       CAST(p.number AS TEXT) AS reference
     FROM payout p JOIN payout_row r ON r.payout_id = p.id JOIN withdrawal w ON w.id = r.withdrawal_id
     WHERE p.made_at >= ?1`,
  refunds: `SELECT 'refund' AS effect, r.id, r.gateway_toman AS toman, o.number AS reference
     FROM refund r JOIN orders o ON o.id = r.order_id
     WHERE r.gateway_toman > 0 AND r.state <> 'due' AND (r.settled_at IS NULL OR r.settled_at >= ?1)`,
};

/** Opens the shop again if it was closed by the restore. */
export function openShop(database, now) {
  database
    .prepare(
      `UPDATE closure SET opened_at = max(closed_at, ?1)
       WHERE opened_at IS NULL AND closed_by = 'restore'`,
    )
    .run(now);
}

/** The jobs that ask gateway and suppliers. */
const ASKING = ["payments", "unverified", "refunds under way", "supplies"];

/** Returns whether the jobs that ask others have succeeded since a time. */
export function haveJobsAsked(database, since) {
  const row = database
    .prepare(
      `SELECT count(*) AS count FROM job_run
       WHERE last_ok_at > ?1 AND name IN (SELECT value FROM json_each(?2))`,
    )
    .get(since, JSON.stringify(ASKING));
  return row?.["count"] === ASKING.length;
}
