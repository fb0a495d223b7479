import type { Section } from "../base/personal-data.ts";

/**
 * A person's purchases, and the texts that the person wrote about them: `export` reads the data for
 * the person, `forget` removes personal data.
 */
export const BUYING_DATA: readonly Section[] = [
  {
    name: "cart",
    export: "SELECT product_id, quantity, added_at FROM cart_item WHERE user_id = ?1 LIMIT ?2",
    forget: [
      "DELETE FROM cart_item WHERE user_id = ?1",
      "UPDATE cart SET discount_code_id = NULL WHERE user_id = ?1",
    ],
  },
  {
    name: "cartAnswers",
    opens: "cart_answer",
    export: `SELECT id, product_id, question_id, sealed, written_at FROM cart_answer
      WHERE user_id = ?1 ORDER BY written_at DESC LIMIT ?2`,
  },
  {
    name: "orders",
    export: `SELECT id, number, state, total_toman, wallet_toman, gateway_toman, created_at, paid_at
      FROM orders
      WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "orderItems",
    export: `SELECT i.id, i.order_id, i.product_name, i.quantity, i.price_toman, i.total_toman,
        i.delivery_status, i.delivered_at
      FROM orders o JOIN order_item i ON i.order_id = o.id WHERE o.user_id = ?1
      ORDER BY o.created_at DESC LIMIT ?2`,
  },
  {
    name: "orderAnswers",
    opens: "order_answer",
    export: `SELECT a.id, o.id AS order_id, a.sealed FROM orders o
      JOIN order_item i ON i.order_id = o.id JOIN order_answer a ON a.id = i.id
      WHERE o.user_id = ?1 ORDER BY o.created_at DESC LIMIT ?2`,
    forget: [
      `UPDATE order_answer SET sealed = '' WHERE id IN (
         SELECT i.id FROM orders o JOIN order_item i ON i.order_id = o.id WHERE o.user_id = ?1)`,
    ],
  },
  {
    name: "codesRead",
    // The network of a person who opened a gift is not shown to its giver.
    export: `SELECT r.order_item_id, r.code_id, r.read_at, r.channel,
        iif(r.channel = 'gift', '', r.address) AS address
      FROM orders o JOIN order_item i ON i.order_id = o.id
      JOIN content_reading r ON r.order_item_id = i.id
      WHERE o.user_id = ?1 ORDER BY r.read_at DESC LIMIT ?2`,
    forget: [
      `UPDATE content_reading SET address = '' WHERE order_item_id IN (
         SELECT i.id FROM orders o JOIN order_item i ON i.order_id = o.id WHERE o.user_id = ?1)`,
    ],
  },
  {
    name: "codesKnown",
    // The export tells that an operator saw a code, but not which operator.
    export: `SELECT k.code_id, k.way, k.known_at, k.last_at, k.times,
        iif(k.way = 'buyer', k.networks, '[]') AS networks
      FROM orders o JOIN order_item i ON i.order_id = o.id JOIN code c ON c.order_item_id = i.id
      JOIN code_knower k ON k.code_id = c.id
      WHERE o.user_id = ?1 ORDER BY k.known_at DESC LIMIT ?2`,
    forget: [
      `UPDATE code_knower SET networks = '[]' WHERE code_id IN (
         SELECT c.id FROM orders o JOIN order_item i ON i.order_id = o.id
         JOIN code c ON c.order_item_id = i.id WHERE o.user_id = ?1)`,
    ],
  },
  {
    name: "gifts",
    export: `SELECT id, code_id, occasion, recipient, message, signature, phone, is_phone_required,
        state, created_at, opens_at, paused_at, opened_at, called_back_at
      FROM gift WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
    // A sealed gift can still be opened with its link, because it already belongs to somebody else.
    // If only the owner of a certain phone may open it, that phone is not deleted.
    forget: [
      `UPDATE gift SET recipient = '', message = '', signature = '', token_sealed = '',
         is_phone_required = iif(state = 'sealed', is_phone_required, 0),
         phone = iif(state = 'sealed' AND is_phone_required = 1, phone, NULL)
       WHERE user_id = ?1`,
    ],
  },
  {
    name: "payments",
    export: `SELECT id, purpose, order_id, card_id, amount_toman, state, ref_id, created_at,
        settled_at
      FROM payment
      WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    name: "refunds",
    export: `SELECT f.order_item_id, f.wallet_toman, f.gateway_toman, f.withheld_toman, f.reason, f.note,
        f.state, f.created_at, f.settled_at
      FROM orders o JOIN refund f ON f.order_id = o.id WHERE o.user_id = ?1
      ORDER BY f.created_at DESC LIMIT ?2`,
    forget: [
      "UPDATE refund SET note = NULL WHERE order_id IN (SELECT id FROM orders WHERE user_id = ?1)",
    ],
  },
  {
    name: "discountCodes",
    export: `SELECT code, type, value, is_active, expires_at, created_at FROM discount_code
      WHERE owner_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
    forget: ["UPDATE discount_code SET is_active = 0 WHERE owner_id = ?1"],
  },
  {
    name: "tickets",
    export: `SELECT id, number, title, description, status, created_at, updated_at FROM ticket
      WHERE user_id = ?1 ORDER BY updated_at DESC LIMIT ?2`,
    forget: [
      "UPDATE ticket SET title = '', description = '', status = 'Closed' WHERE user_id = ?1",
    ],
  },
  {
    name: "ticketMessages",
    export: `SELECT m.ticket_id, m.sender_type, m.content, m.created_at FROM ticket t
      JOIN ticket_message m ON m.ticket_id = t.id
      WHERE t.user_id = ?1 ORDER BY m.created_at DESC LIMIT ?2`,
    forget: [
      `UPDATE ticket_message SET content = ''
       WHERE ticket_id IN (SELECT id FROM ticket WHERE user_id = ?1)`,
    ],
  },
  {
    name: "ratings",
    export:
      "SELECT order_item_id, stars, comment, created_at FROM rating WHERE user_id = ?1 LIMIT ?2",
    forget: ["UPDATE rating SET comment = '' WHERE user_id = ?1"],
  },
];
