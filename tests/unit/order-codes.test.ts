import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { OrderItem } from "../../contract/order.ts";
import { CodeStage } from "../../src/islands/order/CodeStage.tsx";
import { Redeem } from "../../src/islands/order/Redeem.tsx";
import { sampleCode, sampleItem, sampleOrder } from "../e2e/sample-order.ts";

/** The codes of an order's page before anything is pressed. */

const LIMITS = {
  title: { minimum: 5, maximum: 80 },
  text: { minimum: 5, maximum: 1000 },
  imageMaxBytes: 1,
};

function stage(...items: OrderItem[]): string {
  const order = { ...sampleOrder(), OrderItems: items };
  return renderToStaticMarkup(
    createElement(CodeStage, { order, items, nameMax: 50, limits: LIMITS }),
  );
}

function itemOf(name: string, latinName: string, quantity = 1): OrderItem {
  const item = sampleItem({ id: name, quantity });
  const codes = Array.from({ length: quantity }, (_, at) =>
    sampleCode(at + 1, { id: `${name}-${String(at)}` }),
  );
  return { ...item, codes, Product: { ...item.Product, name, latinName } };
}

const RAZER = "گیفت کارت ریزر گلد ۱۰ دلاری";
const APPLE = "گیفت کارت آیتونز ۱۰ دلاری";

test("codes of several products are told apart by their names", () => {
  const singles = stage(itemOf(APPLE, "iTunes"), itemOf(RAZER, "Razer Gold"));
  for (const name of [APPLE, RAZER]) {
    expect(singles).toContain(`<b translate="no">${name}</b>`);
    expect(singles).toContain(`aria-label="دیدن کد ${name}"`);
  }
  const several = stage(itemOf(APPLE, "iTunes", 2), itemOf(RAZER, "Razer Gold", 2));
  for (const name of [APPLE, RAZER]) expect(several).toMatch(new RegExp(`<h3[^>]*>${name}</h3>`));
});

test("the account that a code is for has the name by which people know it", () => {
  expect(stage(itemOf(APPLE, "iTunes"))).toContain(">اپل آیدی آمریکا<");
  expect(stage(itemOf(RAZER, "Razer Gold"))).toContain(">حساب Razer Gold آمریکا<");
});

test("the page that asks for a code is a link only once the code was seen", () => {
  const shown = (state: "unread" | "read") => {
    const item = sampleItem({ codes: [sampleCode(1, { state })] });
    return renderToStaticMarkup(createElement(Redeem, { items: [item], tutorials: {} }));
  };
  expect(shown("unread")).not.toContain("gold.razer.com");
  expect(shown("unread")).toContain("اول کد را ببینید؛ راه صفحهٔ فعال‌سازی همین‌جا باز می‌شود.");
  expect(shown("read")).toContain("gold.razer.com");
  expect(shown("read")).not.toContain("اول کد را ببینید");
});
