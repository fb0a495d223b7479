import type { Person, Product } from "./world.ts";

/** Purchases of the generated shop. */

/** Ways to pay. */
export type Way = "gateway" | "wallet" | "mixed";

/**
 * How an order ends. `waiting` is a delivery by hand that nobody has made yet, `held` waits for a
 * look, `returned` is refunded as a whole.
 */
type Fate = "delivered" | "returned" | "waiting" | "held";

export interface Item {
  id: string;
  product: Product;
  quantity: number;
  totalToman: number;
  rewardToman: number;
}

export interface Purchase {
  person: Person;
  at: number;
  lines: readonly { product: Product; quantity: number }[];
  way: Way;
  fate: Fate;
  hasDiscount: boolean;
}
