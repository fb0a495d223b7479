import type { Page } from "@playwright/test";
import { expect, islandsReady } from "./shop.ts";
import { haveInCart, test } from "./shopper.ts";

/** Two gateways to choose from, and the way back from the second. */

// 404: the answer when the shopper returns by an address that belongs to no payment.
test.use({ expectedStatuses: new Set([404]) });

const choice = (page: Page) => page.getByRole("combobox", { name: /درگاه پرداخت/ });
const toZibal = /127\.0\.0\.1.*\/sandbox\/zibal\/start\/\d+$/;

async function payAtZibal(page: Page): Promise<void> {
  await page.waitForURL(toZibal);
  await page.getByRole("button", { name: "پرداخت", exact: true }).click();
}

test("Zibal is chosen with the keyboard in cart and wallet, and pays in both places", async ({
  page,
  person,
  enter,
}) => {
  await enter(person.phone);
  await page.setViewportSize({ width: 360, height: 800 });
  await haveInCart(page, "spotify-tr-1-month");
  await test.step("the cart offers both by name, Zarinpal first", async () => {
    await page.goto("/cart");
    await islandsReady(page);
    await page.getByRole("checkbox", { name: /کیف پول/ }).setChecked(false);
    await expect(choice(page)).toContainText("زرین‌پال");
    await choice(page).press("Enter");
    await expect(page.getByRole("option", { name: "زرین‌پال" })).toBeVisible();
    await choice(page).press("ArrowDown");
    await choice(page).press("Enter");
    await expect(choice(page)).toContainText("زیبال");
    await expect(page.getByText("پرداخت امن در درگاه زیبال")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
  });
  await test.step("the code is there after returning from the bank", async () => {
    await page.getByRole("button", { name: /پرداخت از درگاه/ }).click();
    await payAtZibal(page);
    await page.waitForURL(/\/orders\/[\w-]+$/);
    await islandsReady(page);
    await page.getByRole("button", { name: /^دیدن کد/ }).click();
    await expect(page.locator(".code-shown")).toBeVisible();
  });
  await test.step("the wallet is filled the same way", async () => {
    await page.goto("/wallet");
    await islandsReady(page);
    await page.getByRole("button", { name: "افزایش موجودی" }).click();
    await page.getByRole("dialog").getByLabel("مبلغ").fill("50000");
    await choice(page).click();
    await page.getByRole("option", { name: "زیبال" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "پرداخت از درگاه" }).click();
    await payAtZibal(page);
    await expect(page.getByText("کیف پول شما به مبلغ ۵۰٬۰۰۰ تومان شارژ شد.")).toBeVisible();
  });
  await test.step("a return address without a payment shows a failure", async () => {
    await page.goto("/payment/zibal?trackId=1234567890&success=1&status=1");
    await page.waitForURL(/\/payment\/failed$/);
  });
});
