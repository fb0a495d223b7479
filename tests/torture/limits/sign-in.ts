import { expect } from "vitest";
import {
  CODE_LENGTH,
  CODE_LIFE_SECONDS,
  CODE_TRIES_MAX,
  SESSION_DAYS,
  WORK_DOUBLES_AFTER,
  WORK_LIFE_SECONDS,
  WORK_PART_BITS,
} from "../../../contract/sign-in.ts";
import { getBalance } from "../../../contract/wallet.ts";
import { wideNetworkOf } from "../../../api/base/network.ts";
import { findWork } from "../../../src/stores/find-work.ts";
import { person } from "../../support/fill.ts";
import { allowsOnly, constant, endsAfter, expectAnswer, type Limit } from "./limit.ts";
import { type Stage } from "./stage.ts";
import { HOUR } from "../../support/time.ts";

const AUTH = "contract/sign-in.ts";

const phone = person(1).phone;

async function signIn(stage: Stage, browser: string, address?: string): Promise<string> {
  expectAnswer(await stage.requestCode(phone, { browser, ...(address && { address }) }));
  const entered = await stage.enter(phone, stage.lastCode().right, browser);
  expectAnswer(entered);
  return entered.body.token ?? "";
}

/** Spends half of the day's budget, and asks for a code. */
async function underSiege(stage: Stage, sent = 1_000) {
  const asker = phones++;
  await stage.shop.sql(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO sign_in_code
       (id, phone, visitor_hash, address_hash, is_known_browser, code_hmac, created_at, expires_at)
     SELECT 'siege-' || ?2 || '-' || i, '', '', '', 0, '', ?3, 0 FROM n`,
    sent,
    asker,
    stage.now(),
  );
  const to = person(100 + asker).phone;
  const ask = (work: string | null) => stage.requestCode(to, { work });
  return { challenge: (await ask(null)).body.details ?? "", ask };
}
let phones = 0;

export const limitsOfSignIn: Limit[] = [
  // Shorter codes are easier to guess.
  constant(AUTH, "CODE_LENGTH", "3", async (stage) => {
    expectAnswer(await stage.requestCode(phone));
    expect(stage.lastCode().right).toHaveLength(CODE_LENGTH);
    expectAnswer(await stage.enter(phone, "0".repeat(CODE_LENGTH - 1)), "invalid");
  }),
  constant(AUTH, "CODE_LIFE_SECONDS", "12_000", async (stage) => {
    const enterAfter = async (seconds: number) => {
      expectAnswer(await stage.requestCode(phone));
      stage.pass(seconds * 1_000);
      return stage.enter(phone, stage.lastCode().right);
    };
    await allowsOnly(
      enterAfter,
      { inside: CODE_LIFE_SECONDS - 1, beyond: CODE_LIFE_SECONDS },
      "wrong_code",
    );
  }),
  // A CHECK has the same limit, but without the constant the sixth guess is answered with 500.
  constant(AUTH, "CODE_TRIES_MAX", "50", async (stage) => {
    expectAnswer(await stage.requestCode(phone));
    const { right, wrong } = stage.lastCode();
    const guess = (count: number) => stage.enter(phone, count > CODE_TRIES_MAX ? right : wrong);
    await endsAfter(CODE_TRIES_MAX, guess, "dead_code", "wrong_code");
  }),
  constant(AUTH, "RESEND_AFTER_SECONDS", "0", async (stage) => {
    await endsAfter(1, () => stage.requestCode(phone), "code_sent_recently");
  }),
  constant(AUTH, "SESSION_DAYS", "3_100", async (stage) => {
    const token = await signIn(stage, "browser");
    const readAfter = (ms: number) => {
      stage.pass(ms);
      return stage.askAs({ token })(getBalance, { headers: { "X-Visitor": "browser" } });
    };
    await allowsOnly(
      readAfter,
      { inside: SESSION_DAYS * 24 * HOUR - 1, beyond: 1 },
      "invalid_token",
    );
  }),
  // Without each of the next constants, proof of work would be cheaper.
  constant(AUTH, "WORK_PARTS", "0", async (stage) => {
    const { challenge, ask } = await underSiege(stage);
    expectAnswer(await ask(challenge), "work_needed");
  }),
  constant(AUTH, "WORK_PART_BITS", "1", async (stage) => {
    const { challenge } = await underSiege(stage);
    expect(Number(challenge.split(".")[1])).toBeGreaterThanOrEqual(WORK_PART_BITS);
  }),
  constant(AUTH, "WORK_LIFE_SECONDS", "30_000", async (stage) => {
    const after = async (seconds: number) => {
      const { challenge, ask } = await underSiege(stage);
      stage.pass(seconds * 1_000);
      return ask(findWork(challenge));
    };
    await allowsOnly(
      after,
      { inside: WORK_LIFE_SECONDS - 1, beyond: WORK_LIFE_SECONDS },
      "work_needed",
    );
  }),
  constant(AUTH, "WORK_DOUBLES_AFTER", "10_000", async (stage) => {
    await underSiege(stage);
    await stage.shop.sql(
      `UPDATE sign_in_code SET work = id, network_hash = ?1
       WHERE rowid IN (SELECT rowid FROM sign_in_code WHERE id LIKE 'siege-%' LIMIT ?2)`,
      await stage.shop.vault.fingerprint("network", wideNetworkOf("10.0.0.1")),
      2 * WORK_DOUBLES_AFTER,
    );
    const { challenge } = await underSiege(stage);
    expect(Number(challenge.split(".")[1])).toBe(WORK_PART_BITS + 2);
  }),
  constant(AUTH, "WORK_DOUBLES_AFTER_GUESSES", "10_000", async (stage) => {
    await underSiege(stage, 500);
    await stage.shop.sql(
      "UPDATE sign_in_code SET tries = 1, network_hash = ?1",
      await stage.shop.vault.fingerprint("network", "unknown"),
    );
    expectAnswer(await stage.requestCode(phone));
    const { wrong } = stage.lastCode();
    expectAnswer(await stage.enter(phone, wrong), "wrong_code");
    const { body } = await stage.enter(phone, wrong);
    expect(Number(body.details?.split(".")[1])).toBeGreaterThan(WORK_PART_BITS + 10);
  }),
  // Known browsers get codes outside the budget for unknown ones.
  constant("api/people/sign-in/statements.ts", "KNOWN_BROWSERS_MAX", "10_000", async (stage) => {
    for (let count = 0; count < 12; count++) {
      await signIn(stage, `browser-${String(count)}`, `10.4.${String(count)}.1`);
      stage.pass(3 * HOUR);
    }
    expect(await stage.shop.sql("SELECT count(*) AS known FROM known_browser")).toEqual([
      { known: 10 },
    ]);
  }),
];
