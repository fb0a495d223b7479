/** A row of a discount code. `uses` and `own_uses` count orders that are paid or still held. */
export interface DiscountCodeRow {
  id: string;
  code: string;
  type: "percentage" | "fixed";
  value: number;
  min_purchase_toman: number;
  /** The maximum discount of the code on one purchase; null when there is no maximum. */
  max_discount_toman: number | null;
  /** 1 when the code may lower the price of a line below the cost of its goods. */
  may_sell_below_cost: number;
  owner_id: string | null;
  uses_max: number | null;
  uses_per_user_max: number;
  is_active: number;
  expires_at: number | null;
  uses: number;
  own_uses: number;
}

/**
 * True when a code works for this person now, whatever is in the cart. A guest's `userId` is null.
 */
export function isUsable(discount: DiscountCodeRow, userId: string | null, now: number): boolean {
  return (
    discount.is_active === 1 &&
    (discount.expires_at === null || discount.expires_at > now) &&
    (discount.owner_id === null || discount.owner_id === userId) &&
    (discount.uses_max === null || discount.uses < discount.uses_max) &&
    discount.own_uses < discount.uses_per_user_max
  );
}

/** True when this person has used the code as often as one person may. */
export function isUsedUpBy(discount: DiscountCodeRow, userId: string): boolean {
  const isTheirs = discount.owner_id === null || discount.owner_id === userId;
  return isTheirs && discount.own_uses >= discount.uses_per_user_max;
}
