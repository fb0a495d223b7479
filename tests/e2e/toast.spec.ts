import type { Page } from "@playwright/test";
import { islandsReady, toast } from "./shop.ts";
import { answer, expect, holdBack, test } from "./shopper.ts";
import { sampleOrder } from "./sample-order.ts";

/** Components that all screens share: toasts and dialogs. */

const ORDER = sampleOrder();
const dialog = (page: Page) => page.getByRole("dialog");
const opener = (page: Page) => page.getByRole("button", { name: /^محتوای محصول/ });

test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

async function fillInNames(page: Page): Promise<void> {
  await page.goto("/authentication");
  await islandsReady(page);
  await page.getByLabel("نام", { exact: true }).fill("نگار");
  await page.getByLabel("نام خانوادگی").fill("آزمون");
}

/** Shows a toast. */
async function saveNames(page: Page): Promise<void> {
  await page.getByRole("button", { name: "ذخیرهٔ تغییرات" }).click();
  await expect(toast(page)).toBeVisible();
}

/** The middle of the toast, as a share of the page's width. */
async function middleOf(page: Page): Promise<number> {
  const box = await toast(page).boundingBox();
  return box ? (box.x + box.width / 2) / (page.viewportSize()?.width ?? 1) : NaN;
}

/** The bar at the bottom of a toast shows its time. Tests read and set it instead of waiting. */
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

async function pauseClock(page: Page, atMs: number): Promise<void> {
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

test("a toast stays five seconds at the top, can be focused by Alt+T and closed", async ({
  page,
}) => {
  await fillInNames(page);
  await test.step("appears at the right of wide screens", async () => {
    await saveNames(page);
    await test.step("a success is turquoise, with a check mark", async () => {
      const mark = toast(page).locator(".Toastify__toast-icon svg");
      await expect(mark).toBeVisible();
      const [fill, turquoise] = await mark.evaluate((drawn) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = "var(--firouzeh)";
        const colours = [getComputedStyle(drawn).fill, getComputedStyle(probe).color];
        probe.remove();
        return colours;
      });
      expect(fill).toBe(turquoise);
    });
    await expect.poll(() => middleOf(page)).toBeGreaterThan(0.75);
  });
  await test.step("is reached with Alt+T, on a Persian keyboard too", async () => {
    await page.keyboard.press("Alt+KeyT");
    await expect(toast(page)).toBeFocused();
    await toast(page).getByRole("button", { name: "بستن اعلان" }).click();
    await expect(toast(page)).toHaveCount(0);
  });
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    await test.step(`stays five seconds (motion: ${reducedMotion})`, async () => {
      await page.emulateMedia({ reducedMotion });
      await saveNames(page);
      await expect
        .poll(() => clockOf(page))
        .toEqual({ state: "running", rate: 1, durationMs: 5_000 });
      await pauseClock(page, 4_990);
      await expect(toast(page)).toBeVisible();
      await letClockRun(page);
      await expect(toast(page)).toHaveCount(0);
    });
  }
  await test.step("appears in the middle of narrow screens", async () => {
    await page.emulateMedia({ reducedMotion: null });
    await page.setViewportSize({ width: 900, height: 700 });
    await fillInNames(page);
    await saveNames(page);
    await expect.poll(() => middleOf(page)).toBeCloseTo(0.5, 1);
  });
});

test("a dialog keeps the focus, closes in three ways, and ignores late content", async ({
  page,
  context,
}) => {
  const codes = dialog(page).locator("li");
  const contentCall = `GET /orders/${ORDER.id}/items/item-1/content` as const;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await answer(page, `GET /orders/${ORDER.id}`, { order: ORDER });
  await answer(page, contentCall, ["ABCD-EFGH-JKLM-NPQR", "STUV-WXYZ-2345-6789"]);
  const release = await holdBack(page, contentCall);
  await page.goto(`/orders/${ORDER.id}`);
  await islandsReady(page);

  await test.step("stays closed when it was closed while its codes were loading", async () => {
    await opener(page).click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    const answered = page.waitForResponse((response) => response.url().endsWith("/content"));
    await release();
    await (await answered).finished();
    await expect(dialog(page)).toBeHidden();
  });
  await opener(page).click();
  await expect(codes).toHaveCount(2);
  await test.step("has a title and is 32rem wide", async () => {
    await expect(
      page.getByRole("dialog", { name: "گیفت کارت ریزر گلد ۱۰ دلاری آمریکا" }),
    ).toBeVisible();
    await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(512);
  });
  await test.step("keeps the focus inside", async () => {
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
  await test.step("stays open when the close event of an earlier dialog is late", async () => {
    await dialog(page).evaluate((element) => element.dispatchEvent(new Event("close")));
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(codes).toHaveCount(2);
    await expect(dialog(page)).toHaveCSS("opacity", "1");
  });
  await test.step("stays open when a selection with the mouse ends beside it", async () => {
    const words = await dialog(page).getByText("این کد را تنها").boundingBox();
    if (!words) throw new Error("The sentence is not shown.");
    await page.mouse.move(words.x + words.width / 2, words.y + 8);
    await page.mouse.down();
    await page.mouse.move(20, 300, { steps: 5 });
    await page.mouse.up();
    await dialog(page).getByRole("button", { name: "کپی کد ۱" }).click();
    await expect(dialog(page).getByText("کپی شد")).toBeVisible();
  });
  for (const { way, close } of [
    { way: "its button", close: () => dialog(page).getByRole("button", { name: "بستن" }).click() },
    { way: "Escape", close: () => page.keyboard.press("Escape") },
    { way: "a press beside it", close: () => page.mouse.click(20, 300) },
  ]) {
    await test.step(`closes with ${way}, gives the focus back, and opens again`, async () => {
      await close();
      await expect(dialog(page)).toBeHidden();
      await expect(opener(page)).toBeFocused();
      await expect(page.getByText("ABCD-EFGH-JKLM-NPQR")).toHaveCount(0);
      await opener(page).click();
      await expect(codes).toHaveCount(2);
    });
  }
});
