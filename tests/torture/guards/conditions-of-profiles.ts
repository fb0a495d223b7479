import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { applyDiscount } from "../../../contract/cart.ts";
import { TICKETS_PER_DAY_MAX, closeTicket, createTicket } from "../../../contract/ticket.ts";
import { UPLOADS_PER_DAY_MAX } from "../../../contract/upload.ts";
import { updateProfile, verifyEmail } from "../../../contract/user.ts";
import { png } from "../../support/images.ts";
import { upload } from "../../support/upload.ts";
import { withCart } from "../faults/handler.ts";
import { type Guard, expectRefused, sql, where } from "./guard.ts";

/** Conditions on profiles, e-mail links, tickets and images. */

/** Asserts that an e-mail link is refused after a change. */
const badLink =
  (change: string): Guard["attack"] =>
  async ({ shop }) => {
    const [{ id }, token] = [await shop.newShopper(), randomUUID()];
    const hash = createHash("sha256").update(token).digest("hex");
    await shop.put(
      sql("UPDATE user SET email = 'mine@example.com' WHERE id = ?1", id),
      sql(
        `INSERT INTO email_verification (token_hash, user_id, email, created_at, expires_at)
         VALUES (?1, ?2, 'mine@example.com', 5, 9000000000000)`,
        hash,
        id,
      ),
      sql(change, hash, id),
    );
    expectRefused(await shop.ask(verifyEmail, { body: { token } }), "bad_email_token");
  };

export const conditionsOfProfiles: Guard[] = [
  where(
    "an e-mail link works once",
    "v.used_at IS NULL",
    "true",
    badLink("UPDATE email_verification SET used_at = 1 WHERE token_hash = ?1 AND user_id = ?2"),
  ),
  where(
    "an e-mail link expires",
    "v.expires_at > ?2",
    "?2 > 0",
    badLink("UPDATE email_verification SET expires_at = 6 WHERE token_hash = ?1 AND user_id = ?2"),
  ),
  where(
    "an e-mail link confirms only the address it was sent to",
    "u.email = v.email",
    "true",
    badLink("UPDATE user SET email = 'other@example.com' WHERE id = ?2 AND ?1 <> ''"),
  ),
  where(
    "a new e-mail link ends older ones",
    "newer.created_at > v.created_at",
    "false",
    badLink(
      `INSERT INTO email_verification (token_hash, user_id, email, created_at, expires_at)
       VALUES (?1 || '2', ?2, 'mine@example.com', 9, 9000000000000)`,
    ),
  ),
  where(
    "a confirmed e-mail address does not change",
    "(is_email_verified = 0 OR ?4 IS NULL OR ?4 = email)",
    "(?4 IS NULL OR ?4 = ?4)",
    async ({ shop }) => {
      const shopper = await shop.newShopper();
      await shop.sql(
        "UPDATE user SET email = 'mine@example.com', is_email_verified = 1 WHERE id = ?1",
        shopper.id,
      );
      expectRefused(
        await shopper.ask(updateProfile, { body: { email: "other@example.com" } }),
        "email_locked",
      );
    },
  ),
  where(
    "codes go to a confirmed e-mail address only",
    "(is_email_verified = 1 OR ?5 IS NOT 1)",
    "(?5 = ?5 OR ?5 IS NULL)",
    async ({ shop }) => {
      expectRefused(
        await (await shop.newShopper()).ask(updateProfile, { body: { wantsCodesByEmail: true } }),
      );
    },
  ),
  where(
    "a closed ticket is not closed again",
    "WHERE id = ?2 AND user_id = ?1 AND status <> 'Closed'",
    "WHERE id = ?2 AND user_id = ?1",
    async ({ shop }) => {
      const shopper = await shop.newShopper();
      const made = await shopper.ask(createTicket, {
        body: {
          title: "پرسش",
          description: "کد من کار نمی‌کند",
        },
      });
      const { id } = made.body.ticket;
      expect((await shopper.ask(closeTicket, { params: { id } })).status).toBe(200);
      expectRefused(await shopper.ask(closeTicket, { params: { id } }), "ticket_closed");
    },
  ),
  where(
    "a rate limit counts every attempt",
    "DO UPDATE SET count = count + 1",
    "DO UPDATE SET count = 1",
    async ({ shop }) => {
      const { shopper } = await withCart(shop);
      for (let guess = 0; guess < 10; guess++)
        await shopper.ask(applyDiscount, { body: { code: `GUESS${String(guess)}` } });
      // The minute of the rate limit may end between two guesses.
      for (let guess = 0; guess < 10; guess++)
        await shopper.ask(applyDiscount, { body: { code: `GUESS${String(guess)}` } });
      expectRefused(await shopper.ask(applyDiscount, { body: { code: "GUESS" } }), "too_many");
    },
  ),
  where(
    "the number of tickets in a day",
    "DO UPDATE SET count = count + 1",
    "DO UPDATE SET count = 1",
    async ({ shop }) => {
      const shopper = await shop.newShopper();
      const write = () =>
        shopper.ask(createTicket, { body: { title: "پرسش", description: "کد من کار نمی‌کند" } });
      for (let ticket = 0; ticket < TICKETS_PER_DAY_MAX; ticket++) await write();
      expectRefused(await write());
    },
  ),
  where(
    "the number of images in a day",
    "created_at > ?5 - 86400000) < ?6",
    "created_at > ?5 - 86400000) < ?6 + 99",
    async ({ shop, meanwhile }) => {
      const shopper = await shop.newShopper();
      const others = sql(
        `INSERT INTO upload (id, user_id, media_type, size_bytes, created_at)
         SELECT 'many-' || value, ?1, 'image/png', 1, ?2 FROM json_each(?3)`,
        shopper.id,
        Date.now(),
        JSON.stringify(Array.from({ length: UPLOADS_PER_DAY_MAX }, (_, index) => index)),
      );
      expectRefused(
        await meanwhile("INSERT INTO upload", [others], () => upload(shop, shopper, png())),
      );
    },
  ),
];
