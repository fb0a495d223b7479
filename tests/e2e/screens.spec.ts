import type { Page } from "@playwright/test";
import { findObjections } from "./axe.ts";
import { enterDeskAs } from "./desk.ts";
import { findMarkupFaults } from "./markup.ts";
import { findOverflow } from "./overflow.ts";
import { screens } from "./screens.ts";
import { expect, test } from "./shopper.ts";

/** Rules for every screen. Each is opened once for all of them, since opening costs the most. */

const PHONE = 390;
/** A theme changes colours only. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const NAME_RULES = ["label-content-name-mismatch"];

test.use({ expectedStatuses: new Set([404]), viewport: { width: 1280, height: 800 } });

for (const screen of screens) {
  test(`${screen.name}: accessible, and readable in all windows and with large letters`, async ({
    page,
    newcomer,
    enter,
  }) => {
    if (screen.isSignedIn) await enter(newcomer);
    if (screen.role) await enterDeskAs(page, screen.role);
    await screen.open(page);

    await test.step("accessible in light and in dark", async () => {
      expect.soft(await findObjections(page), "light").toEqual([]);
      await page.evaluate(() => {
        document.documentElement.dataset["theme"] = "dark";
      });
      expect.soft(await findObjections(page, { rules: COLOUR_RULES }), "dark").toEqual([]);
    });
    await test.step("valid markup", async () => {
      expect.soft(await findMarkupFaults(page)).toEqual([]);
    });
    await test.step("within the window", async () => {
      await expectNoOverflow(page);
      for (const width of [320, PHONE]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoOverflow(page);
      }
    });
    await test.step("the words on a button are in its name, also where a phone shows others", async () => {
      expect.soft(await findObjections(page, { rules: NAME_RULES })).toEqual([]);
    });
    await test.step("no phone enlarges the page when a field is touched", async () => {
      expect(await findSmallFields(page)).toEqual([]);
    });
    await test.step("readable on phones with letters twice as large", async () => {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      for (const width of [PHONE, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoOverflow(page);
      }
    });
  });
}

/** Fields with letters below 16 pixels, on which iOS zooms in. */
function findSmallFields(page: Page): Promise<string[]> {
  return page
    .locator("input:not([type=checkbox], [type=radio], [type=file]), select, textarea")
    .evaluateAll((fields) =>
      fields
        .filter(
          (field) => field.checkVisibility() && parseFloat(getComputedStyle(field).fontSize) < 16,
        )
        .map((field) => field.outerHTML.slice(0, 120)),
    );
}

async function expectNoOverflow(page: Page): Promise<void> {
  const message = `${String(page.viewportSize()?.width)} px`;
  await expect.poll(() => findOverflow(page), { message, timeout: 8_000 }).toEqual([]);
}
