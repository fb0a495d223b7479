import { one } from "../plant.ts";
import type { Guard } from "./guard.ts";
import { newTransfer, refused } from "./refused-values.ts";

/** Rows that may not change or be deleted, and forbidden changes of state. */

const ANYBODY = "(SELECT id FROM user ORDER BY id LIMIT 1)";
/** Makes a person who was forgotten. */
const gone = [
  `INSERT INTO user (id, phone, referral_code, created_at, forgotten_at)
   VALUES ('gone', '9700000001', 'gone', 1, 1)`,
  "INSERT INTO account (id, kind) VALUES ('shopper:gone', 'shopper')",
];

export const refusedChanges: Guard[] = [
  refused(
    "trigger account_never_goes",
    `DELETE FROM account
     WHERE id = ${one("account", "kind = 'shopper' AND debits_toman = 0 AND credits_toman = 0")}`,
  ),
  refused(
    "trigger code_sold_stays",
    `DELETE FROM code WHERE id = ${one("code", "status = 'sold'")}`,
  ),
  refused(
    "trigger code_sold_for_good",
    `UPDATE code SET order_item_id = (SELECT i.id FROM order_item i
       WHERE i.product_id = code.product_id AND i.id <> code.order_item_id LIMIT 1)
     WHERE id = (SELECT c.id FROM code c
       JOIN order_item i ON i.product_id = c.product_id AND i.id <> c.order_item_id
       WHERE c.status = 'sold' LIMIT 1)`,
  ),
  refused(
    "trigger desk_decision_never_changes",
    `UPDATE desk_decision SET verdict = 'rejected'
     WHERE id = ${one("desk_decision", "subject = 'withdrawal' AND verdict = 'paid'")}`,
  ),
  refused(
    "trigger desk_decision_never_goes",
    `DELETE FROM desk_decision WHERE id = ${one("desk_decision", "subject = 'withdrawal'")}`,
  ),
  refused(
    "trigger earning_path",
    `UPDATE earning SET state = 'held', settled_at = NULL
     WHERE id = ${one("earning", "state = 'paid'")}`,
  ),
  refused(
    "trigger orders_path",
    `UPDATE orders SET state = 'awaiting', paid_at = NULL
     WHERE id = ${one("orders", "state = 'paid'")}`,
  ),
  refused(
    "trigger payment_path",
    `UPDATE payment SET state = 'failed' WHERE id = ${one("payment", "state = 'paid'")}`,
  ),
  refused(
    "trigger payment_reviewed_once",
    `UPDATE payment SET reviewed_at = 2 WHERE id = ${one("payment", "reviewed_at IS NOT NULL")}`,
  ),
  refused(
    "trigger refund_path",
    `UPDATE refund SET state = 'due', settled_at = NULL
     WHERE id = ${one("refund", "state = 'fallen_back'")}`,
  ),
  refused(
    "trigger withdrawal_path",
    `UPDATE withdrawal SET state = 'pending', decided_at = NULL
     WHERE id = ${one("withdrawal", "state = 'paid'")}`,
  ),
  refused(
    "trigger ticket_stays_closed",
    `UPDATE ticket SET status = 'Open' WHERE id = ${one("ticket", "status = 'Closed'")}`,
  ),
  refused(
    "trigger ticket_message_needs_open",
    `INSERT INTO ticket_message (id, ticket_id, sender_type, content, created_at)
     VALUES ('late', ${one("ticket", "status = 'Closed'")}, 'buyer', '', 1)`,
  ),
  refused("trigger rating_never_changes", "UPDATE rating SET stars = 1"),
  refused(
    "trigger restock_alert_told_once",
    `INSERT INTO restock_alert (id, user_id, product_id, created_at, told_at)
     VALUES ('told', ${ANYBODY}, ${one("product", "true")}, 1, 1)`,
    "UPDATE restock_alert SET told_at = NULL WHERE id = 'told'",
  ),
  // The key refuses a plain INSERT; OR REPLACE would overwrite the booked transfer.
  refused(
    "trigger transfer_once",
    `INSERT OR REPLACE INTO transfer
     (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
     SELECT id, kind, debit_account_id, credit_account_id, amount_toman + 1, 1 FROM transfer
     WHERE kind = 'opening' LIMIT 1`,
  ),
  refused(
    "trigger transfer_never_changes",
    `UPDATE transfer SET amount_toman = 1 WHERE id = ${one("transfer", "kind = 'opening'")}`,
  ),
  refused(
    "trigger transfer_never_goes",
    `DELETE FROM transfer WHERE id = ${one("transfer", "kind = 'opening'")}`,
  ),
  refused(
    "trigger upload_goes",
    `UPDATE upload SET delete_at = 0 WHERE id = ${one("upload", "true")}`,
    "UPDATE upload SET delete_at = NULL WHERE delete_at = 0",
  ),
  refused(
    "trigger forgotten_stays",
    ...gone,
    "UPDATE user SET first_name = 'سارا' WHERE id = 'gone'",
  ),
  refused(
    "trigger forgotten_signs_in_no_more",
    ...gone,
    `INSERT INTO session (token_hash, user_id, created_at, expires_at)
     VALUES ('gone', 'gone', 1, 2)`,
  ),
  refused(
    "trigger forgotten_gets_nothing",
    ...gone,
    newTransfer("'opening:gone', 'opening', 'shop:capital', 'shopper:gone', 5000"),
  ),
];
