import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { moveTicket } from "../../../contract/desk/ticket.ts";
import { forgetPerson } from "../../../contract/desk/user.ts";
import { createRating } from "../../../contract/rating.ts";
import { OPEN_ALERTS_MAX, addRestockAlert } from "../../../contract/restock.ts";
import { requestCode, verifyCode } from "../../../contract/sign-in.ts";
import { closeTicket, createTicket, replyToTicket } from "../../../contract/ticket.ts";
import { requestEmailVerification, verifyEmail } from "../../../contract/user.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { deskRequest, shopRequest } from "../../support/wire-request.ts";
import { row } from "../faults/handler.ts";
import { type Guard, type Stage, expectRefused, newcomer, sql } from "./guard.ts";
import { strangerLearnsNothing } from "./owners.ts";

/** Claims about sessions, e-mail links, tickets, ratings and alerts. */

const HELLO = { title: "پرسش", description: "کد من کار نمی‌کند" };

/** Makes an unused e-mail link. */
async function linkFor(shop: TestShop, shopper: TestShopper, createdAt = Date.now()) {
  const token = randomUUID();
  const tokenHash = createHash("sha256").update(token).digest("hex");
  const email = `${shopper.id}@example.com`;
  await shop.sql("UPDATE user SET email = ?2 WHERE id = ?1", shopper.id, email);
  const link = sql(
    `INSERT INTO email_verification (token_hash, user_id, email, created_at, expires_at)
     VALUES (?1, ?2, ?3, ?4, ?4 + 3600000)`,
    tokenHash,
    shopper.id,
    email,
    createdAt,
  );
  return { token, tokenHash, link };
}

const isVerified = async (shop: TestShop, { id }: TestShopper) =>
  (await row(shop, "SELECT is_email_verified FROM user WHERE id = ?1", id))["is_email_verified"];

async function openTicket(shop: TestShop) {
  const shopper = await shop.newShopper();
  const { id } = (await shopper.ask(createTicket, { body: HELLO })).body.ticket;
  return { shopper, id };
}

/** Writes into a ticket that its owner closes at the last moment. */
async function whileClosing(
  { shop, meanwhile }: Stage,
  claim: string,
  ask: (id: string, shopper: TestShopper) => Promise<{ status: number; body: { code?: string } }>,
) {
  const { shopper, id } = await openTicket(shop);
  const closes = shopRequest(shopper, closeTicket, { params: { id } });
  expectRefused(await meanwhile(claim, [closes], () => ask(id, shopper)), "ticket_closed");
}

export const claimsOfPeople: Guard[] = [
  {
    name: "must: code unused",
    async attack({ shop, meanwhile }) {
      const { phone, id } = await shop.newShopper();
      expect(
        (
          await shop.ask(requestCode, {
            body: { username: phone },
            headers: { "X-Client-Address": "198.51.100.7" },
          })
        ).status,
      ).toBe(200);
      const [message] = await shop.sandbox.messages(phone);
      const used = sql("UPDATE sign_in_code SET used_at = 1 WHERE phone = ?1", phone);
      expectRefused(
        await meanwhile("'code unused'", [used], () =>
          shop.ask(verifyCode, { body: { username: phone, otp: message?.code ?? "" } }),
        ),
      );
      expect(await shop.sql("SELECT 1 FROM session WHERE user_id = ?1", id)).toHaveLength(1);
    },
  },
  {
    name: "must: another link may be sent",
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper();
      const { link } = await linkFor(shop, shopper);
      expectRefused(
        await meanwhile("'another link may be sent'", [link], () =>
          shopper.ask(requestEmailVerification),
        ),
      );
    },
  },
  {
    name: "must: the link is alive",
    async attack({ shop }) {
      const shopper = await shop.newShopper();
      const { token, tokenHash, link } = await linkFor(shop, shopper);
      await shop.put(
        link,
        sql("UPDATE email_verification SET expires_at = 1 WHERE token_hash = ?1", tokenHash),
      );
      expectRefused(await shop.ask(verifyEmail, { body: { token } }));
      expect(await isVerified(shop, shopper)).toBe(0);
    },
  },
  {
    name: "must: they were not forgotten",
    heldAlsoBy: ["trigger forgotten_stays"],
    async attack({ shop, meanwhile }) {
      const { id } = await newcomer(shop);
      const request = { params: { id }, body: { reason: "به درخواست خودشان" } };
      const rival = deskRequest(shop, forgetPerson, request);
      expectRefused(
        await meanwhile("'they were not forgotten'", [rival], () =>
          shop.desk(forgetPerson, request),
        ),
      );
    },
  },
  {
    name: "must: nothing of theirs is open",
    async attack({ shop, meanwhile }) {
      const { id } = await newcomer(shop);
      const gift = sql(
        `INSERT INTO transfer
           (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
         VALUES ('opening:' || ?1, 'opening', 'shop:capital', 'shopper:' || ?1, 5000, 1)`,
        id,
      );
      expectRefused(
        await meanwhile("'nothing of theirs is open'", [gift], () =>
          shop.desk(forgetPerson, { params: { id }, body: { reason: "به درخواست خودشان" } }),
        ),
      );
    },
  },
  {
    name: "must: the image is their own (in a ticket)",
    attack: (stage) => strangerLearnsNothing(stage, createTicket, "imageUrl"),
  },
  {
    name: "must: the image is their own (in a message)",
    attack: (stage) => strangerLearnsNothing(stage, replyToTicket, "imageUrl"),
  },
  {
    name: "must: not too many alerts are open",
    async attack({ shop }) {
      const products = await shop.newProducts(OPEN_ALERTS_MAX + 1, { stock: 0 });
      const shopper = await shop.newShopper();
      const [wished = "", ...others] = products;
      const alert = `INSERT INTO restock_alert (id, user_id, product_id, created_at)
        SELECT 'alert-' || value, ?1, value, 1 FROM json_each(?2)`;
      await shop.put(sql(alert, shopper.id, JSON.stringify(others)));
      expectRefused(await shopper.ask(addRestockAlert, { body: { productId: wished } }));
    },
  },
  {
    name: "must: the alerts are still open",
    async attack({ shop, meanwhile }) {
      const [product, shopper] = [await shop.newProduct({ stock: 1 }), await shop.newShopper()];
      await shop.sql(
        `INSERT INTO restock_alert (id, user_id, product_id, created_at)
         VALUES ('waits', ?1, ?2, 1)`,
        shopper.id,
        product,
      );
      const withdraws = sql("DELETE FROM restock_alert WHERE id = 'waits'");
      await meanwhile("'the alerts are still open'", [withdraws], () => shop.runJobs());
      expect(await shop.sandbox.messages(shopper.phone)).toEqual([]);
    },
  },
  {
    name: "must: the item was delivered to them",
    attack: (stage) => strangerLearnsNothing(stage, createRating, "orderItemId"),
  },
  {
    name: "must: the item was delivered to them of late",
    async attack({ things, meanwhile }) {
      const { owner } = things;
      const { theirs: itemId } = things.item;
      const long = sql("UPDATE order_item SET delivered_at = 1 WHERE id = ?1", itemId);
      const answer = await meanwhile("'the item was delivered to them of late'", [long], () =>
        owner.ask(createTicket, { body: { ...HELLO, orderItemId: itemId } }),
      );
      expectRefused(answer);
    },
  },
  {
    name: "must: the ticket is open and their own",
    heldAlsoBy: ["trigger ticket_message_needs_open", "trigger ticket_stays_closed"],
    attack: (stage) =>
      whileClosing(stage, "'the ticket is open and their own'", (id, shopper) =>
        shopper.ask(replyToTicket, {
          params: { id },
          body: { content: "هنوز منتظر پاسخ شما هستم" },
        }),
      ),
  },
  {
    name: "must: the ticket is open",
    heldAlsoBy: ["trigger ticket_stays_closed"],
    attack: (stage) =>
      whileClosing(stage, "'the ticket is open'", (id) =>
        stage.shop.desk(moveTicket, { params: { id }, body: { status: "In Progress" } }),
      ),
  },
  {
    name: "must: changes still due",
    async attack({ shop, meanwhile }) {
      const product = await shop.newProduct();
      await shop.runJobs();
      await shop.sql("UPDATE product SET name = 'older' WHERE id = ?1", product);
      const newer = [
        sql("UPDATE product SET name = 'newer' WHERE id = ?1", product),
        sql("DELETE FROM search_due"),
        sql("UPDATE search_entry SET title = 'newer' WHERE ref = ?1", product),
      ];
      await meanwhile("'changes still due'", newer, () => shop.runJobs());
      expect(await row(shop, "SELECT title FROM search_entry WHERE ref = ?1", product)).toEqual({
        title: "newer",
      });
    },
  },
];
