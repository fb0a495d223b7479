import {
  type Plant,
  busiest,
  newSupply,
  ofAwaited,
  one,
  plant,
  rename,
  stranger,
  waiting,
} from "./plant.ts";

/** SQL text: a sold code that was neither read, given nor replaced. */
const plainlySold = `status = 'sold' AND read_at IS NULL AND id NOT IN (SELECT code_id FROM gift)
  AND order_item_id NOT IN (SELECT order_item_id FROM code WHERE withdrawn_at IS NOT NULL)`;

/** SQL text: a paid order without waiting items. */
const allDelivered = one(
  "orders",
  `state = 'paid' AND id IN (SELECT order_id FROM order_item WHERE delivery_status = 'delivered')
   AND id NOT IN (SELECT order_id FROM order_item WHERE waiting_since IS NOT NULL)`,
);

/** Errors in orders, codes, refunds, withdrawals, earnings, papers and texts, and late work. */
export const orderPlants: Record<string, Plant[]> = {
  "An order's lines": [
    plant(`UPDATE order_item SET total_toman = total_toman - 1 WHERE ${ofAwaited}`),
    plant(`UPDATE order_item SET price_toman = 1 WHERE ${ofAwaited}`),
    plant(`DELETE FROM order_item WHERE ${ofAwaited}`, "A code is free, held"),
    plant(
      `UPDATE orders SET total_toman = total_toman + 1
       WHERE id = (SELECT id FROM orders WHERE state = 'paid' LIMIT 1)`,
      "A paid order was paid whole",
    ),
  ],
  "Each purchase at a supplier": [plant(newSupply({ remote_id: "'1'", unit_cost_toman: "5" }))],
  "An order at a supplier that came": [
    plant(newSupply({ state: "'done'", settled_at: "1", remote_id: "'1'" })),
  ],
  "Nothing is ordered for an item": [
    plant(newSupply({ state: "'due'", next_attempt_at: "9000000000000" })),
    plant(newSupply({ state: "'held'" })),
  ],
  "The sums of suppliers": [plant("UPDATE supplier SET open_toman = 1")],
  "What is due at suppliers": [plant(newSupply({ state: "'asking'", next_attempt_at: "1" }))],
  "An item knows when its order": [
    plant(`UPDATE order_item SET ordered_at = 1 WHERE ${ofAwaited}`),
  ],
  "A paid order was paid whole": [
    plant(rename("order_gateway", "topup"), "Money that came into a wallet"),
  ],
  "An order is paid, awaited": [
    plant("UPDATE orders SET hold_expires_at = 1 WHERE state = 'paid'"),
    plant("UPDATE orders SET hold_expires_at = NULL WHERE state = 'awaiting'"),
  ],
  "One cart makes one order": [
    plant(`UPDATE orders SET cart_version = 1 WHERE user_id = ${busiest}`),
  ],
  "The wallet's part of an order": [
    plant(
      "UPDATE orders SET state = 'cancelled', hold_expires_at = NULL WHERE state = 'awaiting'",
      "A payment and its order",
      "A code is free, held",
      "An awaited order holds",
    ),
  ],
  "Clearing holds exactly the money": [
    plant(
      `UPDATE order_item SET delivery_status = 'delivered', delivered_at = 1, waiting_since = NULL
       WHERE id = ${waiting}`,
      "Whatever was delivered",
      "Every item has exactly its codes",
    ),
  ],
  "Nothing is delivered": [
    plant(`UPDATE order_item SET delivered_at = 1 WHERE ${ofAwaited}`),
    plant(`UPDATE order_item SET delivery_status = 'processing' WHERE ${ofAwaited}`),
    plant(
      `UPDATE order_item SET waiting_since = 1 WHERE ${ofAwaited}`,
      "Everything of a paid order",
    ),
  ],
  "Everything of a paid order": [
    plant(`UPDATE order_item SET waiting_since = NULL WHERE id = ${waiting}`),
    plant(
      `UPDATE order_item SET delivery_status = 'failed', waiting_since = NULL
       WHERE id = ${waiting}`,
    ),
  ],
  "An order that is held for a look": [
    plant(`UPDATE orders SET look_due_at = 99999999999999 WHERE id = ${allDelivered}`),
  ],
  "Whatever was delivered": [
    plant(
      `UPDATE transfer SET id = 'sale:none'
       WHERE id = 'sale:' || ${one("order_item", "delivery_status = 'delivered'")}`,
      "Money that moved for an order",
    ),
  ],
  "Every item has exactly its codes": [
    plant(
      `UPDATE code SET status = 'free', order_item_id = NULL, sold_at = NULL
       WHERE id = ${one("code", plainlySold)}`,
    ),
  ],
  "A code that was sold has its place": [
    plant(
      `UPDATE code SET position = NULL
       WHERE id = ${one("code", "status = 'sold' AND withdrawn_at IS NULL AND used_at IS NOT NULL")}`,
    ),
  ],
  "A code that was withdrawn": [
    plant(
      `UPDATE code SET sold_at = 1
       WHERE position IS NOT NULL AND withdrawn_at IS NULL AND (order_item_id, position) IN (
         SELECT order_item_id, position FROM code WHERE withdrawn_at IS NOT NULL)`,
    ),
  ],
  "A code counts as read": [
    plant("UPDATE code SET read_at = 1 WHERE used_at IS NOT NULL", "A code counts as known"),
    plant(
      "UPDATE code SET read_at = NULL, used_at = NULL WHERE used_at IS NOT NULL",
      "A code counts as known",
    ),
    plant(
      "UPDATE code SET sold_at = read_at + 1 WHERE used_at IS NOT NULL",
      "No code that somebody",
    ),
  ],
  "A code counts as known": [
    plant("UPDATE code SET known_at = NULL WHERE used_at IS NOT NULL"),
    plant(`UPDATE code SET known_at = 1 WHERE id = ${one("code", "status = 'free'")}`),
    plant("UPDATE code_knower SET known_at = 2 WHERE way = 'receiver'", "No code that somebody"),
  ],
  "No code that somebody": [
    plant(
      `INSERT INTO code_knower (code_id, way, who, known_at, last_at)
       SELECT id, 'replacement', 'raha', 1, 1 FROM code WHERE status = 'held' LIMIT 1`,
      "A code counts as known",
      "An operator knows a code",
    ),
    plant(
      `UPDATE code SET sold_at = 1 + (SELECT known_at FROM code_knower
         WHERE code_id = code.id AND way = 'operator') WHERE used_at IS NULL AND id IN (
         SELECT code_id FROM code_knower WHERE way = 'operator')`,
      "A code counts as read",
    ),
  ],
  "Everybody who opened": [
    plant("UPDATE code_knower SET times = 99 WHERE way = 'buyer'"),
    plant("UPDATE code_knower SET who = 'nobody' WHERE way = 'receiver'"),
    plant("UPDATE code_knower SET last_at = 1 WHERE way = 'buyer'"),
  ],
  "An operator knows a code": [
    plant("UPDATE code_knower SET who = 'nobody' WHERE way = 'export'"),
    plant("DELETE FROM code_knower WHERE way = 'operator'"),
    plant("DELETE FROM code_knower WHERE way = 'replacement'"),
    plant(
      "UPDATE desk_decision SET subject_id = 'other' WHERE verdict = 'exported'",
      "Every replacement and export of codes",
    ),
  ],
  "A code is free, held": [
    plant(
      `UPDATE code SET product_id = (SELECT id FROM product WHERE id <> code.product_id LIMIT 1)
       WHERE id = ${one("code", "status = 'free'")}`,
    ),
    plant(`UPDATE code SET sold_at = 1 WHERE id = ${one("code", "status = 'free'")}`),
    plant(
      `UPDATE code SET status = 'sold', sold_at = 1, held_until = NULL
       WHERE id = ${one("code", "status = 'held'")}`,
      "Every item has exactly its codes",
      "A code that was sold has its place",
    ),
  ],
  "No code was imported twice": [
    plant(
      `UPDATE code SET fingerprint = (SELECT fingerprint FROM code WHERE status = 'sold')
       WHERE id = ${one("code", "status = 'free'")}`,
    ),
  ],
  "An awaited order holds": [
    plant(
      `UPDATE code SET status = 'held', held_until = 1,
       order_item_id = ${one("order_item", ofAwaited)} WHERE id = (
         SELECT id FROM code
         WHERE status = 'free' AND product_id = ${one("order_item", ofAwaited, "product_id")}
         LIMIT 1)`,
    ),
    plant(`UPDATE order_item SET held_until = NULL WHERE ${ofAwaited}`),
  ],
  "Codes were opened": [
    plant(`UPDATE content_reading SET user_id = ${stranger}`, "Everybody who opened"),
    plant(
      "UPDATE content_reading SET read_at = 1 WHERE channel <> 'gift'",
      "A code counts as read",
    ),
  ],
  "A given code is of its giver's order": [
    plant(`UPDATE gift SET user_id = ${stranger} WHERE state = 'sealed'`),
    plant(
      `UPDATE code SET read_at = 1 WHERE id = ${one("gift", "state = 'sealed'", "code_id")}`,
      "A code counts as read",
      "A code counts as known",
    ),
  ],
  "An opened gift has its reading": [
    plant(
      "UPDATE content_reading SET channel = 'page', gift_id = NULL WHERE channel = 'gift'",
      "Nobody but its opener",
      "Everybody who opened",
    ),
  ],
  "Nobody but its opener": [
    plant(
      `INSERT INTO content_reading (id, order_item_id, user_id, read_at, channel, code_id)
       SELECT 'peek', c.order_item_id, g.user_id, g.opened_at + 1, 'page', c.id
       FROM gift g JOIN code c ON c.id = g.code_id WHERE g.state = 'opened' LIMIT 1`,
      "Everybody who opened",
    ),
  ],
  "A profile is waited for": [
    plant(`UPDATE orders SET profile_due_at = 1 WHERE id = ${one("orders", "state = 'paid'")}`),
  ],
  "An item is cancelled exactly": [
    plant(
      `DELETE FROM refunded_unit WHERE order_item_id = ${one("order_item", "delivery_status = 'cancelled' AND delivery_type = 'manual'")}`,
      "A refund gives back the price",
    ),
  ],
  "A refund gives back the price": [
    plant(
      `INSERT INTO refund (id, order_item_id, order_id, user_id, wallet_toman, gateway_toman, reason,
         note, state, created_at, settled_at)
       SELECT 'twice', order_item_id, order_id, user_id, 0, 0, reason, note, 'done', 1, 1
       FROM refund WHERE id = ${one("refund", "state = 'done'")}`,
    ),
  ],
  "Refunds withhold no more": [
    plant(
      `UPDATE refund SET withheld_toman = 1
       WHERE id = (SELECT f.id FROM refund f JOIN orders o ON o.id = f.order_id
         WHERE o.min_purchase_toman = 0 ORDER BY f.id LIMIT 1)`,
      "A refund gives back the price",
    ),
  ],
  "A refund belongs to a paid order": [
    plant(`UPDATE refund SET settled_at = NULL WHERE id = ${one("refund", "state = 'done'")}`),
    plant(
      `UPDATE refund SET user_id = ${stranger} WHERE gateway_toman > 0 AND state <> 'review'`,
      "Money that was given back",
    ),
  ],
  "A refund's money": [
    plant("UPDATE refund SET state = 'done', settled_at = 1 WHERE state = 'review'"),
    plant(
      `UPDATE refund SET wallet_toman = wallet_toman + 1, gateway_toman = gateway_toman - 1
       WHERE state = 'review'`,
      "Money that was given back",
    ),
  ],
  "No more is given back": [
    plant(
      "UPDATE refund SET gateway_toman = gateway_toman + 1000000 WHERE state = 'review'",
      "Money that was given back",
      "A refund gives back the price",
      "A refund's money",
    ),
  ],
  "An order is refunded exactly": [
    plant(
      `UPDATE orders SET state = 'paid' WHERE id = ${one("orders", "state = 'refunded'")}`,
      "The figures that a shopper sees",
    ),
  ],
  "A withdrawal is held once": [
    plant("UPDATE withdrawal SET decided_at = NULL WHERE state = 'paid'"),
    plant(
      "UPDATE withdrawal SET state = 'paid', decided_at = 1 WHERE state = 'pending'",
      "One operator decided",
      "A bank file locks",
    ),
    plant(
      "UPDATE transfer SET id = 'withdrawal_paid:none' WHERE kind = 'withdrawal_paid'",
      "Money that moved for a withdrawal",
    ),
  ],
  "A bank file locks": [
    plant("UPDATE payout_row SET state = 'sent', settled_at = NULL WHERE state = 'paid'"),
    plant("UPDATE payout SET state = 'done', ended_at = 1 WHERE state = 'made'"),
    plant("UPDATE payout SET state = 'made', ended_at = NULL WHERE state = 'done'"),
    plant(
      `UPDATE withdrawal SET in_hand_of = NULL, in_hand_since = NULL
       WHERE id IN (SELECT withdrawal_id FROM payout_row WHERE state = 'sent')`,
    ),
    plant("UPDATE payout_row SET state = 'paid', settled_at = 1 WHERE state = 'returned'"),
  ],
  "One operator decided": [
    plant("DELETE FROM desk_decision WHERE subject = 'withdrawal' AND verdict = 'paid'"),
    plant(
      `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, note, created_at)
       SELECT id || '-again', operator, subject, subject_id, verdict, note, 1 FROM desk_decision
       WHERE verdict = 'paid'`,
    ),
    plant(
      `UPDATE desk_decision SET verdict = 'rejected'
       WHERE subject = 'withdrawal' AND verdict = 'paid'`,
    ),
  ],
  "A discount code is noted": [
    plant("DELETE FROM discount_use"),
    plant(
      `INSERT INTO discount_use (order_id, discount_code_id, user_id)
       SELECT id, 'seed-discount', user_id FROM orders WHERE state = 'cancelled'`,
    ),
  ],
  "Of the orders of a person": [
    plant(
      `UPDATE discount_use SET returned_at = 1
       WHERE order_id = (SELECT id FROM orders WHERE state = 'paid' AND discount_code_id IS NOT NULL)`,
    ),
  ],
  "No discount code was used more": [
    plant("UPDATE discount_code SET uses_max = 0 WHERE id = 'seed-discount'"),
    plant("UPDATE discount_code SET uses_per_user_max = 0 WHERE id = 'seed-discount'"),
    plant(`UPDATE discount_code SET owner_id = ${stranger} WHERE id = 'seed-discount'`),
  ],
  "An earning is booked": [
    plant("UPDATE earning SET settled_at = NULL WHERE state = 'paid'"),
    plant(
      "UPDATE earning SET taken_back_toman = 0 WHERE kind = 'reward' AND state = 'taken_back'",
      "Money that was earned",
    ),
    plant(
      `UPDATE earning SET state = 'held', settled_at = NULL
       WHERE kind = 'reward' AND state = 'cancelled'`,
    ),
  ],
  "An earning loses the share": [
    plant(
      "UPDATE earning SET cancelled_toman = cancelled_toman + 1 WHERE kind = 'reward' AND state = 'held'",
    ),
  ],
  "A purchase earns": [
    plant(
      `UPDATE earning SET user_id = ${stranger} WHERE kind = 'referral' AND state = 'cancelled'`,
    ),
    plant(
      `UPDATE earning SET amount_toman = amount_toman + 1
       WHERE kind = 'reward' AND state = 'cancelled'`,
    ),
    plant(
      "UPDATE earning SET amount_toman = 99999999 WHERE kind = 'referral' AND state = 'cancelled'",
    ),
  ],
  "Nobody was invited": [
    plant(
      `UPDATE user SET inviter_id = id WHERE id = ${stranger}`,
      "The figures that a shopper sees",
    ),
    plant(
      `UPDATE user SET inviter_id = ${busiest}
       WHERE id = (SELECT inviter_id FROM user WHERE id = ${busiest})`,
      "The figures that a shopper sees",
    ),
  ],
  "A session is a shopper's": [
    plant(
      `UPDATE session SET user_id = 'nobody'
       WHERE token_hash = (SELECT token_hash FROM session LIMIT 1)`,
    ),
    plant(
      `UPDATE session SET expires_at = expires_at + 1
       WHERE token_hash = (SELECT token_hash FROM session LIMIT 1)`,
    ),
  ],
  "No sign-in code": [
    plant("UPDATE sign_in_code SET tries = 0"),
    plant("UPDATE sign_in_code SET tries = 6"),
  ],
  "Every picture was sent": [
    plant(
      `UPDATE upload SET user_id = 'nobody'
       WHERE id = (SELECT upload_id FROM identity_request WHERE upload_id IS NOT NULL)`,
    ),
    plant(
      `UPDATE upload SET user_id = 'nobody'
       WHERE id = (SELECT upload_id FROM ticket_message WHERE upload_id IS NOT NULL)`,
    ),
  ],
  "Every picture has the end": [
    plant("UPDATE upload SET delete_at = NULL WHERE delete_at IS NOT NULL"),
    plant("UPDATE upload SET delete_at = delete_at + 1 WHERE delete_at IS NOT NULL"),
  ],
  "Nothing says who somebody was": [
    plant(`UPDATE user SET forgotten_at = 1 WHERE id = ${stranger}`),
  ],
  "Tickets and ratings": [
    plant(`UPDATE rating SET user_id = ${stranger}`),
    plant(
      `UPDATE ticket SET order_item_id = ${one("order_item", ofAwaited)}`,
      "A ticket names codes",
    ),
  ],
  "A ticket names codes": [
    plant("UPDATE ticket_code SET is_open = 1 - is_open"),
    plant(
      `UPDATE ticket_code SET code_id = ${one("code", "status = 'free'")}
       WHERE code_id = (SELECT max(code_id) FROM ticket_code)`,
    ),
  ],
  "An item is rated once": [
    plant("UPDATE product SET rating_stars = rating_stars + 1 WHERE rating_count > 0"),
    plant(
      `INSERT INTO rating
       SELECT id || '-again', order_item_id, user_id, product_id, stars, comment, 1, created_at
       FROM rating`,
    ),
  ],
  "A verified card": [
    plant(
      `UPDATE bank_card SET number_fingerprint = 'same'
       WHERE status = 'verified' AND user_id IN (${stranger}, ${busiest})`,
    ),
    plant(
      `UPDATE identity_request SET card_number_fingerprint = 'same'
       WHERE status = 'verified' AND user_id IN (${stranger}, ${busiest})`,
    ),
    plant(`UPDATE bank_card SET user_id = ${stranger} WHERE user_id = 'shopper-1'`),
  ],
  "An inquiry goes on": [
    plant(
      `INSERT INTO inquiry (id, request_id, user_id, provider, facts, person_sealed, phone_says,
         card_says, owner_says, state, created_at, ended_at)
       SELECT 'planted', id, user_id, 'zibal', 'iban', '', 'yes', 'yes', 'yes', 'approved', 1, 1
       FROM identity_request WHERE status = 'verified' LIMIT 1`,
    ),
    plant(
      `INSERT INTO inquiry (id, request_id, user_id, provider, facts, person_sealed, state,
         next_attempt_at, created_at)
       SELECT 'planted', id, user_id, 'zibal', 'iban', '1.a.b', 'due', 1, 1
       FROM identity_request WHERE status = 'verified' LIMIT 1`,
    ),
    plant(
      `INSERT INTO inquiry (id, card_id, user_id, provider, facts, person_sealed, phone_says,
         card_says, owner_says, state, created_at, ended_at)
       SELECT 'planted', id, user_id, 'zibal', 'iban', '', 'yes', 'yes', 'yes', 'approved', 1, 1
       FROM bank_card WHERE status = 'verified' LIMIT 1`,
    ),
  ],
  "The figures that a shopper sees": [
    "orders_count",
    "purchases_count",
    "tickets_count",
    "invitees_count",
    "invitees_purchases_count",
    "referral_pending_toman",
    "referral_income_toman",
    "income_for_inviter_toman",
  ].map((figure) => plant(`UPDATE user SET ${figure} = ${figure} + 1 WHERE id = ${stranger}`)),
  "No question is kept": [
    plant(`UPDATE orders SET idempotency_key = 'same' WHERE user_id = ${busiest}`),
  ],
  "A product costs what": [
    plant(
      `INSERT INTO price_change (product_id, number, price_toman, reward_toman, changed_at)
       SELECT product_id, max(number) + 1, max(price_toman) + 1, 0, 1 FROM price_change
       GROUP BY 1 ORDER BY 1 LIMIT 1`,
    ),
    plant(
      `INSERT INTO price_change (product_id, number, price_toman, sale_price_toman, reward_toman,
         changed_at)
       SELECT id, 99, price_toman, sale_price_toman, reward_toman, 1 FROM product LIMIT 1`,
    ),
  ],
  "Nothing that an operator hid": [
    plant(`UPDATE product SET is_shown = 0 WHERE id = ${one("product", "is_active = 1")}`),
    plant("UPDATE subcategory SET is_shown = 0"),
    plant("UPDATE category SET is_shown = 0"),
  ],
  "A message that was sent": [
    plant("UPDATE outbox SET next_attempt_at = 99999999999999 WHERE sent_at IS NOT NULL"),
  ],
  "Every open payment": [
    plant("UPDATE payment SET next_check_at = 1 WHERE state = 'pending'"),
    plant("UPDATE payment SET next_check_at = NULL WHERE state = 'pending'"),
  ],
  "Lapsed holds": [plant("UPDATE orders SET hold_expires_at = 1 WHERE state = 'awaiting'")],
  "Orders held for a look": [
    plant(
      `UPDATE orders SET look_due_at = 1 WHERE id = ${allDelivered}`,
      "An order that is held for a look",
    ),
  ],
  "Refunds are on their way": [
    plant("UPDATE refund SET next_attempt_at = 1 WHERE state = 'review'"),
  ],
  "No payment waits for a person": [
    plant(
      "UPDATE payment SET reviewed_at = NULL WHERE reviewed_at IS NOT NULL",
      "The wallet's list says",
    ),
  ],
  "Pictures are removed": [plant("UPDATE upload SET delete_at = 1", "Every picture has the end")],
  "Messages are sent": [
    plant("UPDATE outbox SET next_attempt_at = 1, sent_at = NULL WHERE sent_at IS NOT NULL"),
  ],
  "Nothing was sold below": [
    plant(
      `UPDATE code_batch SET unit_cost_toman = 99999999999
       WHERE id IN (SELECT batch_id FROM code WHERE status = 'sold')`,
    ),
  ],
  "The gateway has no money": [
    plant(
      `INSERT INTO stray_payment (authority, amount_toman, first_seen_at, last_seen_at)
       VALUES ('A', 1, 0, 99999999999999)`,
    ),
  ],
  "Everything sealed": [
    plant("INSERT INTO unopenable_seal (place, row_id, tried_at) VALUES ('code', 'x', 0)"),
  ],
};

/** Errors that the database itself refuses: planted where keys and checks are not enforced. */
export const plantsAgainstRules: Record<string, Plant[]> = {
  "Nothing refers": [
    plant("UPDATE cart_item SET product_id = 'none'"),
    plant("UPDATE cart SET user_id = 'nobody' WHERE user_id = 'shopper-1'"),
  ],
  "The database is whole": [
    plant("UPDATE search_entry SET kind = 'other' WHERE id = (SELECT min(id) FROM search_entry)"),
  ],
};
