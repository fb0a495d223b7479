import { expect } from "vitest";
import { decideWithdrawal, holdWithdrawal } from "../../../contract/desk/withdrawal.ts";
import {
  OPEN_WITHDRAWALS_MAX,
  requestWithdrawal,
  WITHDRAWAL_MIN_TOMAN,
} from "../../../contract/withdrawal.ts";
import { BALANCE_TOMAN } from "./buying.ts";
import { allowsOnly, constant, endsAfter, expectAnswer, type Limit } from "./limit.ts";
import { type Shopper } from "./stage.ts";
import { HOUR } from "../../support/time.ts";

const withdraw = ({ ask }: Shopper, amount: number) => ask(requestWithdrawal, { body: { amount } });

const WITHDRAWAL = "contract/withdrawal.ts";

export const limitsOfWithdrawal: Limit[] = [
  // The gateway and the balance limit amounts too, with other refusals.
  constant("contract/field.ts", "AMOUNT_MAX_TOMAN", "9_000_000_000_000_000", async (stage) => {
    const shopper = await stage.newShopper();
    expectAnswer(await withdraw(shopper, 99_999_999_999_999), "balance_too_low");
    expectAnswer(await withdraw(shopper, 100_000_000_000_000), "invalid");
  }),
  // A CHECK has the same limit, but without the constant people are only told to retry.
  constant(WITHDRAWAL, "WITHDRAWAL_MIN_TOMAN", "1", async (stage) => {
    const shopper = await stage.newShopper({ balanceToman: BALANCE_TOMAN });
    const amounts = { inside: WITHDRAWAL_MIN_TOMAN, beyond: WITHDRAWAL_MIN_TOMAN - 1 };
    await allowsOnly((amount) => withdraw(shopper, amount), amounts, "amount_too_small");
  }),
  constant(WITHDRAWAL, "OPEN_WITHDRAWALS_MAX", "500", async (stage) => {
    const shopper = await stage.newShopper({ balanceToman: BALANCE_TOMAN });
    await endsAfter(
      OPEN_WITHDRAWALS_MAX,
      () => withdraw(shopper, WITHDRAWAL_MIN_TOMAN),
      "too_many_withdrawals",
    );
  }),
  {
    name: "PAYOUT_ALONE_TOMAN",
    without: { setting: "PAYOUT_ALONE_TOMAN", value: "1000000000" },
    async attack(stage) {
      const shopper = await stage.newShopper({ balanceToman: 40_000_001 });
      const pay = async (amount: number) => {
        const { id } = (await withdraw(shopper, amount)).body.withdrawal;
        expectAnswer(await stage.desk(holdWithdrawal, { params: { id }, body: { inHand: true } }));
        const body = { status: "paid", reference: `123-${String(amount)}` } as const;
        return (await stage.desk(decideWithdrawal, { params: { id }, body })).body.proposalId;
      };
      expect(await pay(20_000_001)).toEqual(expect.any(String));
      expect(await pay(20_000_000)).toBeNull();
    },
  },
  {
    name: "PAYOUTS_ALONE_DAY_TOMAN",
    without: { setting: "PAYOUTS_ALONE_DAY_TOMAN", value: "1000000000" },
    async attack(stage) {
      const pay = async (amount: number, number: number) => {
        const shopper = await stage.newShopper({ balanceToman: amount });
        const { id } = (await withdraw(shopper, amount)).body.withdrawal;
        expectAnswer(await stage.desk(holdWithdrawal, { params: { id }, body: { inHand: true } }));
        const body = { status: "paid", reference: `124-${String(number)}` } as const;
        return (await stage.desk(decideWithdrawal, { params: { id }, body })).body.proposalId;
      };
      for (let paid = 0; paid < 5; paid++) expect(await pay(20_000_000, paid)).toBeNull();
      expect(await pay(WITHDRAWAL_MIN_TOMAN, 5)).toEqual(expect.any(String));
      stage.pass(25 * HOUR);
      expect(await pay(WITHDRAWAL_MIN_TOMAN, 6)).toBeNull();
    },
  },
];
