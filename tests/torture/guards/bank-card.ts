import { expect } from "vitest";
import {
  addBankCard,
  BANK_CARDS_MAX,
  chooseBankCard,
  deleteBankCard,
  getBankCards,
  setIban,
} from "../../../contract/bank-card.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { freeze } from "../../../contract/desk/freeze.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { signOutEverywhere } from "../../../contract/sign-in.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { png } from "../../support/images.ts";
import { takeInHand } from "../../support/withdrawal.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { row } from "../faults/handler.ts";
import { expectRefused, type Guard, newcomer, sql, succeeds } from "./guard.ts";
import { emptyFor, owner, stranger, strangerLearnsNothing } from "./owners.ts";
import { papers, STRANGER, VERIFIED } from "./papers.ts";
import { checks, lived, refused, set } from "./schema.ts";

const decidedCard = (id: string) =>
  sql("UPDATE bank_card SET status = 'rejected', decided_at = 1 WHERE id = ?1", id);

async function addCard(shop: TestShop): Promise<string> {
  const answer = await (await papers(shop, await newcomer(shop))).addCard();
  expect(answer.status).toBe(200);
  return answer.body.bankCard.id;
}

const giveIban = (shopper: TestShopper) =>
  shopper.ask(setIban, {
    params: { id: shopper.cardId },
    body: { iban: "IR062960000000100324200001" },
  });

async function verifyCard(shop: TestShop) {
  const shopper = await shop.newShopper({ cardStatus: "none", hasNames: false });
  const added = await (await papers(shop, shopper)).addCard();
  const params = { id: added.body.bankCard.id };
  expect((await shop.desk(decideBankCard, { params, body: VERIFIED })).status).toBe(200);
}

/** Makes a waiting card with another name than the proven one. */
async function othersCard(shop: TestShop): Promise<TestShopper> {
  const shopper = await shop.newShopper({ cardStatus: "pending" });
  await shop.put(sql("UPDATE bank_card SET owner = 'دزد شب' WHERE id = ?1", shopper.cardId));
  return shopper;
}

const verifyOthers = (shop: TestShop, id: string) =>
  shop.desk(decideBankCard, {
    params: { id },
    body: { ...VERIFIED, overrideReason: "نام پس از ازدواج" },
  });

const isThere = async (shop: TestShop, { cardId }: TestShopper) =>
  (await shop.sql("SELECT 1 FROM bank_card WHERE id = ?1 AND deleted_at IS NULL", cardId)).length;

export const guardsOfBankCard: Guard[] = [
  owner(
    "the cards that ending all sessions removes",
    "WHERE user_id = ?1 AND status = 'pending' AND is_named = 0 AND deleted_at IS NULL",
    async ({ shop }) => {
      const pending = await shop.newShopper({ cardStatus: "pending" });
      await succeeds((await shop.newShopper()).ask(signOutEverywhere));
      expect(await isThere(shop, pending)).toBe(1);
    },
  ),
  {
    name: "must: the image is their own (of a card)",
    attack: (stage) => strangerLearnsNothing(stage, addBankCard, "cardImage"),
  },
  {
    name: "must: the card is free",
    async attack({ shop }) {
      const [owner, shopper] = [await shop.newShopper(), await newcomer(shop)];
      expectRefused(await (await papers(shop, shopper, owner.cardNumber)).addCard());
    },
  },
  {
    name: "must: there is room for another card",
    async attack({ shop }) {
      const shopper = await newcomer(shop);
      await shop.put(
        ...Array.from({ length: BANK_CARDS_MAX }, (_, index) =>
          sql(
            `INSERT INTO bank_card
               (id, user_id, number_sealed, number_fingerprint, owner, status, created_at)
             VALUES (?1, ?2, '', ?1, '', 'rejected', 1)`,
            `one-of-many-${String(index)}`,
            shopper.id,
          ),
        ),
      );
      expectRefused(await (await papers(shop, shopper)).addCard());
    },
  },
  {
    name: "must: the card is their own and no money is on its way to it",
    async attack({ shop }) {
      const shopper = await shop.newShopper({ balanceToman: 200_000 });
      expect((await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } })).status).toBe(
        200,
      );
      expectRefused(await shopper.ask(deleteBankCard, { params: { id: shopper.cardId } }));
    },
  },
  {
    name: "must: the card is their own and no money is on its way to it (another's)",
    heldAlsoBy: ["owner: deleting a card"],
    attack: (stage) => strangerLearnsNothing(stage, deleteBankCard, "id"),
  },
  {
    name: "must: the card is their own and verified",
    async attack({ shop }) {
      const shopper = await shop.newShopper({ cardStatus: "pending", isVerified: false });
      expectRefused(await shopper.ask(chooseBankCard, { params: { id: shopper.cardId } }));
    },
  },
  {
    name: "must: the card waits",
    async attack({ shop, meanwhile }) {
      const { cardId } = await shop.newShopper({ cardStatus: "pending" });
      expectRefused(
        await meanwhile("'the card waits'", [decidedCard(cardId)], () =>
          shop.desk(decideBankCard, { params: { id: cardId }, body: { status: "verified" } }),
        ),
      );
    },
  },
  {
    name: "must: nobody else has proved with the card who they are",
    async attack({ shop }) {
      const [owner, other] = [
        await shop.newShopper(),
        await shop.newShopper({ cardStatus: "pending" }),
      ];
      const fingerprint = "(SELECT number_fingerprint FROM bank_card WHERE user_id = ?2)";
      await shop.put(
        sql("UPDATE bank_card SET deleted_at = 1, is_default = 0 WHERE user_id = ?1", owner.id),
        sql(
          `UPDATE bank_card SET number_fingerprint = ${fingerprint} WHERE user_id = ?1`,
          other.id,
          owner.id,
        ),
      );
      expectRefused(
        await shop.desk(decideBankCard, {
          params: { id: other.cardId },
          body: { status: "verified" },
        }),
      );
    },
  },
  {
    name: "must: the owners are those that were compared",
    async attack({ shop, meanwhile }) {
      const { cardId } = await shop.newShopper({ cardStatus: "pending" });
      const renamed = sql("UPDATE bank_card SET owner = 'دزد شب' WHERE id = ?1", cardId);
      expectRefused(
        await meanwhile("'the owners are those that were compared'", [renamed], () =>
          shop.desk(decideBankCard, { params: { id: cardId }, body: { status: "verified" } }),
        ),
      );
    },
  },
  {
    name: "must: nobody is asked to verify the card",
    async attack({ shop }) {
      const { cardId } = await othersCard(shop);
      await succeeds(verifyOthers(shop, cardId));
      const body = { status: "rejected", rejectionReason: "نام دیگری است" } as const;
      expectRefused(
        await shop.desk(decideBankCard, { params: { id: cardId }, body }),
        "already_proposed",
      );
    },
  },
  {
    name: "must: nobody else has the asked card verified",
    async attack({ shop }) {
      const [owner, other] = [await shop.newShopper(), await othersCard(shop)];
      await shop.put(
        sql(
          "UPDATE identity_request SET card_number_fingerprint = 'none' WHERE user_id = ?1",
          owner.id,
        ),
        sql(
          `UPDATE bank_card SET number_fingerprint =
             (SELECT number_fingerprint FROM bank_card WHERE user_id = ?2) WHERE id = ?1`,
          other.cardId,
          owner.id,
        ),
      );
      expectRefused(await verifyOthers(shop, other.cardId), "card_taken");
    },
  },
  {
    name: "must: neither the asked card nor its person is frozen",
    async attack({ shop }) {
      const { id, cardId } = await othersCard(shop);
      await succeeds(shop.desk(freeze, { body: { kind: "person", id, reason: "کارت دزدی" } }));
      expectRefused(await verifyOthers(shop, cardId), "frozen");
    },
  },
  {
    name: "must: the card is their own and verified",
    async attack({ shop }) {
      const shopper = await shop.newShopper({ cardStatus: "pending" });
      expectRefused(await giveIban(shopper), "card_not_verified");
    },
  },
  {
    name: "must: nobody is paying to the card",
    async attack({ shop }) {
      const shopper = await shop.newShopper({ balanceToman: 200_000 });
      const asked = await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
      expect((await takeInHand(shop, asked.body.withdrawal.id)).status).toBe(200);
      expectRefused(await giveIban(shopper), "card_in_use");
    },
  },
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
  owner(
    "a card by its number",
    "FROM bank_card c WHERE user_id = ?1 AND number_fingerprint = ?2 AND deleted_at IS NULL",
    stranger(initiatePayment, "cardNumber"),
  ),
  owner(
    "the list of cards",
    "WHERE user_id = ?1 AND deleted_at IS NULL ORDER BY created_at DESC",
    emptyFor(getBankCards, ({ bankCards }) => bankCards),
  ),
  owner(
    "choosing a card",
    "WHERE id = ?2 AND user_id = ?1 AND deleted_at IS NULL AND status = 'verified')",
    async ({ shop }) => {
      const [shopper, other] = [await shop.newShopper(), await shop.newShopper()];
      expectRefused(await shopper.ask(chooseBankCard, { params: { id: other.cardId } }));
    },
  ),
  owner(
    "the default card before",
    "WHERE user_id = ?1 AND (is_default = 1 OR id = ?2)",
    async ({ shop }) => {
      const [shopper, other] = [await shop.newShopper(), await shop.newShopper()];
      await shop.sql("UPDATE bank_card SET is_default = 1 WHERE user_id = ?1", other.id);
      await succeeds(shopper.ask(chooseBankCard, { params: { id: shopper.cardId } }));
      expect(
        await row(shop, "SELECT is_default FROM bank_card WHERE user_id = ?1", other.id),
      ).toEqual({ is_default: 1 });
    },
  ),
  owner(
    "deleting a card",
    "is_default = 0 WHERE id = ?2 AND user_id = ?1",
    stranger(deleteBankCard, "id"),
    "finding a card to delete",
  ),
  owner(
    "finding a card to delete",
    [
      "FROM bank_card WHERE id = ?2 AND user_id = ?1 AND deleted_at IS NULL",
      "FROM bank_card c WHERE c.id = ?2 AND c.user_id = ?1",
    ],
    stranger(deleteBankCard, "id"),
    "deleting a card",
  ),
  ...checks("bank_card", {
    "(status IN ('pending', 'verified', 'rejected'))": set("bank_card", "status = 'good'"),
    "(is_default IN (0, 1))": set("bank_card", "is_default = 2"),
  }),
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
  ...lived(addCard, "card_uses_image"),
  ...lived(verifyCard, "card_image_dated"),
];
