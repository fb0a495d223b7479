import type { Page } from "@playwright/test";
import { findObjections } from "./axe.ts";
import { findOverflow } from "./overflow.ts";
import { screens } from "./screens.ts";
import { expect, test } from "./shopper.ts";

/** Rules for every screen. Each is opened once for all of them, since opening costs the most. */

const PHONE = 390;
/** A theme changes colours only. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

test.use({ expectedStatuses: new Set([404]) });

for (const screen of screens) {
  test(`${screen.name} is accessible, and fits wide and narrow windows and large letters`, async ({
    page,
    newcomer,
    enter,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    if (screen.isSignedIn) await enter(newcomer);
    await screen.open(page);

    await test.step("accessible in light and in dark", async () => {
      await setTheme(page, "light");
      expect.soft(await findObjections(page), "light").toEqual([]);
      await setTheme(page, "dark");
      expect.soft(await findObjections(page, { rules: COLOUR_RULES }), "dark").toEqual([]);
      await setTheme(page, "light");
    });
    await page.emulateMedia({ reducedMotion: null });

    await test.step("within the window", async () => {
      for (const width of [1280, PHONE, 320]) await expectNoOverflow(page, width);
    });
    await test.step("readable with letters twice as large", async () => {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      await expectNoOverflow(page, PHONE);
    });
  });
}

async function setTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset["theme"] = name;
  }, theme);
}

async function expectNoOverflow(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await expect
    .poll(() => findOverflow(page), { message: `${String(width)} px`, timeout: 2_000 })
    .toEqual([]);
}
