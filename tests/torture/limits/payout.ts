import { setIban } from "../../../contract/bank-card.ts";
import { PAYOUT_ROWS_MAX, previewPayout, readPayoutAnswer } from "../../../contract/desk/payout.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { expect } from "vitest";
import { allowsOnly, constant, expectAnswer, type Limit } from "./limit.ts";
import { HOUR } from "../../support/time.ts";

const PAYOUT = "contract/desk/payout.ts";

export const limitsOfPayout: Limit[] = [
  constant(PAYOUT, "PAYOUT_ROWS_MAX", "1000", async (stage) => {
    const preview = (rows: number) =>
      stage.desk(previewPayout, {
        body: {
          withdrawalIds: Array.from({ length: rows }, (_, at) => `none-${String(at)}`),
          format: "card_list",
        },
      });
    const amounts = { inside: PAYOUT_ROWS_MAX, beyond: PAYOUT_ROWS_MAX + 1 };
    await allowsOnly(preview, amounts, "invalid");
  }),
  constant(PAYOUT, "ANSWER_TEXT_MAX", "60_000", async (stage) => {
    const read = async (letters: number) => {
      const call = { params: { id: "none" }, body: { text: "1".repeat(letters) } };
      return (await stage.desk(readPayoutAnswer, call)).body;
    };
    // A text within the limit is accepted, and the refusal is then that the file does not exist.
    expect(await read(25_000)).toMatchObject({ code: "not_found" });
    expect(await read(25_001)).toMatchObject({ code: "invalid" });
  }),
  {
    name: "PAYA_MAX_TOMAN",
    without: { setting: "PAYA_MAX_TOMAN", value: "1000000000" },
    vars: { PAYOUT_PAYER_NAME: "فروشگاه", PAYOUT_PAYER_IBAN: "IR062960000000100324200001" },
    async attack(stage) {
      const shopper = await stage.newShopper({ balanceToman: 200_000_001 });
      const { id } = (await shopper.ask(requestWithdrawal, { body: { amount: 200_000_001 } })).body
        .withdrawal;
      await shopper.ask(setIban, {
        params: { id: shopper.cardId },
        body: { iban: "IR062960000000100324200001" },
      });
      stage.pass(25 * HOUR);
      const body = { withdrawalIds: [id], format: "paya" as const };
      const seen = await stage.desk(previewPayout, { body });
      expectAnswer(seen);
      const [row] = seen.body.rows;
      expect(row?.refusal?.code).toBe("paya_too_large");
    },
  },
];
