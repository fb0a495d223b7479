import { describe, expect, it } from "vitest";
import { endpoints } from "../../contract/endpoints.ts";
import { FALLBACKS, fallbackSentence } from "../../src/stores/fallback.ts";

/** Paths that no script of a page calls, or whose failure no page shows. */
const SILENT = [
  "/auth/logout",
  "/categories",
  "/cards/:urlName",
  "/pictures/:name",
  "/products",
  "/torob/products",
  "/uploads/:uploadId",
  "/restock-alerts",
  "/restock-alerts/:productId",
  "/health",
  "/shop",
  "/openapi.json",
];

describe("the sentence for an answer without a message", () => {
  it("exists for every call of the contract", () => {
    const lacking = endpoints.filter(
      ({ method, path }) => !SILENT.includes(path) && fallbackSentence(method, path) === undefined,
    );
    expect(
      lacking.map(
        ({ method, path }) =>
          `${method} ${path}: add a sentence to src/stores/fallback.ts, or its path to SILENT here`,
      ),
    ).toEqual([]);
  });

  it.each([
    ["GET", "/wallets/balance", "خطا در دریافت موجودی. لطفاً دوباره تلاش کنید."],
    ["POST", "/withdrawals", "خطا در برداشت. لطفاً دوباره تلاش کنید."],
    ["POST", "/bankcards", "خطا در افزودن کارت بانکی. لطفاً دوباره تلاش کنید."],
    ["POST", "/tickets/:id/messages", "خطا در ارسال پیام. لطفاً دوباره تلاش کنید."],
    ["POST", "/orders", "خطا در ایجاد سفارش"],
    ["POST", "/payments/initiate", "خطا در ایجاد پرداخت"],
    ["DELETE", "/carts/items/:productId", "حذف محصول از سبد خرید با خطا مواجه شد!"],
    ["PUT", "/carts/quantity", "خطا در به‌روزرسانی تعداد محصول!"],
    ["GET", "/search", "خطا در دریافت نتایج جستجو"],
    ["POST", "/ratings", "خطا در ثبت نظر. لطفاً دوباره تلاش کنید."],
    ["POST", "/authorizes", "خطا در ثبت درخواست احراز هویت. لطفاً دوباره تلاش کنید."],
  ])("for %s %s is «%s»", (method, path, sentence) => {
    expect(fallbackSentence(method, path)).toBe(sentence);
  });

  it("does not exist for a call that the contract does not have", () => {
    expect(fallbackSentence("GET", "/nothing/of/ours")).toBeUndefined();
  });

  it("names only calls of the contract", () => {
    const calls = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(FALLBACKS).filter((call) => !calls.includes(call))).toEqual([]);
  });
});
