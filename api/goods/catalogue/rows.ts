import { EXPERIENCE_MIN, type Experience, type Product } from "../../../contract/catalogue.ts";
import { pictureOf } from "../picture/address.ts";
import type { ExperienceRow, ProductRow } from "./statements.ts";
import { toIso } from "../../base/time.ts";

export function toProduct(row: ProductRow): Product {
  return {
    id: row.id,
    name: row.name,
    productType: row.type,
    subcategoryUrlName: row.url_name,
    imageUrl: pictureOf(row, row.id, "small"),
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
    ...(row.asks !== null && { asks: row.asks }),
    updatedAt: toIso(row.updated_at),
  };
}

/**
 * Converts the figures about delivery and ratings. Figures from too few orders or ratings are left
 * out.
 */
export function toExperience(row: ExperienceRow): Experience {
  const { instant_orders: instant, fast_orders: fast } = row;
  const ratings = JSON.parse(row.ratings) as {
    stars: number;
    productId: string;
    createdAt: number;
  }[];
  return {
    // Rounded down, so that the shop never claims too much.
    fastPercent:
      fast === null || instant < EXPERIENCE_MIN ? null : Math.floor((100 * fast) / instant),
    ratings:
      row.all_ratings < EXPERIENCE_MIN
        ? []
        : ratings.map((rating) => ({ ...rating, createdAt: toIso(rating.createdAt) })),
  };
}
