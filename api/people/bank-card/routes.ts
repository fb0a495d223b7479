import { tellOfNews } from "../account-event/news.ts";
import { Hono } from "hono";
import {
  BANK_CARDS_MAX,
  type BankCard,
  addBankCard,
  bankCardRefusals,
  setIban,
} from "../../../contract/bank-card.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { readTogether, runBatch, readFirst } from "../../base/batch.ts";
import { type ShopEnv, body, refuse, shopper } from "../../base/context.ts";
import { fingerprintEnd, numberContext, openNumber } from "../../base/open-number.ts";
import { queueMessage } from "../../base/outbox.ts";
import { needsCardOwner, planCardInquiry } from "../inquiry/plan.ts";
import { findProvenOwner, openInquiry } from "../inquiry/statements.ts";
import { inquire } from "../inquiry/work.ts";
import { findUser } from "../../base/person.ts";
import { uploadIdOf } from "../upload/address.ts";
import { type Vault, randomId } from "../../base/vault.ts";
import { endOfNumber, explainRefusal, showCard } from "./rules.ts";
import * as statements from "./statements.ts";
import { countCardTry } from "./tries.ts";

const CARDS_SHOWN_MAX = 50;

export const bankcards = new Hono<ShopEnv>();

bankcards.get("/", shopper, async (c) => {
  const { db, vault } = c.var.shop;
  const { userId } = c.var;
  const [rows, [proven]] = await readTogether(db, [
    statements.findCards(db, userId, CARDS_SHOWN_MAX),
    findProvenOwner(db, userId),
  ]);
  const bankCards = await Promise.all(rows.map((row) => openCard(row, vault)));
  return c.json({
    bankCards,
    asksNationalCode: needsCardOwner(c.var.shop) && proven?.owner != null,
    ...(bankCards.length === 0 && { message: "No bank cards found." }),
  });
});

bankcards.post("/", shopper, body(addBankCard.body), async (c) => {
  const { db, vault, now } = c.var.shop;
  const { cardNumber, cardOwner, cardImage, nationalCode = null, birthDate = null } = c.var.body;
  const wait = await countCardTry(c.var.shop, c.var.userId);
  if (wait !== null) return refuse(c, refusals.tooMany, { retryAfterSeconds: wait });
  const id = randomId();
  const card: statements.NewCard = {
    id,
    userId: c.var.userId,
    numberSealed: await vault.seal(cardNumber, numberContext("bank_card", id)),
    fingerprint: await vault.fingerprint("card number", cardNumber),
    endFingerprint: await fingerprintEnd(vault, cardNumber),
    owner: cardOwner,
    uploadId: uploadIdOf(cardImage),
  };
  const moment = now();
  const inquiry = await planCardInquiry(c.var.shop, card, { nationalCode, birthDate });
  const isAdded = await runBatch(db, [
    ...statements.addCard(db, card, BANK_CARDS_MAX, moment),
    ...(inquiry ? [openInquiry(db, inquiry, moment)] : []),
    tellOfNews(c.var.shop, c.var.userId, "card_added", moment),
  ]);
  if (!isAdded) {
    const obstacles = await readFirst(statements.findObstacles(db, card, BANK_CARDS_MAX));
    if (!obstacles) throw new Error("A SELECT without FROM returned no row");
    const { refusal, field } = explainRefusal(obstacles);
    return refuse(c, refusal, field === null ? {} : { fields: { [field]: refusal.message } });
  }
  if (inquiry) c.executionCtx.waitUntil(inquire(c.var.shop, inquiry.id));
  const bankCard = showCard(
    {
      id,
      owner: cardOwner,
      upload_id: card.uploadId,
      status: "pending",
      is_default: 0,
      is_proven: (await readFirst(findUser(db, c.var.userId)))?.is_verified ?? 0,
      pays_out_from: 0,
      rejection_reason: null,
    },
    cardNumber,
    "",
  );
  return c.json({ message: "کارت بانکی با موفقیت افزوده شد.", bankCard });
});

bankcards.put("/:id/iban", shopper, body(setIban.body), async (c) => {
  const { db, vault, settings, now } = c.var.shop;
  const { userId } = c.var;
  const { iban } = c.var.body;
  const id = c.req.param("id");
  const wait = await countCardTry(c.var.shop, userId);
  if (wait !== null) return refuse(c, refusals.tooMany, { retryAfterSeconds: wait });
  const find = () => readFirst(statements.findOwnCard(db, userId, id));
  const row = await find();
  if (!row) return refuse(c, bankCardRefusals.cardNotFound);
  const card = await openCard(row, vault);
  const message = iban === "" ? "شبای این کارت برداشته شد." : "شبای این کارت ثبت شد.";
  // The same IBAN was sent again: nothing has changed, so no waiting time begins.
  if (card.iban === iban) return c.json({ message, bankCard: card });
  const ibanSealed = iban === "" ? "" : await vault.seal(iban, numberContext("iban", id));
  const moment = now();
  const sms = {
    id: `iban:${id}:${String(moment)}`,
    userId,
    template: settings.SMS_TEMPLATE_IBAN_CHANGED,
    token: endOfNumber(card.cardNumber || null),
  };
  const isChanged = await runBatch(db, [
    ...statements.changeIban(db, userId, { id, ibanSealed }, moment),
    queueMessage(db, sms, moment),
  ]);
  const since = await find();
  if (!since) return refuse(c, bankCardRefusals.cardNotFound);
  if (isChanged) return c.json({ message, bankCard: await openCard(since, vault) });
  return refuse(
    c,
    since.status === "verified" ? bankCardRefusals.cardInUse : bankCardRefusals.ibanUnused,
  );
});

/** Shows a card with its number and its IBAN in full, for its owner. */
async function openCard(row: statements.BankCardRow, vault: Vault): Promise<BankCard> {
  const { id, number_sealed: sealed, iban_sealed: ibanSealed } = row;
  const [cardNumber, iban] = await Promise.all([
    openNumber(vault, "bank_card", { id, sealed }),
    ibanSealed === "" ? "" : openNumber(vault, "iban", { id, sealed: ibanSealed }),
  ]);
  return showCard(row, cardNumber, iban ?? "");
}

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
