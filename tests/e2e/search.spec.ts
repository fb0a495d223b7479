import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page, Route } from "@playwright/test";
import { expect, test } from "./shop.ts";

const box = (page: Page): Locator => page.locator("[data-search=box]");
const overlay = (page: Page): Locator => page.locator("[data-search=overlay]");
const fieldOf = (place: Locator): Locator => place.locator("input[role=combobox]");
const panelOf = (place: Locator): Locator => place.locator(".search-panel");
const options = (place: Locator): Locator => place.getByRole("option");

/** The answers of the shop, to be given by the test. */
const SEARCH = /\/api\/v1\/search\?/;
const product = (name: string) => ({
  id: name,
  name,
  imageUrl: "/art/steam.svg",
  productType: "giftcard",
  subcategoryUrlName: "steam",
});
const answer = (route: Route, names: string[]) =>
  route.fulfill({ json: { products: names.map(product), subcategories: [], tutorials: [] } });
const queryOf = (route: Route): string =>
  new URL(route.request().url()).searchParams.get("query") ?? "";

/** What is asked of the shop, as the page goes on. */
function asked(page: Page): string[] {
  const queries: string[] = [];
  page.on("request", (request) => {
    if (SEARCH.test(request.url()))
      queries.push(new URL(request.url()).searchParams.get("query") ?? "");
  });
  return queries;
}

async function searchInBox(page: Page, text: string): Promise<Locator> {
  await fieldOf(box(page)).fill(text);
  return box(page);
}

async function openOverlay(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "جستجو", exact: true }).click();
  await expect(overlay(page)).toHaveAttribute("data-state", "ready");
  return overlay(page);
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .include("[role=search]")
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
  ).toEqual([]);
}

test.describe("the box of the header", () => {
  test.beforeEach(({ page }) => page.goto("/"));

  test("loads nothing before somebody goes to it, and then keeps what was typed meanwhile", async ({
    page,
  }) => {
    const scripts = () =>
      page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    await page.waitForLoadState("networkidle");
    expect((await scripts()).filter((name) => /start-search|client/.test(name))).toEqual([]);
    await page.route(/start-search/, async (route) => {
      await expect(fieldOf(box(page))).toHaveValue("آیتونز ۱۰");
      await route.continue();
    });
    await fieldOf(box(page)).pressSequentially("آیتونز ۱۰");
    await expect(options(box(page)).first()).toContainText("گیفت کارت آیتونز ۱۰ دلاری");
    await expect(fieldOf(box(page))).toBeFocused();
    await expect(fieldOf(box(page))).toHaveValue("آیتونز ۱۰");
  });

  test("says so when it cannot be loaded, and comes when typing goes on", async ({
    page,
    expectedStatuses,
  }) => {
    expectedStatuses.add(500);
    let isBroken = true;
    await page.route(/start-search/, (route) =>
      isBroken ? route.fulfill({ status: 500 }) : route.continue(),
    );
    await fieldOf(box(page)).focus();
    await expect(page.locator("[data-snackbar]")).toContainText("جستجو آماده نشد");
    await expect(box(page)).not.toHaveAttribute("data-state");
    isBroken = false;
    await searchInBox(page, "استیم");
    await expect(options(box(page)).first()).toContainText("استیم");
  });

  test("asks once typing has paused for 300 ms, with spaces cut off and the words encoded", async ({
    page,
  }) => {
    await page.clock.install();
    const queries = asked(page);
    await fieldOf(box(page)).focus();
    await expect(box(page)).toHaveAttribute("data-state", "ready");
    // Stands still from here on: on a slow machine typing itself takes longer than the pause.
    await page.clock.pauseAt(Date.now() + 60_000);
    await fieldOf(box(page)).pressSequentially("  آیتونز & 10% ", { delay: 0 });
    await page.clock.runFor(250);
    expect(queries).toEqual([]);
    await page.clock.runFor(100);
    await expect.poll(() => queries).toEqual(["آیتونز & 10%"]);
  });

  test("asks nothing for spaces alone, and emptying it takes the results away, as does the button that clears it", async ({
    page,
  }) => {
    const queries = asked(page);
    const clear = box(page).getByRole("button", { name: "پاک کردن جستجو" });
    await expect(fieldOf(box(page))).toHaveAttribute("placeholder", "به دنبال چه چیزی می‌گردید؟");
    await expect(clear).toBeHidden();
    const place = await searchInBox(page, "استیم");
    await expect(options(place).first()).toBeVisible();
    await fieldOf(place).fill("   ");
    await expect(panelOf(place)).toHaveCount(0);
    await fieldOf(place).fill("پابجی");
    await expect(options(place).first()).toContainText("پابجی");
    expect(queries).toEqual(["استیم", "پابجی"]);
    await clear.click();
    await expect(fieldOf(place)).toHaveValue("");
    await expect(fieldOf(place)).toBeFocused();
    await expect(panelOf(place)).toHaveCount(0);
  });

  test("shows bones while it waits, and an empty answer and an error in words", async ({
    page,
    expectedStatuses,
  }) => {
    expectedStatuses.add(500);
    const { promise: wait, resolve: go } = Promise.withResolvers<undefined>();
    let status = 200;
    await page.route(SEARCH, async (route) => {
      await wait;
      await (status === 200
        ? route.continue()
        : route.fulfill({ status, json: { message: "x", code: "internal" } }));
    });
    const place = await searchInBox(page, "قورباغه");
    await expect(place.locator("[data-search-loading]")).toBeVisible();
    await expect(place.getByRole("status")).toHaveText("در حال جستجو…");
    go(undefined);
    await expect(panelOf(place)).toContainText("نتیجه‌ای یافت نشد.");
    await expect(place.getByRole("status")).toHaveText("نتیجه‌ای یافت نشد.");
    status = 500;
    await fieldOf(place).fill("استیم");
    await expect(panelOf(place)).toContainText("خطا در دریافت نتایج جستجو");
    await expect(fieldOf(place)).toHaveAttribute("aria-expanded", "false");
    await expectAccessible(page);
    status = 200;
    await place.getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(options(place).first()).toContainText("استیم");
  });

  test("has tabs for the groups with results alone, and each shows its group", async ({ page }) => {
    const place = await searchInBox(page, "آیتونز");
    await expect(place.getByRole("tab")).toContainText([
      "همه",
      "محصولات",
      "دسته‌بندی‌ها",
      "آموزش‌ها",
    ]);
    await place.getByRole("tab", { name: "دسته‌بندی‌ها" }).click();
    await expect(options(place)).toHaveText(["آیتونز"]);
    await place.getByRole("tab", { name: "دسته‌بندی‌ها" }).press("ArrowRight");
    await expect(place.getByRole("tab", { name: "محصولات" })).toBeFocused();
    await expect(place.getByRole("tab", { name: "محصولات" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await expect(options(place).first()).toContainText("گیفت کارت آیتونز");
    await page.route(SEARCH, (route) => answer(route, ["تنها محصول"]));
    await fieldOf(place).fill("محصول");
    await expect(place.getByRole("tab")).toContainText(["همه", "محصولات"]);
    await expect(place.getByRole("tab")).toHaveCount(2);
  });

  test("shows a name and an image for each, the first three at once and the others when they come into view", async ({
    page,
  }) => {
    const place = await searchInBox(page, "گیفت کارت");
    await expect(options(place).first()).toBeVisible();
    const loading = await options(place)
      .locator("img")
      .evaluateAll((images: HTMLImageElement[]) => images.map((image) => image.loading));
    expect(loading.slice(0, 3)).toEqual(["eager", "eager", "eager"]);
    expect(loading.length).toBeGreaterThanOrEqual(30);
    expect(new Set(loading.slice(3))).toEqual(new Set(["lazy"]));
    await expect
      .poll(() =>
        options(place)
          .locator("img")
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0);
    for (const name of await options(place).allTextContents()) expect(name.trim()).not.toBe("");
  });

  test("is at most 500 px high and scrolls, and closes and is empty after a click elsewhere", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const place = await searchInBox(page, "گیفت کارت");
    await expect(options(place).first()).toBeVisible();
    const { height, isScrolling } = await panelOf(place).evaluate((panel) => ({
      height: panel.getBoundingClientRect().height,
      isScrolling: panel.scrollHeight > panel.clientHeight,
    }));
    expect(height).toBe(500);
    expect(isScrolling).toBe(true);
    await panelOf(place).getByText("محصولات").last().click();
    await expect(options(place).first()).toBeVisible();
    await page.mouse.click(10, 600);
    await expect(panelOf(place)).toHaveCount(0);
    await expect(fieldOf(place)).toHaveValue("");
  });

  test("leads to a product in its listing, to a category and to a tutorial", async ({ page }) => {
    const place = await searchInBox(page, "آیتونز");
    await place.getByRole("tab", { name: "آموزش‌ها" }).click();
    await expect(options(place).first()).toHaveAttribute("href", /^\/tutorials\/[a-z-]+$/);
    await place.getByRole("tab", { name: "دسته‌بندی‌ها" }).click();
    await expect(options(place).first()).toHaveAttribute("href", "/products/giftcard/itunes");
    await fieldOf(place).fill("آیتونز ۱۰ آمریکا");
    await options(place).filter({ hasText: "گیفت کارت آیتونز ۱۰ دلاری آمریکا" }).click();
    await page.waitForURL("/products/giftcard/itunes?product=itunes-us-10");
    await expect(page.locator("#product-itunes-us-10")).toBeFocused();
  });

  test("closes and is empty after following a result, also when the page stays", async ({
    page,
  }) => {
    const place = await searchInBox(page, "استیم");
    await expect(options(place).first()).toBeVisible();
    const other = page.context().waitForEvent("page");
    await options(place)
      .first()
      .click({ modifiers: ["ControlOrMeta"] });
    await (await other).close();
    await expect(panelOf(place)).toHaveCount(0);
    await expect(fieldOf(place)).toHaveValue("");
  });

  test("folds when the keyboard goes on, and unfolds on coming back", async ({ page }) => {
    const place = await searchInBox(page, "استیم");
    await expect(options(place).first()).toBeVisible();
    await page.keyboard.press("Shift+Tab");
    await expect(panelOf(place)).toHaveCount(0);
    await page.keyboard.press("Tab");
    await expect(fieldOf(place)).toHaveValue("استیم");
    await expect(options(place).first()).toBeVisible();
  });

  test("is worked by keys: a slash goes there, arrows along the results, Enter follows, Escape closes", async ({
    page,
  }) => {
    const place = box(page);
    await page.keyboard.press("/");
    await expect(fieldOf(place)).toBeFocused();
    await expect(fieldOf(place)).toHaveValue("");
    await page.keyboard.type("پلی استیشن");
    await expect(options(place).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panelOf(place)).toHaveCount(0);
    await expect(fieldOf(place)).toHaveValue("");
    await expect(fieldOf(place)).toBeFocused();
    await page.keyboard.type("پلی استیشن");
    await expect(options(place).first()).toBeVisible();
    const current = place.locator("[role=option][aria-selected=true]");
    const names = await options(place).allTextContents();
    const expectCurrent = async (index: number) => {
      await expect(current).toHaveText(names.at(index) ?? "");
      await expect(fieldOf(place)).toHaveAttribute(
        "aria-activedescendant",
        (await current.getAttribute("id")) ?? "none",
      );
    };
    await page.keyboard.press("ArrowUp");
    await expectCurrent(-1);
    await expect(current).toBeInViewport();
    await page.keyboard.press("ArrowDown");
    await expectCurrent(0);
    await page.keyboard.press("ArrowDown");
    await expectCurrent(1);
    const href = (await current.getAttribute("href")) ?? "";
    await page.keyboard.press("Enter");
    await page.waitForURL(href);
  });

  test("asks at once on Enter", async ({ page }) => {
    await page.clock.install();
    const queries = asked(page);
    await fieldOf(box(page)).focus();
    await expect(box(page)).toHaveAttribute("data-state", "ready");
    await fieldOf(box(page)).fill("استیم");
    await page.keyboard.press("Enter");
    await page.clock.runFor(1);
    await expect.poll(() => queries).toEqual(["استیم"]);
    await page.clock.runFor(1_000);
    expect(queries).toEqual(["استیم"]);
  });

  test("never shows an answer to an earlier question over a later one", async ({ page }) => {
    const late = Promise.withResolvers<Route>();
    await page.route(SEARCH, async (route) => {
      if (queryOf(route) === "اول") late.resolve(route);
      else await answer(route, ["جواب دوم"]);
    });
    const place = await searchInBox(page, "اول");
    const first = await late.promise;
    await fieldOf(place).fill("دوم");
    await expect(options(place)).toHaveText(["جواب دوم"]);
    const answered = page.waitForResponse((response) => response.url() === first.request().url());
    await answer(first, ["جواب اول"]);
    await (await answered).finished();
    await expect(options(place)).toHaveText(["جواب دوم"]);
  });

  test("shows markup in names as text", async ({ page }) => {
    await page.route(SEARCH, (route) => answer(route, ['<img src=x onerror="alert(1)">']));
    const place = await searchInBox(page, "<b>");
    await expect(options(place)).toHaveText(['<img src=x onerror="alert(1)">']);
  });

  test("tells screen readers what it found, and has nothing that axe objects to", async ({
    page,
  }) => {
    await expectAccessible(page);
    const place = await searchInBox(page, "آیتونز ۱۰");
    await expect(place.getByRole("status")).toHaveText(/^[۰-۹]+ نتیجه: [۰-۹]+ محصول/);
    await expect(fieldOf(place)).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowDown");
    await expectAccessible(page);
  });
});

test.describe("the overlay of small screens", () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test.beforeEach(({ page }) => page.goto("/"));

  test("fills the screen from the bottom bar, with the field ready to type in", async ({
    page,
  }) => {
    await expect(fieldOf(box(page))).toBeHidden();
    const place = await openOverlay(page);
    await expect(fieldOf(place)).toBeFocused();
    const size = await page.getByRole("dialog", { name: "جستجو" }).boundingBox();
    expect(size).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  });

  test("scrolls to a group when its tab is chosen, and keeps all of them", async ({ page }) => {
    const place = await openOverlay(page);
    await page.keyboard.type("گیفت کارت");
    await expect(options(place).first()).toBeVisible();
    const group = place.getByRole("group", { name: "دسته‌بندی‌ها" });
    await expect(group).not.toBeInViewport();
    await place.getByRole("tab", { name: "دسته‌بندی‌ها" }).click();
    await expect(group).toBeInViewport();
    await expect(place.getByRole("group")).toHaveCount(
      await place
        .getByRole("tab")
        .count()
        .then((count) => count - 1),
    );
    const label = group.getByText("دسته‌بندی‌ها");
    const tabs = place.getByRole("tablist");
    await expect
      .poll(
        async () => ((await label.boundingBox())?.y ?? 0) - ((await tabs.boundingBox())?.y ?? 0),
      )
      .toBeLessThan(120);
    expect((await label.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(
      (await tabs.boundingBox())?.y ?? 0,
    );
    await place.getByRole("tab", { name: "همه" }).click();
    await expect(options(place).first()).toBeInViewport();
  });

  test("closes and is empty with its button, with Escape and after following a result", async ({
    page,
  }) => {
    const dialog = page.getByRole("dialog", { name: "جستجو" });
    for (const close of [
      () => page.getByRole("button", { name: "بستن", exact: true }).click(),
      () => page.keyboard.press("Escape"),
    ]) {
      const place = await openOverlay(page);
      await page.keyboard.type("استیم");
      await expect(options(place).first()).toBeVisible();
      await close();
      await expect(dialog).toBeHidden();
      await expect(fieldOf(place)).toHaveValue("");
    }
    const place = await openOverlay(page);
    await expect(panelOf(place)).toHaveCount(0);
    await page.keyboard.type("استیم ۵ دلاری");
    await options(place).first().click();
    await page.waitForURL(/\/products\/giftcard\/steam\?product=/);
    await expect(dialog).toBeHidden();
  });

  test("has nothing that axe objects to, and nothing wider than the screen", async ({ page }) => {
    const place = await openOverlay(page);
    await expectAccessible(page);
    await page.keyboard.type("آیتونز");
    await expect(options(place).first()).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
  });
});
