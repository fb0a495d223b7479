import { formatNumber, formatToman } from "../../../persian/toman.ts";
import { UNKNOWN_COST_PERCENT } from "../../goods/stock/top-price.ts";
import type { NamedCost } from "../../goods/catalogue/change.ts";
import type { CostRow, ShelfRow } from "./statements.ts";

/** Prices and costs that give something away. Section 10.12. */

/** A price minus the cashback, in toman. */
export interface PaidPrice {
  id: string;
  paid: number;
}

/** Returns the loss in toman, at cost, if everything in stock is sold at these prices. */
export function givenBelowCost(prices: readonly PaidPrice[], shelves: readonly ShelfRow[]): number {
  const paidFor = new Map(prices.map(({ id, paid }) => [id, paid]));
  return shelves.reduce((sum, shelf) => sum + lossOf(shelf, paidFor.get(shelf.id) ?? 0), 0);
}

/**
 * Says in Persian which prices are below cost. For one product, the text contains the price that
 * its buyers would pay, and the cost, or the highest price of the last days when the cost is
 * unknown. For several products, it contains only their number.
 */
export function sayBelowCost(prices: readonly PaidPrice[], shelves: readonly ShelfRow[]): string {
  const losing = shelves.flatMap((shelf) => {
    const { paid } = prices.find(({ id }) => id === shelf.id) ?? { paid: 0 };
    return lossOf(shelf, paid) > 0 ? [{ ...shelf, paid }] : [];
  });
  const products = new Set(losing.map(({ id }) => id)).size;
  const [first] = losing;
  if (!first || products > 1) return `${formatNumber(products)} کالا پایین‌تر از بها`;
  const { paid, unit_cost_toman: cost, top_toman: top } = first;
  return (
    `خریدار ${formatToman(paid)} می‌پردازد (پس از تخفیف و پاداش)؛ ` +
    (cost > 0 ? `بها ${formatToman(cost)}` : `بالاترین قیمت این روزها ${formatToman(top)}`)
  );
}

function lossOf({ unit_cost_toman: cost, top_toman: top, units }: ShelfRow, paid: number): number {
  const isBelow = cost > 0 ? paid < cost : paid * 100 < top * UNKNOWN_COST_PERCENT;
  return isBelow ? ((cost > 0 ? cost : top) - paid) * units : 0;
}

/** A unit cost that differs from the last one by more than this must be confirmed. */
const COST_STEP_PERCENT = 30;

/** True when a cost is for this product, and far from the product's last cost. */
export const isCostFar = ({ productId, unitCost }: NamedCost, { id, last_toman }: CostRow) =>
  productId === id &&
  last_toman > 0 &&
  Math.abs(unitCost - last_toman) * 100 > last_toman * COST_STEP_PERCENT;

/** True when new units cost more than their selling price. */
export const isBelowCost = (costs: readonly NamedCost[], rows: readonly CostRow[]): boolean =>
  costs.some(({ productId, unitCost, units }) =>
    rows.some((row) => row.id === productId && units !== undefined && row.paid_toman < unitCost),
  );

/**
 * Returns the value in toman that new costs give away. For each unit, it is a reference minus the
 * new cost. For new units, the selling price replaces the new cost if it is lower. The reference is
 * the last cost. When no last cost is known, or only this operator has set it lately, the reference
 * is at least 70 percent of the highest price of the last days. For codes, a cost close to the last
 * one is accepted as correct. For a manual product, whose costs have no history, every lower cost
 * is treated as too low.
 */
export function hiddenByCost(costs: readonly NamedCost[], rows: readonly CostRow[]): number {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return costs.reduce((sum, cost) => {
    const row = rowOf.get(cost.productId);
    return row ? sum + hiddenBy(cost, row) : sum;
  }, 0);
}

/**
 * Says in Persian which unit costs are set. For one product, the text contains its new and its last
 * cost; for several products, only their number.
 */
export function sayCosts(costs: readonly NamedCost[], rows: readonly CostRow[]): string {
  const [cost] = costs;
  if (!cost || costs.length > 1) return `بهای ${formatNumber(costs.length)} کالا`;
  const units = cost.units === undefined ? "" : `، برای ${formatNumber(cost.units)} عدد`;
  const last = rows.find(({ id }) => id === cost.productId)?.last_toman ?? 0;
  const before = last > 0 ? `؛ پیش از این ${formatToman(last)}` : "";
  return `بهای هر عدد ${formatToman(cost.unitCost)}${units}${before}`;
}

function hiddenBy(cost: NamedCost, row: CostRow): number {
  const { unitCost, units } = cost;
  const { last_toman: last, top_toman: top, is_manual: isManual, manual_units: ofProduct } = row;
  const unknown = Math.floor((top * UNKNOWN_COST_PERCENT) / 100);
  const isNew = last === 0 || (row.is_own === 1 && isManual === 0 && last < unknown);
  const reference = isNew ? unknown : last;
  const isCounted = isNew || isManual === 1 || isCostFar(cost, row);
  const worth = isCounted ? Math.max(reference, unitCost) : unitCost;
  // A discount never lowers a price below a known cost, but the price itself may be below it.
  const paid = unitCost === 0 ? row.paid_toman : Math.min(unitCost, row.paid_toman);
  const least = units === undefined ? unitCost : paid;
  return Math.max(0, worth - least) * (units ?? ofProduct);
}
