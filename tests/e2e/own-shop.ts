import type { BrowserContext, Page } from "@playwright/test";
import { startOfDay, tehranDay } from "../../persian/calendar.ts";
import { emptyShop } from "../support/empty-shop.ts";
import { hash } from "../support/operator.ts";
import { type TestShop, openShop } from "../support/shop.ts";
import { goToEmptyDocument, openPage } from "./kept-page.ts";
import { test as base, watch } from "./shop.ts";

/**
 * A shop for one test of the desk. The test can move its clock ahead, its queue has only the things
 * that the test makes, and it has no operators yet.
 */

/** The secret of the link that lets the first owner in. */
export const FIRST_SECRET = "the-secret-of-the-first-owner";

const MORNING_MS = 10 * 3_600_000;

export type OwnShop = TestShop & {
  /** Moves the clock ahead, in the shop and in every browser that `somebody` opened. */
  turn: (moreMs: number) => Promise<void>;
  /** A separate browser for one person, whose console must stay silent. */
  somebody: (viewport?: { width: number; height: number }) => Promise<Page>;
};

interface Fixtures {
  own: OwnShop;
  /** False in a shop that a browser may enter by a link alone. */
  needsPasskeys: boolean;
  /** True for a shop without goods, as an owner first sees it. */
  isEmpty: boolean;
}

export const test = base.extend<Fixtures>({
  needsPasskeys: [false, { option: true }],
  isEmpty: [false, { option: true }],
  own: async ({ browser, expectedStatuses, needsPasskeys, isEmpty }, use) => {
    const opened = await openShop({
      ...(isEmpty && { beforeStart: emptyShop }),
      edge: true,
      isBehindEdge: true,
      shopVars: {
        DESK_FIRST_OWNER: hash(FIRST_SECRET),
        DESK_PASSKEYS: needsPasskeys ? "required" : "optional",
      },
    });
    // The clock begins next morning, since promised times count only the hours from 8 to 24, and no
    // test crosses midnight.
    let aheadMs = startOfDay(tehranDay(Date.now()) + 1) + MORNING_MS - Date.now();
    await opened.turnClock(aheadMs);
    const contexts: BrowserContext[] = [];
    const complaints: string[][] = [];
    await use({
      ...opened,
      async turn(moreMs) {
        aheadMs += moreMs;
        await opened.turnClock(aheadMs);
        for (const context of contexts) await context.clock.fastForward(moreMs);
      },
      async somebody(viewport = { width: 1440, height: 900 }) {
        const context = await browser.newContext({ baseURL: opened.siteUrl, viewport });
        contexts.push(context);
        await context.clock.install({ time: Date.now() + aheadMs });
        const page = await openPage(context);
        const address = `10.77.0.${String(contexts.length)}`;
        await page.setExtraHTTPHeaders({ "CF-Connecting-IP": address });
        await goToEmptyDocument(page);
        complaints.push(await watch(page, expectedStatuses));
        return page;
      },
    });
    for (const context of contexts) await context.close();
    await opened.close();
    if (complaints.flat().length > 0)
      throw new Error(`A browser complained: ${complaints.flat().join("\n")}`);
  },
});
