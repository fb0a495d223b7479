import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { OrderCode, OrderItem } from "../../contract/order-item.ts";
import { CodeStage } from "../../src/islands/order/CodeStage.tsx";
import { Redeem } from "../../src/islands/order/Redeem.tsx";
import { $texts, forgetTexts } from "../../src/stores/code.ts";
import { sampleCode, sampleItem, sampleOrder } from "../e2e/sample-order.ts";

/** The codes on the page of an order before the buyer presses anything. */

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

test("the account that a code is for is called by the name that people know", () => {
  expect(stage(itemOf(APPLE, "iTunes"))).toContain(">اپل آیدی آمریکا<");
  expect(stage(itemOf(RAZER, "Razer Gold"))).toContain(">حساب Razer Gold آمریکا<");
});

function redeem(item: OrderItem): string {
  return renderToStaticMarkup(createElement(Redeem, { items: [item], tutorials: {} }));
}

test("the redeem page is linked only after the buyer has seen the code", () => {
  const shown = (state: "unread" | "read") =>
    redeem(sampleItem({ codes: [sampleCode(1, { state })] }));
  expect(shown("unread")).not.toContain("gold.razer.com");
  expect(shown("unread")).toContain("اول کد را ببینید؛ راه صفحهٔ فعال‌سازی همین‌جا باز می‌شود.");
  expect(shown("read")).toContain("gold.razer.com");
  expect(shown("read")).not.toContain("اول کد را ببینید");
});

test("a link that contains the code appears only while the code is shown on the page", () => {
  const HINT = "اول کد را ببینید";
  const item = sampleItem();
  const steam = "https://store.steampowered.com/account/redeemwalletcode";
  const url = `${steam}?key={code}`;
  const shown = (...states: OrderCode["state"][]) =>
    redeem({
      ...item,
      codes: states.map((state, at) => sampleCode(at + 1, { id: `code-${String(at)}`, state })),
      Product: { ...item.Product, redeem: { ...item.Product.redeem, url } },
    });

  // After a reload the page has no texts of codes, whatever their states are.
  const closed = [
    shown("unread"),
    shown("read"),
    shown("read", "unread"),
    shown("used", "unread"),
    shown("used", "read"),
  ];
  for (const markup of closed) {
    expect(markup).toContain(HINT);
    expect(markup).not.toContain("redeemwalletcode");
  }

  $texts.set({ "code-1": "AB CD" });
  expect(shown("used", "read")).toContain(`href="${steam}?key=ABCD"`);
  expect(shown("unread", "read")).not.toContain(HINT);
  forgetTexts();

  // When no code is left to redeem, the link has no code and the service asks for one.
  for (const markup of [shown("used"), shown("used", "reported"), shown()]) {
    expect(markup).toContain(`href="${steam}"`);
    expect(markup).not.toContain(HINT);
  }
});
