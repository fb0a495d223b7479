import { one } from "../plant.ts";
import type { Guard } from "./guard.ts";
import { newOrder, refused } from "./refused-values.ts";

/** Rows that may exist only once. */

const STRANGER =
  "(SELECT id FROM user WHERE id NOT IN (SELECT user_id FROM identity_request) LIMIT 1)";
const ANYBODY = "(SELECT id FROM user ORDER BY id LIMIT 1)";
const twice = (values: (id: string) => string) =>
  `SELECT ${values("'twin-1'")} UNION ALL SELECT ${values("'twin-2'")}`;
const ANY_ITEM = one("order_item", "delivery_status = 'delivered'");
const BUYER = `(SELECT user_id FROM orders
  WHERE id = (SELECT order_id FROM order_item WHERE id = ${ANY_ITEM}))`;
const openTicket = `INSERT INTO ticket
  (id, user_id, title, description, order_item_id, status, idempotency_key,
   created_at, updated_at)`;
const othersOf = (table: string, column: string) =>
  `UPDATE ${table} SET ${column} = (SELECT max(${column}) FROM ${table})
   WHERE id = ${one(table, `${column} <> (SELECT max(${column}) FROM ${table})`)}`;

export const refusedTwins: Guard[] = [
  refused("unique user (phone)", othersOf("user", "phone")),
  refused("unique user (referral_code)", othersOf("user", "referral_code")),
  refused(
    "unique code (fingerprint)",
    `UPDATE code SET fingerprint = (SELECT fingerprint FROM code WHERE status = 'sold' LIMIT 1)
     WHERE id = ${one("code", "status = 'free'")}`,
  ),
  refused("unique discount_code (code)", othersOf("discount_code", "code")),
  refused(
    "unique earning (kind, order_item_id)",
    `INSERT INTO earning
     (id, kind, user_id, buyer_id, order_item_id, amount_toman, due_at, created_at)
     SELECT 'twin', kind, user_id, buyer_id, order_item_id, amount_toman, 1, 1 FROM earning
     WHERE state = 'held' LIMIT 1`,
  ),
  refused(
    "unique order_item (order_id, product_id)",
    `INSERT INTO order_item
     (id, order_id, product_id, product_name, delivery_type, quantity, price_toman, total_toman,
     reward_toman, position)
     SELECT 'twin', order_id, product_id, product_name, delivery_type, 1, 1, 1, 0, 9
     FROM order_item LIMIT 1`,
  ),
  refused(
    "unique payment (order_id)",
    `UPDATE payment SET order_id = (SELECT order_id FROM payment
       WHERE state = 'paid' AND order_id IS NOT NULL LIMIT 1)
     WHERE id = ${one("payment", "state = 'pending' AND order_id IS NOT NULL")}`,
  ),
  refused("unique payment (authority)", othersOf("payment", "authority")),
  refused(
    "unique rating (order_item_id)",
    `INSERT INTO rating
     (id, order_item_id, user_id, product_id, stars, comment, is_canned, created_at)
     SELECT 'twin', order_item_id, user_id, product_id, 5, '', 0, 1 FROM rating LIMIT 1`,
  ),
  refused(
    "unique refund (order_item_id)",
    `INSERT INTO refund
     (id, order_item_id, order_id, user_id, wallet_toman, gateway_toman, reason, state, created_at)
     SELECT 'twin', order_item_id, order_id, user_id, wallet_toman, gateway_toman, reason, 'due', 1
     FROM refund LIMIT 1`,
  ),
  refused(
    "unique search_entry (kind, ref)",
    `INSERT INTO search_entry (kind, ref, title, latin, further, parts)
     SELECT kind, ref, title, latin, further, parts FROM search_entry LIMIT 1`,
  ),
  refused(
    "unique subcategory (type, url_name)",
    `INSERT INTO subcategory
     (id, type, url_name, display_name, latin_name, hue, tagline, region_notice, position)
     SELECT 'twin', type, url_name, display_name, latin_name, hue, tagline, region_notice, position
     FROM subcategory LIMIT 1`,
  ),
  refused(
    "index bank_card_once_per_user",
    `INSERT INTO bank_card
     (id, user_id, number_sealed, number_fingerprint, owner, status, created_at)
     SELECT 'twin', user_id, '', number_fingerprint, '', 'rejected', 1 FROM bank_card
     WHERE deleted_at IS NULL LIMIT 1`,
  ),
  refused(
    "index bank_card_verified_once",
    `INSERT INTO bank_card
     (id, user_id, number_sealed, number_fingerprint, owner, status, created_at)
     SELECT 'twin', ${STRANGER}, '', number_fingerprint, '', 'verified', 1 FROM bank_card
     WHERE deleted_at IS NULL AND status = 'verified' LIMIT 1`,
  ),
  refused(
    "index identity_request_active",
    `INSERT INTO identity_request
     (id, user_id, card_number_sealed, card_number_fingerprint, card_owner, status, created_at)
     SELECT 'twin', user_id, '', 'twin', '', 'pending', 1 FROM identity_request
     WHERE status = 'verified' LIMIT 1`,
  ),
  refused(
    "index identity_request_verified_card",
    `INSERT INTO identity_request
     (id, user_id, card_number_sealed, card_number_fingerprint, card_owner, status, created_at)
     SELECT 'twin', ${STRANGER}, '', card_number_fingerprint, '', 'verified', 1
     FROM identity_request WHERE status = 'verified' LIMIT 1`,
  ),
  refused(
    "index orders_once_per_cart",
    newOrder("'twin', user_id, cart_version, 'paid', 0, 0, 0, 0, 1, 1, 1", ", paid_at"),
  ),
  refused(
    "index orders_once_per_key",
    `INSERT INTO orders
     (id, user_id, cart_version, state, total_toman, wallet_toman, gateway_toman, reward_toman,
     idempotency_key, created_at, updated_at)
     ${twice((id) => `${id}, ${ANYBODY}, 999, 'cancelled', 0, 0, 0, 0, 'twin', 1, 1`)}`,
  ),
  refused(
    "index payment_once_per_key",
    `INSERT INTO payment
     (id, user_id, purpose, gateway, card_id, amount_toman, state, idempotency_key, request_hash,
     created_at, requested_at, expires_at, settled_at)
     SELECT t.value, p.user_id, 'wallet_topup', 'zarinpal', p.card_id, 50000, 'failed', 'twin', '',
     1, 1, 1, 1
     FROM json_each('["twin-1","twin-2"]') t, (SELECT * FROM payment LIMIT 1) p`,
  ),
  refused(
    "index payment_once_per_reference",
    `UPDATE payment SET ref_id = (SELECT max(ref_id) FROM payment)
     WHERE id = (SELECT id FROM payment
       WHERE state = 'paid' AND ref_id <> (SELECT max(ref_id) FROM payment) LIMIT 1)`,
  ),
  refused(
    "index withdrawal_once_per_key",
    `INSERT INTO withdrawal
     (id, user_id, card_id, amount_toman, state, idempotency_key, request_hash, created_at,
     decided_at)
     SELECT t.value, w.user_id, w.card_id, 100000, 'rejected', 'twin', '', 1, 1
     FROM json_each('["twin-1","twin-2"]') t, (SELECT * FROM withdrawal LIMIT 1) w`,
  ),
  refused(
    "index ticket_once_per_key",
    `${openTicket} ${twice((id) => `${id}, ${ANYBODY}, '', '', NULL, 'Open', 'twin', 1, 1`)}`,
  ),
  refused(
    "index ticket_open_of_item",
    `${openTicket} ${twice((id) => `${id}, ${BUYER}, '', '', ${ANY_ITEM}, 'Open', NULL, 1, 1`)}`,
  ),
  refused(
    "index ticket_message_once_per_key",
    `INSERT INTO ticket_message (id, ticket_id, sender_type, content, idempotency_key, created_at)
     ${twice((id) => `${id}, ${one("ticket", "status <> 'Closed'")}, 'buyer', '', 'twin', 1`)}`,
  ),
  refused(
    "index restock_alert_open",
    `INSERT INTO restock_alert (id, user_id, product_id, created_at)
     ${twice((id) => `${id}, ${ANYBODY}, ${one("product", "true")}, 1`)}`,
  ),
  refused(
    "index user_by_verified_email",
    `UPDATE user SET is_email_verified = 1,
       email = iif(id > (SELECT min(id) FROM user), 'Twin@example.com', 'twin@example.com')
     WHERE id IN (SELECT id FROM user ORDER BY id LIMIT 2)`,
  ),
];
