import { expect } from "vitest";
import { deleteBankCard } from "../../../contract/bank-card.ts";
import { adoptPayment } from "../../../contract/desk/payment.ts";
import { initiatePayment, verifyPayment } from "../../../contract/payment.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { authorityOf } from "../../support/shop.ts";
import { type Guard, type Stage, expectRefused, sql } from "./guard.ts";
import { KEY, emptyFor, idOf, owner, sameKey, stranger } from "./owners.ts";

/** Payments, withdrawals and the cards between which money moves. */

/** A top-up that the bank has the money for and the shop no row of, as after a restore: an operator gives it to somebody else. */
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
    "payments by their authority",
    "FROM payment WHERE authority = ?1 AND user_id = ?2",
    stranger(verifyPayment, "authority"),
  ),
  owner(
    "payments by their key",
    [
      "FROM payment p WHERE p.user_id = ?1 AND p.idempotency_key = ?2",
      "FROM payment WHERE user_id = ?1 AND idempotency_key = ?2",
    ],
    sameKey(
      (shopper) =>
        shopper.ask(initiatePayment, {
          body: { purpose: "wallet_topup", amount: 50_000, cardNumber: shopper.cardNumber },
          headers: KEY,
        }),
      (body) => body["url"],
    ),
  ),
  owner(
    "withdrawals by their key",
    "FROM withdrawal\n       WHERE user_id = ?1 AND idempotency_key = ?2",
    sameKey(
      (shopper) => shopper.ask(requestWithdrawal, { body: { amount: 100_000 }, headers: KEY }),
      idOf("withdrawal"),
    ),
  ),
  owner(
    "cards by their number",
    "FROM bank_card WHERE user_id = ?1 AND number_fingerprint = ?2 AND deleted_at IS NULL",
    stranger(initiatePayment, "cardNumber"),
  ),
  owner(
    "the cards of whoever is said to have paid",
    "FROM bank_card WHERE user_id = ?1 AND status = 'verified' AND number_sealed <> ''",
    adoptOthers,
  ),
  owner(
    "a card that pays or is paid",
    "WHERE id = ?2 AND user_id = ?1 AND status = 'verified' AND deleted_at IS NULL",
    stranger(initiatePayment, "cardNumber"),
    "cards by their number",
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
    "lists of cards",
    "WHERE user_id = ?1 AND deleted_at IS NULL ORDER BY created_at DESC",
    emptyFor("/bankcards", "bankCards"),
  ),
  owner(
    "a card that is deleted",
    "is_default = 0 WHERE id = ?2 AND user_id = ?1",
    stranger(deleteBankCard, "id"),
    "a card of one's own",
  ),
  owner(
    "a card of one's own",
    "FROM bank_card WHERE id = ?2 AND user_id = ?1 AND deleted_at IS NULL",
    stranger(deleteBankCard, "id"),
    "a card that is deleted",
  ),
  owner(
    "the wallet's history",
    "WHERE user_id = ?1 AND (created_at, id) < (?2, ?3) ORDER BY created_at DESC, id DESC LIMIT ?4) w",
    emptyFor("/transactions", "transactions"),
  ),
];
