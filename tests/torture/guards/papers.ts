import { addBankCard } from "../../../contract/bank-card.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { png } from "../../support/images.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";

/** Helpers for attacks on bank cards and identity requests. */

export async function papers(
  shop: TestShop,
  shopper: TestShopper,
  cardNumber = shopper.cardNumber,
) {
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

export const STRANGER =
  "(SELECT id FROM user WHERE id NOT IN (SELECT user_id FROM identity_request) LIMIT 1)";

export const VERIFIED = { status: "verified" as const };
