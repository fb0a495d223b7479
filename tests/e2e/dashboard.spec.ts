import type { Page } from "@playwright/test";
import { SAMPLE_OVERVIEW, SAMPLE_RECENT } from "./sample-dashboard.ts";
import { islandsReady } from "./shop.ts";
import { answer, expect, holdBack, refuse, test } from "./shopper.ts";

/** The overview of an account. */

test.use({ expectedStatuses: new Set([500]) });

const latest = (page: Page, name: string) => page.getByRole("region", { name });

async function open(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await islandsReady(page);
}

test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

test("the overview of a newcomer counts zero, and leads to shop and support", async ({ page }) => {
  await open(page);
  for (const [name, path] of [
    ["موجودی کیف پول ۰ تومان", "/wallet"],
    ["سفارش‌ها ۰", "/orders"],
    ["تیکت‌ها ۰", "/tickets"],
  ] as const)
    await expect(page.locator("main").getByRole("link", { name, exact: true })).toHaveAttribute(
      "href",
      path,
    );
  await expect(latest(page, "در انتظار شما")).toHaveCount(0);
  const orders = latest(page, "سفارش‌های من");
  await expect(orders.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
  await expect(orders.getByRole("link", { name: "رفتن به فروشگاه" })).toHaveAttribute("href", "/");
  const tickets = latest(page, "درخواست‌های پشتیبانی من");
  await expect(tickets.getByText("هیچ تیکتی یافت نشد.")).toBeVisible();
  await expect(tickets.getByRole("link", { name: "درخواست جدید" })).toHaveAttribute(
    "href",
    "/tickets",
  );

  await test.step("figures that the answer leaves out are shown as zero", async () => {
    await answer(page, "GET /dashboard/overview", {
      data: { walletBalance: 5_000, ordersCount: null },
    });
    await answer(page, "GET /dashboard/recent", { data: {} });
    await open(page);
    await expect(page.getByRole("link", { name: "موجودی کیف پول ۵٬۰۰۰ تومان" })).toBeVisible();
    await expect(
      page.locator("main").getByRole("link", { name: "سفارش‌ها ۰", exact: true }),
    ).toBeVisible();
    await expect(
      page.locator("main").getByRole("link", { name: "تیکت‌ها ۰", exact: true }),
    ).toBeVisible();
    await expect(orders.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
    await expect(tickets.getByText("هیچ تیکتی یافت نشد.")).toBeVisible();
  });
});

test("the overview shows figures in Persian digits, and the latest orders and tickets", async ({
  page,
}) => {
  await answer(page, "GET /dashboard/overview", { data: SAMPLE_OVERVIEW });
  await answer(page, "GET /dashboard/recent", { data: SAMPLE_RECENT });
  await open(page);
  await expect(
    page.getByRole("link", { name: "موجودی کیف پول ۱۲٬۳۴۵٬۶۷۸٬۹۰۰ تومان" }),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "سفارش‌ها ۲۷" })).toBeVisible();
  await expect(page.getByRole("link", { name: "تیکت‌ها ۴" })).toBeVisible();

  await test.step("the last code is on top, then waiting things, each with a link", async () => {
    const code = latest(page, "آخرین کد شما");
    await expect(code).toContainText("گیفت کارت ریزر گلد ۱۰ دلاری آمریکا");
    await expect(code.getByRole("link", { name: "دیدن کد" })).toHaveAttribute(
      "href",
      "/orders/c0ffee00-1111-4222-8333-444455556666",
    );
    const matters = latest(page, "در انتظار شما").getByRole("link");
    for (const [words, path] of [
      [/پرداخت نیمه‌کارهٔ ۲٬۳۳۰٬۰۰۰ تومان/, "https://sandbox.example/StartPay/A1"],
      [/نام شما برای دیدن کدها/, "/orders/order-2"],
      [/گزارش مشکل تا ۱ فروردین ساعت ۰۰:۱۵/, "/orders/order-3"],
      [/پشتیبانی پاسخ داد/, "/tickets/t1"],
      [/۳ کد دیده‌نشده/, "/orders/order-3"],
      [/۱۰ درصد تخفیف/, "/cart?discount=ARMAGHAN10"],
    ] as const)
      await expect(matters.filter({ hasText: words })).toHaveAttribute("href", path);
    await expect(matters).toHaveCount(6);
  });

  const orders = latest(page, "سفارش‌های من");
  const order = orders.getByRole("link", { name: /۴۸۲۹۳۱۵/ });
  await expect(order).toHaveAttribute("href", "/orders/c0ffee00-1111-4222-8333-444455556666");
  await expect(order).toContainText("تحویل داده شد");
  // Another backend may have no short numbers for orders.
  await expect(orders.getByRole("link", { name: /deadbeef-2222-4…/ })).toContainText(
    "۱ فروردین ۱۴۰۵ ساعت ۰۰:۱۵",
  );
  await expect(orders.getByRole("link", { name: "همهٔ سفارش‌ها" })).toHaveAttribute(
    "href",
    "/orders",
  );

  const tickets = latest(page, "درخواست‌های پشتیبانی من");
  const ticket = tickets.getByRole("link", { name: /^کد گیفت کارت اس…/ });
  await expect(ticket).toHaveAttribute("href", "/tickets/t1");
  await expect(ticket).toContainText("مدیر پاسخ داد");
  await expect(
    tickets.getByRole("link", { name: /^درخواست فاکتور سفارش ماه گذشته/ }),
  ).toContainText("باز");
});

test("the overview shows a skeleton while it loads, and why it cannot be read", async ({
  page,
}) => {
  const retry = page.getByRole("button", { name: "تلاش دوباره" });
  const alert = (text: string) => page.getByRole("alert").filter({ hasText: text });
  await page.route(/\/fallback\.[^/]*\.js$/, (route) => route.fulfill({ status: 500 }));

  for (const call of ["GET /dashboard/overview", "GET /dashboard/recent"] as const) {
    await test.step(`${call} fails with the shop's sentence`, async () => {
      const message = "خطایی رخ داد. شمارهٔ پیگیری: ABCD";
      await refuse(page, call, 500, { message }, 1);
      const release = await holdBack(page, call);
      if (page.url().endsWith("/dashboard")) await retry.click();
      else await open(page);
      await expect(page.getByRole("status").filter({ hasText: "در حال بارگذاری" })).toBeVisible();
      await release();
      await expect(alert("شمارهٔ پیگیری: ABCD")).toBeVisible();
    });
    await test.step(`${call} fails without a sentence, and the fallback sentences do not load`, async () => {
      await refuse(page, call, 500, { message: "" }, 1);
      await retry.click();
      await expect(alert("خطایی رخ داد. لطفاً دوباره تلاش کنید.")).toBeVisible();
    });
  }
  await retry.click();
  await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
});
