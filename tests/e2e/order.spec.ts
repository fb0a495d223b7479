import type { Page } from "@playwright/test";
import { NAMELESS } from "../support/people.ts";
import { islandsReady } from "./shop.ts";
import { sampleItem, sampleOrder, sampleOrders } from "./sample-order.ts";
import { sampleTicketSummary } from "./sample-ticket.ts";
import { answer, expect, haveInCart, refuse, test } from "./shopper.ts";

/** Orders, one by one and in a list. */

const ORDER = sampleOrder();
const ORDER_PATH = `/orders/${ORDER.id}`;
const CONTENT_CALL = `GET ${ORDER_PATH}/items/item-1/content`;

const rows = (page: Page) => page.getByRole("table", { name: "سفارش‌ها" }).locator("tbody tr");
const contentButton = (page: Page) => page.getByRole("button", { name: /^محتوای محصول/ });
const toast = (page: Page, text: string) =>
  page.locator(".Toastify__toast").filter({ hasText: text });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await islandsReady(page);
}

async function openOrder(page: Page, order = ORDER): Promise<void> {
  await answer(page, `GET ${ORDER_PATH}`, { order });
  await open(page, ORDER_PATH);
}

test.describe("the list", () => {
  test.use({ expectedStatuses: new Set([500]) });

  test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

  test("of somebody who bought nothing says so", async ({ page }) => {
    await open(page, "/orders");
    await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
    await expect(page.getByRole("link", { name: "رفتن به فروشگاه" })).toHaveAttribute("href", "/");
  });

  test("that cannot be read says why and asks again", async ({ page }) => {
    await refuse(page, "GET /orders", 500, { message: "سفارش‌ها خوانده نشد." }, 1);
    await open(page, "/orders");
    await expect(page.getByRole("alert").filter({ hasText: "سفارش‌ها خوانده نشد." })).toBeVisible();
    await page.getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
  });

  test("tells each order in the words of the shop", async ({ page }) => {
    const mixed = sampleOrder({
      walletAmount: 15_000,
      paidStatus: "Refunded",
      DiscountCode: { code: "ARMAGHAN10", type: "percentage", value: 10 },
    });
    const orders = [
      mixed,
      sampleOrder({ id: "b", paymentMethod: "Wallet" }),
      sampleOrder({ id: "c" }),
    ];
    await answer(page, "GET /orders", { orders, nextCursor: null });
    await open(page, "/orders");
    await expect(page.getByRole("columnheader")).toHaveText([
      "ردیف",
      "مبلغ کل",
      "پاداش کل",
      "روش پرداخت",
      "وضعیت پرداخت",
      "وضعیت تحویل",
      "کد تخفیف",
      "تاریخ ثبت",
      "جزئیات",
    ]);
    await expect(rows(page).nth(0).getByRole("cell")).toHaveText([
      "۱",
      "۱٬۲۱۵٬۰۰۰ تومان",
      "۳٬۰۰۰ تومان",
      "درگاهکیف پول: ۱۵٬۰۰۰ تومان",
      "بازپرداخت",
      "تحویل داده شد",
      "ARMAGHAN10",
      "۱ فروردین ۱۴۰۵ ساعت ۰۰:۱۵",
      "مشاهده",
    ]);
    await expect(rows(page).nth(1)).toContainText("کیف پول");
    await expect(rows(page).nth(1)).toContainText("پرداخت شد");
    await expect(rows(page).nth(2).getByRole("cell").nth(3)).toHaveText("درگاه");
    await expect(rows(page).nth(0).getByRole("link", { name: "مشاهده" })).toHaveAttribute(
      "href",
      ORDER_PATH,
    );
  });

  test("has ten orders on a page, or as many as were chosen", async ({ page }) => {
    await answer(page, "GET /orders", { orders: sampleOrders(12), nextCursor: null });
    await open(page, "/orders");
    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByText("۱ تا ۱۰ از ۱۲")).toBeVisible();
    await page.getByRole("button", { name: "بعدی" }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).first()).toContainText("۱۱٬۰۰۰ تومان");
    const next = page.getByRole("button", { name: "بعدی" });
    await expect(next).toBeDisabled();
    await expect(next).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("۱۱ تا ۱۲ از ۱۲")).toBeVisible();
    await page.getByRole("button", { name: "قبلی" }).click();
    await page.getByLabel("تعداد در صفحه").selectOption("25");
    await expect(rows(page)).toHaveCount(12);
    expect(await page.getByLabel("تعداد در صفحه").locator("option").allTextContents()).toEqual([
      "۵",
      "۱۰",
      "۲۵",
      "۵۰",
    ]);
  });

  test("fetches on when its end is reached", async ({ page }) => {
    await page.route("**/api/v1/orders?*", async (route) => {
      const cursor = new URL(route.request().url()).searchParams.get("cursor");
      const orders = cursor === null ? sampleOrders(50) : sampleOrders(3, 51);
      await route.fulfill({ json: { orders, nextCursor: cursor === null ? "7~x" : null } });
    });
    await open(page, "/orders");
    await page.getByLabel("تعداد در صفحه").selectOption("50");
    await expect(page.getByText("۱ تا ۵۰ از بیش از ۵۰")).toBeVisible();
    await page.getByRole("button", { name: "بعدی" }).click();
    await expect(page.getByText("۵۱ تا ۵۳ از ۵۳")).toBeVisible();
    await expect(rows(page).first()).toContainText("۵۱٬۰۰۰ تومان");
  });

  test("becomes cards below 1024 pixels, five on a page", async ({ page }) => {
    await page.setViewportSize({ width: 1023, height: 800 });
    await answer(page, "GET /orders", { orders: sampleOrders(6), nextCursor: null });
    await open(page, "/orders");
    const cards = page.getByRole("list", { name: "سفارش‌ها" }).getByRole("listitem");
    await expect(cards).toHaveCount(5);
    await expect(page.getByRole("table")).toHaveCount(0);
    await expect(cards.first()).toContainText("مبلغ کل۱٬۰۰۰ تومان");
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect(rows(page)).toHaveCount(6);
  });
});

test.describe("an order", () => {
  test.use({ expectedStatuses: new Set([404, 500]) });

  test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

  for (const path of ["/orders/no-such-order", "/orders/c0ffee00-1111-4222-8333-444455556666"]) {
    test(`that is not mine or does not exist is not found (${path})`, async ({ page }) => {
      await open(page, path);
      await expect(page.getByRole("alert").filter({ hasText: "سفارشی یافت نشد." })).toBeVisible();
    });
  }

  test("names the state of every item, however it is written, and says when it does not know one", async ({
    page,
  }) => {
    const states = [
      "pending",
      "Processing",
      "DELIVERED",
      "cancelled",
      "failed",
      "lost",
      null,
      undefined,
    ];
    const OrderItems = states.map((deliveryStatus, index) => ({
      ...sampleItem({ id: String(index) }),
      deliveryStatus,
    }));
    await answer(page, `GET ${ORDER_PATH}`, { order: { ...ORDER, OrderItems } });
    await open(page, ORDER_PATH);
    await expect(page.locator("tbody tr td:nth-child(5)")).toHaveText([
      "در حال آماده سازی",
      "در حال پردازش",
      "تحویل داده شد",
      "لغو شده",
      "خطا در تحویل",
      "نامشخص",
      "نامشخص",
      "نامشخص",
    ]);
    await contentButton(page).nth(0).click();
    await contentButton(page).nth(6).click();
    await expect(toast(page, "لطفاً تا تحویل محصول صبر کنید")).toHaveCount(2);
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  test("cuts a long product name to twenty-five letters, has its figures, and ten items on a page", async ({
    page,
  }) => {
    const dear = sampleItem({ quantity: 3, priceAfterDiscount: 1_000_000, total: 3_000_001 });
    const others = Array.from({ length: 11 }, (_, index) =>
      sampleItem({ id: `other-${String(index)}` }),
    );
    await openOrder(page, sampleOrder({ OrderItems: [dear, ...others] }));
    await expect(page.locator("tbody tr")).toHaveCount(10);
    await expect(page.getByText("۱ تا ۱۰ از ۱۲")).toBeVisible();
    const cells = page.locator("tbody tr td");
    await expect(cells.nth(0)).toHaveText("گیفت کارت ریزر گلد ۱۰ دلا…");
    await expect(cells.nth(1)).toHaveText("۳");
    await expect(cells.nth(2)).toHaveText("۱٬۰۰۰٬۰۰۰ تومان");
    await expect(cells.nth(3)).toHaveText("۳٬۰۰۰٬۰۰۱ تومان");
    await expect(page.getByText(/پروفایل باید تا ۴۸ ساعت تکمیل شود/)).toBeVisible();
  });

  test("without items says so", async ({ page }) => {
    await openOrder(page, sampleOrder({ OrderItems: [] }));
    await expect(page.getByText("محصولات این سفارش یافت نشد.")).toBeVisible();
  });

  test("tells refunds, takes a report of a problem, and is given up where nobody has begun with it", async ({
    page,
  }) => {
    const dialog = page.getByRole("dialog");
    const items = [
      sampleItem({ canReportProblem: true }),
      sampleItem({ id: "item-2", deliveryType: "manual", deliveryStatus: "pending" }),
      sampleItem({
        id: "item-3",
        deliveryStatus: "cancelled",
        Refund: { toWallet: 15_000, toCard: 1_200_000, isSettled: false },
      }),
    ];
    const order = sampleOrder({ canCancel: true, OrderItems: items });
    const state = (row: number) => page.locator("tbody tr").nth(row).getByRole("cell").nth(4);
    await openOrder(page, order);
    await expect(state(2)).toHaveText(
      "لغو شدهدر حال بازگشت به کیف پول: ۱۵٬۰۰۰ توماندر حال بازگشت به کارت: ۱٬۲۰۰٬۰۰۰ تومان",
    );

    await test.step("the report is a ticket about the item", async () => {
      await answer(page, "POST /tickets", { message: "", ticket: sampleTicketSummary() });
      await page.getByRole("button", { name: /^گزارش مشکل/ }).click();
      await expect(dialog).toContainText("دربارهٔ گیفت کارت ریزر گلد ۱۰ دلاری آمریکا");
      await expect(dialog.getByLabel("عنوان")).toHaveValue(
        "مشکل در گیفت کارت ریزر گلد ۱۰ دلاری آمریکا",
      );
      await dialog.getByLabel("توضیحات").fill("کد پذیرفته نشد و پیام خطا دیدم.");
      const sent = page.waitForRequest("**/api/v1/tickets");
      await answer(page, `GET ${ORDER_PATH}`, {
        order: { ...order, OrderItems: [sampleItem(), ...items.slice(1)] },
      });
      await dialog.getByRole("button", { name: "ثبت تیکت" }).click();
      expect((await sent).postDataJSON()).toMatchObject({ orderItemId: "item-1", imageUrl: null });
      await expect(
        dialog.getByRole("status").filter({ hasText: "تیکت شما با موفقیت ثبت شد!" }),
      ).toBeVisible();
      await expect(dialog.getByRole("link", { name: "دیدن تیکت" })).toHaveAttribute(
        "href",
        "/tickets/ticket-1",
      );
      await dialog.getByRole("button", { name: "بستن" }).last().click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("button", { name: /^گزارش مشکل/ })).toHaveCount(0);
      await expect(page.locator("main")).toBeFocused();
    });

    await test.step("giving up is asked again, can be refused, and shows what became of it", async () => {
      const cancel = dialog.getByRole("button", { name: "سفارش را لغو کن" });
      await page.getByRole("button", { name: "لغو سفارش" }).click();
      await refuse(page, `POST ${ORDER_PATH}/cancel`, 500, { message: "لغو نشد." }, 1);
      await cancel.click();
      await expect(dialog.getByRole("alert").filter({ hasText: "لغو نشد." })).toBeVisible();
      const Refund = { toWallet: 1_215_000, toCard: 0, isSettled: true };
      const cancelled = sampleItem({ id: "item-2", deliveryStatus: "cancelled", Refund });
      const after = { ...order, canCancel: false, OrderItems: [sampleItem(), cancelled] };
      await answer(
        page,
        `POST ${ORDER_PATH}/cancel`,
        { message: "سفارش لغو شد.", order: after },
        1,
      );
      await cancel.click();
      await expect(toast(page, "سفارش لغو شد.")).toBeVisible();
      await expect(state(1)).toHaveText("لغو شدهبازگشت به کیف پول: ۱٬۲۱۵٬۰۰۰ تومان");
      await expect(page.getByRole("button", { name: "لغو سفارش" })).toHaveCount(0);
    });
  });

  test("whose codes cannot be read says why, in the window", async ({ page }) => {
    await refuse(page, CONTENT_CALL, 500, { message: "کدها خوانده نشد." });
    await openOrder(page);
    await contentButton(page).click();
    await expect(page.getByRole("dialog").getByText("کدها خوانده نشد.")).toBeVisible();
  });
});

test("codes stay closed until the profile is complete, and then open", async ({
  page,
  enter,
  baseURL,
}) => {
  await enter(NAMELESS.phone);
  await haveInCart(page, baseURL, "pubg-60-uc");
  await open(page, "/cart");
  await page.getByRole("checkbox", { name: /کیف پول/ }).check();
  await page.getByRole("button", { name: "پرداخت با کیف پول" }).click();
  await page.waitForURL(/\/orders\/[\w-]+$/);
  const order = page.url();
  await expect(contentButton(page)).toBeDisabled();
  await expect(page.getByText(/مهلت شما تا .* ساعت .* است\./)).toBeVisible();
  await page.getByRole("link", { name: "تکمیل پروفایل" }).click();
  await page.waitForURL("**/authentication");
  await islandsReady(page);
  await page.getByLabel("نام", { exact: true }).fill("بی‌نام");
  await page.getByLabel("نام خانوادگی").fill("پیشین");
  await page.getByRole("button", { name: "ذخیره تغییرات" }).click();
  await expect(toast(page, "تغییرات با موفقیت ذخیره شد.")).toBeVisible();
  await expect(page.locator(".account-side b")).toHaveText("بی‌نام پیشین");
  await open(page, order);
  await contentButton(page).click();
  await expect(page.getByRole("dialog").locator("li bdi")).toHaveText(
    /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/,
  );
});
