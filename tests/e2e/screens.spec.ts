import type { Page } from "@playwright/test";
import { findObjections } from "./axe.ts";
import { enterDeskAs } from "./desk.ts";
import { findMarkupFaults } from "./markup.ts";
import { findOverflow } from "./overflow.ts";
import { screens } from "./screens.ts";
import { expect, test } from "./shopper.ts";
import { sample } from "../torture/scale.ts";
import { translate } from "./translate.ts";

/** Rules for every screen. A screen is opened once for all rules: opening takes the longest. */

const PHONE = 390;
/** A theme changes colours only. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/** Translated text in elements that must stay untranslated. */
const UNTRANSLATED = ":is(.code-text, [lang=en], .product h3, .goods-name a) font";
const NAME_RULES = ["label-content-name-mismatch"];

test.use({ expectedStatuses: new Set([404]), viewport: { width: 1280, height: 800 } });

for (const screen of sample(screens, 4)) {
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
    await test.step("the text on a button is part of its name, also when a phone shows another text", async () => {
      expect.soft(await findObjections(page, { rules: NAME_RULES })).toEqual([]);
    });
    await test.step("no phone enlarges the page when a field is touched", async () => {
      expect(await findSmallFields(page)).toEqual([]);
    });
    await test.step("readable on phones with letters twice as large", async () => {
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      // The desk supports only phones of at least the usual width.
      for (const width of screen.role ? [PHONE] : [PHONE, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expectNoOverflow(page);
      }
    });
    // No further check is needed: an error on the console fails the test.
    await test.step("works while a translator replaces its texts, and keeps codes and names", async () => {
      await page.evaluate(translate);
      await page.setViewportSize({ width: 1280, height: 800 });
      for (const _ of ["opens", "closes"]) await page.evaluate(useOnce);
      await expect(page.locator(UNTRANSLATED)).toHaveCount(0);
    });
  });
}

/** Opens or closes everything that can be opened, and types into each field and leaves it. */
async function useOnce(): Promise<void> {
  const main = document.querySelector("main");
  for (const control of main?.querySelectorAll<HTMLElement>("summary, button[aria-expanded]") ?? [])
    control.click();
  for (const field of main?.querySelectorAll<HTMLInputElement>("input[type=text]") ?? []) {
    if (field.readOnly || field.disabled) continue;
    field.focus();
    field.select();
    document.execCommand("insertText", false, field.value === "" ? "۱۲" : "");
    field.blur();
  }
  // Two frames later React has drawn, and the translator has replaced the new texts.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** Returns the fields with letters below 16 pixels, on which iOS zooms in. */
function findSmallFields(page: Page): Promise<string[]> {
  return page
    .locator(
      "input:not([type=checkbox], [type=radio], [type=file], [type=range]), select, textarea",
    )
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
  await expect.poll(() => findOverflow(page), { message }).toEqual([]);
}
