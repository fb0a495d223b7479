import type { Page, Route } from "@playwright/test";
import { expect, test } from "./shop.ts";

/** The loading of a page, and the ways into it from a search engine. */

const PAGES = [
  "/",
  "/products/giftcard/itunes",
  "/tutorials",
  "/tutorials/redeem-itunes-gift-card",
  "/guide",
  "/terms",
  "/cart",
  "/auth",
];
const WIDTHS = [390, 1280];
/** The letters that stand in for a late font are as wide as its own but for fractions of a pixel. */
const SHIFT_MAX = 0.01;

/** Sums the layout shifts that no click or key explains (web.dev, Cumulative Layout Shift). */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value;
          }
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum))));
      }),
  );

for (const width of WIDTHS) {
  test(`nothing moves while a page loads at ${String(width)} px, even with a late font`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    let font = Promise.withResolvers<Route>();
    await page.route("**/fonts/*", (route) => font.resolve(route));
    for (const path of PAGES) {
      await test.step(path, async () => {
        font = Promise.withResolvers();
        await page.goto(path, { waitUntil: "domcontentloaded" });
        await expect(page.locator("h1")).toBeVisible();
        await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
        await (await font.promise).continue();
        await page.evaluate(() => document.fonts.ready.then(() => ""));
        expect.soft(await layoutShift(page), path).toBeLessThan(SHIFT_MAX);
      });
    }
  });
}

test("a listing loads no framework before the first touch", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(new URL(request.url()).pathname);
  });
  await page.goto("/products/giftcard/steam", { waitUntil: "networkidle" });
  expect(scripts.filter((path) => /react|client/i.test(path))).toEqual([]);
  expect(await page.locator("astro-island").count()).toBe(0);
});

test.describe("without a connection", () => {
  test.use({ serviceWorkers: "allow", hasOwnContext: true });

  test("a page of the shop says so, and the shop is back with the connection", async ({
    page,
    context,
    expectedStatuses,
  }) => {
    expectedStatuses.add(0);
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => ""));
    await page.reload();
    await context.setOffline(true);
    await page.goto("/products/giftcard/steam").catch(() => null);
    await expect(page.getByRole("heading", { name: "اینترنت وصل نیست" })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("link", { name: "تلاش دوباره" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("استیم");
  });
});
