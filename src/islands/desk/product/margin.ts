import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import type { Product } from "../../../stores/desk/catalogue.ts";

type Priced = Pick<Product, "price" | "priceAfterDiscount" | "reward" | "unitCost">;

/**
 * Returns the shop's profit per unit: the price paid minus the cost of the unit and the reward.
 * Null when the cost is not known.
 */
export function profitOf({ price, priceAfterDiscount, reward, unitCost }: Priced): number | null {
  return unitCost === null ? null : (priceAfterDiscount ?? price) - unitCost - reward;
}

/** Returns the profit as a percentage of the price paid, in Persian digits with one decimal. */
export function shareOf(product: Priced): string | null {
  const profit = profitOf(product);
  if (profit === null) return null;
  const paid = product.priceAfterDiscount ?? product.price;
  const tenths = Math.round((1000 * profit) / paid);
  const sign = tenths < 0 ? "\u2212" : "";
  const [whole, rest] = [Math.floor(Math.abs(tenths) / 10), Math.abs(tenths) % 10];
  return `${sign}${formatNumber(whole)}٫${formatNumber(rest)}٪`;
}

export const isBelowCost = (product: Priced): boolean => (profitOf(product) ?? 0) < 0;

/** Returns the profit per unit, and its percentage of the price paid. */
export function profitText(product: Priced): string {
  const profit = profitOf(product);
  if (profit === null) return "—";
  const sign = profit < 0 ? "\u2212" : "";
  return `${sign}${formatToman(Math.abs(profit))} (${shareOf(product) ?? ""})`;
}

/** Returns a sentence about the profit per unit. */
export function profitWords(product: Priced): string {
  const profit = profitOf(product);
  if (profit === null) return "بهای خرید روشن نیست؛ سود گفته نمی‌شود.";
  return profit < 0
    ? `هر واحد ${formatToman(-profit)} زیان دارد.`
    : `هر واحد ${formatToman(profit)} سود دارد (${shareOf(product) ?? ""}).`;
}
