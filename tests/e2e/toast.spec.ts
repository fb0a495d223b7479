import type { Page } from "@playwright/test";
import { islandsReady } from "./shop.ts";
import { answer, expect, holdBack, test } from "./shopper.ts";
import { sampleOrder } from "./sample-order.ts";

/** Parts that all screens share: what is said in passing, and windows over the page. */

const ORDER = sampleOrder();
const toast = (page: Page) => page.locator(".Toastify__toast");
const dialog = (page: Page) => page.getByRole("dialog");
const opener = (page: Page) => page.getByRole("button", { name: /^محتوای محصول/ });

test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

async function saveNames(page: Page): Promise<void> {
  await page.goto("/authentication");
  await islandsReady(page);
  await page.getByLabel("نام", { exact: true }).fill("نگار");
  await page.getByLabel("نام خانوادگی").fill("آزمون");
  await page.getByRole("button", { name: "ذخیره تغییرات" }).click();
  await expect(toast(page)).toBeVisible();
}

async function openWindow(page: Page): Promise<void> {
  await answer(page, `GET /orders/${ORDER.id}`, { order: ORDER });
  await answer(page, `GET /orders/${ORDER.id}/items/item-1/content`, [
    "ABCD-EFGH-JKLM-NPQR",
    "STUV-WXYZ-2345-6789",
  ]);
  await page.goto(`/orders/${ORDER.id}`);
  await islandsReady(page);
  await opener(page).click();
  await expect(dialog(page).locator("li")).toHaveCount(2);
}

/** Where the middle of a box lies, as a share of the page's width. */
async function placeOf(page: Page): Promise<number> {
  const box = await toast(page).boundingBox();
  return box ? (box.x + box.width / 2) / (page.viewportSize()?.width ?? 1) : NaN;
}

/** The bar at its foot is a toast's clock. It is read and put forward, since a slow machine cannot be trusted with a stopwatch. */
const bar = (page: Page) => toast(page).locator(".Toastify__progress-bar");

async function clockOf(page: Page): Promise<unknown> {
  return bar(page).evaluate((element) => {
    const [clock] = element.getAnimations();
    return {
      state: clock?.playState,
      rate: clock?.playbackRate,
      durationMs: clock?.effect?.getComputedTiming().duration,
    };
  });
}

async function haltClock(page: Page, atMs: number): Promise<void> {
  await bar(page).evaluate((element, timeMs) => {
    for (const clock of element.getAnimations()) {
      clock.pause();
      clock.currentTime = timeMs;
    }
  }, atMs);
}

async function letClockRun(page: Page): Promise<void> {
  await bar(page).evaluate((element) => {
    for (const clock of element.getAnimations()) clock.play();
  });
}

test.describe("a toast", () => {
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    test(`stays five seconds and goes by itself (motion: ${reducedMotion})`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await saveNames(page);
      await expect
        .poll(() => clockOf(page))
        .toEqual({ state: "running", rate: 1, durationMs: 5_000 });
      await haltClock(page, 4_990);
      await expect(toast(page)).toBeVisible();
      await letClockRun(page);
      await expect(toast(page)).toHaveCount(0);
    });
  }

  test("is reached with Alt+T, on a Persian keyboard too, and closed with its button", async ({
    page,
  }) => {
    await saveNames(page);
    await page.keyboard.press("Alt+KeyT");
    await expect(toast(page)).toBeFocused();
    await toast(page).getByRole("button", { name: "بستن اعلان" }).click();
    await expect(toast(page)).toHaveCount(0);
  });

  test("lies at the top: at the right on wide screens, in the middle on narrow ones", async ({
    page,
  }) => {
    await saveNames(page);
    await expect.poll(() => placeOf(page)).toBeGreaterThan(0.75);
    await page.setViewportSize({ width: 900, height: 700 });
    await saveNames(page);
    await expect.poll(() => placeOf(page)).toBeCloseTo(0.5, 1);
  });
});

test.describe("a window", () => {
  test("has a title and 32rem, and keeps the focus inside while it is open", async ({ page }) => {
    await openWindow(page);
    await expect(
      page.getByRole("dialog", { name: "گیفت کارت ریزر گلد ۱۰ دلاری آمریکا" }),
    ).toBeVisible();
    await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(512);
    await expect(dialog(page).locator(":focus")).toHaveCount(1);
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press("Tab");
      const isInside = await page.evaluate(() => {
        const { activeElement, body } = document;
        return activeElement === body || activeElement?.closest("dialog") !== null;
      });
      expect(isInside).toBe(true);
    }
  });

  test("is closed in three ways, the focus returns to what opened it, and that opens it again", async ({
    page,
  }) => {
    await openWindow(page);
    for (const { way, leave } of [
      {
        way: "its button",
        leave: () => dialog(page).getByRole("button", { name: "بستن" }).click(),
      },
      { way: "Escape", leave: () => page.keyboard.press("Escape") },
      { way: "a press beside it", leave: () => page.mouse.click(20, 300) },
    ]) {
      await test.step(way, async () => {
        await expect(dialog(page).locator("li")).toHaveCount(2);
        await leave();
        await expect(dialog(page)).toBeHidden();
        await expect(opener(page)).toBeFocused();
        await expect(page.getByText("ABCD-EFGH-JKLM-NPQR")).toHaveCount(0);
        await opener(page).click();
      });
    }
    await expect(dialog(page).locator("li")).toHaveCount(2);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
  });

  test("stays when its words are marked with the mouse and let go beside it", async ({ page }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await openWindow(page);
    const words = await dialog(page).getByText("این کد را تنها").boundingBox();
    if (!words) throw new Error("The sentence is not shown.");
    await page.mouse.move(words.x + words.width / 2, words.y + 8);
    await page.mouse.down();
    await page.mouse.move(20, 300, { steps: 5 });
    await page.mouse.up();
    await dialog(page).getByRole("button", { name: "کپی کد ۱" }).click();
    await expect(dialog(page).getByText("کپی شد")).toBeVisible();
  });

  test("that was closed while its codes were on their way stays closed", async ({ page }) => {
    const letGo = await holdBack(page, `GET /orders/${ORDER.id}/items/item-1/content`);
    await answer(page, `GET /orders/${ORDER.id}`, { order: ORDER });
    await page.goto(`/orders/${ORDER.id}`);
    await islandsReady(page);
    await opener(page).click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await answer(page, `GET /orders/${ORDER.id}/items/item-1/content`, ["ABCD-EFGH-JKLM-NPQR"]);
    await letGo(200);
    await expect(dialog(page)).toBeHidden();
  });
});
