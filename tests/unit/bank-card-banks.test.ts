import { describe, expect, it } from "vitest";
import { bankOfCard } from "../../persian/banks.ts";

describe("a card's bank", () => {
  it.each([
    ["6037997512345678", "بانک ملی ایران"],
    ["6104337812345678", "بانک ملت"],
    ["6037691234567890", "بانک صادرات ایران"],
    ["5022291083818920", "بانک پاسارگاد"],
    ["6063731234567890", "بانک قرض‌الحسنه مهر ایران"],
    ["6219861034529007", "بانک سامان"],
    // Blu's prefix is Saman's prefix with two more digits.
    ["6219861912345678", "بلوبانک"],
  ])("is known by the first digits of %s", (digits, bank) => {
    expect(bankOfCard(digits)).toBe(bank);
  });

  it("is the bank that took over a merged bank", () => {
    for (const merged of ["627381", "639599", "636949", "505801", "639370"])
      expect(bankOfCard(`${merged}0000000000`)).toBe("بانک سپه");
    expect(bankOfCard("6362140000000000")).toBe("بانک ملی ایران");
  });

  it("is empty for an unknown prefix", () => {
    for (const digits of ["4111111111111111", "0000000000000000", "60379", ""])
      expect(bankOfCard(digits)).toBe("");
  });
});
