import { expect } from "vitest";
import { deleteBankCard, getBankCards } from "../../../contract/bank-card.ts";
import { adoptPayment } from "../../../contract/desk/payment.ts";
import { initiatePayment, verifyPayment } from "../../../contract/payment.ts";
import { getTransactions } from "../../../contract/transaction.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { authorityOf } from "../../support/shop.ts";
import { type Guard, type Stage, expectRefused, sql } from "./guard.ts";
import { KEY, emptyFor, owner, sameKey, stranger } from "./owners.ts";

/** Owners of payments, withdrawals and cards. */

/** An operator gives a stray payment to a person whose card did not pay it. */
async function adoptOthers({ shop }: Stage) {
  const [payer, other] = [await shop.newShopper(), await shop.newShopper()];
  const body = { purpose: "wallet_topup" as const, amount: 50_000, cardNumber: payer.cardNumber };
  const authority = authorityOf(await payer.ask(initiatePayment, { body }));
  await shop.sandbox.pay(authority);
  await shop.put(
    sql("DELETE FROM wallet_transaction WHERE user_id = ?1", payer.id),
    sql("DELETE FROM payment WHERE user_id = ?1", payer.id),
  );
  expectRefused(
    await shop.desk(adoptPayment, { body: { authority, amount: 50_000, personId: other.id } }),
    "not_their_card",
  );
}

export const ownersOfMoney: Guard[] = [
  owner(
    "a payment by its authority",
    "FROM payment WHERE authority = ?1 AND user_id = ?2",
    stranger(verifyPayment, "authority"),
  ),
  owner(
    "a payment by its idempotency key",
    [
      "FROM payment p WHERE p.user_id = ?1 AND p.idempotency_key = ?2",
      "FROM payment WHERE user_id = ?1 AND idempotency_key = ?2",
    ],
    sameKey(
      (shopper) =>
        shopper.ask(initiatePayment, {
          body: { purpose: "wallet_topup", amount: 50_000, cardNumber: shopper.cardNumber },
          idempotencyKey: KEY,
        }),
      ({ url }) => url,
    ),
  ),
  owner(
    "a withdrawal by its idempotency key",
    "FROM withdrawal\n       WHERE user_id = ?1 AND idempotency_key = ?2",
    sameKey(
      (shopper) =>
        shopper.ask(requestWithdrawal, { body: { amount: 100_000 }, idempotencyKey: KEY }),
      ({ withdrawal }) => withdrawal.id,
    ),
  ),
  owner(
    "a card by its number",
    "FROM bank_card WHERE user_id = ?1 AND number_fingerprint = ?2 AND deleted_at IS NULL",
    stranger(initiatePayment, "cardNumber"),
  ),
  owner(
    "the cards of a person who gets a stray payment",
    "FROM bank_card WHERE user_id = ?1 AND status = 'verified' AND number_sealed <> ''",
    adoptOthers,
  ),
  owner(
    "the card of a payment or withdrawal",
    "WHERE id = ?2 AND user_id = ?1 AND status = 'verified' AND deleted_at IS NULL",
    stranger(initiatePayment, "cardNumber"),
    "a card by its number",
  ),
  owner(
    "the default card",
    "FROM bank_card WHERE user_id = ?1 AND status = 'verified' AND deleted_at IS NULL",
    async ({ shop }) => {
      const shopper = await shop.newShopper({ balanceToman: 100_000 });
      await shop.newShopper();
      expect((await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } })).status).toBe(
        200,
      );
    },
  ),
  owner(
    "the list of cards",
    "WHERE user_id = ?1 AND deleted_at IS NULL ORDER BY created_at DESC",
    emptyFor(getBankCards, ({ bankCards }) => bankCards),
  ),
  owner(
    "deleting a card",
    "is_default = 0 WHERE id = ?2 AND user_id = ?1",
    stranger(deleteBankCard, "id"),
    "finding a card to delete",
  ),
  owner(
    "finding a card to delete",
    "FROM bank_card WHERE id = ?2 AND user_id = ?1 AND deleted_at IS NULL",
    stranger(deleteBankCard, "id"),
    "deleting a card",
  ),
  owner(
    "the wallet's history",
    "WHERE user_id = ?1 AND (created_at, id) < (?2, ?3) ORDER BY created_at DESC, id DESC LIMIT ?4) w",
    emptyFor(getTransactions, ({ transactions }) => transactions),
  ),
];
