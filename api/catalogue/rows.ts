import { pictureAddress } from "../../contract/address.ts";
import type { Product } from "../../contract/catalogue.ts";
import type { ProductRow } from "./statements.ts";

export function toProduct(row: ProductRow): Product {
  return {
    id: row.id,
    name: row.name,
    productType: row.type,
    subcategoryUrlName: row.url_name,
    imageUrl: pictureAddress(row.url_name, row.id),
    region: row.region,
    denomination: row.denomination,
    deliveryType: row.delivery_type,
    price: row.price_toman,
    priceAfterDiscount: row.sale_price_toman ?? row.price_toman,
    reward: row.reward_toman,
    productQuantity: row.stock,
    rating:
      row.rating_count === 0
        ? null
        : {
            average: Math.round((row.rating_stars / row.rating_count) * 10) / 10,
            count: row.rating_count,
          },
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
