import { expect } from "vitest";
import { one } from "../plant.ts";
import type { Guard } from "./guard.ts";

/** Values that the database itself refuses, whoever writes them. */

/** A guard that must refuse the last statement; the others prepare it. */
export function refused(name: string, ...statements: string[]): Guard {
  return {
    name,
    attack: async ({ shop }) => {
      const last = statements.at(-1) ?? "";
      for (const statement of statements.slice(0, -1)) await shop.sql(statement);
      await expect(shop.sql(last), "the statement is refused").rejects.toThrow(/SQLITE_CONSTRAINT/);
    },
  };
}

const checks = (table: string, rows: Record<string, string>): Guard[] =>
  Object.entries(rows).map(([check, statement]) => refused(`check ${table} ${check}`, statement));
/** SQL text: changes one row of a table. */
const set = (table: string, changes: string, where = "true") =>
  `UPDATE ${table} SET ${changes} WHERE id = ${one(table, where)}`;
const ITEM = "(SELECT id FROM order_item ORDER BY id LIMIT 1)";
const UNREFUNDED = "i.id NOT IN (SELECT order_item_id FROM refund)";
const OF_ITEM = "FROM order_item i JOIN orders o ON o.id = i.order_id";
const idle = "kind = 'shopper' AND debits_toman = 0 AND credits_toman = 0";
const idleAccount = one("account", idle);

export const newOrder = (values: string, columns = "") =>
  `INSERT INTO orders
   (id, user_id, cart_version, state, total_toman, wallet_toman, gateway_toman, reward_toman,
   created_at, updated_at${columns})
   SELECT ${values} FROM orders WHERE state = 'paid' ORDER BY id LIMIT 1`;
export const newTransfer = (values: string) =>
  `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
   VALUES (${values}, 1)`;
const newRating = (stars: string, isCanned: string) =>
  `INSERT INTO rating
   (id, order_item_id, user_id, product_id, stars, comment, is_canned, created_at)
   SELECT 'more', i.id, o.user_id, i.product_id, ${stars}, '', ${isCanned}, 1 ${OF_ITEM}
   WHERE o.paid_at IS NOT NULL AND i.id NOT IN (SELECT order_item_id FROM rating) LIMIT 1`;

const money: Guard[] = [
  ...checks("account", {
    "(kind IN ('shopper', 'hold', 'clearing', 'gateway', 'bank', 'shop'))": set(
      "account",
      "kind = 'purse'",
      idle,
    ),
    "(debits_toman BETWEEN 0 AND 9007199254740991)":
      "UPDATE account SET debits_toman = -1 WHERE id = 'shop:sales'",
    "(credits_toman BETWEEN 0 AND 9007199254740991)":
      "UPDATE account SET credits_toman = -1 WHERE id = 'shop:capital'",
    "(kind NOT IN ('shopper', 'hold', 'clearing') OR credits_toman >= debits_toman)": newTransfer(
      `'take_back:none', 'take_back', ${idleAccount}, 'shop:sales', 1000`,
    ),
  }),
  ...checks("transfer", {
    "(kind IN ('topup', 'hold', 'release', 'order_wallet', 'order_gateway', 'sale', 'late_payment', 'opening', 'withdrawal', 'withdrawal_paid', 'withdrawal_return', 'refund_wallet', 'refund_gateway', 'refund_paid', 'refund_fallback', 'reward', 'referral', 'take_back'))":
      newTransfer(`'gift:1', 'gift', 'shop:capital', ${idleAccount}, 1000`),
    "(amount_toman BETWEEN 1 AND 99999999999999)": newTransfer(
      "'sale:none', 'sale', 'shop:capital', 'shop:sales', -5",
    ),
    "(debit_account_id <> credit_account_id)": newTransfer(
      "'sale:none', 'sale', 'shop:capital', 'shop:capital', 5",
    ),
  }),
  ...checks("wallet_transaction", {
    "(type IN ('deposit', 'withdrawal', 'purchase', 'refund'))": set(
      "wallet_transaction",
      "type = 'gift'",
      "status = 'completed'",
    ),
    "(status IN ('pending', 'completed', 'failed'))": set("wallet_transaction", "status = 'lost'"),
    "(amount_toman >= 1)": set("wallet_transaction", "amount_toman = 0", "status = 'completed'"),
  }),
  ...checks("payment", {
    "(purpose IN ('wallet_topup', 'cart_checkout'))": set(
      "payment",
      "purpose = 'gift'",
      "state = 'paid' AND order_id IS NULL",
    ),
    "(gateway IN ('zarinpal'))": set(
      "payment",
      "gateway = 'other'",
      "state = 'paid' AND order_id IS NULL",
    ),
    "(amount_toman >= 1)": set("payment", "amount_toman = 0", "state = 'failed'"),
    "(state IN ('initiating', 'pending', 'failed', 'expired', 'paid', 'credited', 'review'))": set(
      "payment",
      "state = 'lost'",
      "state = 'pending'",
    ),
    "((purpose = 'cart_checkout') = (order_id IS NOT NULL))": set(
      "payment",
      "purpose = 'wallet_topup'",
      "order_id IS NOT NULL",
    ),
    "(state <> 'pending' OR authority IS NOT NULL)": set(
      "payment",
      "authority = NULL",
      "state = 'pending'",
    ),
  }),
  ...checks("stray_payment", {
    "(amount_toman >= 1)": "INSERT INTO stray_payment VALUES ('none', 0, 1, 1, NULL)",
  }),
  ...checks("withdrawal", {
    "(amount_toman >= 100000)": set("withdrawal", "amount_toman = 99999"),
    "(state IN ('pending', 'paid', 'rejected'))": set(
      "withdrawal",
      "state = 'lost', decided_at = 1",
      "state = 'pending'",
    ),
    "((state = 'pending') = (decided_at IS NULL))": set(
      "withdrawal",
      "decided_at = 1",
      "state = 'pending'",
    ),
  }),
  ...checks("refund", {
    "(wallet_toman >= 0)": set("refund", "wallet_toman = -1"),
    "(gateway_toman >= 0)": set("refund", "gateway_toman = -1"),
    "(reason IN ('profile_incomplete', 'shopper', 'operator'))": set("refund", "reason = 'mood'"),
    "(state IN ('done', 'due', 'asking', 'sent', 'fallen_back', 'review'))": `INSERT INTO refund
       (id, order_item_id, order_id, user_id, wallet_toman, gateway_toman, reason, state,
        created_at)
       SELECT 'more', i.id, o.id, o.user_id, 0, 0, 'shopper', 'lost', 1 ${OF_ITEM}
       WHERE ${UNREFUNDED} LIMIT 1`,
  }),
  ...checks("earning", {
    "(kind IN ('reward', 'referral'))": set("earning", "kind = 'gift'", "kind = 'referral'"),
    "(amount_toman >= 1)": set("earning", "amount_toman = 0", "state = 'held'"),
    "(state IN ('held', 'paid', 'cancelled', 'taken_back'))": `INSERT INTO earning
       (id, kind, user_id, buyer_id, order_item_id, amount_toman, state, due_at, created_at)
       SELECT 'reward:' || i.id, 'reward', o.user_id, o.user_id, i.id, 1, 'lost', 1, 1 ${OF_ITEM}
       WHERE i.id NOT IN (SELECT order_item_id FROM earning) LIMIT 1`,
    "(taken_back_toman BETWEEN 0 AND amount_toman)": set(
      "earning",
      "taken_back_toman = amount_toman + 1",
      "state = 'taken_back'",
    ),
    "((kind = 'reward') = (user_id = buyer_id))": set(
      "earning",
      "user_id = buyer_id",
      "kind = 'referral' AND state = 'held'",
    ),
  }),
];

const orders: Guard[] = [
  ...checks("orders", {
    "(state IN ('awaiting', 'cancelled', 'paid', 'refunded'))": newOrder(
      "'more', user_id, 999, 'lost', 5, 5, 0, 0, 1, 1",
    ),
    "(wallet_toman >= 0)": set("orders", "wallet_toman = -1, gateway_toman = total_toman + 1"),
    "(gateway_toman >= 0)": set("orders", "gateway_toman = -1, wallet_toman = total_toman + 1"),
    "(reward_toman >= 0)": set("orders", "reward_toman = -1"),
    "(wallet_toman + gateway_toman = total_toman)": set("orders", "total_toman = total_toman + 1"),
    "((state IN ('paid', 'refunded')) = (paid_at IS NOT NULL))": set(
      "orders",
      "paid_at = NULL",
      "state = 'paid'",
    ),
  }),
  {
    ...refused(
      "check orders (total_toman >= 0)",
      set("orders", "total_toman = -1, wallet_toman = -1, gateway_toman = 0"),
    ),
    // The sum of two non-negative parts is not negative either.
    heldAlsoBy: ["check orders (wallet_toman >= 0)"],
  },
  ...checks("order_item", {
    "(delivery_type IN ('instant', 'manual'))": set("order_item", "delivery_type = 'gift'"),
    "(quantity BETWEEN 1 AND 10)": set(
      "order_item",
      "quantity = 11",
      "delivery_status = 'delivered'",
    ),
    "(price_toman >= 1)": set("order_item", "price_toman = 0"),
    "(total_toman >= 0)": set("order_item", "total_toman = -1"),
    "(reward_toman >= 0)": set("order_item", "reward_toman = -1"),
    "(delivery_status IN ('pending', 'processing', 'delivered', 'cancelled', 'failed'))": set(
      "order_item",
      "delivery_status = 'lost'",
      "delivery_status = 'pending'",
    ),
    "((delivery_status = 'delivered') = (delivered_at IS NOT NULL))": set(
      "order_item",
      "delivered_at = 1",
      "delivery_status = 'pending'",
    ),
  }),
  ...checks("code", {
    "(status IN ('free', 'held', 'sold'))": set(
      "code",
      `status = 'lost', order_item_id = ${ITEM}`,
      "status = 'free'",
    ),
    "((status = 'free') = (order_item_id IS NULL))": set(
      "code",
      `order_item_id = ${ITEM}`,
      "status = 'free'",
    ),
    "((status = 'held') = (held_until IS NOT NULL))": set(
      "code",
      "held_until = 1",
      "status = 'free'",
    ),
    "((status = 'sold') = (sold_at IS NOT NULL))": set("code", "sold_at = 1", "status = 'free'"),
  }),
  ...checks("code_batch", { "(unit_cost_toman >= 0)": set("code_batch", "unit_cost_toman = -1") }),
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
  ...checks("cart_item", { "(quantity BETWEEN 1 AND 10)": "UPDATE cart_item SET quantity = 11" }),
  ...checks("discount_code", {
    "(code = upper(code))": set("discount_code", "code = 'lower'"),
    "(type IN ('percentage', 'fixed'))": set(
      "discount_code",
      "type = 'all'",
      "type = 'percentage'",
    ),
    "(value >= 1 AND (type = 'fixed' OR value <= 100))": set(
      "discount_code",
      "value = 101",
      "type = 'percentage'",
    ),
    "(min_purchase_toman >= 0)": set("discount_code", "min_purchase_toman = -1"),
    "(uses_max >= 1)": set("discount_code", "uses_max = 0"),
    "(uses_per_user_max >= 1)": set("discount_code", "uses_per_user_max = 0"),
    "(is_active IN (0, 1))": set("discount_code", "is_active = 2"),
  }),
];

const people: Guard[] = [
  ...checks("user", {
    "(length(phone) = 10 AND phone GLOB '9*' AND phone NOT GLOB '*[^0-9]*')": set(
      "user",
      "phone = '9' || phone",
    ),
    "(is_email_verified IN (0, 1))": set("user", "is_email_verified = 2"),
    "(inviter_id <> id)": set("user", "inviter_id = id"),
    "(wants_codes_by_email IN (0, 1))": set("user", "wants_codes_by_email = 2"),
  }),
  ...checks("sign_in_code", {
    "(is_known_browser IN (0, 1))": set("sign_in_code", "is_known_browser = 2"),
    "(tries BETWEEN 0 AND 5)": set("sign_in_code", "tries = 6"),
  }),
  ...checks("upload", {
    "(media_type IN ('image/jpeg', 'image/png', 'image/webp'))": set(
      "upload",
      "media_type = 'image/svg+xml'",
    ),
  }),
  ...checks("bank_card", {
    "(status IN ('pending', 'verified', 'rejected'))": set("bank_card", "status = 'good'"),
    "(is_default IN (0, 1))": set("bank_card", "is_default = 2"),
  }),
  ...checks("identity_request", {
    "(status IN ('pending', 'verified', 'rejected'))": set("identity_request", "status = 'good'"),
  }),
  ...checks("content_reading", {
    "(channel IN ('page', 'email'))": set("content_reading", "channel = 'pigeon'"),
  }),
  ...checks("outbox", { "(channel IN ('sms', 'email'))": set("outbox", "channel = 'pigeon'") }),
  ...checks("rating", {
    "(stars BETWEEN 1 AND 5)": newRating("6", "0"),
    "(is_canned IN (0, 1))": newRating("5", "2"),
  }),
  ...checks("ticket", {
    "(status IN ('Open', 'In Progress', 'Closed', 'Owner Responded', 'User Responded'))": set(
      "ticket",
      "status = 'Lost'",
      "status <> 'Closed'",
    ),
  }),
  ...checks("ticket_message", {
    "(sender_type IN ('buyer', 'owner'))": set(
      "ticket_message",
      "sender_type = 'bot'",
      "sender_type = 'owner'",
    ),
    "((sender_type = 'buyer') = (operator IS NULL))": set(
      "ticket_message",
      "operator = 'somebody'",
      "sender_type = 'buyer'",
    ),
  }),
  ...checks("desk_decision", {
    "(subject IN ('bank_card', 'identity_request', 'withdrawal', 'ticket', 'order_item', 'refund', 'upload', 'person', 'payment'))":
      "INSERT INTO desk_decision VALUES ('more', 'somebody', 'mood', 'none', 'good', NULL, 1)",
  }),
  ...checks("subcategory", { "(hue BETWEEN 0 AND 359)": set("subcategory", "hue = 360") }),
  ...checks("search_entry", {
    "(kind IN ('product', 'subcategory', 'tutorial'))": set("search_entry", "kind = 'person'"),
  }),
  ...checks("tutorial", {
    "(json_type(subcategories) = 'array')": "UPDATE tutorial SET subcategories = '{}'",
  }),
  ...checks("unopenable_seal", {
    "(place IN ('code', 'bank_card', 'identity_request', 'outbox'))":
      "INSERT INTO unopenable_seal VALUES ('nowhere', 'none', 1)",
  }),
];

export const refusedValues: Guard[] = [...money, ...orders, ...people];
