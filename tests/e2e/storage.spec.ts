import type { Page } from "@playwright/test";
import { OPENED_GIFT, SEALED_GIFT } from "./sample-gift.ts";
import { sampleTicket } from "./sample-ticket.ts";
import { islandsReady, movePointerAway } from "./shop.ts";
import { answer, expect, test } from "./shopper.ts";

/** Browsers that store nothing: their storage is disabled, or full. */

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
  test(`signing in, cart, gift and search work while the storage is ${way}`, async ({
    page,
    newcomer,
    enter,
  }) => {
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
    await test.step("the page after a payment shows its result", async () => {
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
      await answer(page, "POST /gifts/open", { gift: OPENED_GIFT });
      await page.getByRole("button", { name: "باز کردن هدیه" }).click();
      await expect(page.getByText(OPENED_GIFT.message)).toBeVisible();
      await expect(page.locator("[data-gift-code]")).toHaveText(OPENED_GIFT.code);
    });
    await test.step("a search shows results", async () => {
      await search(page, "itunes");
      await expect(page.getByRole("option").first()).toBeVisible();
    });
    await test.step("a phone number leads to its code", async () => {
      await answer(page, "POST /auth", { message: "کد تأیید ارسال شد.", resendAfterSeconds: 60 });
      await page.goto("/auth");
      await islandsReady(page);
      await page.getByLabel("شمارهٔ موبایل").fill("9120000000");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("رقم ۱ از ۴")).toBeFocused();
    });
    await test.step("a message for the next page is shown there, once", async () => {
      await enter(newcomer);
      await answer(page, "GET /tickets/ticket-1", { ticket: sampleTicket({ Messages: [] }) });
      await answer(page, "PUT /tickets/ticket-1/close", { message: "تیکت بسته شد." });
      await page.goto("/tickets/ticket-1");
      await islandsReady(page);
      await page.getByRole("button", { name: "بستن تیکت" }).click();
      await movePointerAway(page);
      await page.getByRole("dialog").getByRole("button", { name: "بستن تیکت" }).click();
      await expect(page).toHaveURL(/\/tickets$/);
      const message = page.getByText("تیکت با موفقیت بسته شد.");
      await expect(message).toBeVisible();
      await page.reload();
      await islandsReady(page);
      await expect(message).toHaveCount(0);
    });
  });

test("a browser that refuses cookies is told so before a code is requested", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
  });
  await page.goto("/auth");
  await expect(page.getByRole("alert")).toContainText(
    "کوکی‌های این مرورگر بسته است و بی آن‌ها نمی‌توان وارد شد.",
  );
  await expect(page.getByLabel("شمارهٔ موبایل")).toHaveCount(0);
});

async function search(page: Page, words: string): Promise<void> {
  await page.goto("/search");
  const field = page.locator("input[role=combobox]:visible").first();
  await field.fill(words);
}
