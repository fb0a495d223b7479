import { expect } from "vitest";
import { BANK_CARDS_MAX, addBankCard, deleteBankCard } from "../../../contract/bank-card.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { png } from "../../support/images.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { type Guard, expectRefused, newcomer, sql } from "./guard.ts";
import { strangerLearnsNothing } from "./owners.ts";

/** Claims about cards, identity requests and their images. */

async function papers(shop: TestShop, shopper: TestShopper, cardNumber = shopper.cardNumber) {
  const image = (await upload(shop, shopper, png())).body.imageUrl;
  const about = { cardNumber, cardOwner: "سارا کریمی" };
  return {
    addCard: () => shopper.ask(addBankCard, { body: { ...about, cardImage: image } }),
    proveIdentity: () =>
      shopper.ask(createIdentityRequest, {
        body: { ...about, IdentificationDocumentImage: image },
      }),
  };
}

const decidedCard = (id: string) =>
  sql("UPDATE bank_card SET status = 'rejected', decided_at = 1 WHERE id = ?1", id);

export const claimsOfPapers: Guard[] = [
  {
    name: "must: the image is their own (of a card)",
    attack: (stage) => strangerLearnsNothing(stage, addBankCard, "cardImage"),
  },
  {
    name: "must: the image is their own (of an identity)",
    attack: (stage) =>
      strangerLearnsNothing(stage, createIdentityRequest, "IdentificationDocumentImage"),
  },
  {
    name: "must: the card is free",
    async attack({ shop }) {
      const [owner, shopper] = [await shop.newShopper(), await newcomer(shop)];
      expectRefused(await (await papers(shop, shopper, owner.cardNumber)).addCard());
    },
  },
  {
    name: "must: room for a card",
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
    name: "must: none is active",
    heldAlsoBy: ["index identity_request_active"],
    async attack({ shop }) {
      const { proveIdentity } = await papers(shop, await newcomer(shop));
      expect((await proveIdentity()).status).toBe(200);
      expectRefused(await proveIdentity());
    },
  },
  {
    name: "must: the card is not used",
    async attack({ shop }) {
      const [owner, shopper] = [await shop.newShopper(), await newcomer(shop)];
      expectRefused(await (await papers(shop, shopper, owner.cardNumber)).proveIdentity());
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
    name: "must: the card waits",
    async attack({ shop, meanwhile }) {
      const { cardId } = await shop.newShopper({ cardStatus: "pending", isVerified: false });
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
        await shop.newShopper({ cardStatus: "pending", isVerified: false }),
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
    name: "must: the request waits",
    async attack({ shop, meanwhile }) {
      const made = await (await papers(shop, await newcomer(shop))).proveIdentity();
      const { id } = made.body.authorization;
      const rejected = sql(
        "UPDATE identity_request SET status = 'rejected', decided_at = 1 WHERE id = ?1",
        id,
      );
      expectRefused(
        await meanwhile("'the request waits'", [rejected], () =>
          shop.desk(decideIdentityRequest, { params: { id }, body: { status: "verified" } }),
        ),
      );
    },
  },
];
