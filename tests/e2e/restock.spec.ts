import type { Page } from "@playwright/test";
import { expect, signIn } from "./shop.ts";
import { refuse, test } from "./shopper.ts";

/** SMS alerts for sold-out products. */

const LISTING = "/products/giftcard/itunes";
/** The seed leaves this product sold out. */
const SOLD_OUT = { id: "itunes-us-50", name: "گیفت کارت آیتونز ۵۰ دلاری آمریکا" };

const product = (page: Page) =>
  page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: SOLD_OUT.name, exact: true }) });
const requestButton = (page: Page) =>
  product(page).getByRole("button", { name: `موجود شد خبرم کن: ${SOLD_OUT.name}` });

/** The status line at the bottom, which screen readers read aloud. */
const snackbar = (page: Page) => page.locator("[data-snackbar][role=status]");

// 403: this browser is new to the account, so personal data needs the second code.
test.use({ expectedStatuses: new Set([403, 409]) });

test("a guest requests an SMS for a sold-out product, signs in and comes back to it", async ({
  page,
  person,
  sandbox,
}) => {
  await page.goto(LISTING);
  await expect(product(page)).toContainText("ناموجود");

  await test.step("the button fits its card on narrow and wide screens", async () => {
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const card = await product(page).boundingBox();
      const button = await requestButton(page).boundingBox();
      if (!card || !button) throw new Error("The card or its button is not drawn.");
      const [start, end] = [button.x, button.x + button.width];
      expect(start, `${String(width)} px`).toBeGreaterThanOrEqual(card.x);
      expect(end, `${String(width)} px`).toBeLessThanOrEqual(card.x + card.width);
    }
  });
  await test.step("signing in leads back to the product", async () => {
    await requestButton(page).click();
    await page.waitForURL((url) => url.pathname === "/auth");
    const back = `${LISTING}?product=${SOLD_OUT.id}`;
    expect(new URL(page.url()).searchParams.get("return")).toBe(back);
    await signIn(page, person.phone, sandbox);
    await expect(page).toHaveURL((url) => url.pathname + url.search === back);
    await expect(product(page)).toBeFocused();
  });
  await test.step("a refusal says why, and the button can be pressed again", async () => {
    const message = "این محصول همین حالا موجود است. صفحه را تازه کنید و آن را بخرید.";
    await refuse(page, "POST /restock-alerts", 409, { message, code: "in_stock" }, 1);
    await requestButton(page).click();
    await expect(snackbar(page)).toHaveText(message);
  });
  await test.step("an accepted request is confirmed at each press", async () => {
    const promise = "وقتی موجود شد با پیامک خبرتان می‌کنیم.";
    await requestButton(page).focus();
    await page.keyboard.press("Enter");
    const accepted = product(page).getByRole("button", {
      name: `خبرتان می‌کنیم: ${SOLD_OUT.name}`,
    });
    await expect(accepted).toHaveText("خبرتان می‌کنیم");
    await expect(accepted).toBeFocused();
    await expect(snackbar(page)).toHaveText(promise);
    await expect(snackbar(page)).toHaveText("");
    await accepted.click();
    await expect(snackbar(page)).toHaveText(promise);
    await expect(accepted).toBeVisible();
  });
});
