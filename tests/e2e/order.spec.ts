import type { Page } from "@playwright/test";
import { NAMELESS } from "../support/people.ts";
import { intercept } from "./intercept.ts";
import { islandsReady, movePointerAway, toast } from "./shop.ts";
import { SAMPLE_LINES, sampleItem, sampleOrder, sampleOrders } from "./sample-order.ts";
import { sampleTicketSummary } from "./sample-ticket.ts";
import { answer, expect, haveInCart, refuse, test } from "./shopper.ts";

/** The list of orders, and one order with its items, codes and refunds. */

const ORDER = sampleOrder();
const ORDER_PATH = `/orders/${ORDER.id}` as const;
const CONTENT_CALL = `GET ${ORDER_PATH}/items/item-1/content` as const;

const rows = (page: Page) => page.getByRole("table", { name: "سفارش‌ها" }).locator("tbody tr");
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const contentButton = (page: Page) => page.getByRole("button", { name: /^محتوای محصول/ });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await islandsReady(page);
}

async function openOrder(page: Page, order = ORDER): Promise<void> {
  await answer(page, `GET ${ORDER_PATH}`, { order });
  await open(page, ORDER_PATH);
}

test.describe("the list of orders", () => {
  test.use({ expectedStatuses: new Set([500]) });

  test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

  test("says when it cannot be read, and when there are no orders", async ({ page }) => {
    await refuse(page, "GET /orders", 500, { message: "سفارش‌ها خوانده نشد." }, 1);
    await open(page, "/orders");
    await expect(alert(page, "سفارش‌ها خوانده نشد.")).toBeVisible();
    await page.getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
    await expect(page.getByRole("link", { name: "رفتن به فروشگاه" })).toHaveAttribute("href", "/");
  });

  test("shows each order as a row, ten on a page, and as a card below 1024 pixels", async ({
    page,
  }) => {
    const mixed = sampleOrder({
      walletAmount: 15_000,
      paidStatus: "Refunded",
      DiscountCode: { code: "ARMAGHAN10", type: "percentage", value: 10 },
    });
    const orders = [
      { ...mixed, ...SAMPLE_LINES },
      sampleOrder({ id: "b", paymentMethod: "Wallet" }),
      sampleOrder({ id: "c" }),
      ...sampleOrders(9, 4),
    ];
    await answer(page, "GET /orders", { orders, nextCursor: null });
    await page.setViewportSize({ width: 1023, height: 800 });
    await open(page, "/orders");

    await test.step("five cards on narrow screens, a table from 1024 pixels on", async () => {
      const cards = page.getByRole("list", { name: "سفارش‌ها" }).getByRole("listitem");
      await expect(cards).toHaveCount(5);
      await expect(page.getByRole("table")).toHaveCount(0);
      await expect(cards.first()).toHaveText(
        /^۳× ریزر گلد ۱۰ دلاری آمریکا \+ ۱ محصول دیگر۱٬۲۱۵٬۰۰۰ تومان۴۸۲۹۳۱۵ · ۱ فروردین( ۱۴۰۵)?تحویل داده شد$/,
      );
      await expect(cards.first().getByRole("link")).toHaveAttribute("href", ORDER_PATH);
      await page.setViewportSize({ width: 1024, height: 800 });
      await expect(rows(page)).toHaveCount(10);
    });
    await test.step("a row has sums, payment, delivery, discount code and date", async () => {
      await expect(page.getByRole("columnheader")).toHaveText([
        "ردیف",
        "محصول",
        "شماره",
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
        "۳× ریزر گلد ۱۰ دلاری آمریکا + ۱ محصول دیگر",
        "۴۸۲۹۳۱۵",
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
      await expect(rows(page).nth(2).getByRole("cell").nth(5)).toHaveText("درگاه");
      await expect(
        rows(page)
          .nth(0)
          .getByRole("link", { name: /^مشاهده/ }),
      ).toHaveAttribute("href", ORDER_PATH);
    });
    await test.step("the table fits beside the menu of the account", async () => {
      await page.setViewportSize({ width: 1280, height: 800 });
      const table = page.getByRole("region", { name: "سفارش‌ها" });
      expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
    });
    await test.step("ten rows on a page, or the chosen number", async () => {
      await expect(page.getByText("۱ تا ۱۰ از ۱۲")).toBeVisible();
      const next = page.getByRole("button", { name: "بعدی" });
      await next.click();
      await expect(rows(page)).toHaveCount(2);
      await expect(rows(page).first()).toContainText("۱۱٬۰۰۰ تومان");
      await expect(next).toBeDisabled();
      await expect(next).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByText("۱۱ تا ۱۲ از ۱۲")).toBeVisible();
      await page.getByRole("button", { name: "قبلی" }).click();
      const size = page.getByLabel("تعداد در صفحه");
      await size.selectOption("25");
      await expect(rows(page)).toHaveCount(12);
      const offered = await size.locator("option").allTextContents();
      expect(offered).toEqual(["۵", "۱۰", "۲۵", "۵۰"]);
    });
  });

  test("loads more orders when its last page is reached", async ({ page }) => {
    await intercept(page, "GET /orders", (url) => {
      const isFirst = !url.searchParams.has("cursor");
      const orders = isFirst ? sampleOrders(50) : sampleOrders(3, 51);
      return { json: { orders, nextCursor: isFirst ? "7~x" : null } };
    });
    await open(page, "/orders");
    await page.getByLabel("تعداد در صفحه").selectOption("50");
    await expect(page.getByText("۱ تا ۵۰ از بیش از ۵۰")).toBeVisible();
    await page.getByRole("button", { name: "بعدی" }).click();
    await expect(page.getByText("۵۱ تا ۵۳ از ۵۳")).toBeVisible();
    await expect(rows(page).first()).toContainText("۵۱٬۰۰۰ تومان");
  });
});

test.describe("an order", () => {
  test.use({ expectedStatuses: new Set([404, 500]) });

  test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

  test("is not found when it does not exist, and says so when it has no items", async ({
    page,
  }) => {
    for (const path of ["/orders/no-such-order", ORDER_PATH]) {
      await open(page, path);
      await expect(alert(page, "سفارشی یافت نشد.")).toBeVisible();
    }
    await openOrder(page, sampleOrder({ OrderItems: [] }));
    await expect(page.getByText("محصولات این سفارش یافت نشد.")).toBeVisible();
  });

  test("shows name, figures and state of each item, and opens only delivered codes", async ({
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
    const dear = sampleItem({ quantity: 3, priceAfterDiscount: 1_000_000, total: 3_000_001 });
    const inStates = states.map((deliveryStatus, index) => ({
      ...sampleItem({ id: `item-in-state-${String(index)}` }),
      deliveryStatus,
    }));
    const others = ["a", "b", "c"].map((id) => sampleItem({ id }));
    const OrderItems = [dear, ...inStates, ...others];
    await refuse(page, CONTENT_CALL, 500, { message: "کدها خوانده نشد." });
    await answer(page, `GET ${ORDER_PATH}`, { order: { ...ORDER, OrderItems } });
    await open(page, ORDER_PATH);
    // Two items wait to be delivered by hand, so the list is folded.
    await page.locator(".order-facts summary").click();

    await test.step("a long name is cut to 25 letters", async () => {
      await expect(page.locator("tbody tr")).toHaveCount(10);
      await expect(page.getByText("۱ تا ۱۰ از ۱۲")).toBeVisible();
      const cells = page.locator("tbody tr td");
      await expect(cells.nth(0)).toHaveText("گیفت کارت ریزر گلد ۱۰ دلا…آمریکا");
      await expect(cells.nth(1)).toHaveText("۳");
      await expect(cells.nth(2)).toHaveText("۱٬۰۰۰٬۰۰۰ تومان");
      await expect(cells.nth(3)).toHaveText("۳٬۰۰۰٬۰۰۱ تومان");
    });
    await test.step("a shopper with a complete profile is not asked to complete it", async () => {
      await expect(page.getByText(/پروفایل باید/)).toHaveCount(0);
      await expect(page.getByRole("link", { name: "تکمیل پروفایل" })).toHaveCount(0);
    });
    await test.step("a state in any letter case has a name, also an unknown state", async () => {
      await expect(page.locator("tbody tr td:nth-child(5)")).toHaveText([
        "تحویل داده شد",
        "در حال آماده سازی",
        "در حال پردازش",
        "تحویل داده شد",
        "لغو شده",
        "خطا در تحویل",
        "نامشخص",
        "نامشخص",
        "نامشخص",
        "تحویل داده شد",
      ]);
    });
    await test.step("a press on an undelivered item shows a message to wait", async () => {
      await contentButton(page).nth(1).click();
      await movePointerAway(page);
      await contentButton(page).nth(7).click();
      await expect(toast(page, "لطفاً تا تحویل محصول صبر کنید")).toHaveCount(2);
      await expect(page.getByRole("dialog")).toBeHidden();
    });
    await test.step("the dialog says why codes cannot be read", async () => {
      await movePointerAway(page);
      await contentButton(page).nth(0).click();
      await expect(page.getByRole("dialog").getByText("کدها خوانده نشد.")).toBeVisible();
    });
  });

  test("shows refunds, takes a report of a problem, and can be cancelled before delivery", async ({
    page,
  }) => {
    const dialog = page.getByRole("dialog");
    const items = [
      sampleItem({ canReportProblem: true }),
      sampleItem({ id: "item-2", deliveryType: "manual", deliveryStatus: "pending" }),
      sampleItem({
        id: "item-3",
        deliveryStatus: "cancelled",
        Refund: { toWallet: 15_000, toCard: 1_200_000, withheld: 0, isSettled: false },
      }),
    ];
    const cancelRefund = { toWallet: 1_093_500, toCard: 0, withheld: 121_500, isCardSpared: true };
    const order = sampleOrder({ canCancel: true, cancelRefund, OrderItems: items });
    const state = (row: number) => page.locator("tbody tr").nth(row).getByRole("cell").nth(4);
    await openOrder(page, order);
    await test.step("a late item has an apology and a link to cancel, and its bar is not full", async () => {
      const late = page.getByRole("region", { name: "در راه" });
      await expect(late).toContainText("ببخشید، دیر شد.");
      await late.getByRole("link", { name: "لغو و بازگشت وجه" }).click();
      await expect(page.getByRole("button", { name: /لغو سفارش/ })).toBeInViewport();
      const bar = late.getByRole("progressbar");
      expect(await bar.evaluate((it: HTMLProgressElement) => it.position)).toBeCloseTo(0.9);
    });
    await page.locator(".order-facts summary").click();
    await expect(state(2)).toHaveText(
      "لغو شدهدر حال بازگشت به کیف پول: ۱۵٬۰۰۰ توماندر حال بازگشت به کارت: ۱٬۲۰۰٬۰۰۰ تومان",
    );

    await test.step("the report opens a ticket about the item", async () => {
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

    await test.step("cancelling asks first, can be refused, and shows the refund", async () => {
      const cancel = dialog.getByRole("button", { name: "سفارش را لغو کن" });
      await page.getByRole("button", { name: "لغو سفارش" }).click();
      await expect(dialog).toContainText("به کیف پول۱٬۰۹۳٬۵۰۰ تومان");
      await expect(dialog).toContainText("۱۲۱٬۵۰۰ تومان تخفیفِ آن از مبلغ بازگشتی کم شده است.");
      await expect(dialog).toContainText("به‌جای کارت، به کیف پول شما بازمی‌گردد.");
      await refuse(page, `POST ${ORDER_PATH}/cancel`, 500, { message: "لغو نشد." }, 1);
      await cancel.click();
      await expect(dialog.getByRole("alert").filter({ hasText: "لغو نشد." })).toBeVisible();
      const Refund = { toWallet: 1_093_500, toCard: 0, withheld: 121_500, isSettled: true };
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
      await expect(state(1)).toHaveText(
        "لغو شدهبازگشت به کیف پول: ۱٬۰۹۳٬۵۰۰ تومانتخفیفِ بازپس‌گرفته‌شده: ۱۲۱٬۵۰۰ تومان",
      );
      await expect(page.getByRole("button", { name: "لغو سفارش" })).toHaveCount(0);
    });

    await test.step("an order that is held for a look says until when, and what happens then", async () => {
      const held = sampleItem({ deliveryStatus: "processing", deliveredAt: null });
      const lookUntil = new Date(Date.now() + 24 * 3_600_000).toISOString();
      const looked = {
        ...order,
        canCancel: false,
        deliveryStatus: "processing",
        lookUntil,
      } as const;
      await openOrder(page, { ...looked, OrderItems: [held, { ...held, id: "item-2" }] });
      const notice = page.getByRole("region", { name: /پرداخت شد و در حال بررسی کوتاهی است/ });
      await expect(notice).toContainText(
        /حداکثر تا فردا ساعت [۰-۹]+:[۰-۹]+ یا کدها باز می‌شوند یا همهٔ مبلغ بازمی‌گردد/,
      );
      await expect(state(0)).toHaveText("در حال بررسی");
      await expect(page.getByRole("region", { name: "در راه" })).toHaveCount(0);
    });
  });
});

test("the codes of an order open on its page once the buyer has typed the names", async ({
  page,
  enter,
}) => {
  await enter(NAMELESS.phone);
  await haveInCart(page, "pubg-60-uc");
  await open(page, "/cart");
  await page.getByRole("checkbox", { name: /کیف پول/ }).check();
  await page.getByRole("button", { name: "پرداخت با کیف پول" }).click();
  await page.waitForURL(/\/orders\/[\w-]+$/);
  await expect(
    page.getByRole("heading", { name: "برای دیدن کد نام خود را بنویسید" }),
  ).toBeVisible();
  await expect(page.getByText(/پروفایل باید تا ۴۸ ساعت تکمیل شود/)).toBeVisible();
  await expect(page.getByText(/مهلت شما تا .* ساعت .* است\./)).toBeVisible();
  await expect(page.getByRole("link", { name: "تکمیل پروفایل" })).toHaveAttribute(
    "href",
    /^\/authentication\?return=/,
  );
  await page.locator(".order-facts summary").click();
  await expect(contentButton(page)).toBeDisabled();
  const save = page.getByRole("button", { name: "ذخیره و دیدن کد" });
  await save.click();
  await expect(page.getByLabel("نام", { exact: true })).toBeFocused();
  await page.getByLabel("نام", { exact: true }).fill("آزمون");
  await page.getByLabel("نام خانوادگی").fill("مرورگر");
  await save.click();
  await expect(page.locator(".code-shown")).toHaveText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
  await expect(page.getByText(/پروفایل باید/)).toHaveCount(0);
  await contentButton(page).click();
  await expect(page.getByRole("dialog").locator("li bdi")).toHaveText(
    /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/,
  );
});
