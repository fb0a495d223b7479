import type { SupplyReason } from "../../../contract/desk/supply-state.ts";
import { runBatch } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { isFrozenBuyer } from "./frozen.ts";
import { type ProviderResult, PAGE_SIZE, workOnPage } from "../../base/job.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/time.ts";
import { divideUp, toMicros } from "../../outside/decimal.ts";
import type { FoundOutcome } from "../../outside/supplier.ts";
import { bringCodes } from "./bring.ts";
import * as statements from "./statements.ts";
import type { SupplyRow } from "./statements.ts";

/**
 * Buys the paid units that were not in stock. An order always keeps its ref and has at most one
 * request running: a run first sets the time of the next attempt, and claims in each step that this
 * time is unchanged. If an answer was lost or is not credible, the supplier is asked about the
 * order, which is sent again only after the supplier answered twice that it does not know it.
 */

/**
 * The time in which a request without an answer may still reach the supplier. Before that, the
 * supplier's answer that it does not know the order proves nothing.
 */
const LOST_AFTER_MS = 90_000;
/** The time between two questions about an order that the supplier did not know. */
const CHECK_AGAIN_MS = MINUTE_MS;
/** The lease of a turn: longer than one question to the supplier takes. */
const TURN_MS = MINUTE_MS;
/** After this time the item goes to the desk, while the attempts continue. */
const DESK_AFTER_MS = 10 * MINUTE_MS;
/**
 * How often an order is sent. If the supplier does not know it even then, an operator must check
 * it.
 */
const SENDS_MAX = 3;
const MICROS = 1_000_000n;

/** Works on a page of due supplier orders. Returns true when more may be due. */
export async function workOnSupply(shop: Shop): Promise<boolean> {
  const found = statements.findDueSupply(shop.db, PAGE_SIZE, shop.now());
  const { results } = await found.all<SupplyRow>();
  return workOnPage(
    results,
    ({ ref }) => `supplier order ${ref}`,
    (row) => takeTurn(shop, row),
  );
}

/**
 * Sends the supplier orders of an order that was just paid. If it is interrupted, the jobs complete
 * it.
 */
export async function buyForOrder(shop: Shop, orderId: string): Promise<void> {
  if (shop.suppliers.names.length === 0) return;
  const found = statements.findUnsent(shop.db, orderId, shop.now());
  for (const row of (await found.all<SupplyRow>()).results) await takeTurn(shop, row);
}

/** Takes the next step of a supplier order, unless another run is working on it. */
export async function takeTurn(shop: Shop, row: SupplyRow): Promise<ProviderResult> {
  const until = shop.now() + TURN_MS;
  const isOurs = await runBatch(shop.db, [
    statements.claimTurn(shop.db, row),
    statements.postpone(shop.db, row.ref, until),
  ]);
  if (!isOurs) return "answered";
  const own = { ...row, next_attempt_at: until };
  switch (row.state) {
    case "due":
      return buy(shop, own);
    case "asking":
      return look(shop, own);
    case "working":
      return fetchCodes(shop, own);
    case "failed":
      return follow(shop, own);
    default:
      return "answered";
  }
}

/** Asks for the price and sends the order, unless it is too expensive. */
async function buy(shop: Shop, row: SupplyRow): Promise<ProviderResult> {
  const { db, now, settings } = shop;
  const supplier = shop.suppliers.of(row.supplier);
  const goods = { sku: row.sku, face: row.face, faceCurrency: row.face_currency };
  if (row.rate_now === null) return wait(shop, row, "answered");
  const priced = await supplier.price(goods);
  if (priced.kind === "unknown") return wait(shop, row, "silent");
  if (priced.kind === "gone") return end(shop, row, "refused", "product");
  if (priced.currency !== row.currency || toToman(priced.cost, row.rate_now, 1) > row.ceiling_toman)
    return end(shop, row, "refused", "price");
  const moment = now();
  const until = moment + settings.SUPPLIER_ORDER_TIMEOUT_MS + LOST_AFTER_MS;
  const isOurs = await runBatch(db, [
    statements.claimTurn(db, row),
    ...statements.markAsking(db, row, { now: moment, until }),
  ]);
  if (!isOurs) return "answered";
  const sent: SupplyRow = {
    ...row,
    state: "asking",
    asked_at: moment,
    next_attempt_at: until,
    attempts: row.attempts + 1,
    absent_reads: 0,
    rate_toman: row.rate_now,
  };
  const outcome = await supplier.order({ ...goods, ref: row.ref, quantity: row.quantity });
  switch (outcome.kind) {
    case "accepted":
      return accept(shop, sent, outcome);
    case "refused":
      return end(shop, sent, "refused", outcome.why);
    case "not_read":
      await step(shop, sent, [
        statements.markDue(db, row.ref, now() + MINUTE_MS),
        ...handOverLate(shop, sent),
      ]);
      return "silent";
    case "repeated":
      return look(shop, sent);
    case "unknown":
      await step(shop, sent, [statements.postpone(db, row.ref, now() + LOST_AFTER_MS)]);
      return "silent";
  }
}

/** Asks the supplier about an order whose answer was lost. */
async function look(shop: Shop, row: SupplyRow): Promise<ProviderResult> {
  const { db, now } = shop;
  const supplier = shop.suppliers.of(row.supplier);
  const found = await supplier.find({ ref: row.ref, remoteId: null });
  switch (found.kind) {
    case "unknown":
      return wait(shop, row, "silent");
    case "several":
      return end(shop, row, "review", "several");
    case "absent": {
      const isLate = now() - (row.asked_at ?? 0) >= LOST_AFTER_MS;
      if (!isLate) return wait(shop, row, "answered");
      const until = now() + CHECK_AGAIN_MS;
      if (row.absent_reads === 0)
        await step(shop, row, [
          statements.noteAbsent(db, row.ref, until),
          ...handOverLate(shop, row),
        ]);
      else if (row.attempts >= SENDS_MAX) return end(shop, row, "review", "lost");
      else await step(shop, row, [statements.markDue(db, row.ref, now())]);
      return "answered";
    }
    case "found":
      return found.state === "returned"
        ? giveUp(shop, row, found.remoteId)
        : accept(shop, row, { ...found, state: found.state });
  }
}

/** Books what was bought and, unless the order failed, tries to fetch the codes. */
async function accept(
  shop: Shop,
  row: SupplyRow,
  bought: Omit<Extract<FoundOutcome, { kind: "found" }>, "kind" | "state"> & {
    state: "working" | "done" | "failed";
  },
): Promise<ProviderResult> {
  const { db, now } = shop;
  const moment = now();
  const { remoteId, cost, currency } = bought;
  const isCounted = currency === row.currency && row.rate_toman !== null;
  const charge = {
    remoteId,
    cost,
    currency,
    // When the charge cannot be converted, the order's maximum cost is booked.
    unitCostToman: isCounted ? toToman(cost, row.rate_toman ?? 0, row.quantity) : row.ceiling_toman,
    costMicros: isCounted ? Number(toMicros(cost)) : 0,
  };
  if (charge.unitCostToman > row.ceiling_toman)
    console.error(JSON.stringify({ supplierOrderTooDear: row.ref }));
  const state = bought.state === "failed" ? "failed" : "working";
  const until = moment + TURN_MS;
  const isBooked = await step(shop, row, [
    ...statements.markBought(db, row, charge, { state, until, now: moment }),
    ...(state === "failed" ? [statements.handToDesk(db, row.order_item_id, moment)] : []),
  ]);
  if (!isBooked || state === "failed") return "answered";
  return fetchCodes(shop, {
    ...row,
    state,
    remote_id: remoteId,
    unit_cost_toman: charge.unitCostToman,
    next_attempt_at: until,
  });
}

/** Fetches the codes of an order, or finds out that there will be none. */
async function fetchCodes(shop: Shop, row: SupplyRow): Promise<ProviderResult> {
  const { db, now } = shop;
  const supplier = shop.suppliers.of(row.supplier);
  const remoteId = row.remote_id ?? "";
  const fetched = await supplier.codes(remoteId);
  if (fetched.kind === "codes" && fetched.cards.length >= row.quantity) {
    if (await bringCodes(shop, row, fetched.cards)) return "answered";
    // The codes stay readable at the supplier, so they are fetched when the buyer is no longer
    // frozen.
    return (await isFrozenBuyer(db, row.order_item_id))
      ? wait(shop, row, "answered")
      : end(shop, row, "review", "codes");
  }
  const found = await supplier.find({ ref: row.ref, remoteId });
  if (found.kind === "found" && found.state === "failed") {
    await step(shop, row, [
      statements.markFailed(db, row.ref, now() + DESK_AFTER_MS),
      statements.handToDesk(db, row.order_item_id, now()),
    ]);
    return "answered";
  }
  if (found.kind === "found" && found.state === "returned") return giveUp(shop, row, remoteId);
  return wait(shop, row, found.kind === "unknown" ? "silent" : "answered");
}

/** Asks the supplier whether it has returned the money of a failed order. */
async function follow(shop: Shop, row: SupplyRow): Promise<ProviderResult> {
  const remoteId = row.remote_id ?? "";
  const found = await shop.suppliers.of(row.supplier).find({ ref: row.ref, remoteId });
  if (found.kind === "found" && found.state === "returned") return giveUp(shop, row, remoteId);
  const isYoung = shop.now() - row.created_at < DAY_MS;
  const until = shop.now() + (isYoung ? DESK_AFTER_MS : HOUR_MS);
  await step(shop, row, [statements.postpone(shop.db, row.ref, until)]);
  return found.kind === "unknown" ? "silent" : "answered";
}

async function giveUp(shop: Shop, row: SupplyRow, remoteId: string): Promise<ProviderResult> {
  const moment = shop.now();
  await step(shop, row, [
    ...statements.markReturned(shop.db, row, remoteId, moment),
    statements.handToDesk(shop.db, row.order_item_id, moment),
  ]);
  return "answered";
}

/** Stops an order and lets the desk decide about its item. */
async function end(
  shop: Shop,
  row: SupplyRow,
  state: "refused" | "review",
  reason: SupplyReason,
): Promise<ProviderResult> {
  console.warn(JSON.stringify({ supplierOrder: row.ref, state, reason }));
  await step(shop, row, [
    statements.stop(shop.db, row.ref, state, reason),
    statements.handToDesk(shop.db, row.order_item_id, shop.now()),
  ]);
  return "answered";
}

/**
 * Tries again later: soon at first, then every minute. After ten minutes the item goes to the desk.
 */
async function wait(shop: Shop, row: SupplyRow, learnt: ProviderResult): Promise<ProviderResult> {
  const { db, now } = shop;
  const ageMs = now() - (row.asked_at ?? row.created_at);
  const until = now() + Math.min(MINUTE_MS, Math.max(5_000, ageMs / 4));
  await step(shop, row, [statements.postpone(db, row.ref, until), ...handOverLate(shop, row)]);
  return learnt;
}

const handOverLate = ({ db, now }: Shop, row: SupplyRow) =>
  now() - (row.asked_at ?? row.created_at) >= DESK_AFTER_MS
    ? [statements.handToDesk(db, row.order_item_id, now())]
    : [];

/** Runs a step if the turn is still the current one. Returns false if it is not. */
const step = ({ db }: Shop, row: SupplyRow, then: D1PreparedStatement[]): Promise<boolean> =>
  runBatch(db, [statements.claimTurn(db, row), ...then]);

/** Computes the cost of one of `codes` codes in whole toman, rounded up. */
export function toToman(cost: string, rateToman: number, codes: number): number {
  const toman = divideUp(toMicros(cost) * BigInt(rateToman), MICROS * BigInt(codes));
  return Math.max(1, Number(toman));
}
