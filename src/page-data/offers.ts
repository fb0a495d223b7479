import type { Product } from "../../contract/catalogue.ts";

const OFFERS = 8;

/**
 * Chooses the offers of the front page: one product in stock per subcategory, the largest discounts
 * first.
 */
export function chooseOffers(products: readonly Product[]): Product[] {
  const chosen = new Map<string, Product>();
  for (const product of products) {
    if (product.productQuantity === 0) continue;
    const key = `${product.productType}/${product.subcategoryUrlName}`;
    const rival = chosen.get(key);
    if (!rival || saving(product) > saving(rival)) chosen.set(key, product);
  }
  return [...chosen.values()].sort((one, other) => saving(other) - saving(one)).slice(0, OFFERS);
}

function saving({ price, priceAfterDiscount }: Product): number {
  return (price - priceAfterDiscount) / price;
}
