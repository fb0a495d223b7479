import type { Cart, CartItem } from "../../../contract/cart.ts";
import { formatToman } from "../../../persian/toman.ts";

const percents = new Intl.NumberFormat("fa-IR", { maximumFractionDigits: 1 });

/**
 * Says before the payment what a discount code really takes off where prices are already low: a
 * sentence for each line whose discount is cut, or one sentence for the whole cart.
 */
export function tellCutDiscount({
  CartItems: items,
  isDiscountAtCost,
  discountCode,
}: Pick<Cart, "CartItems" | "isDiscountAtCost" | "discountCode">): string[] {
  if (isDiscountAtCost !== true) return [];
  if (discountCode === undefined)
    return ["کد تخفیف روی این سبد اثری ندارد: قیمت محصولات از این پایین‌تر نمی‌آید."];
  const cut = items.filter((item) => item.isDiscountCut === true && item.productQuantity > 0);
  if (cut.length > 0) return cut.map((item) => tellLine(item, items.length === 1));
  const taken = items.reduce((sum, { discount = 0 }) => sum + discount, 0);
  return [`این کد روی این سبد تا ${formatToman(taken)} کار می‌کند، چون قیمت‌ها از پیش پایین است.`];
}

function tellLine({ productName, discount = 0, total }: CartItem, isAlone: boolean): string {
  const what = isAlone ? "این کارت" : `«${productName}»`;
  const why = "چون قیمتش از پیش پایین است.";
  if (discount === 0) return `این کد روی ${what} کار نمی‌کند، ${why}`;
  // Rounded down, so that the sentence never promises more.
  const percent = Math.floor((discount * 1_000) / (discount + total)) / 10;
  const share = percent > 0 ? `${percents.format(percent)}٪، ` : "";
  return `این کد روی ${what} تا ${share}${formatToman(discount)} کار می‌کند، ${why}`;
}
