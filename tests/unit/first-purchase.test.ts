import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FirstPurchase } from "../../src/parts/FirstPurchase.tsx";

const line = (withoutPapersToman: number) =>
  renderToStaticMarkup(createElement(FirstPurchase, { withoutPapersToman }));

test("the line about a first purchase mentions only the identity while nothing is sold without it", () =>
  expect(line(0)).not.toContain("بدون مدرک"));

test("the line about a first purchase begins with the sum that is sold without papers, if there is one", () => {
  expect(line(500_000)).toContain("تا ۵۰۰٬۰۰۰ تومان در روز بدون مدرک؛ بیشتر: ");
  expect(line(500_000)).toContain("یک عکس مدرک");
});
