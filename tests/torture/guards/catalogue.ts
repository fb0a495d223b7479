import type { Guard } from "./guard.ts";
import { checks, refused, set } from "./schema.ts";

export const guardsOfCatalogue: Guard[] = [
  ...checks("product", {
    "(delivery_type IN ('instant', 'manual'))": set("product", "delivery_type = 'gift'"),
    "(price_toman BETWEEN 1 AND 99999999999)": set(
      "product",
      "price_toman = 0, sale_price_toman = NULL, reward_toman = 0",
    ),
    "(sale_price_toman BETWEEN 1 AND price_toman)": set(
      "product",
      "sale_price_toman = price_toman + 1",
    ),
    "(reward_toman BETWEEN 0 AND price_toman)": set("product", "reward_toman = price_toman + 1"),
    "(manual_stock >= 0)": set("product", "manual_stock = -1"),
    "(manual_unit_cost_toman >= 0)": set("product", "manual_unit_cost_toman = -1"),
    "(is_active IN (0, 1))": set("product", "is_active = 2"),
    "(rating_count >= 0)": set("product", "rating_count = -1"),
    "(rating_stars >= 0)": set("product", "rating_stars = -1"),
  }),
  ...checks("subcategory", {
    "(hue BETWEEN 0 AND 359)": set("subcategory", "hue = 360"),
    "(redeem_url LIKE 'https://%')": set("subcategory", "redeem_url = 'javascript:0'"),
    "(json_type(redeem_steps) = 'array')": set("subcategory", "redeem_steps = '{}'"),
  }),
  refused(
    "unique subcategory (type, url_name)",
    `INSERT INTO subcategory
     (id, type, url_name, display_name, latin_name, hue, tagline, region_notice, position)
     SELECT 'twin', type, url_name, display_name, latin_name, hue, tagline, region_notice, position
     FROM subcategory LIMIT 1`,
  ),
];
