import { describe, expect, it } from "vitest";
import { checkDeposit, deposit } from "../../../src/stores/deposit.ts";
import { checkWithdrawal, withdraw } from "../../../src/stores/withdrawal.ts";

const LIMITS = { minToman: 1_000, maxToman: 100_000_000, outOfRange: "بیرون از اندازه" };

describe("an amount to deposit or withdraw", () => {
  it.each([
    ["", "لطفا مبلغ مورد نظر را وارد کنید"],
    ["0", "لطفا مبلغ مورد نظر را وارد کنید"],
    ["000", "لطفا مبلغ مورد نظر را وارد کنید"],
    ["999", "بیرون از اندازه"],
    ["1000", ""],
    ["100000000", ""],
    ["100000001", "بیرون از اندازه"],
  ])("«%s» to deposit: «%s»", (digits, sentence) => {
    expect(checkDeposit(digits, LIMITS)).toBe(sentence);
  });

  it.each([
    ["", "لطفا مبلغ مورد نظر را وارد کنید"],
    ["99999", "حداقل مبلغ برداشت ۱۰۰٬۰۰۰ تومان است."],
    ["100000", ""],
  ])("«%s» to withdraw: «%s»", (digits, sentence) => {
    expect(checkWithdrawal(digits, 100_000)).toBe(sentence);
  });

  it("is not sent without a card", async () => {
    expect(await deposit(50_000, null)).toEqual({ card: "لطفا کارت بانکی را انتخاب کنید" });
    expect(await withdraw(500_000, null)).toEqual({ card: "لطفا کارت بانکی را انتخاب کنید" });
  });
});
