import type { Endpoint } from "../../contract/endpoint.ts";

/** Section 11.4: what people read when a call fails and the answer has no sentence of its own. */
const FALLBACKS: readonly (readonly [
  method: Endpoint["method"],
  path: string,
  sentence: string,
])[] = [
  ["POST", "/auth", "ارسال کد ناموفق بود. لطفاً دوباره تلاش کنید."],
  ["POST", "/auth/verify", "تأیید کد ناموفق بود."],
  ["POST", "/auth/logout-everywhere", "خروج از همه دستگاه‌ها انجام نشد. لطفاً دوباره تلاش کنید."],
  ["GET", "/wallets/balance", "خطا در دریافت موجودی. لطفاً دوباره تلاش کنید."],
  ["GET", "/search", "خطا در دریافت نتایج جستجو"],
  ["GET", "/users/profile", "خطا در دریافت اطلاعات کاربر"],
  ["PUT", "/users/update", "به‌روزرسانی اطلاعات کاربر ناموفق بود."],
  [
    "POST",
    "/users/requestemailverfication",
    "خطا در ارسال ایمیل فعال‌سازی. لطفاً دوباره تلاش کنید.",
  ],
  ["POST", "/users/emailverfication", "تأیید ایمیل ناموفق بود."],
  ["GET", "/dashboard/overview", "خطا در دریافت نمای کلی داشبورد"],
  ["GET", "/dashboard/recent", "خطا در دریافت فعالیت‌های اخیر"],
  ["GET", "/bankcards", "خطا در دریافت کارت‌های بانکی"],
  ["POST", "/bankcards", "خطا در افزودن کارت بانکی. لطفاً دوباره تلاش کنید."],
  ["DELETE", "/bankcards/:id", "خطا در حذف کارت بانکی"],
  ["GET", "/transactions", "خطا در دریافت تراکنش‌ها"],
  ["POST", "/withdrawals", "خطا در برداشت. لطفاً دوباره تلاش کنید."],
  ["POST", "/uploads", "خطا در بارگذاری تصویر"],
  ["GET", "/discount-codes", "خطا در دریافت کدهای تخفیف"],
  ["POST", "/tickets", "خطا در ثبت تیکت"],
  ["GET", "/tickets", "خطا در دریافت تیکت‌ها"],
  ["GET", "/tickets/:id", "خطا در دریافت تیکت"],
  ["PUT", "/tickets/:id/close", "خطا در بستن تیکت"],
  ["POST", "/tickets/:id/messages", "خطا در ارسال پیام. لطفاً دوباره تلاش کنید."],
  ["GET", "/carts", "خطا در دریافت سبد خرید"],
  ["POST", "/carts/guest", "خطا در دریافت سبد خرید"],
  ["PUT", "/carts/quantity", "خطا در به‌روزرسانی تعداد محصول!"],
  ["DELETE", "/carts/items/:productId", "حذف محصول از سبد خرید با خطا مواجه شد!"],
  ["DELETE", "/carts", "خطا در خالی کردن سبد خرید"],
  ["POST", "/carts/apply-discount", "خطا در اعمال کد تخفیف"],
  ["POST", "/carts/check-discount", "خطا در اعمال کد تخفیف"],
  ["GET", "/carts/product-count", "خطا در دریافت تعداد محصولات"],
  ["POST", "/carts/multiple-items", "خطا در افزودن محصولات به سبد خرید"],
  ["GET", "/orders", "خطا در دریافت سفارش‌ها"],
  ["GET", "/orders/:orderId", "خطا در دریافت سفارش"],
  ["GET", "/orders/:orderId/items/:orderItemId/content", "خطا در دریافت محتوای محصول"],
  ["POST", "/orders", "خطا در ایجاد سفارش"],
  ["POST", "/orders/:orderId/cancel", "خطا در لغو سفارش"],
  ["GET", "/referrals", "خطا در دریافت اطلاعات معرفی"],
  ["GET", "/authorizes", "خطا در دریافت درخواست‌های احراز هویت"],
  ["POST", "/authorizes", "خطا در ثبت درخواست احراز هویت. لطفاً دوباره تلاش کنید."],
  ["GET", "/authorizes/status/checkstatus", "خطا در بررسی وضعیت احراز هویت"],
  ["POST", "/payments/initiate", "خطا در ایجاد پرداخت"],
  ["POST", "/payments/verify", "خطا در تأیید پرداخت"],
  ["POST", "/ratings", "خطا در ثبت نظر. لطفاً دوباره تلاش کنید."],
];

/** The sentence of a call, whatever ids and questions its path carries; undefined where it has none. */
export function fallbackSentence(method: string, path: string): string | undefined {
  const parts = path.split("?", 1)[0]?.split("/") ?? [];
  const found = FALLBACKS.find(
    ([itsMethod, itsPath]) => itsMethod === method && isOnPath(parts, itsPath.split("/")),
  );
  return found?.[2];
}

function isOnPath(parts: readonly string[], pattern: readonly string[]): boolean {
  return (
    parts.length === pattern.length &&
    pattern.every((part, index) => part.startsWith(":") || part === parts[index])
  );
}
