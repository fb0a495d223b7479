import { expect } from "vitest";
import { addBankCard } from "../../contract/bank-card.ts";
import { createIdentityRequest } from "../../contract/identity.ts";
import { MELLI, newCardNumber } from "./card-number.ts";
import { png } from "./images.ts";
import { newNationalCode } from "./national-code.ts";
import type { TestShop, TestShopper } from "./shop.ts";
import { upload } from "./upload.ts";

let pictures = 0;

/** Tells the provider of inquiries about a person, and returns the fields of the person's form. */
async function meet(shop: TestShop, shopper: TestShopper, nationalCode: string) {
  await shop.sandbox.plan({ provider: "zibal-inquiry", call: "phone", kind: "http_500" });
  // Each picture is different, within the allowed sizes.
  const [width, height] = [3 + (++pictures % 90), 40 + (Math.floor(pictures / 90) % 60)];
  const sent = await upload(shop, shopper, png({ width, height }));
  expect(sent.status).toBe(200);
  const cardNumber = newCardNumber(MELLI);
  const about = { cardNumber, nationalCode, birthDate: "1370/05/12" };
  await shop.sandbox.knows({
    ...about,
    phone: `0${shopper.phone}`,
    name: "سارا کریمی",
    iban: "IR062960000000100324200001",
  });
  return { imageUrl: sent.body.imageUrl, form: { ...about, cardOwner: "سارا کریمی" } };
}

/** Waits until the first attempt has ended, and makes the next one due at once. */
async function hasFailed(shop: TestShop, aboutId: string) {
  // The attempt has ended when the next one is due before the lease ends.
  await expect
    .poll(() =>
      shop.sql(
        `SELECT 1 FROM inquiry WHERE (request_id = ?1 OR card_id = ?1) AND attempts = 1
             AND next_attempt_at < created_at + 110000`,
        aboutId,
      ),
    )
    .toHaveLength(1);
  await shop.sql(
    "UPDATE inquiry SET next_attempt_at = 1 WHERE request_id = ?1 OR card_id = ?1",
    aboutId,
  );
}

/**
 * Sends an identity request of a person whom the provider of inquiries knows. Its first question
 * fails, so that the next attempt, which is due at once, would approve it.
 */
export async function withInquiry(
  shop: TestShop,
  shopper: TestShopper,
  nationalCode = newNationalCode(),
) {
  const { imageUrl, form } = await meet(shop, shopper, nationalCode);
  const filed = await shopper.ask(createIdentityRequest, {
    body: { ...form, IdentificationDocumentImage: imageUrl },
  });
  expect(filed).toMatchObject({ status: 200, body: { authorization: { status: "pending" } } });
  const { id } = filed.body.authorization;
  await hasFailed(shop, id);
  return id;
}

/** Does the same with a later card of a shopper who is verified as «سارا کریمی». */
export async function withCardInquiry(
  shop: TestShop,
  shopper: TestShopper,
  nationalCode = newNationalCode(),
) {
  const { imageUrl, form } = await meet(shop, shopper, nationalCode);
  const added = await shopper.ask(addBankCard, { body: { ...form, cardImage: imageUrl } });
  expect(added).toMatchObject({ status: 200, body: { bankCard: { status: "pending" } } });
  const { id } = added.body.bankCard;
  await hasFailed(shop, id);
  return id;
}
