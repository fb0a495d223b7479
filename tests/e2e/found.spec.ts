import type { Browser, Page, Route } from "@playwright/test";
import { linesOfName } from "../../src/page-data/name-in-row.ts";
import { SETS, type SetName, fontsOf } from "../support/faces.ts";
import { sample } from "../torture/scale.ts";
import { openPage } from "./kept-page.ts";
import { expect, test } from "./shop.ts";

/** The loading of pages: shifts of the layout, scripts, and a lost connection. */

/** Pages with rows whose texts have to fit. */
const DENSE_PAGES = [
  "/",
  "/products/giftcard/itunes",
  "/products/giftcard/steam",
  "/search?q=استیم",
  "/auth",
];
const PAGES = [
  ...DENSE_PAGES,
  "/products/giftcard/xbox-gamepass-core",
  "/tutorials",
  "/tutorials/redeem-itunes-gift-card",
  "/guide",
  "/terms",
  "/contact-us",
  "/about-us",
  "/no-such-page",
  "/offline",
  "/gift",
  "/cart",
];
const WIDTHS = [360, 390, 1280];
/** The fallback letters have the width of the font's letters, except for fractions of a pixel. */
const SHIFT_MAX = 0.01;

/**
 * Sums the layout shifts that no click or key explains (web.dev, Cumulative Layout Shift), and
 * names the elements that moved, and how far down.
 */
const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string }>((done) => {
        let sum = 0;
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
            sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
          })[]) {
            if (entry.hadRecentInput) continue;
            sum += entry.value;
            for (const { node, previousRect, currentRect } of entry.sources)
              moved.push(
                `${(node?.textContent ?? "").slice(0, 30)} (${String(currentRect.y - previousRect.y)})`,
              );
          }
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() =>
          requestAnimationFrame(() => setTimeout(() => done({ sum, moved: moved.join(", ") }))),
        );
      }),
  );

/** Returns a listing as another shop might have it: long names, and all badges on each card. */
const withOtherStock = (html: string) =>
  html
    .replace(
      /<h3>(<span>.*?<\/span>)?(.*?)<span>(.*?)<\/span><\/h3>/g,
      (whole: string, start = "", middle = "", end = "") => {
        const name = `${String(middle)}، بستهٔ ویژهٔ پایان سال`;
        const lines = String(linesOfName(name, "-") ?? 1);
        return whole.length % 2 === 0
          ? `<h3 data-lines="${lines}">${String(start)}${name}<span>${String(end)}</span></h3>`
          : whole;
      },
    )
    .replace(
      /(<p class="badges">.*?)(<\/p>)/gs,
      '$1<span class="badge badge-muted">ناموجود</span><span class="badge badge-anar">۱۲٪ تخفیف</span>$2',
    );

/** Opens a page whose font comes after the first layout, and returns how far the page shifted. */
async function shiftOf(page: Page, path: string, hasOtherStock: boolean) {
  const font = Promise.withResolvers<Route>();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route("**/fonts/*", (route) => font.resolve(route));
  if (hasOtherStock)
    await page.route("**/products/**", async (route) => {
      const response = await route.fetch();
      const html = withOtherStock(await response.text());
      // The inline code is unchanged, so its hashes in the response's content policy still match.
      await route.fulfill({ response, body: html });
    });
  await page.goto(path, { waitUntil: "domcontentloaded" });
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
  await (await font.promise).continue();
  await page.evaluate(() => document.fonts.ready.then(() => ""));
  return layoutShift(page);
}

/** Opens a browser that has only the font faces of `set`. */
async function openWith(browser: Browser, set: SetName, args: string[]): Promise<Browser> {
  return browser
    .browserType()
    .launch({
      ...(process.env["CHROMIUM_PATH"] && { executablePath: process.env["CHROMIUM_PATH"] }),
      args,
      env: {
        ...(process.env as Record<string, string>),
        FONTCONFIG_FILE: await fontsOf(set, test.info().outputPath("faces")),
      },
    });
}

const VIEWS = WIDTHS.flatMap((width) => [
  ...(width === 360 ? DENSE_PAGES : PAGES).map((path) => ({ width, path, hasOtherStock: false })),
  { width, path: "/products/giftcard/steam", hasOtherStock: true },
]);

for (const [number, set] of (Object.keys(SETS) as SetName[]).entries()) {
  test(`nothing moves when the font comes late and replaces ${set}`, async ({
    browser,
    baseURL,
    launchOptions,
  }) => {
    const own = await openWith(browser, set, launchOptions.args ?? []);
    const context = await own.newContext({
      ...(baseURL !== undefined && { baseURL }),
      serviceWorkers: "block",
    });
    const page = await openPage(context);
    // A short run opens each view with only one of the six sets.
    for (const { width, path, hasOtherStock } of sample(VIEWS, 6, number)) {
      const name = `${path} at ${String(width)} px${hasOtherStock ? ", of another shop" : ""}`;
      await test.step(name, async () => {
        await page.setViewportSize({ width, height: 844 });
        const { sum, moved } = await shiftOf(page, path, hasOtherStock);
        expect.soft(sum, `${name}: ${moved}`).toBeLessThan(SHIFT_MAX);
      });
    }
    await own.close();
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

  test("a page of the shop says so, and the shop comes back with the connection", async ({
    page,
    context,
    expectedStatuses,
  }) => {
    expectedStatuses.add(0);
    await page.goto("/");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => ""));
    await page.reload();
    await context.setOffline(true);
    // The service worker goes offline a moment later than the page.
    await expect(async () => {
      await page.goto("/products/giftcard/steam").catch(() => null);
      await expect(page.getByRole("heading", { name: "اینترنت وصل نیست" })).toBeVisible({
        timeout: 2_000,
      });
    }).toPass();
    await context.setOffline(false);
    await page.getByRole("link", { name: "تلاش دوباره" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("استیم");
  });
});
