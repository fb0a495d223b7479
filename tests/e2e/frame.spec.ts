import type { Page } from "@playwright/test";
import { islandsReady } from "./shop.ts";
import { expect, haveGuestCart, test } from "./shopper.ts";

/** What stands around every page. */

const bar = (page: Page) =>
  page
    .getByRole("navigation", { name: "دسترسی سریع" })
    .locator("xpath=ancestor::*[contains(@class, 'subbar')]");
const categories = (page: Page) => page.getByRole("navigation", { name: "دسته‌بندی محصولات" });
const userMenu = (page: Page) => page.getByRole("navigation", { name: "حساب کاربری" });
const bottomBar = (page: Page) => page.getByRole("navigation", { name: "پیمایش پایین صفحه" });
const openCategories = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: "دسته‌بندی محصولات" });

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(
    (place) =>
      new Promise<void>((resolve) => {
        addEventListener("scroll", () => resolve(), { once: true });
        window.scrollTo({ top: place, behavior: "instant" });
      }),
    top,
  );
}

test.describe("the second bar", () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    await page.goto("/");
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect(bar(page)).toHaveCSS("opacity", "1");
  });

  test("goes 150 ms after scrolling below 50 pixels, and cannot be pressed then", async ({
    page,
  }) => {
    await scrollTo(page, 51);
    await page.clock.runFor(140);
    await expect(page.locator("[data-header]")).not.toHaveAttribute("data-scrolled");
    await page.clock.runFor(15);
    await expect(bar(page)).toHaveCSS("opacity", "0");
    await expect(bar(page)).toHaveCSS("pointer-events", "none");
  });

  test("stays above that, and when the page is at its top again in time", async ({ page }) => {
    await scrollTo(page, 49);
    await page.clock.runFor(1000);
    await expect(page.locator("[data-header]")).not.toHaveAttribute("data-scrolled");
    await scrollTo(page, 300);
    await page.clock.runFor(100);
    await scrollTo(page, 5);
    await page.clock.runFor(1000);
    await expect(page.locator("[data-header]")).not.toHaveAttribute("data-scrolled");
  });

  test("comes back as soon as somebody scrolls up", async ({ page }) => {
    await scrollTo(page, 600);
    await page.clock.runFor(200);
    await expect(bar(page)).toHaveCSS("opacity", "0");
    await scrollTo(page, 590);
    await expect(bar(page)).toHaveCSS("opacity", "1");
    await expect(bar(page)).toHaveCSS("pointer-events", "auto");
  });

  test("stays while the keyboard is in it", async ({ page }) => {
    await openCategories(page).focus();
    await scrollTo(page, 600);
    await page.clock.runFor(200);
    await expect(page.locator("[data-header]")).toHaveAttribute("data-scrolled", "");
    await expect(bar(page)).toHaveCSS("opacity", "1");
  });
});

test.describe("the categories", () => {
  test("are at most 24rem high, lie below their button, and are closed by a press beside them", async ({
    page,
  }) => {
    await page.goto("/");
    await openCategories(page).click();
    await expect(categories(page)).toBeVisible();
    const panel = await categories(page).boundingBox();
    const button = await openCategories(page).boundingBox();
    expect(panel?.height).toBeLessThanOrEqual(384);
    expect(panel?.y ?? 0).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0) - 4);
    expect(await categories(page).getByRole("link").count()).toBe(20);
    await page.mouse.click(5, 640);
    await expect(categories(page)).toBeHidden();
  });

  test("are opened, gone through and closed by keyboard", async ({ page }) => {
    await page.goto("/");
    await openCategories(page).focus();
    await page.keyboard.press("Enter");
    await expect(categories(page)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(categories(page).locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(categories(page)).toBeHidden();
    await expect(openCategories(page)).toBeFocused();
  });

  test("lead to their listings", async ({ page }) => {
    await page.goto("/");
    await openCategories(page).click();
    await categories(page).getByRole("link", { name: "نینتندو آنلاین" }).click();
    await expect(page).toHaveURL(/\/products\/giftcard\/nintendo-online$/);
    await expect(categories(page)).toBeHidden();
  });

  test("open from the bottom bar on phones, one category at a time unfolding", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto("/");
    await bottomBar(page).getByRole("button", { name: "دسته‌ها" }).click();
    const listing = categories(page).getByRole("link", { name: "آیتونز" });
    await expect(listing).toBeVisible();
    await categories(page).getByText("گیفت کارت", { exact: true }).click();
    await expect(listing).toBeHidden();
    await categories(page).getByText("گیفت کارت", { exact: true }).click();
    await listing.click();
    await expect(page).toHaveURL(/\/products\/giftcard\/itunes$/);
  });
});

test.describe("the user's menu", () => {
  test("is a way to sign in for guests", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: "حساب من" })).toBeHidden();
    await page.getByRole("banner").getByRole("link", { name: "ورود | ثبت‌نام" }).click();
    await expect(page).toHaveURL(/\/auth$/);
  });

  test("opens for who is signed in, closes after a press beside it or Escape, and leads to what is chosen in it", async ({
    page,
    newcomer,
    enter,
  }) => {
    await enter(newcomer);
    await page.goto("/");
    for (const leave of [() => page.mouse.click(640, 640), () => page.keyboard.press("Escape")]) {
      await page.getByRole("button", { name: "حساب من" }).click();
      await expect(userMenu(page)).toBeVisible();
      await leave();
      await expect(userMenu(page)).toBeHidden();
    }
    await page.getByRole("button", { name: "حساب من" }).click();
    await userMenu(page).getByRole("link", { name: "سفارش‌ها" }).click();
    await expect(page).toHaveURL(/\/orders$/);
    await expect(userMenu(page)).toBeHidden();
  });

  test("has the exit", async ({ page, newcomer, enter }) => {
    await enter(newcomer);
    await page.goto("/");
    await page.getByRole("button", { name: "حساب من" }).click();
    await userMenu(page).getByRole("button", { name: "خروج" }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/auth\?return=/);
  });
});

test.describe("the bottom bar", () => {
  test.use({ viewport: { width: 390, height: 800 } });

  test("is the way around on phones, and knows where somebody is", async ({ page }) => {
    await haveGuestCart(
      page,
      { productId: "steam-global-5", quantity: 2 },
      { productId: "steam-global-10", quantity: 1 },
    );
    await page.goto("/");
    await expect(bottomBar(page).getByRole("link", { name: "خانه" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    const cart = bottomBar(page).getByRole("link", { name: /سبد خرید/ });
    await expect(cart).toContainText("۲");
    await cart.click();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(bottomBar(page).getByRole("link", { name: /سبد خرید/ })).toHaveAttribute(
      "aria-current",
      "page",
    );
  });

  test("leads guests to signing in and others to their account", async ({
    page,
    newcomer,
    enter,
  }) => {
    await page.goto("/");
    await expect(bottomBar(page).getByRole("link", { name: "ورود" })).toHaveAttribute(
      "href",
      "/auth",
    );
    await expect(bottomBar(page).getByRole("link", { name: "حساب من" })).toBeHidden();
    await enter(newcomer);
    await page.reload();
    await expect(bottomBar(page).getByRole("link", { name: "ورود" })).toBeHidden();
    await bottomBar(page).getByRole("link", { name: "حساب من" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test("gives way to the header on wide screens", async ({ page }) => {
    await page.goto("/");
    await expect(bottomBar(page)).toBeVisible();
    await page.setViewportSize({ width: 1024, height: 800 });
    await expect(bottomBar(page)).toBeHidden();
    await expect(bar(page)).toBeVisible();
  });
});

test("every page begins at its top", async ({ page }) => {
  await page.goto("/");
  await scrollTo(page, 900);
  await page
    .getByRole("contentinfo")
    .getByRole("link")
    .filter({ visible: true })
    .last()
    .scrollIntoViewIfNeeded();
  await page.goto("/cart");
  await islandsReady(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
