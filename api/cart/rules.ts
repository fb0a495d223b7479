import { pictureAddress } from "../../contract/address.ts";
import type { Cart, CartItem } from "../../contract/cart.ts";
import type { DeliveryType } from "../../contract/catalogue.ts";

/** A product in a cart. Prices are in toman; `available` is the number of units on sale now. */
export interface CartProduct {
  id: string;
  name: string;
  type: string;
  url_name: string;
  region: string;
  delivery_type: DeliveryType;
  price_toman: number;
  sale_price_toman: number | null;
  reward_toman: number;
  available: number;
}

export interface CartLineRow extends CartProduct {
  quantity: number;
}

/** A row of a discount code. `uses` and `own_uses` count orders that are paid or still held. */
export interface DiscountCodeRow {
  id: string;
  code: string;
  type: "percentage" | "fixed";
  value: number;
  min_purchase_toman: number;
  owner_id: string | null;
  uses_max: number | null;
  uses_per_user_max: number;
  is_active: number;
  expires_at: number | null;
  uses: number;
  own_uses: number;
}

interface PricedLine extends CartLineRow {
  /** The units to sell: the wanted quantity, or fewer when fewer are left. */
  units: number;
  totalToman: number;
}

export interface PricedCart {
  lines: PricedLine[];
  totalToman: number;
  totalAfterDiscountToman: number;
  rewardToman: number;
  /** The discount in effect; null without a code, or when the purchase is below its minimum. */
  discount: DiscountCodeRow | null;
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

/** Prices a cart in whole toman: 0 ≤ discount ≤ total, and the lines sum to the total. */
export function priceCart(rows: CartLineRow[], discount: DiscountCodeRow | null): PricedCart {
  const lines = rows.map((row) => {
    const units = Math.min(row.quantity, row.available);
    return { ...row, units, totalToman: units * (row.sale_price_toman ?? row.price_toman) };
  });
  const beforeCode = sum(lines.map((line) => line.totalToman));
  const counts = discount !== null && beforeCode > 0 && beforeCode >= discount.min_purchase_toman;
  const shares = counts ? discountShares(lines, discount, beforeCode) : lines.map(() => 0);
  const priced = lines.map((line, index) => ({
    ...line,
    totalToman: line.totalToman - (shares[index] ?? 0),
  }));
  return {
    lines: priced,
    totalToman: sum(priced.map((line) => line.units * line.price_toman)),
    totalAfterDiscountToman: sum(priced.map((line) => line.totalToman)),
    rewardToman: sum(priced.map((line) => line.units * line.reward_toman)),
    discount: counts ? discount : null,
  };
}

/** Shows a priced cart in the form of the contract. */
export function showCart(priced: PricedCart, version?: number): Cart {
  return {
    CartItems: priced.lines.map(showLine),
    totalAmount: priced.totalToman,
    totalAmountAfterDiscount: priced.totalAfterDiscountToman,
    totalDiscount: priced.totalToman - priced.totalAfterDiscountToman,
    totalReward: priced.rewardToman,
    ...(priced.discount && { discountCode: priced.discount.code }),
    ...(version !== undefined && { version }),
  };
}

function showLine(line: PricedLine): CartItem {
  const saleToman = line.sale_price_toman ?? line.price_toman;
  return {
    productId: line.id,
    productName: line.name,
    productType: line.type,
    subcategoryUrlName: line.url_name,
    imageUrl: pictureAddress(line.url_name, line.id),
    region: line.region,
    deliveryType: line.delivery_type,
    // A sold-out line shows the wanted quantity instead of 0.
    quantity: line.units === 0 ? line.quantity : line.units,
    productQuantity: line.available,
    price: line.price_toman,
    priceAfterDiscount: line.units === 0 ? saleToman : Math.floor(line.totalToman / line.units),
    total: line.totalToman,
    reward: line.units * line.reward_toman,
  };
}

/**
 * Returns the discount of each line. A percentage is taken per unit and rounded down; a fixed sum
 * is shared by largest remainder.
 */
function discountShares(
  lines: PricedLine[],
  discount: DiscountCodeRow,
  beforeCode: number,
): number[] {
  if (discount.type === "percentage") {
    return lines.map(
      (line) =>
        line.units *
        Math.floor(((line.sale_price_toman ?? line.price_toman) * discount.value) / 100),
    );
  }
  const whole = Math.min(discount.value, beforeCode);
  // The product of two amounts can exceed 2^53, so the shares are computed in BigInt.
  const exact = lines.map((line) => BigInt(whole) * BigInt(line.totalToman));
  const shares = exact.map((value) => Number(value / BigInt(beforeCode)));
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % BigInt(beforeCode) }))
    .sort((one, other) =>
      one.remainder === other.remainder
        ? one.index - other.index
        : one.remainder < other.remainder
          ? 1
          : -1,
    );
  const missing = whole - sum(shares);
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
