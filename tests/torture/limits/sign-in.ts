import { expect } from "vitest";
import {
  CODE_LENGTH,
  CODE_LIFE_SECONDS,
  CODE_TRIES_MAX,
  SESSION_DAYS,
} from "../../../contract/sign-in.ts";
import { getBalance } from "../../../contract/wallet.ts";
import { person } from "../../support/fill.ts";
import { allowsOnly, constant, endsAfter, expectAnswer, type Limit } from "./limit.ts";
import { HOUR_MS, type Stage } from "./stage.ts";

const AUTH = "contract/sign-in.ts";

const phone = person(1).phone;

async function signIn(stage: Stage, browser: string): Promise<string> {
  expectAnswer(await stage.requestCode(phone, { browser }));
  const entered = await stage.enter(phone, stage.lastCode().right, browser);
  expectAnswer(entered);
  return entered.body.token ?? "";
}

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
  // A CHECK holds the same limit; without the constant the sixth guess answers 500.
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
      { inside: SESSION_DAYS * 24 * HOUR_MS - 1, beyond: 1 },
      "invalid_token",
    );
  }),
  // Known browsers get codes outside the budget for unknown ones.
  constant("api/sign-in/statements.ts", "KNOWN_BROWSERS_MAX", "10_000", async (stage) => {
    for (let count = 0; count < 12; count++) {
      await signIn(stage, `browser-${String(count)}`);
      stage.pass(3 * HOUR_MS);
    }
    expect(await stage.shop.sql("SELECT count(*) AS known FROM known_browser")).toEqual([
      { known: 10 },
    ]);
  }),
];
