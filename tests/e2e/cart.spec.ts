import type { Page } from "@playwright/test";
import { islandsReady } from "./shop.ts";
import { expect, haveGuestCart, haveInCart, holdBack, refuse, storeOnce, test } from "./shopper.ts";

/** What stands in the cart, and what becomes of it. */

const NINTENDO = { id: "nintendo-us-10", name: "گیفت کارت نینتندو ای‌شاپ ۱۰ دلاری آمریکا" };
const EMPTY = "هیچ محصولی در سبد خرید یافت نشد.";

const quantity = (page: Page, name = NINTENDO.name) => page.getByLabel(`تعداد ${name}`);
const summary = (page: Page) => page.getByRole("complementary", { name: "خلاصه سبد خرید" });
const badge = (page: Page) => page.getByRole("banner").locator("[data-cart-badge]");
const toast = (page: Page, text: string) =>
  page.locator(".Toastify__toast").filter({ hasText: text });
const guestCart = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("guestCart") ?? "null") as unknown);

async function openCart(page: Page): Promise<void> {
  await page.goto("/cart");
  await islandsReady(page);
}

test.describe("a guest's cart", () => {
  test("that is empty says so and leads back to the shop", async ({ page }) => {
    await openCart(page);
    await expect(page.getByText(EMPTY)).toBeVisible();
    await page.getByRole("link", { name: "بازگشت به فروشگاه" }).click();
    await expect(page).toHaveURL((url) => url.pathname === "/");
  });

  const steam = { productId: "steam-global-5", quantity: 1 };
  const broken = [
    { what: "no JSON", stored: "{cart:" },
    { what: "a number", stored: "42" },
    { what: "null", stored: "null" },
    { what: "a list", stored: "[[]]" },
    { what: "fields of wrong types", stored: '{"cart":{"length":3},"discountCode":{"a":1}}' },
    {
      what: "lines of wrong types",
      stored:
        '{"cart":[null,7,"x",[],{"productId":5,"quantity":1},{"productId":"steam-global-5","quantity":"2"}]}',
    },
    {
      what: "impossible quantities",
      stored:
        '{"cart":[{"productId":"steam-global-5","quantity":-1},{"productId":"steam-global-10","quantity":0.5}]}',
    },
    {
      what: "a crooked product",
      stored:
        '{"cart":[{"productId":"../../orders","quantity":1},{"productId":"<img src=x>","quantity":1}]}',
    },
    {
      what: "a prototype",
      stored:
        '{"__proto__":{"cart":[{"productId":"steam-global-5","quantity":1}]},"cart":[{"__proto__":{"productId":"steam-global-5","quantity":1}}]}',
    },
    {
      what: "a hundred thousand broken lines",
      stored: JSON.stringify({ cart: Array.from({ length: 100_000 }, () => ({ productId: "" })) }),
    },
  ];
  test("made of what no cart is made of is an empty one", async ({ page }) => {
    await page.goto("/offline");
    for (const { what, stored } of broken) {
      await test.step(what, async () => {
        await page.evaluate((text) => localStorage.setItem("guestCart", text), stored);
        await openCart(page);
        await expect(page.getByText(EMPTY)).toBeVisible();
        await expect(badge(page)).toBeHidden();
      });
    }
  });

  test("keeps what can be read of it, within the limits", async ({ page }) => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      productId: `gone-${String(index)}`,
      quantity: 1,
    }));
    await storeOnce(
      page,
      "guestCart",
      JSON.stringify({
        cart: [null, { ...steam, quantity: 9999 }, ...many],
        discountCode: "x".repeat(4_000_000),
      }),
    );
    await openCart(page);
    await expect(page.getByLabel(/^تعداد /)).toHaveCount(1);
    await expect(page.getByLabel(/^تعداد /)).toHaveValue("10");
  });

  test("forgets products that are no longer sold, at the badge too", async ({ page }) => {
    await haveGuestCart(page, { productId: "no-such-product", quantity: 2 }, steam);
    await openCart(page);
    await expect(page.getByLabel(/^تعداد /)).toHaveCount(1);
    await expect(badge(page)).toHaveText("۱");
    expect(await guestCart(page)).toEqual({ cart: [steam], discountCode: null });
  });

  test("is counted at the badge whenever it changes, from another tab too", async ({
    page,
    context,
  }) => {
    await page.goto("/");
    await page.evaluate(() => {
      localStorage.setItem(
        "guestCart",
        '{"cart":[{"productId":"a","quantity":4},{"productId":"b","quantity":1}],"discountCode":null}',
      );
      dispatchEvent(new Event("guest-cart-updated"));
    });
    await expect(badge(page)).toHaveText("۲");
    const other = await context.newPage();
    await other.goto("/contact-us").catch(() => null);
    await other.evaluate(() => {
      localStorage.setItem(
        "guestCart",
        '{"cart":[{"productId":"a","quantity":4}],"discountCode":null}',
      );
    });
    await expect(badge(page)).toHaveText("۱");
  });

  test("offers one to ten of a product, or as many as there are", async ({ page }) => {
    await haveGuestCart(
      page,
      { productId: "xbox-tr-200", quantity: 1 },
      { productId: "nintendo-us-50", quantity: 1 },
    );
    await openCart(page);
    const offered = (name: RegExp) => page.getByLabel(name).locator("option").allTextContents();
    await expect(page.getByLabel(/^تعداد /)).toHaveCount(2);
    expect(await offered(/ایکس‌باکس/)).toEqual(["۱", "۲", "۳", "۴", "۵", "۶", "۷", "۸", "۹", "۱۰"]);
    expect(await offered(/نینتندو/)).toEqual(["۱", "۲", "۳"]);
  });

  test("shows its sums in Persian digits", async ({ page }) => {
    await haveGuestCart(page, { productId: "steam-global-20", quantity: 3 });
    await openCart(page);
    await expect(summary(page)).toContainText("۷٬۱۴۰٬۰۰۰");
    await expect(summary(page)).toContainText("۲۱۰٬۰۰۰");
    await expect(summary(page)).toContainText("۶٬۹۳۰٬۰۰۰");
    expect(await page.locator("main").innerText()).not.toMatch(/[0-9٠-٩]/);
  });

  test("is a table on wide screens and cards on narrow ones", async ({ page }) => {
    await haveGuestCart(page, steam);
    await openCart(page);
    await expect(page.getByRole("table", { name: "سبد خرید" })).toBeVisible();
    await page.setViewportSize({ width: 1023, height: 800 });
    await expect(page.getByRole("table")).toBeHidden();
    await expect(
      page.getByRole("listitem").filter({ has: page.getByLabel(/^تعداد /) }),
    ).toBeVisible();
  });
});

test.describe("a shopper's cart", () => {
  test.use({ expectedStatuses: new Set([404, 500]) });

  test.beforeEach(async ({ page, newcomer, enter, baseURL }, { title }) => {
    await enter(newcomer);
    if (!title.includes("nothing")) await haveInCart(page, baseURL, NINTENDO.id);
  });

  test("with nothing in it is the empty one, also when the shop answers 404", async ({ page }) => {
    await refuse(page, "GET /carts", 404, { message: "No active cart found." });
    await refuse(page, "GET /carts/product-count", 404, { message: "No active cart found." });
    await openCart(page);
    await expect(page.getByText(EMPTY)).toBeVisible();
    await expect(badge(page)).toBeHidden();
  });

  test("that cannot be read says so and is asked for again", async ({ page }) => {
    await refuse(page, "GET /carts", 500, { message: "سبد خرید خوانده نشد." }, 1);
    await openCart(page);
    await expect(page.getByRole("alert").filter({ hasText: "سبد خرید خوانده نشد." })).toBeVisible();
    await page.getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(quantity(page)).toBeVisible();
  });

  test("has a new quantity at once and keeps it", async ({ page }) => {
    const letGo = await holdBack(page, "PUT /carts/quantity");
    await openCart(page);
    await quantity(page).selectOption("3");
    await expect(summary(page)).toContainText("۳٬۴۵۰٬۰۰۰");
    await letGo();
    await expect(page.getByRole("region", { name: "محصولات سبد خرید" })).toHaveAttribute(
      "aria-busy",
      "false",
    );
    await page.reload();
    await expect(quantity(page)).toHaveValue("3");
  });

  test("goes back to the old quantity when the new one cannot be saved", async ({ page }) => {
    const letGo = await holdBack(page, "PUT /carts/quantity");
    await openCart(page);
    await quantity(page).selectOption("3");
    await expect(summary(page)).toContainText("۳٬۴۵۰٬۰۰۰");
    await letGo(500);
    await expect(toast(page, "خطا در به‌روزرسانی تعداد محصول!")).toBeVisible();
    await expect(quantity(page)).toHaveValue("1");
    await expect(summary(page)).toContainText("۱٬۱۵۰٬۰۰۰");
  });

  test("loses a product at once, says so, and the badge follows", async ({ page }) => {
    const letGo = await holdBack(page, `DELETE /carts/items/${NINTENDO.id}`);
    await openCart(page);
    await expect(badge(page)).toHaveText("۱");
    await page.getByRole("button", { name: `حذف ${NINTENDO.name}` }).click();
    await expect(page.getByText(EMPTY)).toBeVisible();
    await letGo();
    await expect(toast(page, "محصول با موفقیت از سبد خرید حذف شد!")).toBeVisible();
    await expect(badge(page)).toBeHidden();
  });

  test("has a product back that could not be removed", async ({ page }) => {
    await refuse(page, `DELETE /carts/items/${NINTENDO.id}`, 500, { message: "خطایی رخ داد." });
    await openCart(page);
    await page.getByRole("button", { name: `حذف ${NINTENDO.name}` }).click();
    await expect(toast(page, "حذف محصول از سبد خرید با خطا مواجه شد!")).toBeVisible();
    await expect(quantity(page)).toHaveValue("1");
    await expect(badge(page)).toHaveText("۱");
  });

  test("is emptied at one press", async ({ page, baseURL }) => {
    await haveInCart(page, baseURL, "nintendo-us-20");
    await openCart(page);
    await page.getByRole("button", { name: "خالی کردن سبد" }).click();
    await expect(page.getByText(EMPTY)).toBeVisible();
    await expect
      .poll(async () => (await page.request.get("/api/v1/carts/product-count")).json())
      .toEqual({ productCount: 0 });
  });

  test("is full again when it could not be emptied, with what was changed just before", async ({
    page,
  }) => {
    const letGo = await holdBack(page, "PUT /carts/quantity");
    await refuse(page, "DELETE /carts", 500, { message: "سبد خرید خالی نشد." });
    await openCart(page);
    await quantity(page).selectOption("4");
    await page.getByRole("button", { name: "خالی کردن سبد" }).click();
    await expect(page.getByText(EMPTY)).toBeVisible();
    await letGo();
    await expect(toast(page, "سبد خرید خالی نشد.")).toBeVisible();
    await expect(quantity(page)).toHaveValue("4");
  });

  test("ends with the last of many quick wishes", async ({ page }) => {
    const letGo = await holdBack(page, "PUT /carts/quantity");
    await openCart(page);
    for (const wish of ["2", "7", "3", "5"]) await quantity(page).selectOption(wish);
    await letGo();
    await expect(page.getByRole("region", { name: "محصولات سبد خرید" })).toHaveAttribute(
      "aria-busy",
      "false",
    );
    await expect(quantity(page)).toHaveValue("5");
    await page.reload();
    await expect(quantity(page)).toHaveValue("5");
  });

  test("from which a product is removed right after another quantity was wished says that it is gone", async ({
    page,
    baseURL,
  }) => {
    await haveInCart(page, baseURL, "nintendo-us-20");
    const letGo = await holdBack(page, "PUT /carts/quantity");
    await openCart(page);
    await quantity(page, "گیفت کارت نینتندو ای‌شاپ ۲۰ دلاری آمریکا").selectOption("2");
    await quantity(page).selectOption("2");
    await page.getByRole("button", { name: `حذف ${NINTENDO.name}` }).click();
    await letGo();
    await expect(toast(page, "محصول با موفقیت از سبد خرید حذف شد!")).toBeVisible();
    await expect(page.getByLabel(/^تعداد /)).toHaveCount(1);
  });
});
