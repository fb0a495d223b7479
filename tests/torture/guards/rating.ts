import { createRating } from "../../../contract/rating.ts";
import type { Guard } from "./guard.ts";
import { owner, stranger, strangerLearnsNothing } from "./owners.ts";
import { checks, OF_ITEM, refused } from "./schema.ts";

const newRating = (stars: string, isCanned: string) =>
  `INSERT INTO rating
   (id, order_item_id, user_id, product_id, stars, comment, is_canned, created_at)
   SELECT 'more', i.id, o.user_id, i.product_id, ${stars}, '', ${isCanned}, 1 ${OF_ITEM}
   WHERE o.paid_at IS NOT NULL AND i.id NOT IN (SELECT order_item_id FROM rating) LIMIT 1`;

export const guardsOfRating: Guard[] = [
  {
    name: "must: the item was delivered to them",
    attack: (stage) => strangerLearnsNothing(stage, createRating, "orderItemId"),
  },
  owner(
    "rating an item",
    "WHERE i.id = ?1 AND o.user_id = ?2 AND o.paid_at IS NOT NULL",
    stranger(createRating, "orderItemId"),
  ),
  ...checks("rating", {
    "(stars BETWEEN 1 AND 5)": newRating("6", "0"),
    "(is_canned IN (0, 1))": newRating("5", "2"),
  }),
  refused(
    "unique rating (order_item_id)",
    `INSERT INTO rating
     (id, order_item_id, user_id, product_id, stars, comment, is_canned, created_at)
     SELECT 'twin', order_item_id, user_id, product_id, 5, '', 0, 1 FROM rating LIMIT 1`,
  ),
  refused("trigger rating_never_changes", "UPDATE rating SET stars = 1"),
];
