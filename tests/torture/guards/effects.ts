import { expect } from "vitest";
import { addBankCard } from "../../../contract/bank-card.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { createTicket, replyToTicket } from "../../../contract/ticket.ts";
import { updateProfile } from "../../../contract/user.ts";
import {
  buyAndEarn,
  endReviews,
  leaveThingsOpen,
  payAtGateway,
  refundOrders,
  withdraw,
} from "../../support/busy-shop.ts";
import { png } from "../../support/images.ts";
import type { TestShop } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { withOrder } from "../faults/handler.ts";
import { one } from "../plant.ts";
import type { Guard } from "./guard.ts";

/** Triggers that write other rows: without one, figures, search or carts go wrong. */

/** A trigger after which a query finds nothing once the statements ran. */
const leaves = (name: string, statements: string[], query: string): Guard => ({
  name: `trigger ${name}`,
  attack: async ({ shop }) => {
    for (const statement of statements) await shop.sql(statement);
    expect(await shop.sql(query)).toEqual([]);
  },
});

/** Triggers without which a part of a shop's life breaks the invariants. */
const lived = (live: (shop: TestShop) => Promise<unknown>, ...names: string[]): Guard[] =>
  names.map((name) => ({ name: `trigger ${name}`, attack: ({ shop }) => live(shop) }));

const DUE = "DELETE FROM search_due";
const dueFor = (kind: string, ref: string) =>
  `SELECT 'not due' AS found WHERE NOT EXISTS (
     SELECT 1 FROM search_due WHERE kind = '${kind}' AND ref = '${ref}')`;
const newProduct = `INSERT INTO product
    (id, subcategory_id, name, region, denomination, delivery_type, price_toman, position,
     created_at, updated_at)
  VALUES ('found', 'giftcard-itunes', 'found', '', '', 'instant', 1, 1, 1, 1)`;
const newSubcategory = `INSERT INTO subcategory
    (id, type, url_name, display_name, latin_name, hue, tagline, region_notice, position)
  SELECT 'found', type, 'found', '', '', 0, '', '', 99 FROM category LIMIT 1`;
const newTutorial = `INSERT INTO tutorial
    (slug, title, description, cover_url, subcategories, position)
  VALUES ('found', '', '', '', '[]', 99)`;
const newEntry = `INSERT INTO search_entry (id, kind, ref, title, latin, further, parts)
  VALUES (999999, 'tutorial', 'found', 'qqfirst', '', '', '')`;
const inIndex = (word: string) => `SELECT 1 FROM search_index WHERE search_index MATCH '${word}'`;

const ofSearch: Guard[] = [
  leaves(
    "search_entry_added",
    [newEntry],
    `SELECT 'missing' AS found WHERE NOT EXISTS (${inIndex("qqfirst")})`,
  ),
  leaves(
    "search_entry_removed",
    [newEntry, "DELETE FROM search_entry WHERE id = 999999"],
    inIndex("qqfirst"),
  ),
  leaves(
    "search_entry_changed",
    [newEntry, "UPDATE search_entry SET title = 'qqsecond' WHERE id = 999999"],
    inIndex("qqfirst"),
  ),
  leaves("product_added_to_search", [DUE, newProduct], dueFor("product", "found")),
  leaves(
    "product_changed_in_search",
    [newProduct, DUE, "UPDATE product SET name = 'other' WHERE id = 'found'"],
    dueFor("product", "found"),
  ),
  leaves(
    "product_removed_from_search",
    [newProduct, DUE, "DELETE FROM product WHERE id = 'found'"],
    dueFor("product", "found"),
  ),
  leaves("subcategory_added_to_search", [DUE, newSubcategory], dueFor("subcategory", "found")),
  leaves(
    "subcategory_changed_in_search",
    [newSubcategory, DUE, "UPDATE subcategory SET display_name = 'other' WHERE id = 'found'"],
    dueFor("subcategory", "found"),
  ),
  leaves(
    "subcategory_removed_from_search",
    [newSubcategory, DUE, "DELETE FROM subcategory WHERE id = 'found'"],
    dueFor("subcategory", "found"),
  ),
  leaves(
    "category_changed_in_search",
    [newSubcategory, DUE, "UPDATE category SET display_name = 'other'"],
    dueFor("subcategory", "found"),
  ),
  leaves("tutorial_added_to_search", [DUE, newTutorial], dueFor("tutorial", "found")),
  leaves(
    "tutorial_changed_in_search",
    [newTutorial, DUE, "UPDATE tutorial SET title = 'other' WHERE slug = 'found'"],
    dueFor("tutorial", "found"),
  ),
  leaves(
    "tutorial_removed_from_search",
    [newTutorial, DUE, "DELETE FROM tutorial WHERE slug = 'found'"],
    dueFor("tutorial", "found"),
  ),
];

const CART = "(SELECT user_id FROM cart_item ORDER BY user_id LIMIT 1)";
const restart = `UPDATE cart SET version = 1 WHERE user_id = ${CART}`;
const unchanged =
  "SELECT user_id FROM cart WHERE version = 1 AND user_id IN (SELECT user_id FROM cart_item)";
const onlyThis = `UPDATE cart SET version = 2 WHERE version = 1`;
const another = `INSERT INTO cart_item SELECT ${CART}, id, 1, 0 FROM product
  WHERE id NOT IN (SELECT product_id FROM cart_item) LIMIT 1`;

const ofCarts: Guard[] = [
  leaves("cart_item_added", [onlyThis, restart, another], unchanged),
  leaves(
    "cart_item_changed",
    [onlyThis, restart, `UPDATE cart_item SET quantity = quantity + 1 WHERE user_id = ${CART}`],
    unchanged,
  ),
  leaves(
    "cart_item_removed",
    [
      onlyThis,
      another,
      restart,
      `DELETE FROM cart_item WHERE user_id = ${CART}
       AND product_id = (SELECT max(product_id) FROM cart_item WHERE user_id = ${CART})`,
    ],
    unchanged,
  ),
  leaves(
    "cart_discount_changed",
    [
      onlyThis,
      restart,
      `UPDATE cart SET discount_code_id = ${one("discount_code", "true")} WHERE user_id = ${CART}`,
    ],
    unchanged,
  ),
];

/** Completes the profile of a person who bought without a name. */
async function completeProfile(shop: TestShop) {
  const { shopper } = await withOrder(shop, 100_000);
  await shop.sql("UPDATE user SET first_name = '' WHERE id = ?1", shopper.id);
  await shop.sql("UPDATE orders SET profile_due_at = 9000000000000 WHERE user_id = ?1", shopper.id);
  expect(
    (await shopper.ask(updateProfile, { body: { firstName: "سارا", lastName: "کریمی" } })).status,
  ).toBe(200);
}

const VERIFIED = { status: "verified" as const };

/** Makes a person with an uploaded image. */
async function withImage(shop: TestShop) {
  const shopper = await shop.newShopper({ cardStatus: "none", isVerified: false });
  const image = (await upload(shop, shopper, png())).body.imageUrl;
  return { shopper, image, about: { cardNumber: shopper.cardNumber, cardOwner: "سارا کریمی" } };
}

async function addCard(shop: TestShop): Promise<string> {
  const { shopper, image, about } = await withImage(shop);
  const answer = await shopper.ask(addBankCard, { body: { ...about, cardImage: image } });
  expect(answer.status).toBe(200);
  return answer.body.bankCard.id;
}

async function proveIdentity(shop: TestShop): Promise<string> {
  const { shopper, image, about } = await withImage(shop);
  const answer = await shopper.ask(createIdentityRequest, {
    body: { ...about, IdentificationDocumentImage: image },
  });
  expect(answer.status).toBe(200);
  return answer.body.authorization.id;
}

async function verifyCard(shop: TestShop) {
  const params = { id: await addCard(shop) };
  expect((await shop.desk(decideBankCard, { params, body: VERIFIED })).status).toBe(200);
}

async function verifyIdentity(shop: TestShop) {
  const params = { id: await proveIdentity(shop) };
  expect((await shop.desk(decideIdentityRequest, { params, body: VERIFIED })).status).toBe(200);
}

async function writeWithImages(shop: TestShop) {
  const shopper = await shop.newShopper();
  const image = async () => (await upload(shop, shopper, png())).body.imageUrl;
  const opened = await shopper.ask(createTicket, {
    body: {
      title: "پرسش",
      description: "کد من کار نمی‌کند",
      imageUrl: await image(),
    },
  });
  const { id } = opened.body.ticket;
  await shopper.ask(replyToTicket, {
    params: { id },
    body: {
      content: "هنوز منتظر پاسخ شما هستم",
      imageUrl: await image(),
    },
  });
}

export const effects: Guard[] = [
  ...ofSearch,
  ...ofCarts,
  {
    name: "trigger must_hold",
    attack: async ({ shop }) => {
      await shop.sql("INSERT INTO must SELECT 'one is one', 1 = 1");
      await expect(shop.sql("INSERT INTO must SELECT 'one is two', 1 = 2")).rejects.toThrow(
        "must hold",
      );
      await expect(shop.sql("INSERT INTO must SELECT 'nothing is known', NULL")).rejects.toThrow(
        "must hold",
      );
    },
  },
  ...lived((shop) => shop.newShopper({ balanceToman: 5_000 }), "transfer_books", "deposit_booked"),
  ...lived(
    (shop) => payAtGateway(shop, 1),
    "topup_started",
    "topup_ended",
    "purchase_released",
    "order_paid",
  ),
  ...lived(endReviews, "topup_given_back"),
  ...lived(leaveThingsOpen, "purchase_held"),
  ...lived((shop) => withOrder(shop, 100_000), "purchase_booked", "order_bought"),
  ...lived(withdraw, "withdrawal_held", "withdrawal_ended"),
  ...lived(refundOrders, "refund_booked", "refund_ended", "order_refunded"),
  ...lived(
    buyAndEarn,
    "earning_taken_back",
    "referral_held",
    "referral_settled",
    "referral_taken_back",
    "rating_counts",
  ),
  ...lived(
    async (shop) => shop.newShopper({ inviterId: (await shop.newShopper()).id }),
    "user_invited",
  ),
  ...lived(completeProfile, "profile_completed"),
  ...lived(writeWithImages, "ticket_opened", "ticket_uses_image", "ticket_message_uses_image"),
  ...lived(async (shop) => upload(shop, await shop.newShopper(), png()), "upload_came"),
  ...lived(addCard, "card_uses_image"),
  ...lived(verifyCard, "card_image_dated"),
  ...lived(proveIdentity, "identity_request_uses_image"),
  ...lived(verifyIdentity, "identity_image_dated"),
];
