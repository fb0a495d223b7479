import { type Browser, type BrowserContext, type Page, expect } from "@playwright/test";
import { stopIntercepting } from "./intercept.ts";

/**
 * A worker keeps one page and hands it from test to test. For a new context the browser starts a
 * process and compiles every script again, so that a page load costs three times as much.
 */

/** A picture runs no scripts. Since it has the headers of a page, no new process is started. */
const EMPTY_DOCUMENT = "/favicon.svg";

export async function openKeptPage(browser: Browser): Promise<Page> {
  const page = await openPage(await browser.newContext());
  const refuse = () => {
    throw new Error("This cannot be taken back: say test.use({ hasOwnContext: true }).");
  };
  Object.assign(page, { addInitScript: refuse, exposeFunction: refuse });
  Object.defineProperty(page, "clock", { get: refuse });
  return page;
}

/** Opens a page that reports violations of the content policy on its console. */
export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await reportViolations(page);
  return page;
}

/** Reports violations of the content policy on the console, including those a script catches. */
export async function reportViolations(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      console.error(`The content policy has refused ${effectiveDirective}: ${blockedURI}`),
    ),
  );
}

/** Removes everything that a test leaves in a kept page, and opens an empty document. */
export async function cleanPage(page: Page): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await goToEmptyDocument(page);
  await stopIntercepting(page);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await context.clearPermissions();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.mouse.move(0, 0);
}

/** Opens a document from which a test can fill the storage before it opens a page of the shop. */
export async function goToEmptyDocument(page: Page): Promise<void> {
  // The first try fails if the page navigates by itself at the same moment.
  await expect(() => page.goto(EMPTY_DOCUMENT)).toPass();
}
