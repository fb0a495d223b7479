import {
  type Plant,
  awaitedPayment,
  failedTopup,
  idle,
  one,
  opening,
  paidTopup,
  plant,
  rename,
  stranger,
  transferOf,
  waiting,
} from "./plant.ts";

/** Errors in accounts, movements and payments. */
export const moneyPlants: Record<string, Plant[]> = {
  "Every account holds": [
    plant(
      `UPDATE account SET debits_toman = debits_toman + 1, credits_toman = credits_toman + 1
       WHERE id = 'shop:sales'`,
    ),
    plant(
      "UPDATE account SET credits_toman = credits_toman + 1 WHERE id = 'shop:sales'",
      "All accounts together",
    ),
    plant(opening(1_000)),
    plant(
      `UPDATE transfer SET credit_account_id = ${one("account", idle)}
       WHERE id = ${transferOf("topup")}`,
      "Money that came into a wallet",
    ),
  ],
  "All accounts together": [plant("DELETE FROM account WHERE id = 'bank:payouts'")],
  "No wallet, hold or clearing": [
    plant(
      `UPDATE account SET debits_toman = debits_toman + 1 WHERE id = ${one("account", idle)}`,
      "Every account holds",
      "All accounts together",
      "A wallet's history",
    ),
    plant(
      "UPDATE account SET kind = 'hold' WHERE id = 'gateway:zarinpal'",
      "Every account is of the kind",
    ),
    plant(
      `UPDATE account SET debits_toman = 9007199254740992,
         credits_toman = 9007199254740992 - debits_toman + credits_toman
       WHERE id = 'shop:sales'`,
      "Every account holds",
    ),
  ],
  "Every account is of the kind": [
    plant(`UPDATE account SET kind = 'shop' WHERE id = ${one("account", idle)}`),
    ...[
      "shopper:nobody",
      "hold:none",
      "clearing:none",
      "withdrawal:none",
      "refund:none",
      "shop:other",
    ].map((id) =>
      plant(`INSERT INTO account (id, kind, debits_toman, credits_toman)
        VALUES ('${id}', CASE '${id}' WHEN 'shopper:nobody' THEN 'shopper'
          WHEN 'shop:other' THEN 'shop' WHEN 'hold:none' THEN 'hold'
          WHEN 'withdrawal:none' THEN 'hold' ELSE 'clearing' END, 0, 0)`),
    ),
  ],
  "Every shopper has a wallet": [plant(`DELETE FROM account WHERE id = ${one("account", idle)}`)],
  "Every movement is one amount": [plant(opening(0))],
  "Every amount that is ordered": [
    plant(`UPDATE payment SET amount_toman = 0 WHERE id = ${failedTopup}`),
    plant(`UPDATE order_item SET price_toman = 100000000000000 WHERE id = ${waiting}`),
  ],
  "Money that came into a wallet": [
    plant(rename("topup", "opening")),
    plant(rename("topup", "late_payment")),
    plant(
      `UPDATE transfer SET debit_account_id = 'gateway:other' WHERE id = ${transferOf("topup")}`,
      "Every account holds",
    ),
    plant(
      `INSERT INTO transfer
       SELECT id || '-again', kind, debit_account_id, credit_account_id, amount_toman,
         order_id, payment_id, 1
       FROM transfer WHERE id = ${transferOf("topup")}`,
      "Every account holds",
      "A payment that was taken has exactly one effect",
    ),
  ],
  "Money that moved for an order": [
    plant(`UPDATE transfer SET order_id = 'none' WHERE id = ${transferOf("sale")}`),
    plant(`UPDATE transfer SET order_id = NULL WHERE id = ${transferOf("release")}`),
    plant(rename("release", "sale")),
  ],
  "Money that moved for a withdrawal": [
    plant(rename("withdrawal_return", "withdrawal_paid")),
    plant(rename("withdrawal", "withdrawal_return")),
  ],
  "Money that was given back": [
    plant(rename("refund_fallback", "refund_paid")),
    plant(`UPDATE transfer SET order_id = NULL WHERE id = ${transferOf("refund_wallet")}`),
  ],
  "Money that was earned": [
    plant(rename("reward", "referral")),
    plant(rename("take_back", "reward")),
  ],
  "A wallet's history": [
    plant(
      `UPDATE wallet_transaction SET amount_toman = amount_toman + 1
       WHERE id = (SELECT id FROM wallet_transaction
         WHERE type = 'deposit' AND status = 'completed' LIMIT 1)`,
    ),
    plant("DELETE FROM wallet_transaction WHERE cause = 'withdrawal' AND status = 'completed'"),
  ],
  "The wallet's list says": [
    plant(
      `UPDATE wallet_transaction SET status = 'pending'
       WHERE cause = 'topup' AND status = 'failed'`,
    ),
    plant("DELETE FROM wallet_transaction WHERE cause = 'topup' AND status = 'failed'"),
  ],
  "A payment that was taken has exactly one effect": [
    plant(
      `UPDATE payment SET state = 'paid', ref_id = 'new', settled_at = 1 WHERE id = ${failedTopup}`,
      "The wallet's list says",
    ),
    plant(
      `UPDATE transfer SET payment_id = NULL WHERE id = ${transferOf("order_gateway")}`,
      "Money that moved for an order",
    ),
  ],
  "No authority and no reference": [
    plant(
      `UPDATE payment SET authority = ${one("payment", "state = 'paid'", "authority")}
       WHERE id = ${failedTopup}`,
    ),
    plant(
      `UPDATE payment SET ref_id =
         (SELECT ref_id FROM payment WHERE state = 'paid' AND id <> ${paidTopup} LIMIT 1)
       WHERE id = ${paidTopup}`,
    ),
  ],
  "A payment that was taken carries": [
    plant(`UPDATE payment SET ref_id = 'new' WHERE id = ${failedTopup}`),
    plant(`UPDATE payment SET ref_id = NULL WHERE id = ${paidTopup}`),
    plant(`UPDATE payment SET authority = NULL WHERE id = ${paidTopup}`),
    plant(`UPDATE payment SET settled_at = NULL WHERE id = ${paidTopup}`),
  ],
  "A payment and its order": [
    plant(`UPDATE payment SET state = 'failed', settled_at = 1 WHERE id = ${awaitedPayment}`),
    plant(
      `UPDATE payment
       SET (user_id, card_id) = (SELECT user_id, id FROM bank_card WHERE user_id = ${stranger})
       WHERE id = ${awaitedPayment}`,
    ),
    plant(`UPDATE payment SET amount_toman = amount_toman + 1 WHERE id = ${awaitedPayment}`),
    plant(`UPDATE payment SET purpose = 'cart_checkout' WHERE id = ${failedTopup}`),
  ],
  "An order that the gateway is to pay": [
    plant(`DELETE FROM payment WHERE id = ${awaitedPayment}`),
  ],
  "Money comes from and goes to": [
    plant(
      `UPDATE withdrawal SET card_id = (SELECT id FROM bank_card WHERE user_id = ${stranger})
       WHERE state = 'pending'`,
    ),
    plant(`UPDATE payment SET card_id = 'none' WHERE id = ${failedTopup}`),
  ],
  "A card named without papers": ["'named'", awaitedPayment].map((id) =>
    plant(
      `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status, is_named,
         created_at, deleted_at)
       SELECT ${id}, user_id, number_sealed, 'named', '', 'pending', 1, 1, 1
       FROM bank_card LIMIT 1`,
    ),
  ),
  "Every replacement and export of codes": [
    plant(
      `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, created_at)
       VALUES ('planted', 'local', 'code_batch', 'planted', 'exported', 9000000000000)`,
    ),
  ],
};
