import type { Page } from "@playwright/test";
import { SEALED_GIFT } from "./sample-gift.ts";
import { islandsReady } from "./shop.ts";
import { answer, expect, test } from "./shopper.ts";

/** Browsers that keep nothing: their storage is shut, or full. */

test.use({ hasOwnContext: true });

const WAYS = {
  shut: () => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  },
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
  },
};

for (const [way, take] of Object.entries(WAYS))
  test(`signing in, cart, gift and search work while the storage is ${way}`, async ({ page }) => {
    await page.addInitScript(take);

    await test.step("a product is added, and the shop says that the cart will not stay", async () => {
      await page.goto("/products/giftcard/razergold");
      const product = page.locator("#product-razergold-us-10");
      await product.getByRole("button", { name: /افزودن به سبد خرید/ }).click();
      await expect(page.locator("[data-snackbar]")).toContainText(
        "این مرورگر چیزی نگه نمی‌دارد و سبد خرید با رفتن از این صفحه خالی می‌شود. پیش از خرید وارد شوید.",
      );
      await expect(product.getByRole("button", { name: /افزودن به سبد خرید/ })).toBeHidden();
    });
    await test.step("the cart of a guest says why it is empty", async () => {
      await page.goto("/cart");
      await expect(page.getByText("وارد حساب شوید تا سبد خرید")).toBeVisible();
    });
    await test.step("the outcome of a payment says where it stands", async () => {
      await page.goto("/payment/failed");
      await expect(
        page.getByText(
          "این مرورگر چیزی از صفحهٔ پیش نگه نمی‌دارد. نتیجهٔ پرداخت را در «سفارش‌ها» یا «کیف پول» ببینید.",
        ),
      ).toBeVisible();
    });
    await test.step("a gift says that it is seen once, and opens", async () => {
      await answer(page, "POST /gifts/look", { gift: SEALED_GIFT });
      await page.goto(`/gift#${"A".repeat(24)}`);
      await expect(
        page.getByText(
          "این مرورگر چیزی نگه نمی‌دارد. کد را پیش از بستن صفحه بردارید؛ دوباره دیده نمی‌شود.",
        ),
      ).toBeVisible();
      await expect(page.getByRole("button", { name: "باز کردن هدیه" })).toBeEnabled();
    });
    await test.step("a search finds", async () => {
      await search(page, "itunes");
      await expect(page.getByRole("option").first()).toBeVisible();
    });
    await test.step("a number leads to its code", async () => {
      await answer(page, "POST /auth", { message: "کد تأیید ارسال شد.", resendAfterSeconds: 60 });
      await page.goto("/auth");
      await islandsReady(page);
      await page.getByLabel("شمارهٔ موبایل").fill("9120000000");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("رقم ۱ از ۴")).toBeFocused();
    });
  });

async function search(page: Page, words: string): Promise<void> {
  await page.goto("/search");
  const field = page.locator("input[role=combobox]:visible").first();
  await field.fill(words);
}
