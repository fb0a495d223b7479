import { Hono } from "hono";
import { BANK_CARDS_MAX, addBankCard, bankCardRefusals } from "../../contract/bank-card.ts";
import { refusals } from "../../contract/endpoint.ts";
import { runBatch } from "../base/batch.ts";
import { type ShopEnv, body, refuse, shopper } from "../base/context.ts";
import { numberContext, openNumber } from "../base/open-number.ts";
import { uploadIdOf } from "../upload/address.ts";
import { randomId } from "../base/vault.ts";
import { explainRefusal, showCard } from "./rules.ts";
import * as statements from "./statements.ts";
import { countCardTry } from "./tries.ts";

const CARDS_SHOWN_MAX = 50;

export const bankcards = new Hono<ShopEnv>();

bankcards.get("/", shopper, async (c) => {
  const { db, vault } = c.var.shop;
  const { results } = await statements
    .findCards(db, c.var.userId, CARDS_SHOWN_MAX)
    .all<statements.BankCardRow>();
  const bankCards = await Promise.all(
    results.map(async (row) =>
      showCard(
        row,
        await openNumber(vault, "bank_card", { id: row.id, sealed: row.number_sealed }),
      ),
    ),
  );
  return c.json({ bankCards, ...(bankCards.length === 0 && { message: "No bank cards found." }) });
});

bankcards.post("/", shopper, body(addBankCard.body), async (c) => {
  const { db, vault, now } = c.var.shop;
  const { cardNumber, cardOwner, cardImage } = c.var.body;
  const wait = await countCardTry(c.var.shop, c.var.userId);
  if (wait !== null) return refuse(c, refusals.tooMany, { retryAfterSeconds: wait });
  const id = randomId();
  const card: statements.NewCard = {
    id,
    userId: c.var.userId,
    numberSealed: await vault.seal(cardNumber, numberContext("bank_card", id)),
    fingerprint: await vault.fingerprint("card number", cardNumber),
    owner: cardOwner,
    uploadId: uploadIdOf(cardImage),
  };
  const isAdded = await runBatch(db, statements.addCard(db, card, BANK_CARDS_MAX, now()));
  if (!isAdded) {
    const obstacles = await statements
      .findObstacles(db, card, BANK_CARDS_MAX)
      .first<statements.Obstacles>();
    if (!obstacles) throw new Error("A SELECT without FROM returned no row");
    const { refusal, field } = explainRefusal(obstacles);
    return refuse(c, refusal, field === null ? {} : { fields: { [field]: refusal.message } });
  }
  const bankCard = showCard(
    {
      id,
      owner: cardOwner,
      upload_id: card.uploadId,
      status: "pending",
      is_default: 0,
      rejection_reason: null,
    },
    cardNumber,
  );
  return c.json({ message: "کارت بانکی با موفقیت افزوده شد.", bankCard });
});

bankcards.put("/:id/default", shopper, async (c) => {
  const { db } = c.var.shop;
  const id = c.req.param("id");
  if (await runBatch(db, statements.chooseDefault(db, c.var.userId, id)))
    return c.json({ message: "کارت پیش‌فرض شما عوض شد." });
  const exists = (await statements.findOwnCard(db, c.var.userId, id).first()) !== null;
  return refuse(c, exists ? bankCardRefusals.defaultNotVerified : bankCardRefusals.cardNotFound);
});

bankcards.delete("/:id", shopper, async (c) => {
  const { db, now } = c.var.shop;
  const id = c.req.param("id");
  if (await runBatch(db, statements.deleteCard(db, c.var.userId, id, now()))) {
    return c.json({ message: "کارت بانکی از حساب شما حذف شد." });
  }
  const exists = (await statements.findOwnCard(db, c.var.userId, id).first()) !== null;
  return refuse(c, exists ? bankCardRefusals.cardInUse : bankCardRefusals.cardNotFound);
});
