import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { findLost } from "./find-lost.ts";
import { screens } from "./screens.ts";
import { expect, test } from "./shopper.ts";

/** What holds on every screen. Each is opened once and everything is looked at there, since opening costs the most. */

const PHONE = 390;

test.use({ expectedStatuses: new Set([404]) });

for (const screen of screens) {
  test(`${screen.name} is accessible, and fits wide and narrow windows and large letters`, async ({
    page,
    newcomer,
    enter,
    baseURL,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    if (screen.isSignedIn) await enter(newcomer);
    await screen.open(page, baseURL ?? "");

    await test.step("accessible in light and in dark", async () => {
      const found = [...(await objections(page, "light")), ...(await objections(page, "dark"))];
      expect.soft(found).toEqual([]);
    });
    await page.emulateMedia({ reducedMotion: null });
    await setRoot(page, { theme: "light" });

    await test.step("as wide as the window", async () => {
      await expectAllToBeSeen(page, [320, PHONE, 768, 1280], "with letters as they are");
    });
    await test.step("readable with letters twice as large", async () => {
      await setRoot(page, { fontSize: "200%" });
      await expectAllToBeSeen(page, [PHONE, 640, 1280], "with letters twice as large");
    });
  });
}

async function objections(page: Page, theme: string): Promise<string[]> {
  await setRoot(page, { theme });
  // Without the legacy mode a second page is opened for each look, for the sake of frames from elsewhere; there are none.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  // A theme is colours and nothing else.
  const { violations } = await (
    theme === "light" ? builder : builder.withRules(["color-contrast", "link-in-text-block"])
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${theme}, ${id}: ${target.join(" ")}\n${failureSummary ?? ""}`,
    ),
  );
}

async function expectAllToBeSeen(
  page: Page,
  widths: readonly number[],
  how: string,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() => findLost(page), { message: `${String(width)} px, ${how}`, timeout: 2_000 })
      .toEqual([]);
  }
}

async function setRoot(
  page: Page,
  { theme, fontSize }: { theme?: string; fontSize?: string },
): Promise<void> {
  await page.evaluate(
    ([name, size]) => {
      const root = document.documentElement;
      if (name) root.dataset["theme"] = name;
      if (size) root.style.fontSize = size;
    },
    [theme, fontSize] as const,
  );
}
