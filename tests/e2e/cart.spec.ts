import type { Page } from "@playwright/test";
import { goToEmptyDocument } from "./kept-page.ts";
import { islandsReady, toast } from "./shop.ts";
import { expect, haveGuestCart, haveInCart, holdBack, refuse, store, test } from "./shopper.ts";

/** The lines of a cart: reading, changing and removing them. */

const NINTENDO = { id: "nintendo-us-10", name: "گیفت کارت نینتندو ای‌شاپ ۱۰ دلاری آمریکا" };
const OTHER = { id: "nintendo-us-20", name: "گیفت کارت نینتندو ای‌شاپ ۲۰ دلاری آمریکا" };
const EMPTY = "هیچ محصولی در سبد خرید یافت نشد.";

const quantity = (page: Page, name = NINTENDO.name) => page.getByLabel(`تعداد ${name}`);
const quantities = (page: Page) => page.getByLabel(/^تعداد /);
const removeButton = (page: Page, name: string) =>
  page.getByRole("button", { name: `حذف ${name}` });
const emptyButton = (page: Page) => page.getByRole("button", { name: "خالی کردن سبد" });
const summary = (page: Page) => page.getByRole("complementary", { name: "خلاصهٔ سبد خرید" });
const badge = (page: Page) => page.getByRole("banner").locator("[data-cart-badge]");
const guestCart = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("guestCart") ?? "null") as unknown);

async function openCart(page: Page): Promise<void> {
  await page.goto("/cart");
  await islandsReady(page);
}

async function changesSaved(page: Page): Promise<void> {
  await expect(page.getByRole("region", { name: "محصولات سبد خرید" })).toHaveAttribute(
    "aria-busy",
    "false",
  );
}

test.describe("a guest's cart", () => {
  test("says that its script did not load, and opens at the next try", async ({
    page,
    expectedStatuses,
  }) => {
    expectedStatuses.add(503);
    const script = /CartScreen/;
    await page.route(script, (route) => route.fulfill({ status: 503 }));
    await page.goto("/cart");
    const notice = page.getByRole("alert").filter({ hasText: "بخشی از این صفحه باز نشد" });
    await expect(notice).toBeVisible();
    await expect(page.getByText("چند لحظه صبر کنید")).toHaveCount(0);
    await page.unroute(script);
    await notice.getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(page.getByText(EMPTY)).toBeVisible();
    await expect(notice).toHaveCount(0);
  });

  test("is empty without a cart in the storage, and follows changes in other tabs", async ({
    page,
    context,
  }) => {
    const stored = (...ids: string[]) =>
      JSON.stringify({
        cart: ids.map((productId) => ({ productId, quantity: 1 })),
        discountCode: null,
      });
    await store(page, "guestCart", '{"cart":{"length":3},"discountCode":{"a":1}}');
    await openCart(page);
    await expect(page.getByText(EMPTY)).toBeVisible();
    await expect(badge(page)).toBeHidden();
    await page.getByRole("link", { name: "بازگشت به فروشگاه" }).click();
    await expect(page).toHaveURL((url) => url.pathname === "/");

    await test.step("the badge counts the lines after each change, in any tab", async () => {
      await store(page, "guestCart", stored("a", "b"));
      await page.evaluate(() => dispatchEvent(new Event("guest-cart-updated")));
      await expect(badge(page)).toHaveText("۲");
      const other = await context.newPage();
      await goToEmptyDocument(other);
      await store(other, "guestCart", stored("a"));
      await expect(badge(page)).toHaveText("۱");
    });
  });

  test("keeps readable lines within the limits, and forgets products no longer sold", async ({
    page,
  }) => {
    const gone = Array.from({ length: 60 }, (_, index) => ({
      productId: `gone-${String(index)}`,
      quantity: 1,
    }));
    const steam = { productId: "steam-global-5", quantity: 9999 };
    const cart = [null, steam, ...gone];
    await store(page, "guestCart", JSON.stringify({ cart, discountCode: "x".repeat(4_000_000) }));
    await openCart(page);
    await expect(quantities(page)).toHaveCount(1);
    await expect(quantities(page)).toHaveValue("10");
    await expect(badge(page)).toHaveText("۱");
    expect(await guestCart(page)).toEqual({
      cart: [{ ...steam, quantity: 10 }],
      discountCode: null,
    });
  });

  test("offers one to ten of a product, at most its stock, in Persian digits", async ({ page }) => {
    await haveGuestCart(
      page,
      { productId: "steam-global-20", quantity: 3 },
      { productId: "nintendo-us-50", quantity: 1 },
    );
    await openCart(page);
    const offered = (name: RegExp) => page.getByLabel(name).locator("option").allTextContents();
    await expect(quantities(page)).toHaveCount(2);
    expect(await offered(/استیم/)).toEqual(["۱", "۲", "۳", "۴", "۵", "۶", "۷", "۸", "۹", "۱۰"]);
    expect(await offered(/نینتندو/)).toEqual(["۱", "۲", "۳"]);
    await expect(summary(page)).toContainText("۱۳٬۱۶۰٬۰۰۰");
    await expect(summary(page)).toContainText("۲۱۰٬۰۰۰");
    await expect(summary(page)).toContainText("۱۲٬۹۵۰٬۰۰۰");
    expect(await page.locator("main").innerText()).not.toMatch(/[0-9٠-٩]/);

    await test.step("screen readers read a reduced price as the old and the new price", async () => {
      const line = page.getByRole("row").filter({ has: page.getByLabel(/^تعداد .*استیم/) });
      await expect(line).toContainText(
        "قیمت پیش از تخفیف: ۲٬۳۸۰٬۰۰۰ تومانقیمت اکنون: ۲٬۳۱۰٬۰۰۰ تومان",
      );
    });
    await test.step("it is a table on wide screens and cards on narrow ones", async () => {
      await expect(page.getByRole("table", { name: "سبد خرید" })).toBeVisible();
      await page.setViewportSize({ width: 1023, height: 800 });
      await expect(page.getByRole("table")).toBeHidden();
      await expect(
        page.getByRole("listitem").filter({ has: page.getByLabel(/^تعداد .*نینتندو/) }),
      ).toBeVisible();
    });
  });
});

test.describe("a shopper's cart", () => {
  test.use({ expectedStatuses: new Set([404, 500]) });

  test.beforeEach(async ({ page, newcomer, enter }) => {
    await enter(newcomer);
    await haveInCart(page, NINTENDO.id);
  });

  test("shows a new quantity at once, saves the last of many, and undoes a refused one", async ({
    page,
  }) => {
    await test.step("a page whose cart cannot be read says so and reads it again", async () => {
      await refuse(page, "GET /carts", 500, { message: "سبد خرید خوانده نشد." }, 1);
      await openCart(page);
      await expect(
        page.getByRole("alert").filter({ hasText: "سبد خرید خوانده نشد." }),
      ).toBeVisible();
      await page.getByRole("button", { name: "تلاش دوباره" }).click();
      await expect(quantity(page)).toBeVisible();
    });
    await test.step("a refused quantity returns to the old one", async () => {
      const release = await holdBack(page, "PUT /carts/quantity");
      await quantity(page).selectOption("3");
      await expect(summary(page)).toContainText("۳٬۴۵۰٬۰۰۰");
      await release(500);
      const told = toast(page, "خطا در به‌روزرسانی تعداد محصول!");
      await expect(told).toContainText("خطایی رخ داد.");
      await expect(quantity(page)).toHaveValue("1");
      await expect(summary(page)).toContainText("۱٬۱۵۰٬۰۰۰");
    });
    await test.step("the last of many quick choices is saved", async () => {
      const release = await holdBack(page, "PUT /carts/quantity");
      for (const choice of ["2", "7", "5", "3"]) await quantity(page).selectOption(choice);
      await expect(summary(page)).toContainText("۳٬۴۵۰٬۰۰۰");
      await release();
      await changesSaved(page);
      await expect(quantity(page)).toHaveValue("3");
      await page.reload();
      await expect(quantity(page)).toHaveValue("3");
    });
  });

  test("loses a removed product at once, and gets it back when the shop refuses", async ({
    page,
  }) => {
    const removed = toast(page, "محصول با موفقیت از سبد خرید حذف شد!");
    await haveInCart(page, OTHER.id);
    await openCart(page);
    await test.step("a refused removal puts the product back", async () => {
      const message = "خطایی رخ داد.";
      await refuse(page, `DELETE /carts/items/${NINTENDO.id}`, 500, { message }, 1);
      await removeButton(page, NINTENDO.name).click();
      await expect(toast(page, "حذف محصول از سبد خرید با خطا مواجه شد!")).toBeVisible();
      await expect(quantity(page)).toHaveValue("1");
      await expect(badge(page)).toHaveText("۲");
    });
    await test.step("a product removed while quantities are being saved is gone", async () => {
      const release = await holdBack(page, "PUT /carts/quantity");
      await quantity(page, OTHER.name).selectOption("2");
      await quantity(page).selectOption("2");
      await removeButton(page, NINTENDO.name).click();
      await release();
      await expect(removed).toBeVisible();
      await expect(quantities(page)).toHaveCount(1);
    });
    await test.step("a removal is undone at one press", async () => {
      await removed.getByRole("button", { name: "بازگردانی" }).click();
      await expect(removed).toHaveCount(0);
      await expect(quantity(page)).toHaveValue("2");
      await changesSaved(page);
      await removeButton(page, NINTENDO.name).click();
      await removed.getByRole("button", { name: "بستن اعلان" }).click();
      await expect(removed).toHaveCount(0);
    });
    await test.step("the last product leaves an empty cart before the shop answers", async () => {
      const release = await holdBack(page, `DELETE /carts/items/${OTHER.id}`);
      await expect(badge(page)).toHaveText("۱");
      await removeButton(page, OTHER.name).click();
      await expect(page.getByText(EMPTY)).toBeVisible();
      await release();
      await expect(removed).toBeVisible();
      await expect(badge(page)).toBeHidden();
    });
  });

  test("is emptied at one press, and is full again when the shop refuses", async ({ page }) => {
    await haveInCart(page, OTHER.id);
    await openCart(page);
    await test.step("a refusal restores all lines, with the last change", async () => {
      const release = await holdBack(page, "PUT /carts/quantity");
      await refuse(page, "DELETE /carts", 500, { message: "سبد خرید خالی نشد." }, 1);
      await quantity(page).selectOption("4");
      await emptyButton(page).click();
      await expect(page.getByText(EMPTY)).toBeVisible();
      await release();
      await expect(toast(page, "سبد خرید خالی نشد.")).toBeVisible();
      await expect(quantity(page)).toHaveValue("4");
    });
    await test.step("the shop empties the cart", async () => {
      await emptyButton(page).click();
      await expect(page.getByText(EMPTY)).toBeVisible();
      await expect
        .poll(async () => (await page.request.get("/api/v1/carts/product-count")).json())
        .toEqual({ productCount: 0 });
    });
    await test.step("one press fills the cart again", async () => {
      await toast(page, "سبد خرید خالی شد.").getByRole("button", { name: "بازگردانی" }).click();
      await expect(quantities(page)).toHaveCount(2);
      await expect(quantity(page)).toHaveValue("4");
      await changesSaved(page);
      await emptyButton(page).click();
      await expect(page.getByText(EMPTY)).toBeVisible();
    });
    await test.step("a shop that answers 404 for an empty cart is understood", async () => {
      await refuse(page, "GET /carts", 404, { message: "No active cart found." });
      await refuse(page, "GET /carts/product-count", 404, { message: "No active cart found." });
      await openCart(page);
      await expect(page.getByText(EMPTY)).toBeVisible();
      await expect(badge(page)).toBeHidden();
    });
  });
});
