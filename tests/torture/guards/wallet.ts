import { leaveThingsOpen } from "../../support/busy-shop.ts";
import { withOrder } from "../faults/handler.ts";
import { one } from "../plant.ts";
import type { Guard } from "./guard.ts";
import { checks, lived, newTransfer, refused, set } from "./schema.ts";

const idle = "kind = 'shopper' AND debits_toman = 0 AND credits_toman = 0";

const idleAccount = one("account", idle);

export const guardsOfWallet: Guard[] = [
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
    "(amount_toman BETWEEN 1 AND 99999999999999)": newTransfer(
      "'sale:none', 'sale', 'shop:capital', 'shop:sales', -5",
    ),
    "(debit_account_id <> credit_account_id)": newTransfer(
      "'sale:none', 'sale', 'shop:capital', 'shop:capital', 5",
    ),
  }),
  refused(
    "reference transfer (kind)",
    newTransfer(`'gift:1', 'gift', 'shop:capital', ${idleAccount}, 1000`),
  ),
  ...checks("wallet_transaction", {
    "(type IN ('deposit', 'withdrawal', 'purchase', 'refund'))": set(
      "wallet_transaction",
      "type = 'gift'",
      "status = 'completed'",
    ),
    "(status IN ('pending', 'completed', 'failed'))": set("wallet_transaction", "status = 'lost'"),
    "(amount_toman >= 1)": set("wallet_transaction", "amount_toman = 0", "status = 'completed'"),
  }),
  refused(
    "trigger account_never_goes",
    `DELETE FROM account
     WHERE id = ${one("account", "kind = 'shopper' AND debits_toman = 0 AND credits_toman = 0")}`,
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
  ...lived((shop) => shop.newShopper({ balanceToman: 5_000 }), "transfer_books", "deposit_booked"),
  ...lived(leaveThingsOpen, "purchase_held"),
  ...lived((shop) => withOrder(shop, 100_000), "purchase_booked", "order_bought"),
];
