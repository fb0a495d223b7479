import { expect } from "vitest";
import { getAccountEvents } from "../../../contract/account-event.ts";
import { sendSecondCode, verifySecondCode } from "../../../contract/second-code.ts";
import { endSession, getSessions } from "../../../contract/session.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { expectRefused, type Guard, newcomer, sql, succeeds, type Traces } from "./guard.ts";
import { emptyFor, owner, stranger } from "./owners.ts";
import { ANYBODY, checks, set } from "./schema.ts";

/** Sends a second code and reads it. */
async function secondCodeOf(shop: TestShop, shopper: TestShopper): Promise<string> {
  await succeeds(shopper.ask(sendSecondCode));
  const [message] = await shop.sandbox.messages(shopper.phone);
  return message?.code ?? "";
}

/** Asserts that a second code is refused after a change just before it is used up. */
const unproved =
  (claim: string, change: string): Guard["attack"] =>
  async ({ shop, meanwhile }) => {
    const shopper = await shop.newShopper();
    const otp = await secondCodeOf(shop, shopper);
    expectRefused(
      await meanwhile(`'${claim}'`, [sql(change, shopper.id)], () =>
        shopper.ask(verifySecondCode, { body: { otp } }),
      ),
    );
  };

const NO_EVENTS = emptyFor(getAccountEvents, ({ events }) => events);

/** Second codes of a person, each with wrong guesses. */
const guessedAt = (userId: string, count: number, tries: number) =>
  sql(
    `INSERT INTO second_code (id, user_id, token_hash, code_hmac, tries, created_at, expires_at)
     SELECT 'guessed-' || ?1 || value, ?1, 'another', '', ?2, ?3, ?3 FROM json_each(?4)`,
    userId,
    tries,
    Date.now() - 600_000,
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
  );

export const guardsOfAccount: Guard[] = [
  {
    name: "must: second code unused",
    attack: unproved("second code unused", "UPDATE second_code SET used_at = 1 WHERE user_id = ?1"),
  },
  {
    name: "must: session of the second code lives",
    attack: unproved(
      "session of the second code lives",
      "UPDATE session SET revoked_at = 1 WHERE user_id = ?1",
    ),
  },
  owner("the events of an account", "FROM account_event WHERE user_id = ?1", async (stage) => {
    await stage.shop.put(...tracesOfAccount(stage.things.owner));
    await NO_EVENTS(stage);
  }),
  owner("the readings among the events", "WHERE r.user_id = ?1", NO_EVENTS),
  owner(
    "the cards among the events",
    "status AS state\n   FROM bank_card WHERE user_id = ?1",
    NO_EVENTS,
  ),
  owner(
    "the payouts among the events",
    "amount_toman, state\n   FROM withdrawal WHERE user_id = ?1",
    NO_EVENTS,
  ),
  owner(
    "the number of second codes",
    "FROM second_code WHERE user_id = ?1 AND",
    async ({ shop, things }) => {
      await shop.put(guessedAt(things.owner.id, 10, 0));
      await secondCodeOf(shop, await newcomer(shop));
    },
  ),
  owner(
    "wrong guesses at second codes",
    "WHERE user_id = ?3 AND used_at IS NULL",
    async ({ shop, things }) => {
      await shop.put(guessedAt(things.owner.id, 3, 5));
      const shopper = await newcomer(shop);
      const otp = await secondCodeOf(shop, shopper);
      const wrong = otp === "1111" ? "2222" : "1111";
      expectRefused(await shopper.ask(verifySecondCode, { body: { otp: wrong } }), "wrong_code");
      await succeeds(shopper.ask(verifySecondCode, { body: { otp } }));
    },
  ),
  owner(
    "the list of sessions",
    "FROM session WHERE user_id = ?1 AND revoked_at IS NULL AND expires_at > ?3",
    async ({ shop }) => {
      const { body } = await (await newcomer(shop)).ask(getSessions);
      expect(body.sessions).toHaveLength(1);
    },
  ),
  owner(
    "ending a session",
    "WHERE user_id = ?1 AND id = ?2 AND revoked_at IS NULL",
    stranger(endSession, "sessionId"),
  ),
  ...checks("session", {
    "(needs_second_code IN (0, 1))": set("session", "needs_second_code = 2"),
  }),
  ...checks("known_browser", {
    "(needs_second_code IN (0, 1))": `INSERT INTO known_browser
      (phone, visitor_hash, created_at, needs_second_code) VALUES ('9', 'v', 1, 2)`,
  }),
  ...checks("second_code", {
    "(tries BETWEEN 0 AND 5)": `INSERT INTO second_code
      (id, user_id, token_hash, code_hmac, tries, created_at, expires_at)
      VALUES ('many', ${ANYBODY}, '', '', 6, 1, 1)`,
  }),
];

export const tracesOfAccount: Traces = ({ id }) => [
  sql(
    `INSERT INTO account_event (id, user_id, kind, device, happened_at)
     VALUES ('event-of-' || ?1, ?1, 'signed_in', 'کروم', ?2) ON CONFLICT (id) DO NOTHING`,
    id,
    Date.now(),
  ),
  sql(
    `INSERT INTO second_code (id, user_id, token_hash, code_hmac, created_at, expires_at)
     VALUES ('code-of-' || ?1, ?1, 'trace', '', ?2, ?2) ON CONFLICT (id) DO NOTHING`,
    id,
    Date.now() - 7_200_000,
  ),
];
