import type { Kind } from "./change.ts";

/** SQL text: the facts of the thing `one`, as one JSON text that can be compared. */
export const CATEGORY_FACTS = `(SELECT json_object('displayName', c.display_name) FROM category c
    WHERE c.type = one.id)`;
export const SUBCATEGORY_FACTS = `(SELECT json_object('displayName', s.display_name, 'latinName', s.latin_name,
      'hue', s.hue, 'tagline', s.tagline, 'regionNotice', s.region_notice,
      'redeemUrl', s.redeem_url, 'redeemSteps', json(s.redeem_steps), 'tutorial', s.tutorial,
      'picture', s.picture_id,
      'words', (SELECT json_group_array(word) FROM (SELECT word FROM search_word
        WHERE kind = 'subcategory' AND ref = s.id ORDER BY word)))
    FROM subcategory s WHERE s.id = one.id)`;
export const PRODUCT_FACTS = `(SELECT json_object('name', p.name, 'region', p.region,
      'denomination', p.denomination, 'deliveryType', p.delivery_type,
      'unitCost', p.manual_unit_cost_toman)
    FROM product p WHERE p.id = one.id)`;
export const PRICE_FACTS = `(SELECT json_object('price', p.price_toman, 'priceAfterDiscount', p.sale_price_toman,
      'reward', p.reward_toman)
    FROM product p WHERE p.id = one.id)`;
export const QUESTION_FACTS = `(SELECT json_object('questions', json(p.questions))
    FROM product p WHERE p.id = one.id)`;
export const FACTS: Record<Kind, string> = {
  category: CATEGORY_FACTS,
  subcategory: SUBCATEGORY_FACTS,
  product: PRODUCT_FACTS,
  price: PRICE_FACTS,
  questions: QUESTION_FACTS,
};

/** SQL text: 1 when the product `p` has codes or orders, else 0. Every code belongs to a batch. */
export const IS_USED = `(EXISTS (SELECT 1 FROM code_batch WHERE product_id = p.id)
  OR EXISTS (SELECT 1 FROM order_item WHERE product_id = p.id))`;

/** SQL text: the units of the manual product `p` that unpaid orders hold at the time ?1. */
export const HELD_UNITS = `(SELECT coalesce(sum(quantity), 0) FROM order_item
  WHERE product_id = p.id AND held_until > ?1 AND delivery_type = 'manual')`;
