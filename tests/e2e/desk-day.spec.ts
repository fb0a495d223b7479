import type { Page } from "@playwright/test";
import { tehranDay, writePersian } from "../../persian/calendar.ts";
import { png } from "../support/images.ts";
import { withCheckDigit } from "../support/people.ts";
import { auditShop } from "../support/shop.ts";
import { plugInAuthenticator } from "./authenticator.ts";
import { newPhone, tickAllBoxes } from "./desk.ts";
import { FIRST_SECRET, test } from "./own-shop.ts";
import { expect, islandsReady, signIn, toast } from "./shop.ts";
import { haveInCart } from "./shopper.ts";
import { HOUR, MINUTE } from "../support/time.ts";

/** A whole day at the desk, from a desk without operators to the closed day. */

test.use({ needsPasskeys: true });

const BUYER = { phone: "9351112233", cardNumber: withCheckDigit("610433000111222") };
const photograph = {
  name: "papers.png",
  mimeType: "image/png",
  buffer: Buffer.from(png({ width: 40, height: 30 })),
};

const pane = (page: Page) => page.getByRole("region", { name: "کار باز" });
const rows = (page: Page) => page.locator(".queue-row");
const press = (page: Page, key: string) => page.locator("body").press(key);
/**
 * Opens the only waiting thing, and waits until the shop has stored the hold. The test moves the
 * clock, so a decision could be sent before the hold, and the hold would then be refused.
 */
async function openOnly(page: Page): Promise<void> {
  await expect(rows(page)).toHaveCount(1);
  const held = page.waitForResponse(
    (answer) => answer.request().method() === "PUT" && answer.url().endsWith("/hold"),
  );
  await press(page, "KeyJ");
  await held;
}
const payAtBank = async (page: Page) => {
  await page.waitForURL(/127\.0\.0\.1.*StartPay/);
  await page.getByRole("button", { name: "پرداخت", exact: true }).click();
};

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await islandsReady(page);
}

/** Registers a passkey. Before that no page of the desk opens. */
async function register(page: Page, device: string): Promise<void> {
  await page.getByLabel("روی کدام دستگاه؟").fill(device);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/desk/enter");
  await islandsReady(page);
}

/** Enters again after the session has ended, and returns to the requested page. */
async function enterByPasskey(page: Page, name: string, path: string): Promise<void> {
  await page.goto(path);
  await page.getByLabel("نام کوتاه شما").fill(name);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/desk/enter");
  await islandsReady(page);
}

test("a day at the desk, from the first owner's link to a closed day and a correct ledger", async ({
  own,
  expectedStatuses,
}) => {
  test.setTimeout(180_000);
  // 403: a passkey has to be shown again. 401: sessions end overnight.
  expectedStatuses.add(401).add(403);
  await own.sql("DELETE FROM operator_token");
  await own.sql("DELETE FROM operator");
  const babak = await own.somebody();

  await test.step("the first owner enters by the one-time link, with a passkey before anything else", async () => {
    await plugInAuthenticator(babak);
    await open(babak, `/desk/enter#first.${FIRST_SECRET}`);
    await babak.getByLabel("نام کوتاه، با حروف کوچک لاتین").fill("babak");
    await babak.getByLabel("شمارهٔ موبایل").fill("09120000001");
    await babak.keyboard.press("Enter");
    await register(babak, "گوشی بابک");
    await expect(babak.getByRole("heading", { name: "صف خالی است." })).toBeVisible();
  });

  const enterByInvitation = async (name: string, role: string) => {
    await babak.getByRole("button", { name: "دعوت کارمند" }).click();
    const form = babak.getByRole("dialog", { name: "دعوت کارمند" });
    await form.getByLabel("نام کوتاه، با حروف کوچک لاتین").fill(name);
    await form.getByLabel("شمارهٔ موبایل").fill(newPhone());
    await form.getByRole("combobox", { name: /نقش/ }).press("Enter");
    await babak.getByRole("option", { name: role }).click();
    await form.getByRole("button", { name: "لینک دعوت را بساز" }).click();
    const link = (await form.locator(".shown-once bdi").textContent()) ?? "";
    await form.getByRole("button", { name: "برداشتم" }).click();
    const page = await own.somebody();
    await plugInAuthenticator(page);
    await page.goto(link);
    await register(page, `لپ‌تاپ ${name}`);
    await expect(page.locator(".rail-me")).toContainText(role);
    return page;
  };
  const [raha, sara] =
    await test.step("two operators are invited, and enter by their links", async () => {
      await open(babak, "/desk/settings");
      return [
        await enterByInvitation("raha", "مالی"),
        await enterByInvitation("sara", "پشتیبانی"),
      ] as const;
    });

  const buyer = await own.somebody({ width: 390, height: 844 });
  await test.step("a shopper registers and sends papers", async () => {
    await signIn(buyer, BUYER.phone, own.sandbox);
    await open(buyer, "/authentication");
    await buyer.getByRole("button", { name: "شروع احراز هویت" }).click();
    const form = buyer.getByRole("dialog");
    await form.getByLabel("شمارهٔ کارت").fill(BUYER.cardNumber);
    await form.getByLabel("نام و نام خانوادگی صاحب حساب").fill("نگار رستمی");
    await form.getByLabel("تصویر مدرک شناسایی").setInputFiles(photograph);
    await form.getByRole("button", { name: "ثبت درخواست" }).click();
    await expect(form).toContainText("ساعت ۱۰:۰۰ فرستادید. تا ۱۰:۳۰ پاسخ می‌دهیم.");
  });
  await test.step("the papers appear in the queue by themselves, and are verified with keys alone", async () => {
    await own.turn(10_000);
    await openOnly(sara);
    await expect(pane(sara).getByRole("button", { name: /^تأیید هویت/ })).toBeEnabled();
    await tickAllBoxes(sara);
    await press(sara, "KeyY");
    await expect(sara.locator(".undo-bar")).toContainText("هویت نگار رستمی تأیید شد.");
    const sent = sara.waitForResponse((answer) => /authorizes/.test(answer.url()));
    await own.turn(8_000);
    expect((await sent).status()).toBe(200);
    await own.runJobs();
    expect((await own.sandbox.messages(BUYER.phone))[0]?.text).toContain("تأیید");
  });

  await test.step("the shopper fills the wallet, buys two codes, and one of them is bad", async () => {
    await open(buyer, "/wallet");
    await buyer.getByRole("button", { name: "افزایش موجودی" }).first().click();
    await buyer.getByRole("dialog").getByLabel(/مبلغ/).fill("300000");
    await buyer.getByRole("dialog").getByRole("button", { name: "پرداخت از درگاه" }).click();
    await payAtBank(buyer);
    await buyer.waitForURL((url) => url.pathname === "/wallet");
    await haveInCart(buyer, "itunes-us-2", 2);
    await open(buyer, "/cart");
    await buyer.getByRole("checkbox", { name: /کیف پول/ }).setChecked(false);
    await buyer.getByRole("button", { name: "پرداخت از درگاه" }).click();
    await payAtBank(buyer);
    await buyer.waitForURL(/\/orders\/[\w-]+$/);
    await islandsReady(buyer);
    await buyer.getByRole("button", { name: /همه را کپی کن/ }).click();
    await expect(buyer.locator(".code-shown")).toHaveCount(2);
    await buyer.locator(".code-trouble").first().click();
    await buyer.getByRole("button", { name: "قبلاً استفاده شده" }).click();
    await buyer.getByRole("button", { name: "فرستادن گزارش" }).click();
    await expect(buyer.getByText("مشکل این کد در دست بررسی است.")).toBeVisible();
  });
  const [bad = ""] = await buyer.locator(".code-shown").allTextContents();
  const orderPath = new URL(buyer.url()).pathname;

  await test.step("support reads the ticket, and replaces the code on the page of the order", async () => {
    await own.turn(10_000);
    await openOnly(sara);
    await expect(pane(sara)).toContainText("سرویس می‌گوید این کد پیش‌تر استفاده شده است.");
    await pane(sara).locator(".pane-head").getByRole("link").last().click();
    await sara.waitForURL(/\/desk\/orders\//);
    await islandsReady(sara);
    await expect(sara.locator(".ways")).toContainText("قبلاً استفاده شده");
    await expect(sara.getByRole("button", { name: /^جایگزین کن/ })).toBeEnabled();
    await press(sara, "KeyR");
    const form = sara.getByRole("dialog", { name: "جایگزین کردن کد" });
    await form.getByLabel("دلیل").fill("تأمین‌کننده پذیرفت که فروخته شده بود");
    await sara.keyboard.press("Enter");
    await expect(sara.locator(".items")).toContainText("جایگزین شد");
  });
  await test.step("support answers the ticket from the queue by keys", async () => {
    await open(sara, "/desk");
    await openOnly(sara);
    await expect(pane(sara)).toContainText("سرویس می‌گوید");
    await press(sara, "KeyR");
    await sara.keyboard.type("کد تازه در همان سفارش است؛ ببخشید.");
    await sara.keyboard.press("Control+Enter");
    await expect(toast(sara, "پاسخ شما ثبت شد.")).toBeVisible();
    await expect(sara.getByRole("heading", { name: "صف خالی است." })).toBeVisible();
  });
  await test.step("the shopper finds another code in its place, and withdraws money", async () => {
    await open(buyer, orderPath);
    await buyer.getByRole("button", { name: /همه را کپی کن/ }).click();
    await expect(buyer.locator(".code-shown")).toHaveCount(2);
    expect(await buyer.locator(".code-shown").allTextContents()).not.toContain(bad);
    await open(buyer, "/wallet");
    await buyer.getByRole("button", { name: "برداشت" }).first().click();
    await buyer.getByRole("dialog").getByLabel(/مبلغ/).fill("250000");
    await buyer.keyboard.press("Enter");
    await expect(
      buyer.getByRole("dialog").getByText("درخواست برداشت با موفقیت انجام شد."),
    ).toBeVisible();
  });

  await test.step("finance makes the bank file, which needs the passkey again", async () => {
    await own.turn(10 * MINUTE);
    await open(raha, "/desk/money");
    await raha.getByRole("checkbox", { name: "برداشت ۲۵۰٬۰۰۰ تومان" }).check();
    await press(raha, "KeyF");
    const dialog = raha.getByRole("dialog", { name: "پروندهٔ بانکی تازه" });
    await dialog.getByRole("radio", { name: "فهرست کارت‌به‌کارت" }).check();
    await expect(dialog).toContainText("دویست و پنجاه هزار تومان");
    await dialog.getByRole("button", { name: "پروندهٔ ۲۵۰٬۰۰۰ تومان را بساز" }).click();
    await raha.getByRole("button", { name: "نشان دادن گذرکلید" }).click();
    await raha.waitForURL(/file=/);
    await islandsReady(raha);
  });
  await test.step("the bank's answer pays the withdrawal with its own reference", async () => {
    const download = raha.waitForEvent("download");
    await raha.getByRole("button", { name: "گرفتن پرونده" }).click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream())
      chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    expect(text).toContain(BUYER.cardNumber);
    await raha
      .getByLabel("جدول بانک را بچسبانید")
      .fill(text.replace(/,,\r?\n?$/, ",990011223344,موفق"));
    await raha.getByRole("button", { name: "بخوان" }).click();
    await raha.getByRole("button", { name: "ثبت پاسخ ۱ ردیف" }).click();
    await raha.getByRole("button", { name: "پرداخت ۲۵۰٬۰۰۰ تومان را ثبت کن" }).click();
    await expect(raha.getByText("990011223344")).toBeVisible();
    await expect
      .poll(() => own.sql("SELECT state, note FROM withdrawal"))
      .toEqual([{ state: "paid", note: "990011223344" }]);
  });

  await test.step("a refund of a code that was seen waits for a second person", async () => {
    await open(raha, `/desk${orderPath}`);
    await raha.getByRole("button", { name: /^کد ۲، پایان/ }).click();
    await expect(raha.locator(".ways")).toContainText("نفر دوم باید تأیید کند");
    await press(raha, "KeyB");
    const dialog = raha.getByRole("dialog", { name: /بازپرداخت کد/ });
    await dialog.getByLabel("دلیل").fill("خریدار کد دوم را هم نمی‌تواند به کار ببرد");
    await dialog.getByRole("button", { name: /را بخواه$/ }).click();
    await expect(toast(raha, "نفر دوم باید آن را تأیید کند")).toBeVisible();
  });
  await test.step("the second person sees whose money it is and who asked, and confirms", async () => {
    await open(babak, "/desk");
    await openOnly(babak);
    await expect(pane(babak)).toContainText("بازپرداخت کد دیده‌شده");
    await expect(pane(babak)).toContainText("نگار رستمی");
    await expect(pane(babak)).toContainText("خریدار کد دوم را هم نمی‌تواند");
    await tickAllBoxes(babak);
    await press(babak, "KeyY");
    await babak
      .getByRole("dialog")
      .getByRole("button", { name: /تأیید می‌کنم|را تأیید/ })
      .click();
    await babak.getByRole("button", { name: "نشان دادن گذرکلید" }).click();
    await expect(babak.getByRole("heading", { name: "صف خالی است." })).toBeVisible();
    await own.runJobs();
    expect(await own.sql("SELECT state FROM refund")).toEqual([{ state: "sent" }]);
  });

  await test.step("the day is over, and finance closes it after entering again", async () => {
    const [last] = await own.sql<{ at: number }>("SELECT max(paid_at) AS at FROM orders");
    const day = writePersian(tehranDay(last?.at ?? 0));
    await own.turn(22 * HOUR);
    await enterByPasskey(raha, "raha", `/desk/closings?day=${day}`);
    await expect(raha.getByText("دفتر و درگاه برابرند.")).toBeVisible();
    await raha.getByRole("button", { name: /را ببند$/ }).click();
    await expect(raha.getByText("بسته", { exact: true }).first()).toBeVisible();
  });
  await test.step("the log shows all of it to the owner, in Persian", async () => {
    await enterByPasskey(babak, "babak", "/desk/log");
    const log = babak.getByRole("region", { name: "رویدادها" }).first();
    // «More» is also hidden while the first page has not loaded.
    await expect(log.getByRole("row").nth(1)).toBeVisible();
    const more = babak.getByRole("button", { name: "نمایش بیشتر" });
    await expect(log.getByRole("cell").first()).toBeVisible();
    await expect(async () => {
      if (await more.isVisible()) await more.click();
      await expect(more).toBeHidden({ timeout: 500 });
    }).toPass();
    const told = [
      ["babak", "وارد شد"],
      ["babak", "دعوت کرد"],
      ["sara", "تأیید کرد"],
      ["sara", "کد را جایگزین کرد"],
      ["sara", "پاسخ داد"],
      ["raha", "در پروندهٔ بانکی گذاشت"],
      ["raha", "واریز را ثبت کرد"],
      ["raha", "بازپرداخت کد دیده‌شده را خواست"],
      ["babak", "مبلغ کد را بازگرداند"],
      ["raha", "روز را بست"],
    ] as const;
    for (const [who, what] of told)
      await expect(
        log
          .getByRole("row")
          .filter({ hasText: who })
          .filter({ has: babak.getByRole("cell", { name: what, exact: true }) })
          .first(),
      ).toBeVisible();
    const verdicts = await log.locator("tbody tr td:nth-child(3)").allTextContents();
    expect(verdicts.filter((verdict) => /[a-z]/i.test(verdict))).toEqual([]);
  });
  expect(await auditShop(own)).toEqual({});
});
