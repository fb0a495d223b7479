import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { screens } from "./screens.ts";
import { expect, test } from "./shopper.ts";

/** No screen has anything that axe objects to, in neither theme. */

test.use({ expectedStatuses: new Set([404]) });

for (const screen of screens) {
  test(`${screen.name} is accessible in light and in dark`, async ({ page, newcomer, enter, baseURL }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    if (screen.isSignedIn) await enter(newcomer);
    await screen.open(page, baseURL ?? "");
    const found = [...(await objections(page, "light")), ...(await objections(page, "dark"))];
    expect(found).toEqual([]);
  });
}

async function objections(page: Page, theme: "light" | "dark"): Promise<string[]> {
  await page.evaluate((name) => {
    document.documentElement.dataset["theme"] = name;
  }, theme);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${theme}, ${id}: ${target.join(" ")}\n${failureSummary ?? ""}`),
  );
}
