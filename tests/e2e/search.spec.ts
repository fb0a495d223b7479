import type { Locator, Page } from "@playwright/test";
import { findObjections } from "./axe.ts";
import { intercept } from "./intercept.ts";
import { findMarkupFaults } from "./markup.ts";
import { expect, test } from "./shop.ts";

/** The search in the header, and the one over the whole screen on phones. */

const box = (page: Page): Locator => page.locator("[data-search=box]");
const overlay = (page: Page): Locator => page.locator("[data-search=overlay]");
const fieldOf = (search: Locator): Locator => search.locator("input[role=combobox]");
const panelOf = (search: Locator): Locator => search.locator(".search-panel");
const options = (search: Locator): Locator => search.getByRole("option");
const tab = (search: Locator, name: string): Locator => search.getByRole("tab", { name });

const isSearch = (url: string) => new URL(url).pathname === "/api/v1/search";
const queryOf = (url: URL) => url.searchParams.get("query") ?? "";
/** An answer of the shop with products of these names. */
const found = (...names: string[]) => ({
  json: {
    products: names.map((name) => ({
      id: name,
      name,
      imageUrl: "/art/steam.svg",
      productType: "giftcard",
      subcategoryUrlName: "steam",
      region: "جهانی",
      denomination: "$5",
      deliveryType: "instant",
      price: 600_000,
      priceAfterDiscount: 600_000,
      reward: 0,
      productQuantity: 1,
      rating: null,
      updatedAt: "2026-11-23T00:00:00.000Z",
    })),
    subcategories: [],
    tutorials: [],
    help: [],
    asksHow: false,
    notice: null,
    suggestions: [],
  },
});

/** Returns a list that grows with the queries that the page sends. */
function queriesOf(page: Page): string[] {
  const queries: string[] = [];
  page.on("request", (request) => {
    if (isSearch(request.url())) queries.push(queryOf(new URL(request.url())));
  });
  return queries;
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await findObjections(page, { within: "[role=search]" })).toEqual([]);
}

test.describe("the search in the header", () => {
  test("loads at the first focus, keeps the text typed while it loads, and can fail to load", async ({
    page,
    expectedStatuses,
  }) => {
    expectedStatuses.add(500);
    let isBroken = true;
    await page.route(/start-search/, async (route) => {
      if (isBroken) return route.fulfill({ status: 500 });
      await expect(fieldOf(box(page))).toHaveValue("آیتونز ۱۰");
      await route.continue();
    });
    await page.goto("/", { waitUntil: "networkidle" });
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name),
    );
    expect(loaded.filter((name) => /start-search|client/.test(name))).toEqual([]);
    await test.step("a failed load says so", async () => {
      await fieldOf(box(page)).focus();
      await expect(page.locator("[data-snackbar]")).toContainText("جستجو آماده نشد");
      await expect(box(page)).not.toHaveAttribute("data-state");
    });
    await test.step("typing loads it again", async () => {
      isBroken = false;
      await fieldOf(box(page)).pressSequentially("آیتونز ۱۰");
      await expect(options(box(page)).first()).toContainText("گیفت کارت آیتونز ۱۰ دلاری");
      await expect(fieldOf(box(page))).toBeFocused();
      await expect(fieldOf(box(page))).toHaveValue("آیتونز ۱۰");
    });
  });

  test.describe("with a fake clock", () => {
    test.use({ hasOwnContext: true });

    test("sends the trimmed words after a pause of 300 ms", async ({ page }) => {
      const queries = queriesOf(page);
      await page.clock.install();
      await page.goto("/");
      await fieldOf(box(page)).focus();
      await expect(box(page)).toHaveAttribute("data-state", "ready");
      // The clock is stopped from here on, since typing alone can take longer than the pause.
      await page.clock.pauseAt(Date.now() + 60_000);
      await fieldOf(box(page)).pressSequentially("  آیتونز & 10% ", { delay: 0 });
      await page.clock.runFor(250);
      expect(queries).toEqual([]);
      await page.clock.runFor(100);
      await expect.poll(() => queries).toEqual(["آیتونز & 10%"]);
      await page.clock.runFor(1_000);
      expect(queries).toHaveLength(1);
    });
  });

  test("shows results with names and images, and is emptied and closed when the reader leaves", async ({
    page,
  }) => {
    const queries = queriesOf(page);
    const search = box(page);
    const clear = search.getByRole("button", { name: "پاک کردن جستجو" });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/");
    await expect(fieldOf(search)).toHaveAttribute("placeholder", "به دنبال چه چیزی می‌گردید؟");
    await expect(clear).toBeHidden();

    await test.step("spaces send no query, and the clear button empties the field", async () => {
      await fieldOf(search).fill("استیم");
      await expect(options(search).first()).toBeVisible();
      await fieldOf(search).fill("   ");
      await expect(panelOf(search)).toHaveCount(0);
      await fieldOf(search).fill("پابجی");
      await expect(options(search).first()).toContainText("پابجی");
      expect(queries).toEqual(["استیم", "پابجی"]);
      await clear.click();
      await expect(fieldOf(search)).toHaveValue("");
      await expect(fieldOf(search)).toBeFocused();
      await expect(panelOf(search)).toHaveCount(0);
    });
    await test.step("three images load at once, the others when they come into view", async () => {
      await fieldOf(search).fill("گیفت کارت");
      await expect(options(search).first()).toBeVisible();
      const images = options(search).locator("img");
      const loading = await images.evaluateAll((all: HTMLImageElement[]) =>
        all.map((image) => image.loading),
      );
      expect(loading.slice(0, 3)).toEqual(["eager", "eager", "eager"]);
      expect(loading.length).toBeGreaterThanOrEqual(30);
      expect(new Set(loading.slice(3))).toEqual(new Set(["lazy"]));
      await expect
        .poll(() => images.first().evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      for (const name of await options(search).allTextContents()) expect(name.trim()).not.toBe("");
    });
    await test.step("the results are at most 500 px high and scroll", async () => {
      const { height, isScrolling } = await panelOf(search).evaluate((panel) => ({
        height: panel.getBoundingClientRect().height,
        isScrolling: panel.scrollHeight > panel.clientHeight,
      }));
      expect(height).toBe(500);
      expect(isScrolling).toBe(true);
    });
    await test.step("the results fold when the focus leaves, and unfold again", async () => {
      await fieldOf(search).focus();
      await page.keyboard.press("Shift+Tab");
      await expect(panelOf(search)).toHaveCount(0);
      await page.keyboard.press("Tab");
      await expect(fieldOf(search)).toHaveValue("گیفت کارت");
      await expect(options(search).first()).toBeVisible();
    });
    await test.step("a click inside keeps the results, a click outside empties all", async () => {
      await panelOf(search).getByText("محصولات").last().click();
      await expect(options(search).first()).toBeVisible();
      await page.mouse.click(10, 600);
      await expect(panelOf(search)).toHaveCount(0);
      await expect(fieldOf(search)).toHaveValue("");
    });
    await test.step("a result opened in another tab empties the search too", async () => {
      await fieldOf(search).fill("استیم");
      await expect(options(search).first()).toBeVisible();
      const other = page.context().waitForEvent("page");
      await options(search)
        .first()
        .click({ modifiers: ["ControlOrMeta"] });
      await (await other).close();
      await expect(panelOf(search)).toHaveCount(0);
      await expect(fieldOf(search)).toHaveValue("");
    });
  });

  test("groups results in tabs, tells screen readers about them, and leads to each kind", async ({
    page,
  }) => {
    const search = box(page);
    await page.goto("/");
    await expectAccessible(page);
    await fieldOf(search).fill("آیتونز");
    await test.step("the status tells the counts, and axe has no objections", async () => {
      await expect(search.getByRole("status")).toHaveText(/^[۰-۹]+ نتیجه: [۰-۹]+ محصول/);
      await expect(fieldOf(search)).toHaveAttribute("aria-expanded", "true");
      await page.keyboard.press("ArrowDown");
      await expectAccessible(page);
    });
    await test.step("each tab shows its group", async () => {
      await expect(search.getByRole("tab")).toContainText([
        "همه",
        "محصولات",
        "دسته‌بندی‌ها",
        "آموزش‌ها",
      ]);
      await tab(search, "آموزش‌ها").click();
      await expect(options(search).first()).toHaveAttribute("href", /^\/tutorials\/[a-z-]+$/);
      await tab(search, "دسته‌بندی‌ها").click();
      await expect(options(search)).toHaveText(["آیتونز"]);
      await expect(options(search).first()).toHaveAttribute("href", "/products/giftcard/itunes");
      await tab(search, "دسته‌بندی‌ها").press("ArrowRight");
      await expect(tab(search, "محصولات")).toBeFocused();
      await expect(tab(search, "محصولات")).toHaveAttribute("aria-selected", "true");
      await expect(options(search).first()).toContainText("گیفت کارت آیتونز");
      await page.keyboard.press("End");
      await expect(tab(search, "آموزش‌ها")).toBeFocused();
      await page.keyboard.press("ArrowLeft");
      await expect(tab(search, "همه")).toBeFocused();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Home");
      await expect(tab(search, "همه")).toBeFocused();
      expect(await findMarkupFaults(page)).toEqual([]);
    });
    await test.step("the panel of the chosen tab has its name and is next in the tab order", async () => {
      await tab(search, "محصولات").click();
      const panel = search.getByRole("tabpanel", { name: "محصولات" });
      await expect(panel.getByRole("option").first()).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(panel).toBeFocused();
    });
    await test.step("a product is shown in its listing", async () => {
      await fieldOf(search).fill("آیتونز ۱۰ آمریکا");
      await options(search).filter({ hasText: "گیفت کارت آیتونز ۱۰ دلاری آمریکا" }).click();
      await page.waitForURL("/products/giftcard/itunes?product=itunes-us-10");
      await expect(page.locator("#product-itunes-us-10")).toBeFocused();
    });
  });

  test("works by keys: a slash focuses it, arrows choose, Enter follows, Escape closes", async ({
    page,
  }) => {
    const search = box(page);
    await page.goto("/");
    await page.keyboard.press("/");
    await expect(fieldOf(search)).toBeFocused();
    await expect(fieldOf(search)).toHaveValue("");
    await page.keyboard.type("پلی استیشن");
    await expect(options(search).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(panelOf(search)).toHaveCount(0);
    await expect(fieldOf(search)).toHaveValue("");
    await expect(fieldOf(search)).toBeFocused();
    await page.keyboard.type("پلی استیشن");
    await expect(options(search).first()).toBeVisible();
    const current = search.locator("[role=option][aria-selected=true]");
    const names = await options(search).allTextContents();
    const expectCurrent = async (index: number) => {
      await expect(current).toHaveText(names.at(index) ?? "");
      await expect(fieldOf(search)).toHaveAttribute(
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
});

test.describe("the answers of the shop", () => {
  test.use({ expectedStatuses: new Set([500]) });

  test("are awaited with a skeleton, and an empty answer and an error are shown as sentences", async ({
    page,
  }) => {
    const search = box(page);
    const { promise: gate, resolve: release } = Promise.withResolvers<null>();
    let isBroken = false;
    await intercept(page, "GET /search", async () => {
      await gate;
      return isBroken ? { status: 500, json: { message: "x", code: "internal" } } : null;
    });
    await page.goto("/");
    await fieldOf(search).fill("قورباغه");
    await expect(search.locator("[data-search-loading]")).toBeVisible();
    await expect(search.getByRole("status")).toHaveText("در حال جستجو…");
    release(null);
    await expect(panelOf(search)).toContainText("نتیجه‌ای یافت نشد.");
    await expect(search.getByRole("group", { name: "شاید این‌ها" })).toContainText("آیتونز");
    await expect(search.getByRole("status")).toHaveText("نتیجه‌ای یافت نشد.");
    isBroken = true;
    await fieldOf(search).fill("استیم");
    await expect(panelOf(search)).toContainText("خطا در دریافت نتایج جستجو");
    await expect(fieldOf(search)).toHaveAttribute("aria-expanded", "false");
    await expectAccessible(page);
    isBroken = false;
    await search.getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(options(search).first()).toContainText("استیم");
  });

  test("show markup as text, have tabs for groups, and never replace a later answer", async ({
    page,
  }) => {
    const search = box(page);
    const markup = '<img src=x onerror="alert(1)">';
    const late = Promise.withResolvers<null>();
    await intercept(page, "GET /search", async (url) => {
      if (queryOf(url) === "<b>") return found(markup);
      if (queryOf(url) !== "اول") return found("جواب دوم");
      await late.promise;
      return found("جواب اول");
    });
    await page.goto("/");
    await fieldOf(search).fill("<b>");
    await expect(options(search).locator("bdi")).toHaveText([markup]);
    await expect(options(search)).toContainText([/جهانی ?موجود ?۶۰۰٬۰۰۰ تومان/]);
    await expect(search.getByRole("tab")).toContainText(["همه", "محصولات"]);
    await expect(search.getByRole("tab")).toHaveCount(2);

    const first = page.waitForRequest((request) => isSearch(request.url()));
    await fieldOf(search).fill("اول");
    const url = (await first).url();
    await fieldOf(search).fill("دوم");
    await expect(options(search)).toContainText(["جواب دوم"]);
    const answered = page.waitForResponse((response) => response.url() === url);
    late.resolve(null);
    await (await answered).finished();
    await expect(options(search)).toContainText(["جواب دوم"]);
  });
});

test.describe("the search on phones", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("fills the screen, scrolls to the group of a chosen tab, and empties on closing", async ({
    page,
  }) => {
    const search = overlay(page);
    const dialog = page.getByRole("dialog", { name: "جستجو" });
    const open = async () => {
      await page.getByRole("button", { name: "جستجو", exact: true }).click();
      await expect(search).toHaveAttribute("data-state", "ready");
    };
    await page.goto("/");
    await test.step("fills the screen from the bottom bar, with the field focused", async () => {
      await expect(fieldOf(box(page))).toBeHidden();
      await open();
      await expect(fieldOf(search)).toBeFocused();
      expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
      await expectAccessible(page);
    });
    await test.step("a tab scrolls to its group and keeps the others", async () => {
      await page.keyboard.type("گیفت کارت");
      await expect(options(search).first()).toBeVisible();
      const group = search.getByRole("group", { name: "دسته‌بندی‌ها" });
      await expect(group).not.toBeInViewport();
      await tab(search, "دسته‌بندی‌ها").click();
      await expect(group).toBeInViewport();
      await expect(search.getByRole("group")).toHaveCount(
        (await search.getByRole("tab").count()) - 1,
      );
      const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
      const belowTabs = async () =>
        (await top(group.getByText("دسته‌بندی‌ها"))) - (await top(search.getByRole("tablist")));
      await expect.poll(belowTabs).toBeLessThan(120);
      expect(await belowTabs()).toBeGreaterThanOrEqual(0);
      await tab(search, "همه").click();
      await expect(options(search).first()).toBeInViewport();
    });
    await test.step("axe has no objections, and the page is as wide as the screen", async () => {
      await expectAccessible(page);
      // With smaller letters a phone would enlarge the page.
      await expect(fieldOf(search)).toHaveCSS("font-size", "16px");
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
    });
    await test.step("closing by button, by Escape or by a result empties the field", async () => {
      await page.getByRole("button", { name: "بستن", exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(fieldOf(search)).toHaveValue("");
      await open();
      await expect(search.getByRole("group")).toContainText(["آیتونز"]);
      await page.keyboard.type("استیم");
      await expect(options(search).first()).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(fieldOf(search)).toHaveValue("");
      await open();
      await page.keyboard.type("استیم ۵ دلاری");
      await options(search).filter({ hasText: "۵ دلاری" }).first().click();
      await page.waitForURL(/\/products\/giftcard\/steam\?product=/);
      await expect(dialog).toBeHidden();
    });
    await test.step("shows earlier searches of this device, until they are deleted", async () => {
      await open();
      const recent = search.getByRole("group", { name: "جستجوهای اخیر" });
      await expect(recent.getByRole("option")).toHaveText(["استیم ۵ دلاری"]);
      await expectAccessible(page);
      await search.getByRole("button", { name: "پاک کردن جستجوهای اخیر" }).click();
      await expect(recent).toHaveCount(0);
      await expect(fieldOf(search)).toBeFocused();
    });
    await test.step("the keyboard's search key opens the page of results", async () => {
      await page.keyboard.type("پلی استیشن ترکیه");
      await expect(options(search).first()).toBeVisible();
      await expect(panelOf(search)).toContainText("پلی‌استیشن برای ریجن ترکیه نداریم");
      await page.keyboard.press("Enter");
      await page.waitForURL("/search?q=*");
    });
  });
});

test.describe("the page of results", () => {
  test("shows products, says which services are not sold, and answers questions", async ({
    page,
  }) => {
    const main = page.locator("main");
    const visit = (query: string) => page.goto(`/search?q=${encodeURIComponent(query)}`);
    await test.step("products have a price and a button, and adding is confirmed", async () => {
      await visit("پلی استیشن ترکیه");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("جستجوی «پلی استیشن ترکیه»");
      await expect(main).toContainText("پلی‌استیشن برای ریجن ترکیه نداریم");
      const card = main.locator("article.product").first();
      await expect(card).toContainText("پلی‌استیشن");
      await card.getByRole("button", { name: /افزودن به سبد خرید/ }).click();
      await expect(page.locator("[data-snackbar]")).not.toBeEmpty();
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
      expect(await findObjections(page)).toEqual([]);
      expect(await findMarkupFaults(page)).toEqual([]);
    });
    await test.step("a question finds its answer before the cards", async () => {
      await visit("چطور کد آیتونز را وارد کنم");
      await expect(main.getByRole("heading", { level: 2 }).first()).toHaveText("آموزش‌ها");
      await expect(main.getByRole("link", { name: /آیتونز|اپل/ }).first()).toHaveAttribute(
        "href",
        "/tutorials/redeem-itunes-gift-card",
      );
    });
    await test.step("a help entry leads to its section", async () => {
      await visit("برداشت پول");
      await main.getByRole("link", { name: /کیف پول و برداشت/ }).click();
      await expect(page.getByRole("heading", { name: "کیف پول و برداشت" })).toBeInViewport();
    });
    await test.step("an empty result, a long query or no query still lead to products", async () => {
      for (const [query, sentence] of [
        ["قورباغه", "نتیجه‌ای یافت نشد."],
        ["خرید", "نتیجه‌ای یافت نشد."],
        ["\u0000\u0007\n", "مثلاً «آیتونز ۱۰»"],
        ["", "مثلاً «آیتونز ۱۰»"],
        ["ب".repeat(1_500), "این نوشته بلند است"],
        ["گوگل پلی", "گوگل پلی را نمی‌فروشیم."],
      ] as const) {
        await visit(query);
        await expect(main).toContainText(sentence);
        await expect(main.getByRole("link", { name: /آیتونز/ })).toBeVisible();
      }
      expect(await findObjections(page)).toEqual([]);
    });
    await test.step("markup in a query is shown as text", async () => {
      await visit('"><img src=x onerror=alert(1)>');
      await expect(page.getByRole("heading", { level: 1 })).toContainText("<img src=x");
    });
  });

  test.describe("without scripts", () => {
    test.use({ javaScriptEnabled: false, hasOwnContext: true });

    test("is reached from the header", async ({ page }) => {
      await page.goto("/");
      await fieldOf(box(page)).fill("استیم");
      await page.keyboard.press("Enter");
      await page.waitForURL("/search?q=*");
      await expect(page.locator("article.product").first()).toContainText("استیم");
      // The cart cannot work without scripts, and says so instead of seeming to load for ever.
      await page.goto("/cart");
      await expect(page.getByRole("main")).toContainText("به جاوااسکریپت نیاز دارند", {
        useInnerText: true,
      });
    });
  });
});
