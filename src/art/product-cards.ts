import type { Product, Subcategory } from "../../contract/catalogue.ts";
import type { Card } from "./card-art.ts";
import { MIDDLE_STEP, rankSteps } from "./value.ts";

/**
 * Returns the drawn card of each product by its id. `products` must contain all products of their
 * subcategories, since a card's step depends on all products of its service and region.
 */
export function productCards(
  products: readonly Pick<
    Product,
    "id" | "price" | "region" | "denomination" | "productType" | "subcategoryUrlName"
  >[],
  subcategories: readonly Pick<
    Subcategory,
    "type" | "urlName" | "latinName" | "hue" | "ownPicture"
  >[],
): Map<string, Card> {
  const steps = rankSteps(products);
  return new Map(
    products.flatMap(({ id, region, denomination, productType, subcategoryUrlName }) => {
      const subcategory = subcategories.find(
        ({ type, urlName }) => type === productType && urlName === subcategoryUrlName,
      );
      if (!subcategory) return [];
      const { urlName, latinName, hue, ownPicture } = subcategory;
      const step = steps.get(id) ?? MIDDLE_STEP;
      return [[id, { urlName, latinName, hue, step, denomination, region, ownPicture }]];
    }),
  );
}
