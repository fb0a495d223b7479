import type { Page } from "@playwright/test";
import { toPersianDigits } from "../../persian/digits.ts";
import { islandsReady, toast } from "./shop.ts";
import { expect, refuse, test } from "./shopper.ts";

/** The form for personal information: section 5 of docs/specification.md. */

const firstName = (page: Page) => page.getByLabel("نام", { exact: true });
const lastName = (page: Page) => page.getByLabel("نام خانوادگی");
const email = (page: Page) => page.getByLabel("ایمیل (اختیاری)");
const alert = (page: Page, text: string | RegExp) =>
  page.getByRole("alert").filter({ hasText: text });
const save = (page: Page) => page.getByRole("button", { name: "ذخیرهٔ تغییرات" });

async function openForm(page: Page): Promise<void> {
  await page.goto("/authentication");
  await islandsReady(page);
  await expect(firstName(page)).toBeVisible();
}

test.use({ expectedStatuses: new Set([422, 500]) });

test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

test("names errors at each field, keeps the input on a refusal, and saves filled fields", async ({
  page,
  newcomer,
}) => {
  await openForm(page);
  await test.step("an empty form names both names and focuses the first", async () => {
    await save(page).click();
    await expect(page.getByText("لطفاً نام خود را وارد کنید.")).toBeVisible();
    await expect(page.getByText("لطفاً نام خانوادگی خود را وارد کنید.")).toBeVisible();
    await expect(firstName(page)).toBeFocused();
    await expect(firstName(page)).toHaveAttribute("aria-invalid", "true");
    await firstName(page).fill("نگار");
    await expect(page.getByText("لطفاً نام خود را وارد کنید.")).toBeHidden();
  });
  await test.step("a field is checked when it is left and when it is corrected", async () => {
    await firstName(page).fill("  ");
    await lastName(page).focus();
    await expect(page.getByText("لطفاً نام خود را وارد کنید.")).toBeVisible();
    await firstName(page).fill("نگار");
    await expect(page.getByText("لطفاً نام خود را وارد کنید.")).toBeHidden();
  });
  await test.step("a name has at most fifty letters", async () => {
    await firstName(page).fill("ن".repeat(50));
    await lastName(page).fill("ن".repeat(51));
    await save(page).click();
    await expect(alert(page, /^این فیلد باید حداکثر ۵۰ کاراکتر باشد\.$/)).toHaveCount(1);
    await expect(lastName(page)).toBeFocused();
  });
  await test.step("an e-mail is optional, and checked when it is given", async () => {
    await firstName(page).fill(" نگار ");
    await lastName(page).fill("آزمون");
    await email(page).fill("negar@");
    await save(page).click();
    await expect(page.getByText("لطفا یک ایمیل معتبر وارد کنید")).toBeVisible();
    await expect(email(page)).toBeFocused();
    await email(page).fill("");
  });
  await test.step("a refusal shows as a toast, or at its field", async () => {
    await refuse(page, "PUT /users/update", 500, { message: "ذخیره نشد." }, 1);
    await save(page).click();
    await expect(toast(page, "ذخیره نشد.")).toBeVisible();
    await expect(firstName(page)).toHaveValue(" نگار ");
    // The form does not notice a control character in a name, but the shop refuses it.
    await lastName(page).fill("آز\u0007مون");
    await save(page).click();
    await expect(
      alert(page, "پس از «آز» کاراکتری هست که پذیرفته نمی‌شود؛ آن را پاک کنید."),
    ).toBeVisible();
    await expect(lastName(page)).toBeFocused();
  });
  await test.step("only filled fields are sent, and stay", async () => {
    await lastName(page).fill("آزمون");
    const sent = page.waitForRequest("**/api/v1/users/update");
    await page.keyboard.press("Enter");
    expect((await sent).postDataJSON()).toEqual({ firstName: "نگار", lastName: "آزمون" });
    await expect(toast(page, "تغییرات با موفقیت ذخیره شد.")).toBeVisible();
    await page.reload();
    await expect(firstName(page)).toHaveValue("نگار");
    await expect(page.getByLabel("شمارهٔ موبایل")).toHaveValue(toPersianDigits(`0${newcomer}`));
    await expect(page.getByLabel("شمارهٔ موبایل")).not.toBeEditable();
  });
});

test("shows a profile that was loaded before its form", async ({ page }) => {
  await page.route(/_astro\/Profile\.[^/]*\.js$/, async (route) => {
    await expect(page.locator(".account-side b")).not.toHaveClass(/skeleton/);
    await route.continue();
  });
  await openForm(page);
  await expect(page.getByLabel("شمارهٔ موبایل")).toHaveValue(/^۰۹۳۸/);
});
