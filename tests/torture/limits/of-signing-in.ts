import { expect } from "vitest";
import {
  CODE_LENGTH,
  CODE_LIFE_SECONDS,
  CODE_TRIES_MAX,
  SESSION_DAYS,
} from "../../../contract/sign-in.ts";
import {
  EMAIL_LINKS_PER_DAY_MAX,
  EMAIL_LINK_HOURS,
  NAME_MAX,
  requestEmailVerification,
  updateProfile,
  verifyEmail,
} from "../../../contract/user.ts";
import { getBalance } from "../../../contract/wallet.ts";
import { person } from "../../support/fill.ts";
import { type Limit, allowsOnly, constant, endsAfter, expectAnswer, letters } from "./limit.ts";
import { HOUR_MS, MINUTE_MS, type Stage } from "./stage.ts";

/** Limits of sign-in codes, sessions, names and e-mail links. */

const AUTH = "contract/sign-in.ts";
const USER = "contract/user.ts";
const { phone } = person(1);

async function signIn(stage: Stage, browser: string): Promise<string> {
  expectAnswer(await stage.requestCode(phone, { browser }));
  const entered = await stage.enter(phone, stage.lastCode().right, browser);
  expectAnswer(entered);
  return entered.body.token ?? "";
}

async function withEmail(stage: Stage) {
  const shopper = await stage.newShopper();
  expectAnswer(await shopper.ask(updateProfile, { body: { email: "somebody@shop.example" } }));
  return { shopper, askForLink: () => shopper.ask(requestEmailVerification) };
}

export const limitsOfSigningIn: Limit[] = [
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
      return stage.askAs({ token })(getBalance);
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
  constant(USER, "NAME_MAX", "5_000", async (stage) => {
    const { ask } = await stage.newShopper();
    const rename = (length: number) => ask(updateProfile, { body: { firstName: letters(length) } });
    await allowsOnly(rename, { inside: NAME_MAX, beyond: NAME_MAX + 1 });
  }),
  constant(USER, "EMAIL_LINK_HOURS", "2_400", async (stage) => {
    const { askForLink } = await withEmail(stage);
    expectAnswer(await askForLink());
    await stage.shop.runJobs();
    const token = /token=([\w-]+)/.exec(stage.bank.lastPost())?.[1] ?? "";
    expect(token).not.toBe("");
    stage.pass(EMAIL_LINK_HOURS * HOUR_MS);
    expectAnswer(await stage.anyone(verifyEmail, { body: { token } }), "bad_email_token");
  }),
  constant(USER, "EMAIL_LINKS_PER_DAY_MAX", "500", async (stage) => {
    const { askForLink } = await withEmail(stage);
    const askAgain = () => {
      stage.pass(2 * MINUTE_MS);
      return askForLink();
    };
    await endsAfter(EMAIL_LINKS_PER_DAY_MAX, askAgain, "too_many");
  }),
];
