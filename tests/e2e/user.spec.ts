import type { Page } from "@playwright/test";
import { toPersianDigits } from "../../persian/digits.ts";
import { islandsReady } from "./shop.ts";
import { answer, expect, refuse, test } from "./shopper.ts";

/** The form with the personal information. Section 5. */

const firstName = (page: Page) => page.getByLabel("نام", { exact: true });
const lastName = (page: Page) => page.getByLabel("نام خانوادگی");
const email = (page: Page) => page.getByLabel("ایمیل (اختیاری)");
const save = (page: Page) => page.getByRole("button", { name: "ذخیره تغییرات" });
const toast = (page: Page, text: string) =>
  page.locator(".Toastify__toast").filter({ hasText: text });

async function openForm(page: Page): Promise<void> {
  await page.goto("/authentication");
  await islandsReady(page);
  await expect(firstName(page)).toBeVisible();
}

test.use({ expectedStatuses: new Set([422, 500]) });

test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

test("an empty form is told what is missing, at the first field", async ({ page }) => {
  await openForm(page);
  await save(page).click();
  await expect(page.getByText("لطفاً نام خود را وارد کنید.")).toBeVisible();
  await expect(page.getByText("لطفاً نام خانوادگی خود را وارد کنید.")).toBeVisible();
  await expect(firstName(page)).toBeFocused();
  await expect(firstName(page)).toHaveAttribute("aria-invalid", "true");
});

test("a field is looked at when it is left, and again when it is mended; then all of them when they are sent", async ({
  page,
}) => {
  await openForm(page);
  await firstName(page).fill("  ");
  await lastName(page).focus();
  await expect(page.getByText("لطفاً نام خود را وارد کنید.")).toBeVisible();
  await firstName(page).fill("نگار");
  await expect(page.getByText("لطفاً نام خود را وارد کنید.")).toBeHidden();

  await test.step("fifty letters make a name, fifty-one do not", async () => {
    await firstName(page).fill("ن".repeat(50));
    await lastName(page).fill("ن".repeat(51));
    await save(page).click();
    await expect(
      page.getByRole("alert").filter({ hasText: /^این فیلد باید حداکثر ۵۰ کاراکتر باشد\.$/ }),
    ).toHaveCount(1);
    await expect(lastName(page)).toBeFocused();
  });

  await test.step("an e-mail is optional, but has to be one", async () => {
    await firstName(page).fill("نگار");
    await lastName(page).fill("آزمون");
    await email(page).fill("negar@");
    await save(page).click();
    await expect(page.getByText("لطفا یک ایمیل معتبر وارد کنید")).toBeVisible();
    await expect(email(page)).toBeFocused();
  });
});

test("only what was filled in is sent, and stays", async ({ page, newcomer }) => {
  await openForm(page);
  await firstName(page).fill(" نگار ");
  await lastName(page).fill("آزمون");
  const sent = page.waitForRequest("**/api/v1/users/update");
  await page.keyboard.press("Enter");
  expect((await sent).postDataJSON()).toEqual({ firstName: "نگار", lastName: "آزمون" });
  await expect(toast(page, "تغییرات با موفقیت ذخیره شد.")).toBeVisible();
  await page.reload();
  await expect(firstName(page)).toHaveValue("نگار");
  await expect(page.getByLabel("شماره موبایل")).toHaveValue(toPersianDigits(`0${newcomer}`));
  await expect(page.getByLabel("شماره موبایل")).not.toBeEditable();
});

test("a profile that is here before its form is shown in it all the same", async ({ page }) => {
  await page.route(/_astro\/Profile\.[^/]*\.js$/, async (route) => {
    await expect(page.locator(".account-side b")).not.toHaveClass(/skeleton/);
    await route.continue();
  });
  await openForm(page);
  await expect(page.getByLabel("شماره موبایل")).toHaveValue(/^۰۹۳۸/);
});

test("a verified e-mail is locked", async ({ page, newcomer }) => {
  const user = {
    firstName: "نگار",
    lastName: "آزمون",
    username: newcomer,
    email: "negar@example.com",
    isVerified: true,
  };
  await answer(page, "GET /users/profile", {
    user: { ...user, isPhoneVerified: true, isEmailVerified: true },
  });
  await openForm(page);
  await expect(email(page)).toHaveValue("negar@example.com");
  await expect(email(page)).not.toBeEditable();
  await expect(page.getByText("هویت شما تأیید شده است")).toBeVisible();
});

test("what the shop refuses is said in passing and at the field, and nothing typed is lost", async ({
  page,
}) => {
  await refuse(page, "PUT /users/update", 500, { message: "ذخیره نشد." }, 1);
  await openForm(page);
  await firstName(page).fill("نگار");
  await lastName(page).fill("آزمون");
  await save(page).click();
  await expect(toast(page, "ذخیره نشد.")).toBeVisible();
  await expect(firstName(page)).toHaveValue("نگار");
  // A direction mark inside is invisible to the form, but the shop does not take it.
  await lastName(page).fill("آز\u202eمون");
  await save(page).click();
  await expect(
    page.getByRole("alert").filter({ hasText: "این متن نویسه‌ای دارد که پذیرفته نمی‌شود." }),
  ).toBeVisible();
  await expect(lastName(page)).toBeFocused();
});
