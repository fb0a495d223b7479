import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { type Page, expect, test as base } from "@playwright/test";
import { type Person, people } from "../support/people.ts";
import { createSandbox } from "../support/sandbox.ts";

/** What the browser tests share: a page that may not complain, people to be, and the outside world. */

/** A place of its own in the network for each browser: the limits per address are another test's business. */
const newAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join(".")}`;

/**
 * Two processes run tests at once, and a new one starts after each failure: whoever makes the file of a person's number first
 * is that person.
 */
export function takeOne<Someone>(kind: string, all: readonly Someone[]): Someone {
  const folder = process.env["E2E_PEOPLE_FOLDER"] ?? "";
  const one = all.find((_, index) => isFirst(join(folder, `${kind}-${String(index)}`)));
  if (!one)
    throw new Error("There are more tests than people: add some to tests/support/people.ts");
  return one;
}

function isFirst(file: string): boolean {
  try {
    closeSync(openSync(file, "wx"));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

interface Fixtures {
  /** Somebody with a verified card and identity and money in the wallet, whom no other test is. */
  person: Person;
  sandbox: ReturnType<typeof createSandbox>;
  /** Answers that a test provokes on purpose are logged by the browser; it names their statuses here. */
  expectedStatuses: Set<number>;
}

export const test = base.extend<Fixtures>({
  expectedStatuses: async ({}, use) => use(new Set()),
  person: async ({}, use) => {
    await use(takeOne("person", people));
  },
  sandbox: async ({ baseURL }, use) => use(createSandbox(baseURL ?? "")),
  page: async ({ page, expectedStatuses }, use) => {
    const complaints = await watch(page, expectedStatuses);
    await page.setExtraHTTPHeaders({ "CF-Connecting-IP": newAddress() });
    await use(page);
    expect(complaints, "the console and the content policy stay silent").toEqual([]);
  },
});

export { expect };

/** playwright.config.ts keeps service workers out, and the browser says so. */
const BLOCKED_BY_CONFIG = "Service Worker registration blocked by Playwright";

/** Collects what a page complains of: errors, warnings, policy violations, failed loads. */
export async function watch(
  page: Page,
  expectedStatuses: Set<number> = new Set(),
): Promise<string[]> {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type()) || message.text() === BLOCKED_BY_CONFIG)
      return;
    const status = Number(/status of (\d{3})/.exec(message.text())?.[1]);
    if (!expectedStatuses.has(status)) complaints.push(message.text());
  });
  // The console does not hear of what is refused to a script that catches the error, as when it tries whether it may evaluate.
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      console.error(`The content policy has refused ${effectiveDirective}: ${blockedURI}`),
    ),
  );
  return complaints;
}

/** Waits until every island on the page has come alive. */
export async function islandsReady(page: Page): Promise<void> {
  await expect(page.locator("astro-island[ssr]")).toHaveCount(0);
}

/** Types phone and code as a person would. Ends wherever signing in ends. */
export async function signIn(
  page: Page,
  phone: string,
  sandbox: ReturnType<typeof createSandbox>,
): Promise<void> {
  if (!page.url().includes("/auth")) await page.goto("/auth");
  await islandsReady(page);
  await page.getByLabel(/شماره موبایل/).fill(`0${phone}`);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("رقم ۱ از ۴")).toBeVisible();
  const [message] = await sandbox.messages(phone);
  await page.getByLabel("رقم ۱ از ۴").pressSequentially(message?.code ?? "");
  await page.waitForURL((url) => url.pathname !== "/auth");
}

/** Puts a product of a listing into the cart. */
export async function addToCart(page: Page, listing: string, productName: string): Promise<void> {
  await page.goto(`/products/giftcard/${listing}`);
  const product = page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: productName, exact: true }) });
  await product.getByRole("button", { name: /افزودن/ }).click();
  await expect(page.locator("[data-cart-badge]").first()).toHaveText(/[۱-۹]/);
}
