import { expect } from "vitest";
import { createNameRequest, NAME_REQUESTS_PER_DAY_MAX } from "../../../contract/name-request.ts";
import {
  EMAIL_LINK_HOURS,
  EMAIL_LINKS_PER_DAY_MAX,
  NAME_MAX,
  requestEmailVerification,
  updateProfile,
  verifyEmail,
} from "../../../contract/user.ts";
import { allowsOnly, constant, endsAfter, expectAnswer, letters, type Limit } from "./limit.ts";
import { type Stage } from "./stage.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

const USER = "contract/user.ts";

async function withEmail(stage: Stage) {
  const shopper = await stage.newShopper();
  expectAnswer(await shopper.ask(updateProfile, { body: { email: "somebody@shop.example" } }));
  return { shopper, askForLink: () => shopper.ask(requestEmailVerification) };
}

export const limitsOfUser: Limit[] = [
  constant("contract/name-request.ts", "NAME_REQUESTS_PER_DAY_MAX", "500", async (stage) => {
    const { ask } = await stage.newShopper({ isVerified: false });
    const body = { firstName: "سارا", lastName: "کریمی", reason: "نامم عوض شد" };
    const wish = () => ask(createNameRequest, { body });
    await endsAfter(NAME_REQUESTS_PER_DAY_MAX, wish, "too_many", "name_not_proven");
  }),
  constant(USER, "NAME_MAX", "5_000", async (stage) => {
    const { ask } = await stage.newShopper({ isVerified: false });
    const rename = (length: number) => ask(updateProfile, { body: { firstName: letters(length) } });
    await allowsOnly(rename, { inside: NAME_MAX, beyond: NAME_MAX + 1 });
  }),
  constant(USER, "EMAIL_LINK_HOURS", "2_400", async (stage) => {
    const { askForLink } = await withEmail(stage);
    expectAnswer(await askForLink());
    await stage.shop.runJobs();
    const token = /token=([\w-]+)/.exec(stage.bank.lastPost())?.[1] ?? "";
    expect(token).not.toBe("");
    stage.pass(EMAIL_LINK_HOURS * HOUR);
    expectAnswer(await stage.anyone(verifyEmail, { body: { token } }), "bad_email_token");
  }),
  constant(USER, "EMAIL_LINKS_PER_DAY_MAX", "500", async (stage) => {
    const { shopper, askForLink } = await withEmail(stage);
    // Each e-mail address has its own limit.
    const askAgain = async (count: number) => {
      stage.pass(2 * MINUTE);
      const email = `number-${String(count)}@shop.example`;
      expectAnswer(await shopper.ask(updateProfile, { body: { email } }));
      return askForLink();
    };
    await endsAfter(EMAIL_LINKS_PER_DAY_MAX, askAgain, "too_many");
  }),
];
