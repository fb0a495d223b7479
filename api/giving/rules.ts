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
  const shelf = new Map(shelves.map((one) => [one.id, one]));
  return prices.reduce((sum, { id, paid }) => sum + lossOf(shelf.get(id), paid), 0);
}

function lossOf(shelf: ShelfRow | undefined, paid: number): number {
  if (!shelf) return 0;
  const { unit_cost_toman: cost, top_toman: top, stock } = shelf;
  const isBelow = cost > 0 ? paid < cost : paid * 100 < top * UNKNOWN_COST_PERCENT;
  // An empty shelf is filled tomorrow: one unit counts.
  return isBelow ? ((cost > 0 ? cost : top) - paid) * Math.max(stock, 1) : 0;
}
