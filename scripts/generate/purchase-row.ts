import type { Person, Product } from "./world.ts";

/** Purchases of the generated shop. */

/** Ways to pay. */
export type PaymentMethod = "gateway" | "wallet" | "mixed";

/**
 * How an order ends. `waiting`: still waits for its delivery by hand; `held`: is held for a look;
 * `returned`: is refunded as a whole.
 */
type OrderOutcome = "delivered" | "returned" | "waiting" | "held";

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
  way: PaymentMethod;
  outcome: OrderOutcome;
  hasDiscount: boolean;
}
