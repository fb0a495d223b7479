import { expect } from "vitest";
import { addBankCard, deleteBankCard } from "../../../contract/bank-card.ts";
import { checkIdentity } from "../../../contract/identity.ts";
import { createOrder } from "../../../contract/order.ts";
import { OPEN_TOPUPS_MAX, initiatePayment } from "../../../contract/payment.ts";
import { OPEN_ALERTS_MAX, addRestockAlert, removeRestockAlert } from "../../../contract/restock.ts";
import { signOutEverywhere } from "../../../contract/sign-in.ts";
import { UPLOADS_PER_DAY_MAX } from "../../../contract/upload.ts";
import { getProfile, requestEmailVerification } from "../../../contract/user.ts";
import { OPEN_WITHDRAWALS_MAX, requestWithdrawal } from "../../../contract/withdrawal.ts";
import { png } from "../../support/images.ts";
import type { TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { row, withCart } from "../faults/handler.ts";
import { type Guard, expectRefused, newcomer, sql, succeeds } from "./guard.ts";
import { owner } from "./owners.ts";

/** Owners of the rows that limits count and defaults depend on. */

const topUp = (shopper: TestShopper) =>
  shopper.ask(initiatePayment, {
    body: {
      purpose: "wallet_topup",
      amount: 50_000,
      cardNumber: shopper.cardNumber,
    },
  });

const links = "INSERT INTO email_verification (token_hash, user_id, email, created_at, expires_at)";

export const ownersOfCounts: Guard[] = [
  owner(
    "the number of open orders",
    "FROM orders WHERE user_id = ?1 AND state = 'awaiting' AND hold_expires_at > ?2",
    async ({ shop }) => {
      for (const { shopper } of [await withCart(shop), await withCart(shop)])
        await succeeds(shopper.initiate());
      const { shopper } = await withCart(shop);
      await succeeds(shopper.initiate());
    },
  ),
  owner(
    "the number of open top-ups",
    "WHERE user_id = ?1 AND state IN ('initiating', 'pending') AND purpose",
    async ({ shop }) => {
      for (const shopper of await shop.newShoppers(OPEN_TOPUPS_MAX)) await succeeds(topUp(shopper));
      await succeeds(topUp(await shop.newShopper()));
    },
  ),
  owner(
    "the number of open withdrawals",
    "FROM withdrawal WHERE user_id = ?1 AND state = 'pending'",
    async ({ shop }) => {
      for (const shopper of await shop.newShoppers(OPEN_WITHDRAWALS_MAX + 1, {
        balanceToman: 100_000,
      }))
        await succeeds(shopper.ask(requestWithdrawal, { body: { amount: 100_000 } }));
    },
  ),
  owner(
    "an active identity request",
    "FROM identity_request WHERE user_id = ?1 AND status <> 'rejected'",
    async ({ shop }) => {
      expect((await (await newcomer(shop)).ask(checkIdentity)).body).toMatchObject({
        hasActiveAuthorization: false,
      });
    },
  ),
  owner(
    "the verified identity",
    "FROM identity_request WHERE user_id = ?1 AND status = 'verified'",
    async ({ shop, meanwhile }) => {
      const { shopper } = await withCart(shop, 500_000);
      const rejected = sql(
        "UPDATE identity_request SET status = 'rejected' WHERE user_id = ?1",
        shopper.id,
      );
      expectRefused(
        await meanwhile("'the identity is verified'", [rejected], () =>
          shopper.ask(createOrder, { body: {} }),
        ),
      );
    },
  ),
  ...[
    [
      "cards with the same number",
      "WHERE number_fingerprint = ?2 AND user_id = ?1 AND deleted_at IS NULL",
    ],
    ["the number of cards", "FROM bank_card WHERE user_id = ?1 AND deleted_at IS NULL)"],
  ].map(([what = "", find = ""]) =>
    owner(what, find, async ({ shop }) => {
      const other = await shop.newShopper({ cardStatus: "pending", isVerified: false });
      await shop.newShoppers(10);
      const shopper = await newcomer(shop);
      const image = (await upload(shop, shopper, png())).body.imageUrl;
      const card = { cardNumber: other.cardNumber, cardOwner: "سارا کریمی", cardImage: image };
      await succeeds(shopper.ask(addBankCard, { body: card }));
    }),
  ),
  owner(
    "the next default card",
    "WHERE user_id = ?1 AND deleted_at IS NULL AND status = 'verified'\n         ORDER BY created_at",
    async ({ shop }) => {
      const [shopper, other] = [await shop.newShopper(), await shop.newShopper()];
      await shop.sql(
        "UPDATE bank_card SET is_default = 0, created_at = 0 WHERE user_id = ?1",
        other.id,
      );
      await succeeds(shopper.ask(deleteBankCard, { params: { id: shopper.cardId } }));
      expect(
        await row(shop, "SELECT is_default FROM bank_card WHERE user_id = ?1", other.id),
      ).toEqual({ is_default: 0 });
    },
  ),
  owner(
    "an existing default card",
    "WHERE user_id = ?1 AND deleted_at IS NULL AND status = 'verified' AND is_default = 1",
    async ({ shop }) => {
      const shopper = await shop.newShopper();
      await shop.sql(
        `INSERT INTO bank_card
           (id, user_id, number_sealed, number_fingerprint, owner, status, created_at)
         VALUES ('second', ?1, '', 'second', '', 'verified', 1)`,
        shopper.id,
      );
      await succeeds(shopper.ask(deleteBankCard, { params: { id: shopper.cardId } }));
      expect(await row(shop, "SELECT is_default FROM bank_card WHERE id = 'second'")).toEqual({
        is_default: 1,
      });
    },
  ),
  ...[
    ["the number of uploads in a day", "FROM upload WHERE user_id = ?2 AND created_at > ?5"],
    ["the upload that ends the wait", "FROM upload WHERE user_id = ?1 AND created_at > ?2"],
  ].map(([what = "", find = ""]) =>
    owner(what, find, async ({ shop, things }) => {
      await shop.sql(
        `INSERT INTO upload (id, user_id, media_type, size_bytes, created_at)
         SELECT 'many-' || value, ?1, 'image/png', 1, ?2 FROM json_each(?3)`,
        things.owner.id,
        Date.now(),
        JSON.stringify(Array.from({ length: UPLOADS_PER_DAY_MAX }, (_, index) => index)),
      );
      await succeeds(upload(shop, await shop.newShopper(), png()));
    }),
  ),
  ...[
    [
      "the e-mail link of the last minute",
      "FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?4",
      1_000,
    ],
    [
      "the number of e-mail links in a day",
      "FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?5) < ?3",
      120_000,
    ],
  ].map(([what, find, age]) =>
    owner(String(what), String(find), async ({ shop, things }) => {
      const rows = Array.from({ length: 5 }, (_, index) =>
        sql(
          `${links} VALUES (?1, ?2, '', ?3, ?3)`,
          `link-${String(index)}`,
          things.owner.id,
          Date.now() - Number(age),
        ),
      );
      const shopper = await shop.newShopper();
      await shop.put(
        ...rows,
        sql("UPDATE user SET email = 'own@example.com' WHERE id = ?1", shopper.id),
      );
      await succeeds(shopper.ask(requestEmailVerification));
    }),
  ),
  owner(
    "the number of open alerts",
    "FROM restock_alert WHERE user_id = ?1 AND told_at IS NULL",
    async ({ shop, things }) => {
      const [wished = "", ...others] = await shop.newProducts(OPEN_ALERTS_MAX + 1, { stock: 0 });
      const alerts = `INSERT INTO restock_alert (id, user_id, product_id, created_at)
        SELECT 'alert-' || value, ?1, value, 1 FROM json_each(?2)`;
      await shop.sql(alerts, things.owner.id, JSON.stringify(others));
      await succeeds(
        (await shop.newShopper()).ask(addRestockAlert, { body: { productId: wished } }),
      );
    },
  ),
  owner(
    "removing an alert",
    "WHERE product_id = ?2 AND user_id = ?1 AND told_at IS NULL",
    async ({ shop, things }) => {
      const product = await shop.newProduct({ stock: 0 });
      await shop.sql(
        `INSERT INTO restock_alert (id, user_id, product_id, created_at)
         VALUES ('kept', ?1, ?2, 1)`,
        things.owner.id,
        product,
      );
      await succeeds(
        (await shop.newShopper()).ask(removeRestockAlert, { params: { productId: product } }),
      );
      expect(await shop.sql("SELECT 1 FROM restock_alert WHERE id = 'kept'")).toHaveLength(1);
    },
  ),
  owner(
    "ending all sessions",
    "UPDATE session SET revoked_at = ?2 WHERE user_id = ?1",
    async ({ shop }) => {
      const [one, other] = [await shop.newShopper(), await shop.newShopper()];
      await succeeds(one.ask(signOutEverywhere));
      await succeeds(other.ask(getProfile));
    },
  ),
];
