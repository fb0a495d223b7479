import { expect } from "vitest";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { forgetPerson } from "../../../contract/desk/user.ts";
import { type Limit, expectAnswer } from "./limit.ts";
import { accept, askWith, invite } from "./operator.ts";
import { type Stage } from "./stage.ts";
import { DAY, HOUR } from "../../support/time.ts";

const ask = (stage: Stage, id: string) =>
  stage.desk(forgetPerson, { params: { id }, body: { reason: "به درخواست خودش" } });

export const limitsOfForgetting: Limit[] = [
  {
    name: "FORGET_AFTER_DAYS",
    without: { setting: "FORGET_AFTER_DAYS", value: "0" },
    async attack(stage) {
      const shopper = await stage.newShopper();
      await stage.shop.sql(
        `INSERT INTO orders (id, user_id, cart_version, state, total_toman, wallet_toman,
           gateway_toman, reward_toman, created_at, updated_at, paid_at, number)
         VALUES ('sold', ?1, 1, 'paid', 0, 0, 0, 0, ?2, ?2, ?2, 'sold')`,
        shopper.id,
        stage.now(),
      );
      stage.pass(30 * DAY - HOUR);
      expectAnswer(await ask(stage, shopper.id), "money_moved_lately");
      stage.pass(HOUR);
      expectAnswer(await ask(stage, shopper.id));
    },
  },
  {
    name: "DOSSIER_DAYS",
    without: { setting: "DOSSIER_DAYS", value: "1000000" },
    async attack(stage) {
      const { token } = (await accept(stage, await invite(stage, "raha", "finance"))).body;
      const { id } = await stage.newShopper();
      const { proposalId } = (await ask(stage, id)).body;
      const confirmed = {
        params: { id: proposalId ?? "" },
        body: { status: "confirmed" },
      } as const;
      expectAnswer(await askWith(stage, token, decideProposal, confirmed));
      const kept = async () => {
        await stage.shop.runJobs();
        return (await stage.shop.sql("SELECT id FROM dossier")).length;
      };
      stage.pass(1826 * DAY);
      expect(await kept()).toBe(1);
      stage.pass(HOUR);
      expect(await kept()).toBe(0);
    },
  },
];
