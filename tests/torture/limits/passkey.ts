import {
  addPasskey,
  enterWithPasskey,
  startEntry,
  startPasskey,
} from "../../../contract/desk/passkey.ts";
import { changeRole } from "../../../contract/desk/operator.ts";
import { createAuthenticator } from "../../support/authenticator.ts";
import { type Limit, constant, endsAfter, expectAnswer } from "./limit.ts";
import { askWith, openBrowser } from "./operator.ts";
import { type Stage } from "./stage.ts";
import { MINUTE } from "../../support/time.ts";

const PASSKEY = "contract/desk/passkey.ts";

const newDevice = () => createAuthenticator("https://shop.example");

async function register(stage: Stage, session: string, device = newDevice()) {
  const { options } = (await askWith(stage, session, startPasskey)).body;
  const credential = device.register(options);
  return askWith(stage, session, addPasskey, { body: { label: "گوشی", credential } });
}

const challenge = (stage: Stage) =>
  askWith(stage, "nobody", startEntry, { body: { name: "local" } });

export const limitsOfPasskey: Limit[] = [
  constant("contract/desk/endpoint.ts", "FRESH_MINUTES", "1000", async (stage) => {
    const session = await openBrowser(stage);
    expectAnswer(await register(stage, session));
    const change = () =>
      askWith(stage, session, changeRole, { params: { name: "nobody" }, body: { role: "viewer" } });
    stage.pass(4 * MINUTE);
    expectAnswer(await change(), "not_found");
    stage.pass(2 * MINUTE);
    expectAnswer(await change(), "passkey_needed");
  }),
  constant(PASSKEY, "PASSKEYS_MAX", "1000", async (stage) => {
    const session = await openBrowser(stage);
    await endsAfter(2, () => register(stage, session), "too_many_passkeys");
  }),
  constant(PASSKEY, "CHALLENGE_MINUTES", "1000", async (stage) => {
    const device = newDevice();
    expectAnswer(await register(stage, await openBrowser(stage), device));
    const enterAfter = async (waitMs: number) => {
      const { options } = (await challenge(stage)).body;
      stage.pass(waitMs);
      const body = { credential: device.show(options) };
      return askWith(stage, "nobody", enterWithPasskey, { body });
    };
    expectAnswer(await enterAfter(4 * MINUTE));
    expectAnswer(await enterAfter(6 * MINUTE), "passkey_refused");
  }),
  constant(PASSKEY, "CHALLENGES_PER_MINUTE", "1000", async (stage) => {
    await endsAfter(30, () => challenge(stage), "too_many");
    stage.pass(MINUTE);
    expectAnswer(await challenge(stage));
  }),
];
