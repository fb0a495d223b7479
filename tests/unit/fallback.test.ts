import { describe, expect, it } from "vitest";
import { endpoints } from "../../contract/endpoints.ts";
import { fallbackSentence } from "../../src/stores/fallback.ts";

/** Calls that no page makes by script, or whose failure is not shown. */
const SILENT = [
  "/auth/logout",
  "/categories",
  "/products",
  "/torob/products",
  "/uploads/:uploadId",
  "/restock-alerts",
  "/restock-alerts/:productId",
  "/openapi.json",
];

describe("the sentence for an answer without a message", () => {
  it.each(
    endpoints
      .filter(({ path }) => !SILENT.includes(path))
      .map(({ method, path }) => [method, path]),
  )("exists for %s %s", (method, path) => {
    expect(fallbackSentence(method, path.replace(/:\w+/g, "0f8fad5b"))).toBeDefined();
  });

  it.each([
    ["GET", "/wallets/balance", "خطا در دریافت موجودی. لطفاً دوباره تلاش کنید."],
    ["POST", "/withdrawals", "خطا در برداشت. لطفاً دوباره تلاش کنید."],
    ["POST", "/bankcards", "خطا در افزودن کارت بانکی. لطفاً دوباره تلاش کنید."],
    ["POST", "/tickets/7/messages", "خطا در ارسال پیام. لطفاً دوباره تلاش کنید."],
    ["POST", "/orders", "خطا در ایجاد سفارش"],
    ["POST", "/payments/initiate", "خطا در ایجاد پرداخت"],
    ["DELETE", "/carts/items/itunes-us-10", "حذف محصول از سبد خرید با خطا مواجه شد!"],
    ["PUT", "/carts/quantity", "خطا در به‌روزرسانی تعداد محصول!"],
    ["GET", "/search?query=itunes", "خطا در دریافت نتایج جستجو"],
    ["POST", "/ratings", "خطا در ثبت نظر. لطفاً دوباره تلاش کنید."],
    ["POST", "/authorizes", "خطا در ثبت درخواست احراز هویت. لطفاً دوباره تلاش کنید."],
  ])("for %s %s is «%s»", (method, path, sentence) => {
    expect(fallbackSentence(method, path)).toBe(sentence);
  });

  it("differs between calls with the same beginning", () => {
    expect(fallbackSentence("GET", "/orders?limit=5")).toBe("خطا در دریافت سفارش‌ها");
    expect(fallbackSentence("GET", "/orders/abc")).toBe("خطا در دریافت سفارش");
    expect(fallbackSentence("POST", "/orders/abc/cancel")).toBe("خطا در لغو سفارش");
    expect(fallbackSentence("GET", "/nothing/of/ours")).toBeUndefined();
  });
});
