import { expect } from "vitest";
import { EVENTS_KEPT_DAYS, getAccountEvents } from "../../../contract/account-event.ts";
import {
  FRESH_CODE_MINUTES,
  SECOND_CODES_PER_DAY_MAX,
  SECOND_CODES_PER_SESSION_DAY_MAX,
  sendSecondCode,
  verifySecondCode,
} from "../../../contract/second-code.ts";
import { replaceEmail, updateProfile } from "../../../contract/user.ts";
import { constant, endsAfter, expectAnswer, type Limit } from "./limit.ts";
import { type Shopper, type Stage } from "./stage.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

const SECOND = "contract/second-code.ts";

const sent = (shopper: Shopper) => shopper.ask(sendSecondCode);

/** Codes of other sessions of a person, each with this many wrong guesses. */
const codesElsewhere = (stage: Stage, { id }: Shopper, count: number, tries: number) =>
  stage.shop.sql(
    `INSERT INTO second_code (id, user_id, token_hash, code_hmac, tries, created_at, expires_at)
     SELECT 'elsewhere-' || value, ?1, 'elsewhere', '', ?2, ?3, ?3 FROM json_each(?4)`,
    id,
    tries,
    stage.now(),
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
  );

export const limitsOfAccount: Limit[] = [
  constant("contract/account-event.ts", "EVENTS_KEPT_DAYS", "9_000", async (stage) => {
    const { ask } = await stage.newShopper({ cardStatus: "none", isVerified: false });
    expectAnswer(await ask(updateProfile, { body: { firstName: "سارا" } }));
    const eventsAfter = async (days: number) => {
      const at = stage.now() - days * 24 * HOUR;
      await stage.shop.sql("UPDATE account_event SET happened_at = ?1", at);
      return (await ask(getAccountEvents)).body.events.length;
    };
    expect(await eventsAfter(EVENTS_KEPT_DAYS - 1)).toBe(1);
    expect(await eventsAfter(EVENTS_KEPT_DAYS)).toBe(0);
  }),
  constant(SECOND, "FRESH_CODE_MINUTES", "10_000", async (stage) => {
    const shopper = await stage.newShopper();
    expectAnswer(await sent(shopper));
    const body = { otp: stage.lastCode().right };
    expectAnswer(await shopper.ask(verifySecondCode, { body }));
    const replaceAfter = (minutes: number, email: string) => {
      stage.pass(minutes * MINUTE);
      return shopper.ask(replaceEmail, { body: { email } });
    };
    expectAnswer(await replaceAfter(FRESH_CODE_MINUTES - 1, "one@shop.example"));
    expectAnswer(await replaceAfter(1, "two@shop.example"), "second_code_needed");
  }),
  constant(SECOND, "SECOND_CODES_PER_SESSION_DAY_MAX", "500", async (stage) => {
    const shopper = await stage.newShopper();
    const sendAgain = () => {
      stage.pass(2 * MINUTE);
      return sent(shopper);
    };
    await endsAfter(SECOND_CODES_PER_SESSION_DAY_MAX, sendAgain, "too_many");
  }),
  constant(SECOND, "SECOND_CODES_PER_DAY_MAX", "500", async (stage) => {
    const shopper = await stage.newShopper();
    await codesElsewhere(stage, shopper, SECOND_CODES_PER_DAY_MAX, 0);
    expectAnswer(await sent(shopper), "too_many");
  }),
  constant(SECOND, "WRONG_SECOND_CODES_PER_DAY_MAX", "1_500", async (stage) => {
    const shopper = await stage.newShopper();
    await codesElsewhere(stage, shopper, 3, 5);
    expectAnswer(await sent(shopper));
    const { right, wrong } = stage.lastCode();
    const guess = (count: number) =>
      shopper.ask(verifySecondCode, { body: { otp: count === 1 ? wrong : right } });
    await endsAfter(1, guess, "dead_code", "wrong_code");
  }),
];
