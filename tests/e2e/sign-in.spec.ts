import type { Page } from "@playwright/test";
import { islandsReady } from "./shop.ts";
import { answer, expect, refuse, test } from "./shopper.ts";

const PHONE_SENTENCE = "لطفا شماره موبایل خود را وارد کنید.";

const phoneField = (page: Page) => page.getByLabel("شماره موبایل");
const box = (page: Page, place: number) => page.getByLabel(`رقم ${"۱۲۳۴".charAt(place - 1)} از ۴`);
const boxes = (page: Page) => page.getByLabel(/^رقم . از ۴$/);
const shownCode = (page: Page) =>
  boxes(page).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).join("|"));

async function openPhoneStep(page: Page, query = ""): Promise<void> {
  await page.goto(`/auth${query}`);
  await islandsReady(page);
}

/** With a shop that has sent a code, as far as the page can tell. */
async function openCodeStep(page: Page): Promise<void> {
  await answer(page, "POST /auth", { message: "کد تأیید ارسال شد.", resendAfterSeconds: 60 });
  await openPhoneStep(page);
  await phoneField(page).fill("9120000000");
  await page.keyboard.press("Enter");
  await expect(box(page, 1)).toBeFocused();
}

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+V");
}

test.describe("the phone", () => {
  test("is kept as digits alone, and no more of them than a phone has", async ({ page }) => {
    await openPhoneStep(page);
    for (const { typed, kept } of [
      { typed: "0912a345-67 899999", kept: "09123456789" },
      { typed: "912x34567899999", kept: "9123456789" },
      { typed: "۰۹۱۲٣٤٥۶۷۸۹", kept: "09123456789" },
    ]) {
      await test.step(typed, async () => {
        await phoneField(page).fill("");
        await phoneField(page).pressSequentially(typed);
        await expect(phoneField(page)).toHaveValue(kept);
      });
    }
    await test.step("pasted with the country code", async () => {
      await phoneField(page).fill("");
      await phoneField(page).focus();
      await paste(page, "+98 912 345 6789");
      await expect(phoneField(page)).toHaveValue("9123456789");
    });
  });

  test("is refused at the field, which keeps the focus, when it is none", async ({ page }) => {
    for (const wrong of ["", "0", "912345678", "0912345678"]) {
      await test.step(`«${wrong}»`, async () => {
        await openPhoneStep(page);
        await phoneField(page).fill(wrong);
        await page.getByRole("button", { name: "دریافت کد تأیید" }).click();
        await expect(page.getByText(PHONE_SENTENCE)).toBeVisible();
        await expect(phoneField(page)).toBeFocused();
        await expect(phoneField(page)).toHaveAttribute("aria-invalid", "true");
      });
    }
  });

  test("goes to the shop as ten digits, with the referral code of the invitation", async ({
    page,
  }) => {
    await openPhoneStep(page, "?ref=ARMAGHAN");
    const sent = page.waitForRequest("**/api/v1/auth");
    await answer(page, "POST /auth", { message: "", resendAfterSeconds: 60 });
    await phoneField(page).fill("۰۹۱۲۳۴۵۶۷۸۹");
    await page.keyboard.press("Enter");
    expect((await sent).postDataJSON()).toEqual({
      username: "9123456789",
      referralCode: "ARMAGHAN",
    });
    await expect(box(page, 1)).toBeVisible();
  });
});

test.describe("a shop that sends no code", () => {
  test.use({ expectedStatuses: new Set([429, 503]) });

  test("is quoted, and the phone can be sent again", async ({ page }) => {
    await refuse(page, "POST /auth", 503, {
      message: "ارسال کد تأیید ناموفق بود. لطفاً دوباره تلاش کنید.",
      code: "code_not_sent",
    });
    await openPhoneStep(page);
    await phoneField(page).fill("9123456789");
    await page.keyboard.press("Enter");
    await expect(page.locator(".Toastify__toast")).toContainText("ارسال کد تأیید ناموفق بود.");
    await expect(phoneField(page)).toHaveValue("9123456789");
    await expect(page.getByRole("button", { name: "دریافت کد تأیید" })).toBeEnabled();
  });

  test("because of too many says how long to wait, and waits no longer", async ({ page }) => {
    await page.clock.install();
    await refuse(page, "POST /auth", 429, {
      message: "تعداد درخواست‌ها زیاد است.",
      code: "too_many",
      retryAfterSeconds: 90,
    });
    await openPhoneStep(page);
    await phoneField(page).fill("9123456789");
    await page.keyboard.press("Enter");
    const wait = page.getByRole("button", { name: /تلاش دوباره تا ۱:(?:۳۰|۲[۰-۹]) دیگر/ });
    await expect(wait).toBeDisabled();
    await page.clock.runFor(91_000);
    await expect(page.getByRole("button", { name: "دریافت کد تأیید" })).toBeEnabled();
  });

  test("because it just did lets the code be typed and counts down from there", async ({
    page,
  }) => {
    await refuse(page, "POST /auth", 429, {
      message: "کمی صبر کنید.",
      code: "code_sent_recently",
      retryAfterSeconds: 40,
    });
    await openPhoneStep(page);
    await phoneField(page).fill("9123456789");
    await page.keyboard.press("Enter");
    await expect(box(page, 1)).toBeFocused();
    await expect(page.getByText(/ارسال دوباره تا ۰:(?:۴۰|۳[۰-۹]) دیگر/)).toBeVisible();
  });
});

test.describe("the code", () => {
  test.use({ expectedStatuses: new Set([401]) });

  test("takes only digits, one to a box, in Persian and Arabic too; Backspace takes them back, box by box", async ({
    page,
  }) => {
    await openCodeStep(page);
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

  test("is pasted over all boxes at once and sent", async ({ page }) => {
    await openCodeStep(page);
    const sent = page.waitForRequest("**/api/v1/auth/verify");
    await refuse(page, "POST /auth/verify", 401, {
      message: "کد وارد شده درست نیست یا منقضی شده است.",
      code: "wrong_code",
    });
    await paste(page, "کد شما: ۱۲۳۴");
    expect((await sent).postDataJSON()).toEqual({ username: "9120000000", otp: "1234" });
  });

  test("pasted in part fills the boxes from the first", async ({ page }) => {
    await openCodeStep(page);
    await box(page, 3).focus();
    await paste(page, "56");
    expect(await shownCode(page)).toBe("5|6||");
  });

  test("sent with Enter too early has its empty boxes flagged", async ({ page }) => {
    await openCodeStep(page);
    await page.keyboard.type("12");
    await page.keyboard.press("Enter");
    const flags = await boxes(page).evaluateAll((all) =>
      all.map((one) => one.getAttribute("aria-invalid")),
    );
    expect(flags).toEqual(["false", "false", "true", "true"]);
    await expect(page.getByText("لطفاً کد تأیید را وارد کنید.")).toBeVisible();
  });

  test("that is wrong is answered with the shop's sentence, and the boxes wait for another", async ({
    page,
    stranger,
    sandbox,
  }) => {
    await openPhoneStep(page);
    await phoneField(page).fill(stranger);
    await page.keyboard.press("Enter");
    await expect(box(page, 1)).toBeFocused();
    const [message] = await sandbox.messages(stranger);
    const wrong = String((Number(message?.code) + 1) % 10_000).padStart(4, "0");
    await page.keyboard.type(wrong);
    await expect(page.locator("#code-message")).toHaveText(
      "کد وارد شده درست نیست یا منقضی شده است.",
    );
    await expect(box(page, 1)).toBeFocused();
    expect(await shownCode(page)).toBe("|||");
    expect(new URL(page.url()).pathname).toBe("/auth");
    await page.keyboard.type(message?.code ?? "");
    await page.waitForURL("**/dashboard");
  });

  test("can be asked for again after a minute, and again a minute later", async ({ page }) => {
    await page.clock.install();
    await openCodeStep(page);
    const again = page.getByRole("button", { name: "ارسال دوباره کد" });
    for (const _ of ["first", "second"]) {
      await expect(page.getByText(/ارسال دوباره تا (?:۱:۰۰|۰:۵[۰-۹]) دیگر/)).toBeVisible();
      await page.clock.runFor(45_000);
      await expect(page.getByText(/ارسال دوباره تا ۰:[۰-۹]{2} دیگر/)).toBeVisible();
      await expect(again).toBeHidden();
      await page.clock.runFor(16_000);
      await again.click();
      await expect(page.getByText("کد تأیید مجدداً ارسال شد.").first()).toBeVisible();
    }
  });

  test("comes back after a reload, while it lives, unless it was given up for another number", async ({
    page,
  }) => {
    await openCodeStep(page);
    await page.reload();
    await expect(page.getByText("+98 9120000000")).toBeVisible();
    await expect(box(page, 1)).toBeVisible();
    await islandsReady(page);
    await page.getByRole("button", { name: "تغییر شماره" }).click();
    await expect(phoneField(page)).toHaveValue("");
    await page.reload();
    await islandsReady(page);
    await expect(phoneField(page)).toBeVisible();
    await expect(box(page, 1)).toBeHidden();
  });
});
