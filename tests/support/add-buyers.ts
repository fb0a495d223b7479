import { DatabaseSync } from "node:sqlite";
import { findDatabase } from "../../scripts/audit/audit-source.mjs";
import { DAY } from "./time.ts";

/** Products with different names, since the size of the front page is measured with them. */
const PRODUCTS = ["netflix-tr-500", "razergold-us-10", "steam-global-20"];

/**
 * Writes 300 orders into a data folder before its stack starts, two of them slow or refunded, and
 * thirty ratings, of which the newest has a canned text and the next has four stars.
 */
export function addBuyers(dataDir: string): Promise<void> {
  const database = new DatabaseSync(findDatabase(dataDir));
  try {
    database.exec(`BEGIN;
      INSERT INTO user (id, phone, first_name, last_name, referral_code, created_at)
      VALUES ('buyer', '9300000001', 'آزمون', 'خریدار', 'buyer', 1);
      INSERT INTO account (id, kind) VALUES ('shopper:buyer', 'shopper');
      INSERT INTO cart (user_id) VALUES ('buyer');`);
    const rows = JSON.stringify(Array.from({ length: 300 }, (_, at) => at));
    const at = Date.now() - 2 * DAY - 1_000;
    database
      .prepare(
        `INSERT INTO orders (id, user_id, cart_version, state, total_toman, wallet_toman,
           gateway_toman, reward_toman, created_at, updated_at, paid_at)
         SELECT 'buyer-' || value, 'buyer', 1000 + value, 'paid', 0, 0, 0, 0, ?2, ?2, ?2
         FROM json_each(?1) ORDER BY value`,
      )
      .run(rows, at);
    database
      .prepare(
        `INSERT INTO order_item (id, order_id, product_id, product_name, delivery_type, quantity,
           price_toman, total_toman, reward_toman, delivery_status, position, ordered_at, delivered_at)
         SELECT 'item-' || value, 'buyer-' || value, ?3 ->> (value % 3), ?3, 'instant', 1, 1, 0, 0,
           iif(value = 299, 'cancelled', 'delivered'), 0, ?2,
           iif(value = 299, NULL, ?2 + iif(value > 297, 60000, 900)) FROM json_each(?1)`,
      )
      .run(rows, at, JSON.stringify(PRODUCTS));
    database
      .prepare(
        `INSERT INTO rating (id, order_item_id, user_id, product_id, stars, comment, is_canned,
           created_at)
         SELECT 'rating-' || value, 'item-' || value, 'buyer', ?3 ->> (value % 3), iif(value = 29, 4, 5),
           'این متن را کسی نمی‌بیند', value = 30, ?2
         FROM json_each(?1) WHERE value < 31 ORDER BY value`,
      )
      .run(rows, at, JSON.stringify(PRODUCTS));
    database.exec("COMMIT");
  } finally {
    database.close();
  }
  return Promise.resolve();
}
