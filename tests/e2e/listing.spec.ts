import type { Locator, Page } from "@playwright/test";
import { movePointerAway } from "./shop.ts";
import { expect, holdBack, test } from "./shopper.ts";

/** Listing and front page for a guest on a phone. */

const ITUNES = "/products/giftcard/itunes";
const PHONE = { width: 360, height: 780 };
const region = (page: Page, name: string) =>
  page.locator(".segments").getByRole("button", { name, exact: true });
const rows = (page: Page) => page.locator("article.product:visible");
const bottomOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  return (box?.y ?? Infinity) + (box?.height ?? 0);
};
/** The top of the navigation bar on phones. Elements below it are not on the first screen. */
const navigationTop = (page: Page) =>
  page.locator(".bottom-bar").evaluate((bar) => bar.getBoundingClientRect().top);
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(
            list
              .getEntries()
              .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
          );
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );

test("a phone's first screen of a listing has five prices, and its buttons fill the cart", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto(ITUNES);

  await test.step("the header takes at most 180 pixels, and five prices are visible", async () => {
    const head = await page.locator(".listing-head").boundingBox();
    expect(head?.height).toBeLessThanOrEqual(180);
    const edge = await navigationTop(page);
    const bottoms = await Promise.all(
      (await page.locator("article .price b").all()).map((price) => bottomOf(price)),
    );
    expect(bottoms.filter((bottom) => bottom < edge).length).toBeGreaterThanOrEqual(5);
  });

  await test.step("choosing the country of the account leaves only its cards, and is remembered", async () => {
    const all = await rows(page).count();
    await region(page, "ترکیه").click();
    await expect(region(page, "ترکیه")).toHaveAttribute("aria-pressed", "true");
    await expect(rows(page)).toHaveCount(1);
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
    await expect(region(page, "ترکیه")).toHaveAttribute("aria-pressed", "true");
    await region(page, "ترکیه").click();
    await expect(rows(page)).toHaveCount(all);
  });

  await test.step("three steps help a shopper who does not know the country", async () => {
    const steps = page.locator(".region-ask li");
    await expect(steps.first()).toBeHidden();
    await page.getByText("نمی‌دانم").click();
    await expect(steps).toHaveCount(3);
    await expect(steps.first()).toBeVisible();
    await page.getByText("نمی‌دانم").click();
  });

  const row = page.locator("#product-itunes-us-10");
  const stepper = row.getByRole("group", { name: /تعداد گیفت کارت آیتونز ۱۰ دلاری/ });
  const bar = page.locator("[data-cart-bar]");
  await test.step("adding replaces the button by a stepper and shows the sum", async () => {
    await expect(bar).toBeHidden();
    await row.getByRole("button", { name: /افزودن به سبد خرید/ }).click();
    await expect(stepper).toContainText("۱");
    await expect(row.getByRole("button", { name: /افزودن به سبد خرید/ })).toBeHidden();
    await expect(bar).toContainText("۱ کالا، ۱٬۱۶۵٬۰۰۰ تومان");
    await expect(bar.getByRole("link", { name: "سبد خرید" })).toBeVisible();
    await expect(stepper.getByRole("button", { name: /یکی بیشتر/ })).toBeFocused();
  });

  await test.step("the stepper counts up and down, and at zero the button is back", async () => {
    await stepper.getByRole("button", { name: /یکی بیشتر/ }).click();
    await expect(stepper).toContainText("۲");
    await expect(bar).toContainText("۱ کالا، ۲٬۳۳۰٬۰۰۰ تومان");
    await page.reload();
    await expect(stepper).toContainText("۲");
    await stepper.getByRole("button", { name: /یکی کمتر/ }).click();
    await movePointerAway(page);
    await stepper.getByRole("button", { name: /برداشتن از سبد خرید/ }).click();
    await expect(stepper).toHaveCount(0);
    await expect(row.getByRole("button", { name: /افزودن به سبد خرید/ })).toBeFocused();
    await expect(bar).toBeHidden();
  });

  await test.step("the layout has not shifted by itself", async () => {
    expect(await shiftOf(page)).toBeLessThan(0.01);
  });

  const inCart = () =>
    page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("guestCart") ?? "{}") as {
        cart?: { quantity: number }[];
      };
      return kept.cart?.[0]?.quantity ?? 0;
    });
  const add = row.getByRole("button", { name: /افزودن به سبد خرید/ });
  await test.step("two presses of «+» at one place add two, and never remove a unit", async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await add.boundingBox()) ?? {};
    const [acrossX, acrossY] = [x + width / 2, y + height / 2];
    await page.mouse.dblclick(acrossX, acrossY);
    await expect.poll(inCart).toBe(2);
    await page.mouse.click(acrossX, acrossY);
    await expect.poll(inCart).toBe(3);
    // Both presses come before the second script of the page has loaded.
    await page.evaluate(() => localStorage.removeItem("guestCart"));
    await page.reload();
    await page.mouse.dblclick(acrossX, acrossY);
    await expect.poll(inCart).toBe(2);
    for (const gapMs of [120, 250, 500, 900]) {
      await page.evaluate(() => localStorage.removeItem("guestCart"));
      await page.reload();
      // Each press lasts half of `gapMs`, and the pause between the two presses is as long.
      await page.mouse.click(acrossX, acrossY, { clickCount: 2, delay: gapMs / 2 });
      await expect.poll(inCart).toBe(2);
    }
    // The script loads while the second press is held down.
    await page.evaluate(() => localStorage.removeItem("guestCart"));
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
    await page.route(/product-cart/, async (route) => {
      await gate;
      await route.continue();
    });
    await page.reload();
    await page.mouse.click(acrossX, acrossY);
    await page.mouse.down();
    open(undefined);
    await expect.poll(inCart).toBe(1);
    await page.mouse.up();
    await expect.poll(inCart).toBe(2);
    await page.unrouteAll({ behavior: "wait" });
  });

  await test.step("two fast presses of a button with a text add one", async () => {
    await page.evaluate(() => localStorage.removeItem("guestCart"));
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.reload();
    const place = await add.boundingBox();
    await add.dblclick();
    await expect(stepper).toContainText("۱");
    expect(await inCart()).toBe(1);
    await movePointerAway(page);
    // «−» does not appear where the button was, so a second press cannot hit it.
    const less = await stepper.getByRole("button").first().boundingBox();
    expect(less?.x).toBeGreaterThanOrEqual((place?.x ?? 0) + (place?.width ?? 0) - 1);
    await stepper.getByRole("button", { name: /یکی بیشتر/ }).dblclick();
    await expect.poll(inCart).toBe(3);
  });
});

test("a shopper's stepper and bar show the cart that the shop has", async ({
  page,
  newcomer,
  enter,
}) => {
  await enter(newcomer);
  await page.setViewportSize(PHONE);
  await page.goto(ITUNES);
  // No other test buys this product, so that two units are in stock.
  const row = page.locator("#product-itunes-us-25");
  await test.step("a link that is pressed too early waits until the shop has answered", async () => {
    const release = await holdBack(page, "PUT /carts/quantity");
    await row.getByRole("button", { name: /افزودن به سبد خرید/ }).click();
    await expect(row.getByRole("button", { name: /افزودن به سبد خرید/ })).toHaveAttribute(
      "aria-busy",
      "true",
    );
    await page
      .getByRole("link", { name: /سبد خرید/ })
      .filter({ visible: true })
      .last()
      .click();
    await release();
    await page.waitForURL(/\/cart$/);
    await expect(page.getByLabel(/^تعداد /)).toHaveCount(1);
    await page.goto(ITUNES);
  });
  await expect(row.getByRole("group")).toContainText("۱");
  await row.getByRole("button", { name: /یکی بیشتر/ }).click();
  await expect(row.getByRole("group")).toContainText("۲");
  await page.goto("/products/giftcard/steam");
  await expect(page.locator("[data-cart-bar]")).toContainText("۱ کالا، ۵٬۸۹۰٬۰۰۰ تومان");
  await page.goto(ITUNES);
  await row.getByRole("button", { name: /یکی کمتر/ }).click();
  await movePointerAway(page);
  await row.getByRole("button", { name: /برداشتن از سبد خرید/ }).click();
  await expect(row.getByRole("group")).toHaveCount(0);
  await expect(page.locator("[data-cart-bar]")).toBeHidden();
});

test.describe("with a late font", () => {
  test.use({ hasOwnContext: true });
  test("a listing is readable at once", async ({ page }) => {
    let letCome = () => {};
    const late = new Promise<void>((resolve) => (letCome = resolve));
    await page.route("**/fonts/vazirmatn.woff2", async (route) => {
      await late;
      await route.continue();
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(ITUNES, { waitUntil: "commit" });
    await expect(page.locator("h1")).toBeVisible();
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          new PerformanceObserver(() => {
            resolve();
          }).observe({ type: "paint", buffered: true });
        }),
    );
    expect(await page.evaluate(() => document.fonts.status)).toBe("loading");
    letCome();
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.fonts.check("16px Vazirmatn"))).toBe(true);
  });
});

test("the first screen of the front page has a price, and a card leads to its listing", async ({
  page,
}) => {
  await page.goto("/");
  const price = page.locator("article .price b").first();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await bottomOf(price)).toBeLessThan(await navigationTop(page));
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await bottomOf(price)).toBeLessThan(900);
  const card = page.locator("article.product").first();
  await expect(card.locator(".region-chip")).toBeVisible();
  const id = await card.getAttribute("id");
  await card.click({ position: { x: 100, y: 60 } });
  await expect(page).toHaveURL(/\/products\/giftcard\/[\w-]+\?product=/);
  const named = page.locator(`#${id ?? ""}`);
  await expect(named).toBeFocused();
  // The focused card has an outline, without a shadow that would look like a second one.
  await expect(named).toHaveCSS("outline-style", "solid");
  await expect(named).toHaveCSS("box-shadow", "none");
});
