import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import {
  type ConsoleMessage,
  type Locator,
  type Page,
  expect,
  test as base,
} from "@playwright/test";
import { useConnectionsOnce } from "../support/kept-alive.ts";
import { OWNER_TOKENS, type Person, people } from "../support/people.ts";
import { createRandom } from "../support/random.ts";
import { createSandbox } from "../support/sandbox.ts";
import {
  cleanPage,
  goToEmptyDocument,
  openKeptPage,
  openPage,
  reportViolations,
} from "./kept-page.ts";

/** Fixtures of all browser tests: a page whose console must stay silent, people, and providers. */

useConnectionsOnce();

/**
 * Takes a person that no other test has taken. Tests run in several processes, and a new process
 * starts after each failure, so a file is created for each person taken.
 */
export function claimTestPerson<Someone>(kind: string, all: readonly Someone[]): Someone {
  const folder = process.env["E2E_PEOPLE_FOLDER"] ?? "";
  const one = all.find((_, index) => createsFile(join(folder, `${kind}-${String(index)}`)));
  if (!one)
    throw new Error("There are more tests than people: add some to tests/support/people.ts");
  return one;
}

/** False when another process has created the file before. */
function createsFile(file: string): boolean {
  try {
    closeSync(openSync(file, "wx"));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

interface Fixtures {
  /** Random digits of this test alone, the same in each run with the same seed. */
  newDigits: (count: number) => string;
  /** A new address, so that tests do not use up each other's rate limits. */
  address: string;
  /**
   * Gives the test its own browser context. A test needs it when it leaves something that cleanPage
   * cannot remove: a fake clock, an init script, a service worker.
   */
  hasOwnContext: boolean;
  /** A shopper with a verified card and identity and money in the wallet, for this test alone. */
  person: Person;
  sandbox: ReturnType<typeof createSandbox>;
  /** The statuses of failed answers that a test causes and that the browser therefore logs. */
  expectedStatuses: Set<number>;
}

interface WorkerFixtures {
  kept: { page?: Page };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  hasOwnContext: [false, { option: true }],
  newDigits: async ({}, use, { testId, repeatEachIndex, retry }) => {
    const { below } = createRandom([testId, repeatEachIndex, retry].join());
    await use((count) => Array.from({ length: count }, () => below(10)).join(""));
  },
  address: async ({}, use, { testId, repeatEachIndex, retry }) => {
    const { below } = createRandom(["address", testId, repeatEachIndex, retry].join());
    await use(`10.${[below(256), below(256), below(256)].join(".")}`);
  },
  expectedStatuses: async ({}, use) => use(new Set()),
  person: async ({}, use) => use(claimTestPerson("person", people)),
  sandbox: async ({ baseURL }, use) => use(createSandbox(baseURL ?? "")),
  kept: [
    async ({}, use) => {
      const kept: { page?: Page } = {};
      await use(kept);
      await kept.page?.context().close();
    },
    { scope: "worker" },
  ],
  context: async ({ browser, kept, hasOwnContext }, use) => {
    if (!hasOwnContext) {
      kept.page ??= await openKeptPage(browser);
      await cleanPage(kept.page);
      return use(kept.page.context());
    }
    const context = await browser.newContext();
    await use(context);
    await context.close();
  },
  page: async ({ context, kept, hasOwnContext, viewport, address, expectedStatuses }, use) => {
    const page = hasOwnContext || !kept.page ? await openPage(context) : kept.page;
    if (hasOwnContext) await goToEmptyDocument(page);
    if (viewport) await page.setViewportSize(viewport);
    await page.setExtraHTTPHeaders({ "CF-Connecting-IP": address });
    const { complaints, stop } = listen(page, expectedStatuses);
    await use(page);
    stop();
    expect(complaints, "the console and the content policy stay silent").toEqual([]);
  },
});

export { expect };

/** The browser logs this because playwright.config.ts blocks service workers. */
const BLOCKED_BY_CONFIG = "Service Worker registration blocked by Playwright";

/** Collects errors and warnings of a page that no fixture watches. */
export async function watch(
  page: Page,
  expectedStatuses: Set<number> = new Set(),
): Promise<string[]> {
  await reportViolations(page);
  return listen(page, expectedStatuses).complaints;
}

/** Collects errors, warnings, policy violations and failed loads. */
function listen(page: Page, expectedStatuses: Set<number>) {
  const complaints: string[] = [];
  const onError = (error: Error) => complaints.push(error.message);
  const onMessage = (message: ConsoleMessage) => {
    if (!["error", "warning"].includes(message.type()) || message.text() === BLOCKED_BY_CONFIG)
      return;
    // Astro reports a script that failed to load without its status.
    const isOfScript = message.text().includes("Failed to fetch dynamically imported module");
    const status = isOfScript ? 503 : Number(/status of (\d{3})/.exec(message.text())?.[1]);
    if (!expectedStatuses.has(status))
      complaints.push(`${message.text()} ${message.location().url}`.trim());
  };
  page.on("pageerror", onError);
  page.on("console", onMessage);
  const stop = () => {
    page.off("pageerror", onError);
    page.off("console", onMessage);
  };
  return { complaints, stop };
}

/** Waits until every island of the page is hydrated. */
export async function islandsReady(page: Page): Promise<void> {
  await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
  // The desk sets this attribute when it listens to keys.
  await expect(page.locator("[data-desk-keys]:not([aria-keyshortcuts])")).toHaveCount(0);
}

/** The toasts on the page, or the ones with a text. */
export function toast(page: Page, text = ""): Locator {
  return page.locator(".Toastify__toast").filter({ hasText: text });
}

/** Signs in by typing phone and code, and returns when the page has left /auth. */
export async function signIn(
  page: Page,
  phone: string,
  sandbox: ReturnType<typeof createSandbox>,
): Promise<void> {
  if (!page.url().includes("/auth")) await page.goto("/auth");
  await islandsReady(page);
  await page.getByLabel(/شمارهٔ موبایل/).fill(`0${phone}`);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("رقم ۱ از ۴")).toBeVisible();
  await page.getByLabel("رقم ۱ از ۴").pressSequentially(await sandbox.codeTo(phone));
  await page.waitForURL((url) => url.pathname !== "/auth");
}

/** The headers of a call of the desk, as an owner who has just shown a passkey. */
export const operatorHeaders = (): { Authorization: string } => ({
  Authorization: `Bearer ${OWNER_TOKENS[0]}`,
});

/** True when the browser lets a page be left without asking. */
export const leavesFreely = (page: Page): Promise<boolean> =>
  page.evaluate(() => dispatchEvent(new Event("beforeunload", { cancelable: true })));

/** Moves the pointer away, so that the next press is accepted: `src/behaviour/press-guard.ts`. */
export const movePointerAway = (page: Page): Promise<void> => page.mouse.move(0, 0);
