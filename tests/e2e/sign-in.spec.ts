import type { Page } from "@playwright/test";
import { findWork } from "../../src/stores/find-work.ts";
import { islandsReady, toast } from "./shop.ts";
import { answer, expect, holdBack, refuse, test } from "./shopper.ts";

/** The page that signs people in: the phone, and the code that the shop sends to it. */

const CODE_SENT = { message: "کد تأیید ارسال شد.", resendAfterSeconds: 60 };

const phoneField = (page: Page) => page.getByLabel("شمارهٔ موبایل");
const sendButton = (page: Page) => page.getByRole("button", { name: "دریافت کد تأیید" });
const box = (page: Page, place: number) => page.getByLabel(`رقم ${"۱۲۳۴".charAt(place - 1)} از ۴`);
const boxes = (page: Page) => page.getByLabel(/^رقم . از ۴$/);
const shownCode = (page: Page) =>
  boxes(page).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).join("|"));

async function openPhoneStep(page: Page, query = ""): Promise<void> {
  await page.goto(`/auth${query}`);
  await islandsReady(page);
}

async function sendPhone(page: Page, phone: string): Promise<void> {
  await phoneField(page).fill(phone);
  await page.keyboard.press("Enter");
}

/** Opens the step of the code. The test answers in place of the shop, so no code is sent. */
async function openCodeStep(page: Page): Promise<void> {
  await answer(page, "POST /auth", CODE_SENT);
  await openPhoneStep(page);
  await sendPhone(page, "9120000000");
  await expect(box(page, 1)).toBeFocused();
}

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+V");
}

const INVITATION =
  "کد دعوت این پیوند خوانده نمی‌شود. اگر کسی شما را دعوت کرده است، پیوند را دوباره از او بگیرید.";

test.use({ expectedStatuses: new Set([401, 403, 429, 503]) });

test("takes a phone in any digits, refuses an incomplete one, and sends a referral code", async ({
  page,
}) => {
  await test.step("refuses an invalid referral code, and accepts a valid one with characters around it", async () => {
    await openPhoneStep(page, "?ref=%D8%AF%D9%88%D8%B3%D8%AA");
    await expect(page.getByText(INVITATION)).toBeVisible();
    await openPhoneStep(page, "?ref=armaghan).%E2%80%8F");
    await expect(page.getByText(/^کد دعوت/)).toBeHidden();
  });
  for (const { typed, kept } of [
    { typed: "0912a345-67 89", kept: "09123456789" },
    { typed: "905361234567", kept: "905361234567" },
    { typed: "۰۹۱۲٣٤٥۶۷۸۹", kept: "09123456789" },
    { typed: "9891234567", kept: "9891234567" },
    { typed: "+98 0912 345 6789", kept: "9123456789" },
    { typed: "00989123456789", kept: "9123456789" },
    { typed: "+9891234567891", kept: "+9891234567891" },
  ]) {
    await test.step(`keeps the digits of «${typed}»`, async () => {
      await phoneField(page).fill("");
      await phoneField(page).pressSequentially(typed);
      await expect(phoneField(page)).toHaveValue(kept);
    });
  }
  for (const pasted of [
    "+98 912 345 6789",
    "\u202a(+98) 0912‑345–6789\u202c",
    "tel:00989123456789",
  ]) {
    await test.step(`keeps ten digits of the pasted ${pasted}`, async () => {
      await phoneField(page).fill("");
      await phoneField(page).focus();
      await paste(page, pasted);
      await expect(phoneField(page)).toHaveValue("9123456789");
    });
  }

  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/v1/auth")) sent.push(request.postDataJSON());
  });
  await answer(page, "POST /auth", { message: "", resendAfterSeconds: 60 });
  for (const wrong of ["", "0", "912345678", "0912345678", "9891234567", "+1 555 010 9999"]) {
    await test.step(`refuses «${wrong}» at the field, which keeps the focus`, async () => {
      await phoneField(page).fill(wrong);
      await sendButton(page).click();
      await expect(page.getByText("لطفا شماره موبایل خود را وارد کنید.")).toBeVisible();
      await expect(phoneField(page)).toBeFocused();
      await expect(phoneField(page)).toHaveAttribute("aria-invalid", "true");
    });
  }
  await phoneField(page).fill("");
  await phoneField(page).pressSequentially("۹۸۹۱۲۳۴۵۶۷۸۹");
  await page.keyboard.press("Enter");
  await expect(box(page, 1)).toBeVisible();
  await expect(page.getByText("+98 9123456789")).toBeVisible();
  expect(sent).toEqual([{ username: "9123456789", referralCode: "ARMAGHAN" }]);
});

test("shows why no code was sent, and counts down from the code that was sent before", async ({
  page,
}) => {
  await openPhoneStep(page);
  await test.step("a code that could not be sent can be requested again", async () => {
    const message = "ارسال کد تأیید ناموفق بود. لطفاً دوباره تلاش کنید.";
    await refuse(page, "POST /auth", 503, { message, code: "code_not_sent" }, 1);
    await sendPhone(page, "9123456789");
    await expect(toast(page)).toContainText("ارسال کد تأیید ناموفق بود.");
    await expect(phoneField(page)).toHaveValue("9123456789");
    await expect(sendButton(page)).toBeEnabled();
  });
  await test.step("the page shows a message while it computes the proof of work", async () => {
    const salt = "0123456789abcdef".repeat(4);
    const refusal = { message: "", code: "work_needed", details: `1.14.${salt}` };
    const again = page.waitForRequest(
      (request) => request.url().endsWith("/auth") && request.postDataJSON()?.work,
    );
    const send = await holdBack(page, "POST /auth");
    await refuse(page, "POST /auth", 403, refusal, 1);
    await sendPhone(page, "9123456789");
    await expect(page.getByRole("button", { name: "در حال بررسی امنیتی…" })).toBeDisabled();
    expect((await again).postDataJSON()).toEqual({
      username: "9123456789",
      work: findWork(refusal.details),
    });
    await send(503);
    await expect(sendButton(page)).toBeEnabled();
  });
  await test.step("a code that was sent shortly before can be typed", async () => {
    const refusal = { message: "کمی صبر کنید.", code: "code_sent_recently", retryAfterSeconds: 40 };
    await refuse(page, "POST /auth", 429, refusal);
    await sendPhone(page, "9123456789");
    await expect(box(page, 1)).toBeFocused();
    await expect(page.getByText(/ارسال دوباره تا ۰:(?:۴۰|۳[۰-۹]) دیگر/)).toBeVisible();
  });
});

test.describe("with a fake clock", () => {
  test.use({ hasOwnContext: true });

  test("waits as long as the shop says after too many codes, and a minute between codes", async ({
    page,
  }) => {
    await page.clock.install();
    await test.step("too many codes", async () => {
      const message = "تعداد درخواست‌ها زیاد است.";
      const refusal = { message, code: "too_many", retryAfterSeconds: 90 };
      await refuse(page, "POST /auth", 429, refusal, 1);
      await openPhoneStep(page);
      await sendPhone(page, "9123456789");
      const wait = page.getByRole("button", { name: /تلاش دوباره تا ۱:(?:۳۰|۲[۰-۹]) دیگر/ });
      await expect(wait).toBeDisabled();
      await page.clock.runFor(91_000);
      await expect(sendButton(page)).toBeEnabled();
    });
    await answer(page, "POST /auth", CODE_SENT);
    await sendPhone(page, "9123456789");
    const again = page.getByRole("button", { name: "ارسال دوباره کد" });
    for (const which of ["second", "third"]) {
      await test.step(`the ${which} code`, async () => {
        await expect(page.getByText(/ارسال دوباره تا (?:۱:۰۰|۰:۵[۰-۹]) دیگر/)).toBeVisible();
        await page.clock.runFor(45_000);
        await expect(page.getByText(/ارسال دوباره تا ۰:[۰-۹]{2} دیگر/)).toBeVisible();
        await expect(again).toBeHidden();
        await page.clock.runFor(16_000);
        await again.click();
        await expect(page.getByText("کد تأیید مجدداً ارسال شد.").first()).toBeVisible();
      });
    }
  });
});

test.describe("a browser that reads SMS", () => {
  test.use({ hasOwnContext: true });

  test("waits for the SMS once the phone is sent, and takes the code that the browser reads from it", async ({
    page,
  }) => {
    // Stands in for the browser, which asks the shopper and reads the SMS.
    await page.addInitScript(() => {
      Object.assign(window, { OTPCredential: true });
      navigator.credentials.get = (asked) =>
        Promise.resolve({ id: "", type: "otp", code: "otp" in (asked ?? {}) ? "۴۸۲۱" : "" });
    });
    await answer(page, "POST /auth", CODE_SENT);
    await refuse(
      page,
      "POST /auth/verify",
      401,
      { message: "کد نادرست است.", code: "wrong_code" },
      1,
    );
    await openPhoneStep(page);
    await expect(phoneField(page)).toBeFocused();
    const sent = page.waitForRequest(/\/auth\/verify$/);
    await page.keyboard.type("9120000000");
    await page.keyboard.press("Enter");
    expect((await sent).postDataJSON()).toEqual({ username: "9120000000", otp: "4821" });
  });
});

test("takes a typed or pasted code, keeps its step over a reload, and flags empty boxes", async ({
  page,
}) => {
  await openCodeStep(page);
  await test.step("a reload keeps the step", async () => {
    await page.reload();
    await expect(page.getByText("+98 9120000000")).toBeVisible();
    await islandsReady(page);
    await expect(box(page, 1)).toBeFocused();
  });
  await test.step("each box takes one digit of any script, Backspace goes back", async () => {
    await page.keyboard.type("a۱-٢");
    expect(await shownCode(page)).toBe("1|2||");
    await expect(box(page, 3)).toBeFocused();
    await page.keyboard.type("3");
    expect(await shownCode(page)).toBe("1|2|3|");
    await page.keyboard.press("Backspace");
    await expect(box(page, 3)).toBeFocused();
    expect(await shownCode(page)).toBe("1|2||");
    await page.keyboard.press("Backspace");
    await expect(box(page, 2)).toBeFocused();
    expect(await shownCode(page)).toBe("1|||");
  });
  await test.step("a part of a code is pasted from the first box on", async () => {
    await box(page, 3).focus();
    await paste(page, "56");
    expect(await shownCode(page)).toBe("5|6||");
  });
  await test.step("Enter flags the empty boxes", async () => {
    await page.keyboard.press("Enter");
    const flags = await boxes(page).evaluateAll((all) =>
      all.map((one) => one.getAttribute("aria-invalid")),
    );
    expect(flags).toEqual(["false", "false", "true", "true"]);
    await expect(page.getByText("لطفاً کد تأیید را وارد کنید.")).toBeVisible();
  });
  await test.step("a whole code is pasted over all boxes and sent", async () => {
    const message = "کد وارد شده درست نیست یا منقضی شده است.";
    await refuse(page, "POST /auth/verify", 401, { message, code: "wrong_code" });
    const sent = page.waitForRequest("**/api/v1/auth/verify");
    await paste(page, "کد شما: ۱۲۳۴");
    expect((await sent).postDataJSON()).toEqual({ username: "9120000000", otp: "1234" });
  });
  await test.step("changing the number ends the step, after a reload too", async () => {
    await page.getByRole("button", { name: "تغییر شماره" }).click();
    await expect(phoneField(page)).toHaveValue("");
    await page.reload();
    await islandsReady(page);
    await expect(phoneField(page)).toBeVisible();
    await expect(box(page, 1)).toBeHidden();
  });
});

test("refuses a wrong code with the shop's sentence, and then accepts the right one", async ({
  page,
  stranger,
  sandbox,
}) => {
  await openPhoneStep(page);
  await sendPhone(page, stranger);
  await expect(box(page, 1)).toBeFocused();
  const code = await sandbox.codeTo(stranger);
  const wrong = String((Number(code) + 1) % 10_000).padStart(4, "0");
  await page.keyboard.type(wrong);
  await expect(page.locator("#code-message")).toHaveText("کد وارد شده درست نیست یا منقضی شده است.");
  await expect(box(page, 1)).toBeFocused();
  expect(await shownCode(page)).toBe("|||");
  expect(new URL(page.url()).pathname).toBe("/auth");
  const [first = "", ...others] = code;
  await page.keyboard.type(first);
  await expect(page.locator("#code-message")).toHaveText("");
  await page.keyboard.type(others.join(""));
  await page.waitForURL("**/dashboard");
});
