import { createHash, randomUUID } from "node:crypto";
import { expect } from "vitest";
import { signOutEverywhere } from "../../../contract/sign-in.ts";
import {
  replaceEmail,
  requestEmailVerification,
  updateProfile,
  verifyEmail,
} from "../../../contract/user.ts";
import { typeSecondCode } from "../../support/second-code.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { row, withOrder } from "../faults/handler.ts";
import { expectRefused, type Guard, sql, succeeds, type Traces, where } from "./guard.ts";
import { owner } from "./owners.ts";
import { checks, lived, othersOf, refused, set } from "./schema.ts";

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

const links = "INSERT INTO email_verification (token_hash, user_id, email, created_at, expires_at)";

/** Completes the profile of a person who bought without a name. */
async function completeProfile(shop: TestShop) {
  const { shopper } = await withOrder(shop, 100_000);
  await shop.sql("UPDATE user SET first_name = '' WHERE id = ?1", shopper.id);
  await shop.sql("UPDATE orders SET profile_due_at = 9000000000000 WHERE user_id = ?1", shopper.id);
  expect((await shopper.ask(updateProfile, { body: { firstName: "آزمون" } })).status).toBe(200);
}

export const guardsOfUser: Guard[] = [
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
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper();
      const { token, tokenHash, link } = await linkFor(shop, shopper);
      await shop.put(link);
      const used = sql(
        "UPDATE email_verification SET used_at = 1 WHERE token_hash = ?1",
        tokenHash,
      );
      expectRefused(
        await meanwhile("'the link is alive'", [used], () =>
          shop.ask(verifyEmail, { body: { token } }),
        ),
      );
      expect(await isVerified(shop, shopper)).toBe(0);
    },
  },
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
    "(is_email_verified = 0 OR ?3 IS NULL OR ?3 = email)",
    "(?3 IS NULL OR ?3 = ?3)",
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
    "(?4 IS NOT 1 OR (is_email_verified = 1",
    "(?4 IS NOT 1 OR (?4 = 1",
    async ({ shop }) => {
      const shopper = await shop.newShopper();
      await typeSecondCode(shop, shopper);
      expectRefused(
        await shopper.ask(updateProfile, { body: { wantsCodesByEmail: true } }),
        "email_unverified",
      );
    },
    "must: this change of the profile is allowed",
  ),
  where(
    "codes by e-mail begin after a second code",
    "AND second_code_at > ?5",
    "AND ?5 > 0",
    async ({ shop }) => {
      const shopper = await shop.newShopper();
      await shop.sql(
        "UPDATE user SET email = 'mine2@example.com', is_email_verified = 1 WHERE id = ?1",
        shopper.id,
      );
      expectRefused(
        await shopper.ask(updateProfile, { body: { wantsCodesByEmail: true } }),
        "second_code_needed",
      );
    },
  ),
  {
    name: "must: this change of the profile is allowed",
    async attack({ shop }) {
      const shopper = await shop.newShopper();
      expectRefused(
        await shopper.ask(updateProfile, { body: { wantsCodesByEmail: true } }),
        "email_unverified",
      );
    },
  },
  {
    name: "must: the names are as they were seen",
    async attack({ shop, meanwhile }) {
      // The proven name is «سارا کریمی» until an operator corrects the owner of the card.
      const shopper = await shop.newShopper({ hasNames: false });
      const other = sql(
        "UPDATE identity_request SET card_owner = 'نگار راد' WHERE user_id = ?1",
        shopper.id,
      );
      expectRefused(
        await meanwhile("'the names are as they were seen'", [other], () =>
          shopper.ask(updateProfile, { body: { firstName: "سارا", lastName: "کریمی" } }),
        ),
        "name_locked",
      );
    },
  },
  {
    name: "must: a second code was typed just now",
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper();
      await typeSecondCode(shop, shopper);
      const ages = sql("UPDATE session SET second_code_at = 1 WHERE user_id = ?1", shopper.id);
      expectRefused(
        await meanwhile("'a second code was typed just now'", [ages], () =>
          shopper.ask(replaceEmail, { body: { email: "thief@example.com" } }),
        ),
      );
    },
  },
  {
    name: "must: the e-mail is what was read",
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper();
      await typeSecondCode(shop, shopper);
      const other = sql("UPDATE user SET email = 'faster@example.com' WHERE id = ?1", shopper.id);
      expectRefused(
        await meanwhile("'the e-mail is what was read'", [other], () =>
          shopper.ask(replaceEmail, { body: { email: "slower@example.com" } }),
        ),
        "email_changed",
      );
    },
  },
  owner(
    "links that the end of all sessions ends",
    "UPDATE email_verification SET expires_at = ?2 WHERE user_id = ?1",
    async ({ shop }) => {
      const [one, other] = [await shop.newShopper(), await shop.newShopper()];
      const { token, link } = await linkFor(shop, other);
      await shop.put(link);
      await succeeds(one.ask(signOutEverywhere));
      await succeeds(shop.ask(verifyEmail, { body: { token } }));
    },
  ),
  ...[
    [
      "the e-mail link of the last minute",
      "FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?4",
      1_000,
    ],
    [
      "the number of e-mail links in a day",
      "FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?5) < ?3",
      120_000,
    ],
  ].map(([what, find, age]) =>
    owner(String(what), String(find), async ({ shop, things }) => {
      const rows = Array.from({ length: 5 }, (_, index) =>
        sql(
          `${links} VALUES (?1, ?2, '', ?3, ?3)`,
          `link-${String(index)}`,
          things.owner.id,
          Date.now() - Number(age),
        ),
      );
      const shopper = await shop.newShopper();
      await shop.put(
        ...rows,
        sql("UPDATE user SET email = 'own@example.com' WHERE id = ?1", shopper.id),
      );
      await succeeds(shopper.ask(requestEmailVerification));
    }),
  ),
  ...checks("user", {
    "(length(phone) = 10 AND phone GLOB '9*' AND phone NOT GLOB '*[^0-9]*')": set(
      "user",
      "phone = '9' || phone",
    ),
    "(is_email_verified IN (0, 1))": set("user", "is_email_verified = 2"),
    "(inviter_id <> id)": set("user", "inviter_id = id"),
    "(wants_codes_by_email IN (0, 1))": set("user", "wants_codes_by_email = 2"),
  }),
  refused("unique user (phone)", othersOf("user", "phone")),
  refused("unique user (referral_code)", othersOf("user", "referral_code")),
  refused(
    "index user_by_verified_email",
    `UPDATE user SET is_email_verified = 1,
       email = iif(id > (SELECT min(id) FROM user), 'Twin@example.com', 'twin@example.com')
     WHERE id IN (SELECT id FROM user ORDER BY id LIMIT 2)`,
  ),
  ...lived(
    async (shop) => shop.newShopper({ inviterId: (await shop.newShopper()).id }),
    "user_invited",
  ),
  ...lived(completeProfile, "profile_completed"),
];

export const tracesOfUser: Traces = ({ id }) => [
  sql(
    `INSERT INTO email_verification (token_hash, user_id, email, created_at, expires_at)
     VALUES ('sent-before', ?1, '', 1, 9000000000000)`,
    id,
  ),
];
