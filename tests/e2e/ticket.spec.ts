import type { Page } from "@playwright/test";
import { png } from "../support/images.ts";
import { intercept } from "./intercept.ts";
import {
  SAMPLE_IMAGE,
  sampleMessage,
  sampleTicket,
  sampleTicketSummary,
  sampleTickets,
} from "./sample-ticket.ts";
import { sampleOrders } from "./sample-order.ts";
import { islandsReady, leavesFreely, movePointerAway, toast } from "./shop.ts";
import { answer, expect, holdBack, refuse, test } from "./shopper.ts";

/** Support: the list of tickets, opening a ticket, and its messages. */

const TICKET_PATH = "/tickets/ticket-1";

const rows = (page: Page) => page.getByRole("table", { name: "تیکت‌ها" }).locator("tbody tr");
const dialog = (page: Page) => page.getByRole("dialog");
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });
const image = {
  name: "screen.png",
  mimeType: "image/png",
  buffer: Buffer.from(png({ width: 40, height: 30 })),
};

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await islandsReady(page);
}

test.use({ expectedStatuses: new Set([404, 409, 422, 500]) });

test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

test("lists each ticket with title, text, state and time, and opens it from any cell", async ({
  page,
}) => {
  await test.step("says when the list cannot be read, and when it is empty", async () => {
    await refuse(page, "GET /tickets", 500, { message: "شمارهٔ پیگیری: ABCD" }, 1);
    await open(page, "/tickets");
    await expect(alert(page, "خطا در بارگذاری تیکت‌ها: شمارهٔ پیگیری: ABCD")).toBeVisible();
    await page.getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(page.getByText("هیچ تیکتی یافت نشد.")).toBeVisible();
  });
  await test.step("titles and texts are cut, times are relative, states are named", async () => {
    const [first, ...others] = sampleTickets(12);
    const unknown = { ...sampleTicketSummary(), status: "Escalated" };
    const tickets = [
      unknown,
      { ...first, updatedAt: new Date(Date.now() - 3 * 60_000 - 500).toISOString() },
      ...others,
    ];
    await answer(page, "GET /tickets", { tickets, nextCursor: null });
    await open(page, "/tickets");
    await expect(page.getByRole("columnheader")).toHaveText([
      "ردیف",
      "شماره",
      "عنوان",
      "توضیحات",
      "وضعیت",
      "آخرین به‌روزرسانی",
      "عملیات",
    ]);
    await expect(rows(page).nth(0).getByRole("cell")).toHaveText([
      "۱",
      "۶۵۶۲۳۱۸",
      "کد ریزر گلد در…",
      "سلام. کد را هما…",
      "نامشخص",
      "۱ فروردین ۱۴۰۵ ساعت ۰۰:۱۵",
      "مشاهده",
    ]);
    await expect(rows(page).nth(1).getByRole("cell").nth(5)).toHaveText("۳ دقیقه پیش");
    const own = "کاربر پاسخ داددر انتظار پشتیبانی";
    const words = ["باز", "در حال بررسی", "مدیر پاسخ داد", own, "بسته شده"];
    await expect(page.locator("tbody tr td:nth-child(5)")).toHaveText([
      "نامشخص",
      ...words,
      ...words.slice(0, 4),
    ]);
    await expect(page.getByText("۱ تا ۱۰ از ۱۳")).toBeVisible();
  });
  await test.step("a press anywhere in a row opens the ticket", async () => {
    await answer(page, `GET ${TICKET_PATH}`, { ticket: sampleTicket() });
    const link = rows(page)
      .nth(0)
      .getByRole("link", { name: "مشاهدهٔ تیکت کد ریزر گلد در حساب آمریکا پذیرفته نشد" });
    await expect(link).toHaveAttribute("href", TICKET_PATH);
    await rows(page)
      .nth(0)
      .getByRole("cell")
      .nth(1)
      .click({ position: { x: 3, y: 3 }, force: true });
    await expect(page).toHaveURL(TICKET_PATH);
  });
});

test("opens a ticket with a picture, answers it and closes it", async ({ page }) => {
  await open(page, "/tickets");
  const opener = page.getByRole("button", { name: "تیکت جدید" });
  const title = dialog(page).getByLabel("عنوان");
  const description = dialog(page).getByLabel("توضیحات");
  const send = dialog(page).getByRole("button", { name: "ثبت تیکت" });
  const about = (name: string) => dialog(page).getByRole("button", { name });

  await test.step("the form asks for the subject, and offers the last orders as buttons", async () => {
    await answer(page, "GET /orders", { orders: sampleOrders(6), nextCursor: null }, 1);
    await opener.click();
    await expect(dialog(page).getByText("تیکت دربارهٔ چیست؟")).toBeFocused();
    await about("یک کد").press("Enter");
    await expect(dialog(page).getByText("کد کدام سفارش؟")).toBeFocused();
    await expect(about("ریزر گلد")).toHaveCount(4);
    await about("ریزر گلد").first().press("Enter");
    await expect(title).toHaveValue(/^کد سفارش [۰-۹]{5,}، گیفت کارت ریزر گلد ۱۰ دلاری آمریکا$/);
    await expect(description).toBeFocused();
    const [{ id } = { id: "" }] = sampleOrders(1);
    await expect(dialog(page).getByRole("link", { name: "رفتن به سفارش" })).toHaveAttribute(
      "href",
      `/orders/${id}`,
    );
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    // The form works even if the list of orders cannot be read.
    await refuse(page, "GET /orders", 500, { message: "" }, 1);
    await opener.click();
    await about("یک پرداخت").click();
    await movePointerAway(page);
    await about("پرداختی که سفارش نشد").click();
    await expect(title).toHaveValue("پرداختی که سفارش نشد");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  });
  await test.step("the form names fields that are missing, too short or too long", async () => {
    await opener.click();
    await about("حساب من").click();
    await expect(title).toBeFocused();
    await send.click();
    await expect(alert(page, "لطفاً عنوان تیکت را وارد کنید.")).toBeVisible();
    await expect(alert(page, "لطفاً توضیحات تیکت را وارد کنید.")).toBeVisible();
    await expect(title).toBeFocused();
    await title.fill("کد");
    await description.fill("کوتاه");
    await send.click();
    await expect(alert(page, "این فیلد باید حداقل ۳ کاراکتر باشد.")).toBeVisible();
    await expect(alert(page, "این فیلد باید حداقل ۱۰ کاراکتر باشد.")).toBeVisible();
    await title.fill("ک".repeat(101));
    await send.click();
    await expect(alert(page, "این فیلد باید حداکثر ۱۰۰ کاراکتر باشد.")).toBeVisible();
  });
  await test.step("closing asks before it discards a text, and keeps the text until then", async () => {
    const question = dialog(page).getByRole("alertdialog", { name: "نوشته‌ها بماند؟" });
    expect(await leavesFreely(page)).toBe(false);
    for (const leave of [
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(20, 300),
      () => dialog(page).getByRole("button", { name: "بستن" }).click(),
    ]) {
      await leave();
      await question.getByRole("button", { name: "ادامهٔ نوشتن" }).click();
      await expect(title).toBeFocused();
    }
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    expect(await leavesFreely(page)).toBe(true);
    await opener.press("Enter");
    await about("حساب من").press("Enter");
    await expect(description).toHaveValue("کوتاه");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "دور بریز" }).click();
    await expect(dialog(page)).toBeHidden();
    await opener.press("Enter");
    await about("حساب من").press("Enter");
    await expect(description).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
  });
  await test.step("the ticket is sent when its picture has been uploaded", async () => {
    await opener.press("Enter");
    await about("حساب من").press("Enter");
    await title.fill("کد پذیرفته نشد");
    await description.fill("کد را وارد کردم و پیام خطا دیدم.\nلطفاً بررسی کنید.");
    const release = await holdBack(page, "POST /uploads");
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/tickets"),
    );
    const picture = dialog(page).getByLabel("تصویر (اختیاری)");
    // The shopper closes the file picker without a file.
    await picture.dispatchEvent("cancel");
    await expect(title).toHaveValue("کد پذیرفته نشد");
    await picture.setInputFiles(image);
    await send.click();
    await expect(dialog(page).getByRole("button", { name: "در حال ثبت تیکت…" })).toBeDisabled();
    // If the dialog closed now, nothing would tell the shopper that the ticket was sent.
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("Escape");
    await page.mouse.click(20, 300);
    await dialog(page).getByRole("button", { name: "بستن" }).click();
    await expect(dialog(page).getByRole("button", { name: "در حال ثبت تیکت…" })).toBeVisible();
    await release();
    const body = (await sent).postDataJSON() as Record<string, unknown>;
    expect(body["imageUrl"]).toMatch(/^\/api\/v1\/uploads\/[\w-]{22}$/);
    await expect(
      dialog(page).getByRole("status").filter({ hasText: "تیکت شما با موفقیت ثبت شد!" }),
    ).toBeFocused();
    await expect(rows(page)).toHaveCount(1);
  });
  await test.step("the ticket shows its text, and its picture large", async () => {
    await dialog(page).getByRole("link", { name: "دیدن تیکت" }).click();
    await expect(page).toHaveURL(/\/tickets\/[\w-]+$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("کد پذیرفته نشد");
    await expect(
      page.getByText("نوشته‌تان به ما رسید. از ساعت ۸ تا ۲۴ پاسخ می‌دهیم و پیامک می‌زنیم."),
    ).toBeVisible();
    const small = page.getByRole("button", { name: "بزرگ‌نمایی تصویر پیوست" });
    await expect(small.locator("img")).toHaveAttribute("loading", "lazy");
    await small.press("Enter");
    const large = dialog(page).getByRole("img", { name: "تصویر پیوست" });
    await expect
      .poll(() => large.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBe(40);
    await page.keyboard.press("Escape");
    await expect(small).toBeFocused();
  });
  await test.step("the shopper answers", async () => {
    const replier = page.getByRole("button", { name: "ارسال پاسخ" });
    await replier.click();
    await dialog(page).getByRole("button", { name: "ارسال پاسخ" }).click();
    await expect(alert(page, "لطفاً پیام خود را وارد کنید.")).toBeVisible();
    await expect(dialog(page).getByLabel("پیام شما")).toBeFocused();
    await dialog(page).getByLabel("پیام شما").fill("ریجن حساب من آمریکاست.");
    await dialog(page).getByRole("button", { name: "ارسال پاسخ" }).click();
    await expect(toast(page, "پیام شما با موفقیت ارسال شد!")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(replier).toBeFocused();
    await expect(
      page.getByRole("listitem").filter({ hasText: "ریجن حساب من آمریکاست." }),
    ).toContainText(/شما.*پیش|شماهمین حالا/);
    await expect(page.locator(".badge")).toHaveText("کاربر پاسخ داد");
  });
  await test.step("closing asks first, and is final", async () => {
    const ticket = page.url();
    await page.getByRole("button", { name: "بستن تیکت" }).click();
    await dialog(page).getByRole("button", { name: "انصراف" }).click();
    await expect(dialog(page)).toBeHidden();
    await page.getByRole("button", { name: "بستن تیکت" }).click();
    await movePointerAway(page);
    await dialog(page).getByRole("button", { name: "بستن تیکت" }).click();
    await expect(page).toHaveURL(/\/tickets$/);
    await expect(toast(page, "تیکت با موفقیت بسته شد.")).toBeVisible();
    await expect(rows(page).first()).toContainText("بسته شده");
    await open(page, ticket);
    await expect(page.locator(".badge")).toHaveText("بسته شده");
    await expect(page.getByRole("button", { name: /ارسال پاسخ|بستن تیکت/ })).toHaveCount(0);
  });
});

test("shows the messages of a ticket, newest first, with those of the shop highlighted", async ({
  page,
}) => {
  const messages = page.getByRole("region", { name: "پیام‌ها" }).getByRole("listitem");

  await test.step("the title is cut to 50 letters, earlier messages load on request", async () => {
    const ticket = sampleTicket({ title: "ع".repeat(60), nextCursor: "7~x" });
    const older = sampleMessage({ id: "message-3", content: "پیام کهنه" });
    await intercept(page, `GET ${SAMPLE_IMAGE}`, () => ({
      body: image.buffer,
      headers: { "Content-Type": "image/png" },
    }));
    await intercept(page, `GET ${TICKET_PATH}`, (url) => {
      const isFirst = !url.searchParams.has("cursor");
      return {
        json: { ticket: isFirst ? ticket : { ...ticket, Messages: [older], nextCursor: null } },
      };
    });
    await open(page, TICKET_PATH);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${"ع".repeat(50)}…`);
    // A Latin text runs from left to right, also on a page that runs from right to left.
    await expect(page.getByRole("heading", { level: 1 })).toHaveAttribute("dir", "auto");
    await expect(messages.nth(0).locator("p").last()).toHaveAttribute("dir", "auto");
    await expect(
      page.getByRole("link", { name: "گیفت کارت ریزر گلد ۱۰ دلاری آمریکا" }),
    ).toHaveAttribute("href", "/orders/c0ffee00-1111-4222-8333-444455556666");
    await expect(messages).toHaveCount(2);
    await expect(messages.nth(0)).toContainText("پشتیبانی، مهسا پشتیبان");
    await expect(messages.nth(0)).toHaveCSS("border-inline-start-width", "4px");
    await expect(messages.nth(0).locator("svg")).toBeVisible();
    await expect(messages.nth(1)).toContainText("شما");
    await expect(messages.nth(1)).toHaveCSS("border-inline-start-width", "1px");
    await expect(
      messages.nth(1).getByRole("button", { name: "بزرگ‌نمایی تصویر پیوست" }),
    ).toBeVisible();
    await page.getByRole("button", { name: "پیام‌های پیشین" }).click();
    await expect(messages).toHaveCount(3);
    await expect(messages.nth(2)).toContainText("پیام کهنه");
    await expect(page.getByRole("button", { name: "پیام‌های پیشین" })).toHaveCount(0);
  });
  await test.step("a refusal shows beside the text, which is kept", async () => {
    await refuse(page, `POST ${TICKET_PATH}/messages`, 500, { message: "" });
    await page.getByRole("button", { name: "ارسال پاسخ" }).click();
    await dialog(page).getByLabel("پیام شما").fill("این پیام باید بماند.");
    await dialog(page).getByRole("button", { name: "ارسال پاسخ" }).click();
    await expect(
      dialog(page)
        .getByRole("alert")
        .filter({ hasText: "خطا در ارسال پیام. لطفاً دوباره تلاش کنید." }),
    ).toBeVisible();
    await expect(dialog(page).getByLabel("پیام شما")).toHaveValue("این پیام باید بماند.");
    await page.keyboard.press("Escape");
    await dialog(page).getByRole("button", { name: "دور بریز" }).click();
    await expect(dialog(page)).toBeHidden();
    await refuse(page, `PUT ${TICKET_PATH}/close`, 500, { message: "بسته نشد." });
    await page.getByRole("button", { name: "بستن تیکت" }).click();
    await movePointerAway(page);
    await dialog(page).getByRole("button", { name: "بستن تیکت" }).click();
    await expect(dialog(page).getByRole("alert").filter({ hasText: "بسته نشد." })).toBeVisible();
  });
  await test.step("an unknown ticket is not found", async () => {
    await open(page, "/tickets/no-such-ticket");
    await expect(alert(page, "تیکت پیدا نشد.")).toBeVisible();
  });
});
