import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { applyDiscount } from "../../../contract/cart.ts";
import { noteOnOrder } from "../../../contract/desk/order.ts";
import { answerTicket } from "../../../contract/desk/ticket.ts";
import { cancelOrder, createOrder, getOrderItemContent } from "../../../contract/order.ts";
import { createRating } from "../../../contract/rating.ts";
import { requestCode, verifyCode } from "../../../contract/sign-in.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { findDatabase } from "../../../scripts/audit/audit-source.mjs";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { row } from "../faults/handler.ts";
import type { OwnedRows } from "../owned-things.ts";
import { traces } from "./all.ts";

/**
 * Gives the owner of the things a row in every table of personal data. Without such a row an attack
 * on the table could never succeed.
 */
export async function leaveTraces(shop: TestShop, { owner, ticket }: OwnedRows): Promise<void> {
  await signInByCode(shop, owner);
  const { orderId, itemId } = await buyWith(shop, owner, "instant");
  await succeed(owner.ask(getOrderItemContent, { params: { orderId, orderItemId: itemId } }));
  await succeed(
    owner.ask(createRating, {
      body: { orderItemId: itemId, stars: 5, comment: "کد زود رسید و درست بود" },
    }),
  );
  const cancelled = await buyWith(shop, owner, "manual");
  await succeed(owner.ask(cancelOrder, { params: { orderId: cancelled.orderId }, body: {} }));
  await succeed(owner.ask(requestWithdrawal, { body: { amount: 100_000 } }));
  await succeed(
    shop.desk(answerTicket, { params: { id: ticket.theirs }, body: { content: "بررسی می‌کنیم." } }),
  );
  await succeed(
    shop.desk(noteOnOrder, { params: { id: orderId }, body: { note: "فردا دوباره زنگ می‌زنیم." } }),
  );
  await shop.put(...traces.flatMap((of) => of(owner)));
  await shop.sql(
    "UPDATE bank_card SET iban_sealed = ?2, iban_changed_at = 1 WHERE id = ?1",
    owner.cardId,
    await shop.vault.seal("IR820540102680020817909002", `iban:${owner.cardId}`),
  );
}

async function succeed(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, body]);
}

async function signInByCode(shop: TestShop, { phone }: TestShopper): Promise<void> {
  const headers = { "X-Visitor": "the-owner's-browser", "X-Client-Address": "10.9.0.2" };
  await succeed(shop.ask(requestCode, { body: { username: phone }, headers }));
  const [message] = await shop.sandbox.messages(phone);
  await succeed(
    shop.ask(verifyCode, { body: { username: phone, otp: message?.code ?? "" }, headers }),
  );
}

/** Buys a rewarded product with the owner's own discount code, and leaves the cart as it was. */
async function buyWith(shop: TestShop, owner: TestShopper, deliveryType: "instant" | "manual") {
  const inCart = await shop.sql(
    "DELETE FROM cart_item WHERE user_id = ?1 RETURNING product_id",
    owner.id,
  );
  await owner.put(await shop.newProduct({ deliveryType, rewardToman: 1_000 }));
  if (deliveryType === "instant")
    await succeed(owner.ask(applyDiscount, { body: { code: "OWNERSONLY" } }));
  const { orderId } = (await owner.ask(createOrder, { body: {} })).body;
  for (const { product_id: productId } of inCart) await owner.put(String(productId));
  const { id } = await row(shop, "SELECT id FROM order_item WHERE order_id = ?1", orderId);
  return { orderId, itemId: String(id) };
}

/** Columns that name the owner of a row. Phones of operators are not phones of shoppers. */
const OWNERS = ["user_id", "owner_id", "phone"];
const NO_SHOPPERS = "operator";

/** Names the tables of personal data in which a shopper has no row. */
export function tablesWithout({ stack }: TestShop, { id, phone }: TestShopper): string[] {
  const database = new DatabaseSync(findDatabase(stack.dataDir), { readOnly: true });
  try {
    const columns = database
      .prepare(
        `SELECT m.name AS owned, c.name AS owner FROM sqlite_master m, pragma_table_info(m.name) c
         WHERE m.type = 'table' AND m.name <> '${NO_SHOPPERS}' AND c.name IN (SELECT value FROM json_each(?))`,
      )
      .all(JSON.stringify(OWNERS));
    return columns
      .filter(({ owned, owner }) => {
        const find = `SELECT 1 FROM "${String(owned)}" WHERE ${String(owner)} = ? LIMIT 1`;
        return database.prepare(find).get(owner === "phone" ? phone : id) === undefined;
      })
      .map(({ owned }) => String(owned));
  } finally {
    database.close();
  }
}
