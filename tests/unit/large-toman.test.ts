import { expect, test } from "vitest";
import { formatChange, formatShare, inMillions, largeToman } from "../../persian/large-toman.ts";

test("large amounts are short, with their unit", () => {
  expect(largeToman(8_683_000_000)).toEqual({ value: "۸٫۶۸", unit: "میلیارد تومان" });
  expect(largeToman(831_400_000)).toEqual({ value: "۸۳۱٫۴", unit: "میلیون تومان" });
  expect(largeToman(-45_000)).toEqual({ value: "−۴۵٬۰۰۰", unit: "تومان" });
  expect([1_270_000_000, 2_350_000, 3_000_000, 0].map(inMillions)).toEqual([
    "۱٬۲۷۰",
    "۲٫۴",
    "۳",
    "۰",
  ]);
});

test("a change has its sign before the number, and is empty when there is no earlier value", () => {
  expect(formatShare(0.386)).toBe("۳۸٫۶٪");
  expect([
    formatChange(1_114, 1_000),
    formatChange(979, 1_000),
    formatChange(5, 5),
    formatChange(5, 0),
    formatChange(50_000, 1_000),
    formatChange(-5, -10),
  ]).toEqual(["+۱۱٫۴٪", "−۲٫۱٪", "۰٪", null, "×۵۰", "+۵۰٫۰٪"]);
});
