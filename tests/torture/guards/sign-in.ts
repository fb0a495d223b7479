import { expect } from "vitest";
import { requestCode, signOut, signOutEverywhere, verifyCode } from "../../../contract/sign-in.ts";
import { getProfile } from "../../../contract/user.ts";
import { networkOf, wideNetworkOf } from "../../../api/base/network.ts";
import { findWork } from "../../../src/stores/find-work.ts";
import type { Row } from "../../support/fill.ts";
import type { TestShop } from "../../support/shop.ts";
import { expectRefused, type Guard, sql, succeeds, where } from "./guard.ts";
import { owner } from "./owners.ts";
import { checks, set } from "./schema.ts";
import { MINUTE } from "../../support/time.ts";

let phones = 0;

const newPhone = () => `9${String(370_000_000 + ++phones)}`;

let networks = 0;

/** A new network for each caller, so that no other rate limit interferes. */
const network = () => ({
  "X-Client-Address": `2001:db8:ffff:${(++networks).toString(16)}::1`,
  "X-Visitor": "a-visitor",
});

async function askCode(shop: TestShop, phone: string, from = network()) {
  const answer = await shop.ask(requestCode, { body: { username: phone }, headers: from });
  const [message] = await shop.sandbox.messages(phone);
  return { answer, from, code: message?.code ?? "" };
}

/** Inserts codes that were sent `agoMs` ago. */
const sentBefore = (
  count: number,
  agoMs: number,
  { phone = null, address = "address", network = "network", work = null }: Partial<Sent> = {},
) =>
  sql(
    `INSERT INTO sign_in_code (id, phone, visitor_hash, address_hash, network_hash,
       is_known_browser, code_hmac, created_at, expires_at, work)
     SELECT 'before-' || value, coalesce(?1, '9380000' || (100 + value)), 'visitor', ?2, ?3, 0, '',
       ?4, ?4, iif(?5 = 'any', 'work-' || value, ?5)
     FROM json_each(?6)`,
    phone,
    address,
    network,
    Date.now() - agoMs,
    work,
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
  );
interface Sent {
  phone: string | null;
  address: string;
  network: string;
  work: string | null;
}

/**
 * Asserts that one more code is refused although the codes that exhaust the limit are sent after
 * the plan counted them, just before the batch.
 */
const tooMany =
  (count: number, agoMs: number, by: keyof Sent, code = "too_many"): Guard["attack"] =>
  async ({ shop, meanwhile }) => {
    const phone = newPhone();
    const from = network();
    const { vault } = shop;
    const sent = {
      phone: { phone },
      address: { address: await vault.fingerprint("address", networkOf(from["X-Client-Address"])) },
      network: {
        network: await vault.fingerprint("network", wideNetworkOf(from["X-Client-Address"])),
      },
      work: {},
    }[by];
    const { answer } = await meanwhile(INSERTED, [sentBefore(count, agoMs, sent)], () =>
      askCode(shop, phone, from),
    );
    expectRefused(answer, code);
  };

const put = (shop: TestShop, { text, values }: Row) =>
  shop.sql(text, ...(values as (string | number | null)[]));

const INSERTED = "INSERT INTO sign_in_code";

/**
 * Asserts that a code with proof of work is refused when the rivals get theirs just before the
 * batch.
 */
const worked =
  (rivals: (facts: { network: string; work: string }) => Row[], code: string): Guard["attack"] =>
  async ({ shop, meanwhile }) => {
    const phone = newPhone();
    const from = network();
    const address = await shop.vault.fingerprint("address", networkOf(from["X-Client-Address"]));
    const wide = await shop.vault.fingerprint("network", wideNetworkOf(from["X-Client-Address"]));
    const { text, values } = sentBefore(10, 1_000, { address });
    await put(shop, { text: text.replace("before-", "share-"), values });
    const { body } = (await askCode(shop, phone, from)).answer;
    expect(body.code).toBe("work_needed");
    const work = findWork(body.details ?? "") ?? "";
    const salt = work.split(".")[2] ?? "";
    expectRefused(
      await meanwhile(INSERTED, rivals({ network: wide, work: salt }), () =>
        shop.ask(requestCode, { body: { username: phone, work }, headers: from }),
      ),
      code,
    );
  };

const enter = (shop: TestShop, phone: string, otp: string, from: Record<string, string>) =>
  shop.ask(verifyCode, { body: { username: phone, otp }, headers: from });

const wrongFor = (code: string) => (code === "1111" ? "2222" : "1111");

export const guardsOfSignIn: Guard[] = [
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
  where(
    "a code is sent once in a minute",
    "created_at > ?8 - ?15) = 0",
    "created_at > ?8 - ?15) >= 0",
    tooMany(1, 30_000, "phone", "code_sent_recently"),
  ),
  where(
    "codes to one phone in an hour",
    "created_at > ?8 - 3600000) < ?10",
    "created_at > ?8 - 3600000) < ?10 + 999",
    tooMany(5, 10 * MINUTE, "phone"),
  ),
  where(
    "codes to one phone in a day",
    "created_at > ?8 - 86400000) < ?11",
    "created_at > ?8 - 86400000) < ?11 + 999",
    tooMany(10, 300 * MINUTE, "phone"),
  ),
  where(
    "codes to one network in a minute",
    "address_hash = ?5 AND created_at > ?8 - 60000) < ?12",
    "address_hash = ?5 AND created_at > ?8 - 60000) < ?12 + 999",
    tooMany(10, 1_000, "address", "work_needed"),
  ),
  where(
    "codes to one network in a day",
    "address_hash = ?5 AND created_at > ?8 - 86400000",
    "address_hash = ?5 AND created_at > ?8",
    tooMany(400, 100 * MINUTE, "address", "work_needed"),
  ),
  where(
    "codes to one wide network in a day",
    "network_hash = ?16 AND created_at > ?8 - 86400000 LIMIT ?19",
    "network_hash = ?16 AND created_at > ?8 LIMIT ?19",
    tooMany(500, 100 * MINUTE, "network", "work_needed"),
  ),
  where(
    "codes to one phone for one wide network in a day",
    "+network_hash = ?16 AND created_at > ?8 - 86400000) < ?18",
    "+network_hash = ?16 AND created_at > ?8 - 86400000) < ?18 + 99",
    async ({ shop, meanwhile }) => {
      const phone = newPhone();
      const from = network();
      const wide = await shop.vault.fingerprint("network", wideNetworkOf(from["X-Client-Address"]));
      const three = sentBefore(3, 100 * MINUTE, { phone, network: wide });
      expectRefused(
        (await meanwhile(INSERTED, [three], () => askCode(shop, phone, from))).answer,
        "too_many",
      );
    },
  ),
  where(
    "work opens the door once",
    "NOT EXISTS (SELECT 1 FROM sign_in_code WHERE work = ?17)",
    "?17 = ?17",
    worked(({ work }) => [sentBefore(1, 100 * MINUTE, { work })], "work_needed"),
  ),
  where(
    "work that has become too little",
    "created_at > ?8 - 86400000 LIMIT ?20)) < ?20",
    "created_at > ?8 - 86400000 LIMIT ?20)) < ?20 + 999",
    worked((facts) => [sentBefore(60, 100 * MINUTE, { ...facts, work: "any" })], "work_needed"),
  ),
  where(
    "guesses at one code",
    "AND tries < iif(",
    "AND -1 < iif(",
    async ({ shop }) => {
      const phone = newPhone();
      const { code, from } = await askCode(shop, phone);
      for (let guess = 0; guess < 5; guess++)
        expectRefused(await enter(shop, phone, wrongFor(code), from));
      expectRefused(await enter(shop, phone, code, from), "dead_code");
    },
    "check sign_in_code (tries BETWEEN 0 AND 5)",
  ),
  where(
    "a code expires",
    "AND used_at IS NULL AND expires_at > ?4 AND tries",
    "AND used_at IS NULL AND ?4 > 0 AND tries",
    async ({ shop }) => {
      const phone = newPhone();
      const { code, from } = await askCode(shop, phone);
      await shop.turnClock(121_000);
      expectRefused(await enter(shop, phone, code, from), "wrong_code");
    },
  ),
  where(
    "a code works once",
    "AND used_at IS NULL AND expires_at > ?4 AND tries",
    "AND expires_at > ?4 AND tries",
    async ({ shop }) => {
      const phone = newPhone();
      const { code, from } = await askCode(shop, phone);
      expect((await enter(shop, phone, code, from)).status).toBe(200);
      expectRefused(await enter(shop, phone, code, from));
    },
    "must: code unused",
  ),
  where(
    "a code works in the browser that requested it",
    "phone = ?1 AND visitor_hash = ?2 AND failed_at IS NULL",
    "phone = ?1 AND ?2 = ?2 AND failed_at IS NULL",
    async ({ shop }) => {
      const phone = newPhone();
      const { code } = await askCode(shop, phone);
      expectRefused(
        await enter(shop, phone, code, { "X-Visitor": "another-visitor" }),
        "wrong_code",
      );
    },
  ),
  where(
    "guesses at one phone",
    "WHERE phone = ?1 AND is_known_browser = 0 AND tries > 0",
    "WHERE phone = ?1 AND is_known_browser = 0 AND tries > 99",
    async ({ shop }) => {
      const phone = newPhone();
      await put(shop, sentBefore(3, 200 * MINUTE, { phone }));
      await shop.sql("UPDATE sign_in_code SET tries = 5 WHERE phone = ?1", phone);
      const { code, from } = await askCode(shop, phone);
      expectRefused(await enter(shop, phone, wrongFor(code), from), "wrong_code");
      expectRefused(await enter(shop, phone, code, from), "work_needed");
    },
  ),
  where(
    "guesses at all phones",
    "LIMIT ?6)) >= ?6)",
    "LIMIT ?6)) >= ?6 + 99999)",
    async ({ shop }) => {
      await put(shop, sentBefore(100, 200 * MINUTE));
      await shop.sql("UPDATE sign_in_code SET tries = 5 WHERE id LIKE 'before-%'");
      const phone = newPhone();
      const { code, from } = await askCode(shop, phone);
      expectRefused(await enter(shop, phone, wrongFor(code), from), "wrong_code");
      expectRefused(await enter(shop, phone, code, from), "work_needed");
    },
  ),
  where(
    "a revoked session",
    "token_hash = ?1 AND revoked_at IS NULL AND expires_at > ?2",
    "token_hash = ?1 AND expires_at > ?2",
    async ({ shop }) => {
      const shopper = await shop.newShopper();
      expect((await shopper.ask(signOut)).status).toBe(200);
      expectRefused(await shopper.ask(getProfile), "invalid_token");
    },
  ),
  where(
    "an expired session",
    "AND revoked_at IS NULL AND expires_at > ?2",
    "AND revoked_at IS NULL AND ?2 > 0",
    async ({ shop }) => {
      const shopper = await shop.newShopper();
      await shop.sql("UPDATE session SET expires_at = 1 WHERE user_id = ?1", shopper.id);
      expectRefused(await shopper.ask(getProfile), "invalid_token");
    },
  ),
  owner(
    "the IBANs that ending all sessions takes away",
    "iban_sealed = '' WHERE user_id = ?1 AND iban_changed_at",
    async ({ shop }) => {
      const other = await shop.newShopper();
      await shop.sql(
        "UPDATE bank_card SET iban_sealed = ?2, iban_changed_at = ?3 WHERE id = ?1",
        other.cardId,
        await shop.vault.seal("IR820540102680020817909002", `iban:${other.cardId}`),
        Date.now(),
      );
      await succeeds((await shop.newShopper()).ask(signOutEverywhere));
      expect(
        await shop.sql("SELECT 1 FROM bank_card WHERE id = ?1 AND iban_sealed <> ''", other.cardId),
      ).toHaveLength(1);
    },
  ),
  owner(
    "ending all sessions",
    "UPDATE session SET revoked_at = ?2 WHERE user_id = ?1",
    async ({ shop }) => {
      const [one, other] = [await shop.newShopper(), await shop.newShopper()];
      await succeeds(one.ask(signOutEverywhere));
      await succeeds(other.ask(getProfile));
    },
  ),
  ...checks("sign_in_code", {
    "(is_known_browser IN (0, 1))": set("sign_in_code", "is_known_browser = 2"),
    "(tries BETWEEN 0 AND 5)": set("sign_in_code", "tries = 6"),
  }),
];
