import type { Page, Request } from "@playwright/test";
import { enterDeskAs } from "./desk.ts";
import { islandsReady } from "./shop.ts";
import { expect, haveGuestCart, test } from "./shopper.ts";

/** The header, the menus and the bottom bar around every page. */

const bar = (page: Page) =>
  page
    .getByRole("navigation", { name: "دسترسی سریع" })
    .locator("xpath=ancestor::*[contains(@class, 'subbar')]");
const header = (page: Page) => page.locator("[data-header]");
const categories = (page: Page) => page.getByRole("navigation", { name: "دسته‌بندی محصولات" });
const userMenu = (page: Page) => page.getByRole("navigation", { name: "حساب من" });
const bottomBar = (page: Page) => page.getByRole("navigation", { name: "پیمایش پایین صفحه" });
const openCategories = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: "دسته‌بندی محصولات" });

const PHONE = { width: 390, height: 800 };

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

test.describe("before a page is drawn and while it scrolls", () => {
  test.use({ hasOwnContext: true });

  test("the second bar hides 150 ms after scrolling below 50 px, and shows on scrolling up", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/");
    await page.clock.pauseAt(Date.now() + 60_000);
    await expect(bar(page)).toHaveCSS("opacity", "1");

    await test.step("stays within the first 50 px and on a quick return to the top", async () => {
      await scrollTo(page, 49);
      await page.clock.runFor(1000);
      await expect(header(page)).not.toHaveAttribute("data-scrolled");
      await scrollTo(page, 300);
      await page.clock.runFor(100);
      await scrollTo(page, 5);
      await page.clock.runFor(1000);
      await expect(header(page)).not.toHaveAttribute("data-scrolled");
    });
    await test.step("hides below the first 50 px, and cannot be pressed while hidden", async () => {
      await scrollTo(page, 51);
      await page.clock.runFor(140);
      await expect(header(page)).not.toHaveAttribute("data-scrolled");
      await page.clock.runFor(15);
      await expect(bar(page)).toHaveCSS("opacity", "0");
      await expect(bar(page)).toHaveCSS("pointer-events", "none");
    });
    await test.step("shows as soon as the reader scrolls up", async () => {
      await scrollTo(page, 600);
      await page.clock.runFor(200);
      await expect(bar(page)).toHaveCSS("opacity", "0");
      await scrollTo(page, 590);
      await expect(bar(page)).toHaveCSS("opacity", "1");
      await expect(bar(page)).toHaveCSS("pointer-events", "auto");
    });
    await test.step("stays while the focus is in it", async () => {
      await openCategories(page).focus();
      await scrollTo(page, 700);
      await page.clock.runFor(200);
      await expect(header(page)).toHaveAttribute("data-scrolled", "");
      await expect(bar(page)).toHaveCSS("opacity", "1");
    });
  });

  test("the theme is remembered, and set before anything is drawn", async ({ page }) => {
    await page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        if (!document.body) return;
        sessionStorage.setItem("first theme", document.documentElement.dataset["theme"] ?? "");
        watcher.disconnect();
      });
      watcher.observe(document, { childList: true, subtree: true });
    });
    await page.goto("/cart");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await page.getByRole("button", { name: "تغییر به حالت تیره یا روشن" }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    expect(await page.evaluate(() => sessionStorage.getItem("first theme"))).toBe("dark");
  });
});

test("the categories open by mouse, by keyboard and on phones, and lead to their listings", async ({
  page,
}) => {
  await page.goto("/");
  await test.step("open below their button, are at most 24rem high, and close at a press beside", async () => {
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
  await test.step("open, switch and close by keyboard", async () => {
    await openCategories(page).focus();
    await page.keyboard.press("Enter");
    await expect(categories(page)).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(categories(page).locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(categories(page)).toBeHidden();
    await expect(openCategories(page)).toBeFocused();
  });
  await test.step("lead to a listing, which begins at its top", async () => {
    await scrollTo(page, 900);
    await scrollTo(page, 890);
    await openCategories(page).click();
    await categories(page).getByRole("link", { name: "نینتندو آنلاین" }).click();
    await expect(page).toHaveURL(/\/products\/giftcard\/nintendo-online$/);
    await expect(categories(page)).toBeHidden();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
  await test.step("open from the bottom bar on phones, and fold one by one", async () => {
    await page.setViewportSize(PHONE);
    await bottomBar(page).getByRole("button", { name: "دسته‌ها" }).click();
    const listing = categories(page).getByRole("link", { name: "آیتونز" });
    const category = categories(page).getByText("گیفت کارت", { exact: true });
    await expect(listing).toBeVisible();
    await category.click();
    await expect(listing).toBeHidden();
    await category.click();
    await listing.click();
    await expect(page).toHaveURL(/\/products\/giftcard\/itunes$/);
  });
});

test("the user's menu leads guests to /auth, and shoppers to their pages and to signing out", async ({
  page,
  newcomer,
  enter,
}) => {
  const button = page.getByRole("button", { name: "حساب من" });
  await page.goto("/");
  await expect(button).toBeHidden();
  await page.getByRole("banner").getByRole("link", { name: "ورود | ثبت‌نام" }).click();
  await expect(page).toHaveURL(/\/auth$/);

  const ofProfile: string[] = [];
  const note = (request: Request) => {
    if (request.url().endsWith("/users/profile")) ofProfile.push(new URL(page.url()).pathname);
  };
  page.on("request", note);
  await enter(newcomer);
  await page.goto("/");
  await test.step("closes at a press beside it and with Escape", async () => {
    for (const close of [() => page.mouse.click(640, 640), () => page.keyboard.press("Escape")]) {
      await button.click();
      await expect(userMenu(page)).toBeVisible();
      await close();
      await expect(userMenu(page)).toBeHidden();
    }
  });
  await test.step("leads to the chosen page", async () => {
    await button.click();
    await userMenu(page).getByRole("link", { name: "سفارش‌ها" }).click();
    await expect(page).toHaveURL(/\/orders$/);
    await expect(userMenu(page)).toBeHidden();
  });
  await test.step("has the button to sign out", async () => {
    // A call answered after signing out would redirect to /auth too, with a path to return to.
    await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
    // The front page, which is the same for everybody, loads no personal data.
    await expect.poll(() => new Set(ofProfile)).toEqual(new Set(["/orders"]));
    page.off("request", note);
    await button.click();
    const exit = userMenu(page).getByRole("button", { name: "خروج" });
    await expect(exit).toBeInViewport({ ratio: 1 });
    await exit.click();
    await expect(page).toHaveURL(/\/auth$/);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/auth\?return=/);
  });
});

test.describe("on phones", () => {
  test.use({ viewport: PHONE });

  test("the bottom bar has links, marks the current page and counts the cart", async ({
    page,
    newcomer,
    enter,
  }) => {
    const link = (name: string | RegExp) => bottomBar(page).getByRole("link", { name });
    await haveGuestCart(
      page,
      { productId: "steam-global-5", quantity: 2 },
      { productId: "steam-global-10", quantity: 1 },
    );
    await page.goto("/");
    await test.step("is replaced by the second bar of the header on wide screens", async () => {
      await expect(bottomBar(page)).toBeVisible();
      await page.setViewportSize({ width: 1024, height: 800 });
      await expect(bottomBar(page)).toBeHidden();
      await expect(bar(page)).toBeVisible();
      await page.setViewportSize(PHONE);
    });
    await test.step("leads guests to signing in", async () => {
      await expect(link("ورود")).toHaveAttribute("href", "/auth");
      await expect(link("حساب من")).toBeHidden();
    });
    await test.step("marks the current page", async () => {
      await expect(link("خانه")).toHaveAttribute("aria-current", "page");
      await expect(link(/سبد خرید/)).toContainText("۲");
      await link(/سبد خرید/).click();
      await expect(page).toHaveURL(/\/cart$/);
      await expect(link(/سبد خرید/)).toHaveAttribute("aria-current", "page");
    });
    await test.step("leads shoppers to their account", async () => {
      await enter(newcomer);
      await page.reload();
      await expect(link("ورود")).toBeHidden();
      await link("حساب من").click();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
  });
});

test("in a low window no bar covers the page; in forced colours controls have a border", async ({
  page,
  context,
}) => {
  const devtools = await context.newCDPSession(page);
  const setLetters = (standard: number) =>
    devtools.send("Page.setFontSizes", { fontSizes: { standard } });
  await page.goto("/");
  await haveGuestCart(page, { productId: "steam-global-20", quantity: 1 });
  await enterDeskAs(page, "finance");
  const paths = ["/products/giftcard/itunes", "/cart", "/desk", "/desk/stock"];
  for (const path of paths)
    await test.step(path, async () => {
      await page.setViewportSize({ width: 640, height: 320 });
      await page.goto(path);
      await islandsReady(page);
      await page.evaluate(() => {
        window.scrollTo({ top: 200, behavior: "instant" });
      });
      await expect.poll(() => findBars(page)).toEqual([]);
      // The desk supports only phones of at least the usual width.
      await page.setViewportSize(path.startsWith("/desk") ? PHONE : { width: 320, height: 640 });
      await setLetters(2 * 16);
      await expect.poll(() => findBars(page, 2 * LINE), "letters twice as large").toEqual([]);
      for (const bar of await page.locator(".cart-bar[data-shown] a").all())
        expect((await bar.boundingBox())?.x, "the bar's button").toBeGreaterThanOrEqual(16);
      await setLetters(16);
      await page.setViewportSize(PHONE);
      await page.emulateMedia({ forcedColors: "active" });
      expect(await findBare(page)).toEqual([]);
      await page.emulateMedia({ forcedColors: null });
    });
});

/** The largest height, in pixels, of a group's name that stays in view above its rows. */
const LINE = 30;

/** Finds elements that stay in the window while the page scrolls. */
const findBars = (page: Page, line = LINE) =>
  page.evaluate(
    (least) =>
      [...document.body.querySelectorAll<HTMLElement>("*")]
        .filter((element) => {
          const { position, display } = getComputedStyle(element);
          return (
            (position === "fixed" || position === "sticky") &&
            display !== "none" &&
            element.getBoundingClientRect().height > least &&
            !element.matches(".skip, .undo-place, .snackbar, .Toastify *")
          );
        })
        .map(({ className }) => className),
    line,
  );

/** Finds buttons and fields without a line around them. */
const findBare = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(button, input, select)")]
      .filter((element) => {
        const { borderTopWidth, outlineWidth, outlineStyle } = getComputedStyle(element);
        const isLined = outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
        return element.checkVisibility() && parseFloat(borderTopWidth) === 0 && !isLined;
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
