/**
 * The stored data about a person, by section. In the SQL, ?1 is the person's id and ?2 the row
 * limit. Column names become field names, and times (`…_at`) become dates. `opens` names the kind
 * of encrypted number to decrypt.
 */
export const SECTIONS: readonly {
  name: string;
  sql: string;
  opens?: "bank_card" | "identity_request";
}[] = [
  {
    name: "profile",
    sql: `SELECT id, phone, first_name, last_name, email, is_email_verified, wants_codes_by_email,
        referral_code, inviter_id IS NOT NULL AS was_invited, orders_count, purchases_count,
        tickets_count, invitees_count, invitees_purchases_count, referral_income_toman,
        referral_pending_toman, created_at, forgotten_at
      FROM user WHERE id = ?1 LIMIT ?2`,
  },
  {
    name: "sessions",
    sql: `SELECT created_at, expires_at, revoked_at FROM session WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "knownBrowsers",
    sql: `SELECT b.created_at FROM user u JOIN known_browser b ON b.phone = u.phone WHERE u.id = ?1
      ORDER BY b.created_at DESC LIMIT ?2`,
  },
  {
    name: "signInCodes",
    sql: `SELECT c.created_at, c.expires_at, c.used_at, c.tries FROM user u
      JOIN sign_in_code c ON c.phone = u.phone
      WHERE u.id = ?1 ORDER BY c.created_at DESC LIMIT ?2`,
  },
  {
    name: "bankCards",
    opens: "bank_card",
    sql: `SELECT id, number_sealed AS sealed, owner, status, is_default, created_at, decided_at,
        deleted_at
      FROM bank_card WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "identityRequests",
    opens: "identity_request",
    sql: `SELECT id, card_number_sealed AS sealed, card_owner, status, rejection_reason, created_at,
        decided_at
      FROM identity_request WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "images",
    sql: `SELECT id, media_type, size_bytes, created_at, delete_at FROM upload WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "cart",
    sql: "SELECT product_id, quantity, added_at FROM cart_item WHERE user_id = ?1 LIMIT ?2",
  },
  {
    name: "orders",
    sql: `SELECT id, state, total_toman, wallet_toman, gateway_toman, created_at, paid_at
      FROM orders
      WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "orderItems",
    sql: `SELECT i.id, i.order_id, i.product_name, i.quantity, i.price_toman, i.total_toman,
        i.delivery_status, i.delivered_at
      FROM orders o JOIN order_item i ON i.order_id = o.id WHERE o.user_id = ?1
      ORDER BY o.created_at DESC LIMIT ?2`,
  },
  {
    name: "codesRead",
    sql: `SELECT r.order_item_id, r.read_at, r.channel, r.address
      FROM orders o JOIN order_item i ON i.order_id = o.id
      JOIN content_reading r ON r.order_item_id = i.id
      WHERE o.user_id = ?1 ORDER BY r.read_at DESC LIMIT ?2`,
  },
  {
    name: "payments",
    sql: `SELECT id, purpose, order_id, card_id, amount_toman, state, ref_id, created_at, settled_at
      FROM payment
      WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "wallet",
    sql: `SELECT credits_toman - debits_toman AS balance_toman FROM account
      WHERE id = 'shopper:' || ?1 LIMIT ?2`,
  },
  {
    name: "transactions",
    sql: `SELECT type, status, amount_toman, cause, created_at FROM wallet_transaction
      WHERE user_id = ?1 ORDER BY created_at DESC, id DESC LIMIT ?2`,
  },
  {
    name: "withdrawals",
    sql: `SELECT id, card_id, amount_toman, state, note, created_at, decided_at FROM withdrawal
      WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "refunds",
    sql: `SELECT f.order_item_id, f.wallet_toman, f.gateway_toman, f.reason, f.note, f.state,
        f.created_at, f.settled_at
      FROM orders o JOIN refund f ON f.order_id = o.id WHERE o.user_id = ?1
      ORDER BY f.created_at DESC LIMIT ?2`,
  },
  {
    name: "earnings",
    sql: `SELECT kind, amount_toman, state, taken_back_toman, due_at, created_at, settled_at
      FROM earning
      WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "discountCodes",
    sql: `SELECT code, type, value, is_active, expires_at, created_at FROM discount_code
      WHERE owner_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "tickets",
    sql: `SELECT id, title, description, status, created_at, updated_at FROM ticket
      WHERE user_id = ?1 ORDER BY updated_at DESC LIMIT ?2`,
  },
  {
    name: "ticketMessages",
    sql: `SELECT m.ticket_id, m.sender_type, m.content, m.created_at FROM ticket t
      JOIN ticket_message m ON m.ticket_id = t.id
      WHERE t.user_id = ?1 ORDER BY m.created_at DESC LIMIT ?2`,
  },
  {
    name: "ratings",
    sql: "SELECT order_item_id, stars, comment, created_at FROM rating WHERE user_id = ?1 LIMIT ?2",
  },
  {
    name: "restockAlerts",
    sql: `SELECT product_id, created_at, told_at FROM restock_alert WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "messages",
    sql: `SELECT template, channel, email, created_at, sent_at FROM outbox WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
  },
];
