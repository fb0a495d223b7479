import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { formatTimeLeft } from "../../persian/time-left.ts";
import { MoneyQuestion } from "../../src/islands/desk/ConfirmMoney.tsx";
import { stateOf } from "../../src/islands/desk/product/goods-state.ts";
import { Star } from "../../src/islands/desk/Star.tsx";
import { HOUR, MINUTE } from "../support/time.ts";

/** Components that several screens of the desk share. */

describe("the time that is left", () => {
  test.each([
    [30_000, "کمتر از یک دقیقه"],
    [4 * MINUTE, "۴ دقیقه"],
    [60 * MINUTE, "۱ ساعت"],
    [108 * MINUTE, "۱:۴۸ ساعت"],
    [125 * MINUTE, "۲:۰۵ ساعت"],
    [20.5 * HOUR, "۲۰ ساعت"],
    [71 * HOUR, "۷۱ ساعت"],
    [72 * HOUR, "۳ روز"],
    [-30_000, "همین حالا دیر شد"],
    [-11 * MINUTE, "۱۱ دقیقه دیر"],
    [-125 * MINUTE, "۲:۰۵ ساعت دیر"],
  ])("of %i ms is «%s»", (left, text) => {
    expect(formatTimeLeft(1e12 + left, 1e12)).toBe(text);
  });
});

test("in the last quarter the star says soon, afterwards late; screen readers skip it", () => {
  const star = (minutesLeft: number) =>
    renderToStaticMarkup(
      createElement(Star, { promisedAt: 0, dueAt: HOUR, now: HOUR - minutesLeft * MINUTE }),
    );
  expect(star(60)).toBe('<span aria-hidden="true" class="star  "></span>');
  expect(star(16)).not.toContain("star-soon");
  expect(star(15)).toContain("star-soon");
  expect(star(0)).toContain("star-late");
});

test("before money moves the sum is shown in figures, in words, and in rial where the bank counts rial", () => {
  const html = renderToStaticMarkup(
    createElement(MoneyQuestion, {
      amountToman: 2_300_000,
      showsRial: true,
      facts: [{ name: "به", value: "حسین مرادی" }],
      action: (sum) => `پرداخت ${sum} را ثبت کن`,
      isBusy: false,
      problem: "",
      form: {},
      onClose: () => undefined,
    }),
  );
  for (const said of [
    "۲٬۳۰۰٬۰۰۰ تومان",
    "دو میلیون و سیصد هزار تومان",
    "۲۳٬۰۰۰٬۰۰۰ ریال",
    "حسین مرادی",
    "پرداخت ۲٬۳۰۰٬۰۰۰ تومان را ثبت کن",
  ])
    expect(html).toContain(said);
  expect(html.indexOf("انصراف")).toBeLessThan(html.indexOf("را ثبت کن"));
});

test("a product is in one state: hidden, with a hidden category, below cost, empty, or for sale", () => {
  const sold = { price: 100, priceAfterDiscount: null, reward: 0, unitCost: 90, isShown: true };
  const full = { ...sold, stock: 3 };
  const empty = { ...sold, stock: 0, unitCost: null };
  expect(stateOf(full, true)).toBe("sale");
  expect(stateOf(empty, true)).toBe("none");
  expect(stateOf({ ...full, unitCost: 101 }, true)).toBe("loss");
  expect(stateOf({ ...full, priceAfterDiscount: 89 }, true)).toBe("loss");
  expect(stateOf({ ...full, unitCost: 101 }, false)).toBe("unlisted");
  expect(stateOf({ ...empty, isShown: false }, false)).toBe("hidden");
});
