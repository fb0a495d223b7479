import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Runs axe in a page. The builder of @axe-core/playwright does the same but takes three times as
 * long: it configures axe anew for every run and transfers all passed checks out of the page.
 */

const requireFromBuilder = createRequire(import.meta.resolve("@axe-core/playwright"));
const source = readFileSync(requireFromBuilder.resolve("axe-core/axe.min.js"), "utf8");

interface Axe {
  run: (context: Document | string, options: object) => ReturnType<AxeBuilder["analyze"]>;
}

interface Scope {
  /** Only these rules; all rules without it. */
  rules?: string[];
  /** Only the elements that this selector matches; the whole page without it. */
  within?: string;
}

/** Returns the objections of axe, each with its rule, its element and the reason. */
export async function findObjections(page: Page, scope: Scope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  return page.evaluate(async ({ rules, within }) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const options = {
      resultTypes: ["violations"],
      checks: {
        "label-content-name-mismatch": {
          options: {
            // By default axe takes joined Persian letters for icons, and does not compare the texts
            // of Persian buttons with their names. No text reaches this threshold.
            pixelThreshold: 2,
            occurrenceThreshold: 3,
            valueTextRoles: ["switch", "checkbox", "radio", "menuitemcheckbox", "menuitemradio"],
          },
        },
      },
      ...(rules && { runOnly: rules }),
    };
    const { violations } = await axe.run(within ?? document, options);
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary = "" }) => `${id}: ${target.join(" ")}\n${failureSummary}`,
      ),
    );
  }, scope);
}
