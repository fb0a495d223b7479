import type { ShelfRow } from "./statements.ts";

/** Prices that give something away. Section 10.12. */

/** Without a known cost, a price this far below the highest of the last days counts as below cost. */
const UNKNOWN_COST_PERCENT = 70;

/** A price as buyers pay it, in toman. */
export interface PaidPrice {
  id: string;
  paid: number;
}

/** Returns what is given away, toman at cost, when all that is on the shelf is sold at these prices. */
export function givenBelowCost(prices: readonly PaidPrice[], shelves: readonly ShelfRow[]): number {
  const paidFor = new Map(prices.map(({ id, paid }) => [id, paid]));
  return shelves.reduce((sum, shelf) => sum + lossOf(shelf, paidFor.get(shelf.id) ?? 0), 0);
}

function lossOf({ unit_cost_toman: cost, top_toman: top, units }: ShelfRow, paid: number): number {
  const isBelow = cost > 0 ? paid < cost : paid * 100 < top * UNKNOWN_COST_PERCENT;
  return isBelow ? ((cost > 0 ? cost : top) - paid) * units : 0;
}
