import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./shop.ts";

/** A product that the seed leaves sold out. */
const LISTING = "/products/giftcard/itunes";
const SOLD_OUT = { id: "itunes-us-50", name: "گیفت کارت آیتونز ۵۰ دلاری آمریکا" };

const product = (page: Page) =>
  page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: SOLD_OUT.name, exact: true }) });
const ask = (page: Page) =>
  product(page).getByRole("button", { name: `موجود شد خبرم کن: ${SOLD_OUT.name}` });

/** A status line, so that screen readers say it too. */
const snackbar = (page: Page) => page.locator("[data-snackbar][role=status]");

test("a guest who wants to know when a product is back signs in, comes back to it and is promised an SMS", async ({
  page,
  person,
  sandbox,
}) => {
  await page.goto(LISTING);
  await expect(product(page)).toContainText("ناموجود");
  await ask(page).click();
  await page.waitForURL((url) => url.pathname === "/auth");
  const back = `${LISTING}?product=${SOLD_OUT.id}`;
  expect(new URL(page.url()).searchParams.get("return")).toBe(back);
  await signIn(page, person.phone, sandbox);
  await expect(page).toHaveURL((url) => url.pathname + url.search === back);
  await expect(product(page)).toBeFocused();

  await ask(page).focus();
  await page.keyboard.press("Enter");
  const told = product(page).getByRole("button", { name: `خبرتان می‌کنیم: ${SOLD_OUT.name}` });
  await expect(told).toHaveText("خبرتان می‌کنیم");
  await expect(told).toBeFocused();
  await expect(snackbar(page)).toHaveText("وقتی موجود شد با پیامک خبرتان می‌کنیم.");

  await expect(snackbar(page)).toHaveText("");
  await told.click();
  await expect(snackbar(page)).toHaveText("وقتی موجود شد با پیامک خبرتان می‌کنیم.");
  await expect(told).toBeVisible();
});

test.describe("a shop that cannot promise it", () => {
  test.use({ expectedStatuses: new Set([409]) });

  test("says why, and the button can be pressed again", async ({ page, person, sandbox }) => {
    await page.goto("/auth");
    await signIn(page, person.phone, sandbox);
    await page.goto(LISTING);
    const message = "این محصول همین حالا موجود است. صفحه را تازه کنید و آن را بخرید.";
    await page.route(
      "**/api/v1/restock-alerts",
      (route) => route.fulfill({ status: 409, json: { message, code: "in_stock" } }),
      {
        times: 1,
      },
    );
    await ask(page).click();
    await expect(snackbar(page)).toHaveText(message);
    await ask(page).click();
    await expect(product(page).getByRole("button", { name: /خبرتان می‌کنیم/ })).toBeVisible();
  });
});

test("the button fits its card on narrow and wide screens", async ({ page }) => {
  await page.goto(LISTING);
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [card, button] = [await product(page).boundingBox(), await ask(page).boundingBox()];
    if (!card || !button) throw new Error("The card or its button is not drawn.");
    expect(button.x, `${String(width)} px`).toBeGreaterThanOrEqual(card.x);
    expect(button.x + button.width, `${String(width)} px`).toBeLessThanOrEqual(card.x + card.width);
  }
});
