import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FirstPurchase } from "../../src/parts/FirstPurchase.tsx";

const line = (withoutPapersToman: number) =>
  renderToStaticMarkup(createElement(FirstPurchase, { withoutPapersToman }));

test("the line about a first purchase asks for papers alone while nothing is sold without them", () =>
  expect(line(0)).not.toContain("بدون مدرک"));

test("it names first what the shop sells without papers", () => {
  expect(line(500_000)).toContain("تا ۵۰۰٬۰۰۰ تومان در روز بدون مدرک؛ بیشتر: ");
  expect(line(500_000)).toContain("یک عکس مدرک");
});
