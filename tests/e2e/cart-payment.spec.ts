import type { Page } from "@playwright/test";
import { islandsReady } from "./shop.ts";
import { answer, expect, haveGuestCart, haveInCart, holdBack, refuse, test } from "./shopper.ts";

/** What the cart costs, and what stands between it and the payment. How payments go is told in buying.spec.ts. */

const summary = (page: Page) => page.getByRole("complementary", { name: "خلاصه سبد خرید" });
const discountField = (page: Page) => page.getByLabel("کد تخفیف");
const payAtGateway = (page: Page) => page.getByRole("button", { name: "پرداخت از درگاه" });
const payFromWallet = (page: Page) => page.getByRole("button", { name: "پرداخت با کیف پول" });
const toast = (page: Page, text: string) =>
  page.locator(".Toastify__toast").filter({ hasText: text });

const card = (status: "pending" | "verified" | "rejected", id: string = status) => ({
  id,
  cardNumber: "6219861034529007",
  cardOwner: "نگار آزمون کاشانی‌نژاد",
  cardBank: "بانک سامان",
  cardImage: "",
  status,
});

async function openCart(page: Page): Promise<void> {
  await page.goto("/cart");
  await islandsReady(page);
  await expect(summary(page)).toBeVisible();
}

async function apply(page: Page, code: string): Promise<void> {
  await discountField(page).fill(code);
  await page.keyboard.press("Enter");
}

test.describe("a discount code", () => {
  test.use({ expectedStatuses: new Set([409]) });

  test("lowers a guest's sum, and is remembered", async ({ page }) => {
    await haveGuestCart(page, { productId: "razergold-us-10", quantity: 1 });
    await openCart(page);
    await apply(page, " armaghan10 ");
    await expect(toast(page, "کد تخفیف با موفقیت اعمال گردید.")).toBeVisible();
    await expect(summary(page)).toContainText("۱۲۱٬۵۰۰");
    await expect(summary(page)).toContainText("۱٬۰۹۳٬۵۰۰");
    await expect(summary(page)).toContainText("ARMAGHAN10");
    await page.reload();
    await expect(summary(page)).toContainText("۱٬۰۹۳٬۵۰۰");
  });

  test("has to be typed first; one that nobody gave out is refused at a guest's field, without a toast", async ({
    page,
  }) => {
    await haveGuestCart(page, { productId: "razergold-us-10", quantity: 1 });
    await openCart(page);
    await page.getByRole("button", { name: "اعمال" }).click();
    await expect(summary(page).getByText("لطفا کد تخفیف را وارد کنید")).toBeVisible();
    await expect(discountField(page)).toBeFocused();
    await apply(page, "NOSUCHCODE");
    await expect(
      summary(page).getByRole("alert").filter({ hasText: "کد تخفیف معتبر نیست." }),
    ).toBeVisible();
    await expect(discountField(page)).toBeFocused();
    await expect(discountField(page)).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator(".Toastify__toast")).toHaveCount(0);
  });

  test("for larger purchases says from which sum on", async ({ page }) => {
    await haveGuestCart(page, { productId: "freefire-100-diamonds", quantity: 1 });
    await openCart(page);
    await apply(page, "ARMAGHAN10");
    await expect(
      summary(page).getByText("این کد برای خرید از ۵۰۰٬۰۰۰ تومان به بالا است."),
    ).toBeVisible();
    await page.reload();
    await expect(summary(page)).not.toContainText("ARMAGHAN10");
  });

  test("lowers a shopper's sum, and the wallet's part with it", async ({
    page,
    person,
    enter,
    baseURL,
  }) => {
    await enter(person.phone);
    await haveInCart(page, baseURL, "razergold-us-10");
    await openCart(page);
    await apply(page, "ARMAGHAN10");
    await expect(toast(page, "کد تخفیف با موفقیت اعمال گردید.")).toBeVisible();
    await page.getByRole("checkbox", { name: /کیف پول/ }).check();
    await expect(summary(page)).toContainText("۱٬۰۹۳٬۵۰۰");
    await expect(payFromWallet(page)).toBeEnabled();
  });

  for (const { code, productId, sentence } of [
    { code: "NOSUCHCODE", productId: "razergold-us-10", sentence: "کد تخفیف معتبر نیست." },
    {
      code: "ARMAGHAN10",
      productId: "freefire-100-diamonds",
      sentence: "مبلغ سبد خرید به حداقل خرید این کد نمی‌رسد.",
    },
  ]) {
    test(`${code} for ${productId} is refused at a shopper's field`, async ({
      page,
      newcomer,
      enter,
      baseURL,
    }) => {
      await enter(newcomer);
      await haveInCart(page, baseURL, productId);
      await openCart(page);
      await apply(page, code);
      await expect(summary(page).getByText(sentence)).toBeVisible();
      await expect(discountField(page)).toBeFocused();
      await expect(page.locator(".Toastify__toast")).toHaveCount(0);
    });
  }
});

test.describe("the bank card", () => {
  test.beforeEach(async ({ page, newcomer, enter, baseURL }) => {
    await enter(newcomer);
    await haveInCart(page, baseURL, "razergold-us-10");
  });

  test("that is not verified cannot pay, and the cart says why", async ({ page }) => {
    for (const { what, cards, sentence } of [
      { what: "nobody registered", cards: [], sentence: /هنوز کارت بانکی ثبت نکرده‌اید/ },
      {
        what: "still under review",
        cards: [card("pending"), card("rejected")],
        sentence: /در حال بررسی است. لطفاً کمی بعد/,
      },
      {
        what: "that was rejected",
        cards: [card("rejected")],
        sentence: /کارت‌های بانکی شما تأیید نشده‌اند/,
      },
    ]) {
      await test.step(what, async () => {
        await answer(page, "GET /bankcards", { bankCards: cards });
        await openCart(page);
        await expect(summary(page).getByText(sentence)).toBeVisible();
        await expect(payAtGateway(page)).toBeDisabled();
      });
    }
  });

  test("that is verified is chosen, and no other can be", async ({ page }) => {
    const other = {
      ...card("verified", "other"),
      cardNumber: "6037991234567893",
      cardBank: "بانک ملی ایران",
    };
    await answer(page, "GET /bankcards", { bankCards: [card("pending"), card("verified"), other] });
    await openCart(page);
    const field = page.getByRole("combobox", { name: /کارت بانکی/ });
    await expect(field).toContainText("نگار آزمون کاشا…");
    await expect(field).toContainText("تأیید شده");
    await field.press("ArrowDown");
    await expect(page.getByRole("option", { name: /در حال بررسی/ })).toBeDisabled();
    await field.press("Home");
    await field.press("Enter");
    await expect(field).toContainText("بانک سامان");
    await field.press("Enter");
    await field.press("ArrowDown");
    await field.press("Enter");
    await expect(field).toContainText("بانک ملی ایران");
    await expect(field).toBeFocused();
    await expect(payAtGateway(page)).toBeEnabled();
  });
});

test.describe("the payment", () => {
  test.use({ expectedStatuses: new Set([403, 409, 500]) });

  test("of somebody without a verified identity is refused with the way there", async ({
    page,
    newcomer,
    enter,
    baseURL,
  }) => {
    await enter(newcomer);
    await haveInCart(page, baseURL, "razergold-us-10");
    await answer(page, "GET /wallets/balance", { balance: 9_000_000 });
    await openCart(page);
    await page.getByRole("checkbox", { name: /کیف پول/ }).check();
    await payFromWallet(page).click();
    await expect(
      summary(page).getByText("برای خرید ابتدا احراز هویت خود را کامل کنید."),
    ).toBeVisible();
    await summary(page)
      .getByRole("link", { name: /احراز هویت/ })
      .click();
    await expect(page).toHaveURL(/\/authentication$/);
  });

  test("leaves the bank no less than it takes, and shows both parts", async ({
    page,
    newcomer,
    enter,
    baseURL,
  }) => {
    await enter(newcomer);
    await haveInCart(page, baseURL, "razergold-us-10");
    await answer(page, "GET /wallets/balance", { balance: 1_214_600 });
    await openCart(page);
    await page.getByRole("checkbox", { name: /کیف پول/ }).check();
    await expect(summary(page).getByText("مبلغ قابل پرداخت").locator("..")).toContainText(
      "۱٬۰۰۰ تومان",
    );
    await expect(summary(page).getByText("سهم کیف پول").locator("..")).toContainText(
      "۱٬۲۱۴٬۰۰۰ تومان",
    );
  });

  test("of a cart that changed meanwhile shows the new one first, with the reason", async ({
    page,
    person,
    enter,
    baseURL,
  }) => {
    await enter(person.phone);
    await haveInCart(page, baseURL, "razergold-us-10");
    await openCart(page);
    await page.getByRole("checkbox", { name: /کیف پول/ }).check();
    await expect(payFromWallet(page)).toBeEnabled();
    await haveInCart(page, baseURL, "razergold-us-10", 2);
    await payFromWallet(page).click();
    await expect(
      summary(page).getByText("قیمت سبد خرید تغییر کرده است. لطفاً دوباره بررسی کنید."),
    ).toBeVisible();
    await expect(page.getByLabel(/^تعداد /)).toHaveValue("2");
    await expect(summary(page)).toContainText("۲٬۴۳۰٬۰۰۰");
    const { balance } = (await (await page.request.get("/api/v1/wallets/balance")).json()) as {
      balance: number;
    };
    expect(balance).toBe(3_000_000);
  });

  test("waits until what was changed is saved", async ({ page, person, enter, baseURL }) => {
    await enter(person.phone);
    await haveInCart(page, baseURL, "razergold-us-10");
    await openCart(page);
    await expect(payAtGateway(page)).toBeEnabled();
    const letGo = await holdBack(page, "PUT /carts/quantity");
    await page.getByLabel(/^تعداد /).selectOption("2");
    await expect(payAtGateway(page)).toBeDisabled();
    await letGo();
    await expect(payAtGateway(page)).toBeEnabled();
  });

  test("of a guest is blocked by what is sold out, until it is taken out", async ({ page }) => {
    await haveGuestCart(
      page,
      { productId: "itunes-us-50", quantity: 2 },
      { productId: "razergold-us-10", quantity: 1 },
    );
    await openCart(page);
    const pay = page.getByRole("button", { name: "ورود و پرداخت" });
    await expect(page.getByText("ناموجود", { exact: true })).toBeVisible();
    await expect(
      summary(page)
        .getByRole("alert")
        .filter({ hasText: /ناموجود شده است/ }),
    ).toBeVisible();
    await expect(pay).toBeDisabled();
    await page.getByRole("button", { name: /^حذف گیفت کارت آیتونز/ }).click();
    await expect(pay).toBeEnabled();
  });

  test("of a shopper is blocked by what is sold out", async ({ page, person, enter, baseURL }) => {
    await enter(person.phone);
    await page.request.post("/api/v1/carts/multiple-items", {
      headers: { Origin: baseURL ?? "" },
      data: { items: [{ productId: "itunes-us-50", quantity: 1 }], discountCode: null },
    });
    await openCart(page);
    await expect(
      summary(page)
        .getByRole("alert")
        .filter({ hasText: /ناموجود شده است/ }),
    ).toBeVisible();
    await expect(page.getByRole("checkbox", { name: /کیف پول/ })).toBeEnabled();
    await expect(payAtGateway(page).or(payFromWallet(page))).toBeDisabled();
  });

  test("can still be made at the bank when the balance cannot be read", async ({
    page,
    person,
    enter,
    baseURL,
  }) => {
    await enter(person.phone);
    await haveInCart(page, baseURL, "razergold-us-10");
    await refuse(
      page,
      "GET /wallets/balance",
      500,
      { message: "خطا در دریافت موجودی. لطفاً دوباره تلاش کنید." },
      1,
    );
    await openCart(page);
    await expect(
      summary(page).getByText("خطا در دریافت موجودی. لطفاً دوباره تلاش کنید."),
    ).toBeVisible();
    await expect(payAtGateway(page)).toBeEnabled();
    await summary(page).getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(summary(page)).toContainText("۳٬۰۰۰٬۰۰۰");
  });
});
