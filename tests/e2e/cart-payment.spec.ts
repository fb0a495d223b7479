import type { Page } from "@playwright/test";
import { formatClock } from "../../persian/dates.ts";
import { answerTime, reviewOf } from "../../persian/review-time.ts";
import { NOWRUZ } from "./sample-time.ts";
import { islandsReady, toast } from "./shop.ts";
import {
  answer,
  expect,
  haveGuestCart,
  haveInCart,
  holdBack,
  originOf,
  refuse,
  test,
} from "./shopper.ts";

/** The sums of a cart, and everything that can block the payment. buying.spec.ts pays. */

const summary = (page: Page) => page.getByRole("complementary", { name: "خلاصهٔ سبد خرید" });
const discountField = (page: Page) => page.getByLabel("کد تخفیف");
const payAtGateway = (page: Page) => page.getByRole("button", { name: "پرداخت از درگاه" });
const payFromWallet = (page: Page) => page.getByRole("button", { name: "پرداخت با کیف پول" });
const walletBox = (page: Page) => page.getByRole("checkbox", { name: /کیف پول/ });
const toPay = (page: Page) => summary(page).getByText("مبلغ قابل پرداخت").locator("..");
const payBar = (page: Page) => page.locator(".pay-bar");
const soldOut = (page: Page) =>
  summary(page)
    .getByRole("alert")
    .filter({ hasText: /ناموجود شده است/ });

const card = (status: "pending" | "verified" | "rejected", id: string = status) => ({
  id,
  cardNumber: "6219861034529007",
  cardOwner: "نگار آزمون کاشانی‌نژاد",
  cardBank: "بانک سامان",
  cardImage: "",
  status,
});

const identity = (status: "pending" | "verified" | "rejected", createdAt = NOWRUZ) => {
  const rejectionReason = status === "rejected" ? "تاریخ روی برگه خوانده نمی‌شود." : null;
  return { authorizations: [{ id: "a", status, createdAt, rejectionReason }], nextCursor: null };
};

async function openCart(page: Page): Promise<void> {
  await page.goto("/cart");
  await islandsReady(page);
  await expect(summary(page)).toBeVisible();
}

async function apply(page: Page, code: string): Promise<void> {
  await discountField(page).fill(code);
  await page.keyboard.press("Enter");
}

test.use({ expectedStatuses: new Set([403, 409, 500]) });

test("a guest removes a sold-out product before the payment, and gets a discount", async ({
  page,
}) => {
  await haveGuestCart(
    page,
    { productId: "itunes-us-50", quantity: 2 },
    { productId: "razergold-us-10", quantity: 1 },
  );
  await openCart(page);

  await test.step("a product that is sold out blocks the payment until it is removed", async () => {
    const pay = page.getByRole("button", { name: "ورود و پرداخت" });
    await expect(page.getByText("ناموجود", { exact: true })).toBeVisible();
    await expect(soldOut(page)).toBeVisible();
    await expect(pay).toBeDisabled();
    await page.setViewportSize({ width: 390, height: 700 });
    await expect(payBar(page)).toContainText("کالایی ناموجود شده است");
    await payBar(page).getByRole("button", { name: "دیدن و رفع" }).click();
    await expect(pay).toBeInViewport();
    await expect(payBar(page)).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: /^حذف گیفت کارت آیتونز/ }).click();
    await expect(pay).toBeEnabled();
  });
  await test.step("an empty or unknown code is refused at the field, without a toast", async () => {
    await page.getByRole("button", { name: "اعمال" }).click();
    await expect(summary(page).getByText("لطفاً کد تخفیف را وارد کنید")).toBeVisible();
    await expect(discountField(page)).toBeFocused();
    await apply(page, "NOSUCHCODE");
    await expect(
      summary(page).getByRole("alert").filter({ hasText: "کد تخفیف معتبر نیست." }),
    ).toBeVisible();
    await expect(discountField(page)).toBeFocused();
    await expect(discountField(page)).toHaveAttribute("aria-invalid", "true");
    await expect(toast(page)).toHaveCount(0);
  });
  await test.step("a code lowers the sum and is remembered", async () => {
    await apply(page, " armaghan10 ");
    await expect(toast(page, "کد تخفیف با موفقیت اعمال گردید.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "کد تخفیف" })).toBeFocused();
    await expect(summary(page)).toContainText("۱۲۱٬۵۰۰");
    await expect(summary(page)).toContainText("۱٬۰۹۳٬۵۰۰");
    await expect(summary(page)).toContainText("ARMAGHAN10");
    await page.reload();
    await expect(summary(page)).toContainText("۱٬۰۹۳٬۵۰۰");
  });
  await test.step("removing a code leaves it in its field", async () => {
    await page.getByRole("button", { name: "برداشتن کد تخفیف ARMAGHAN10" }).click();
    await expect(summary(page).getByText("کد اعمال‌شده")).toHaveCount(0);
    await expect(discountField(page)).toHaveValue("ARMAGHAN10");
    await expect(discountField(page)).toBeFocused();
    await expect(toPay(page)).toContainText("۱٬۲۱۵٬۰۰۰");
    await page.keyboard.press("Enter");
    await expect(toPay(page)).toContainText("۱٬۰۹۳٬۵۰۰");
  });
  await test.step("on phones a bar shows the sum and leads to the payment, until the button is in view", async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    await expect(payBar(page)).toContainText("۱٬۰۹۳٬۵۰۰");
    await expect(payBar(page)).toBeInViewport({ ratio: 1 });
    // While only a strip of the button is visible above the bar, the bar stays.
    const { y } = (await summary(page)
      .getByRole("button", { name: "ورود و پرداخت" })
      .first()
      .boundingBox()) ?? { y: 0 };
    await page.evaluate(
      (by) => {
        scrollBy({ top: by, behavior: "instant" });
      },
      y - 700 + 60 + 10,
    );
    await expect(
      summary(page).getByRole("button", { name: "ورود و پرداخت" }).first(),
    ).toBeInViewport();
    await expect(payBar(page)).toBeInViewport({ ratio: 1 });
    await summary(page)
      .getByRole("button", { name: "ورود و پرداخت" })
      .first()
      .scrollIntoViewIfNeeded();
    await page.evaluate(() => {
      scrollBy(0, 150);
    });
    await expect(payBar(page)).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step("a code for larger purchases is refused with its minimum purchase, and is forgotten", async () => {
    await haveGuestCart(page, { productId: "freefire-100-diamonds", quantity: 1 });
    await openCart(page);
    await apply(page, "ARMAGHAN10");
    await expect(
      summary(page).getByText("این کد برای خرید از ۵۰۰٬۰۰۰ تومان به بالا است."),
    ).toBeVisible();
    await page.reload();
    await expect(summary(page)).not.toContainText("ARMAGHAN10");
  });
});

test("a shopper's discount code lowers the sum for the wallet, or is refused at its field", async ({
  page,
  person,
  enter,
}) => {
  await enter(person.phone);
  await haveInCart(page, "freefire-100-diamonds");
  await openCart(page);
  for (const { code, sentence } of [
    { code: "NOSUCHCODE", sentence: "کد تخفیف معتبر نیست." },
    { code: "ARMAGHAN10", sentence: "مبلغ سبد خرید به حداقل خرید این کد نمی‌رسد." },
  ]) {
    await test.step(`refuses ${code} for a cheap product`, async () => {
      await apply(page, code);
      await expect(summary(page).getByText(sentence)).toBeVisible();
      await expect(discountField(page)).toBeFocused();
      await expect(toast(page)).toHaveCount(0);
    });
  }
  await test.step("takes ARMAGHAN10 for an expensive product", async () => {
    await page.request.delete("/api/v1/carts", { headers: originOf(page) });
    await haveInCart(page, "razergold-us-10");
    await openCart(page);
    await apply(page, "ARMAGHAN10");
    await expect(toast(page, "کد تخفیف با موفقیت اعمال گردید.")).toBeVisible();
    await expect(summary(page)).toContainText("۱٬۰۹۳٬۵۰۰");
    await expect(payFromWallet(page)).toBeEnabled();
  });
  await test.step("is removed again, and a failed removal keeps it", async () => {
    const takeOff = page.getByRole("button", { name: "برداشتن کد تخفیف ARMAGHAN10" });
    await refuse(page, "DELETE /carts/discount", 500, { message: "کد برداشته نشد." }, 1);
    await takeOff.click();
    await expect(toast(page, "کد برداشته نشد.")).toBeVisible();
    await takeOff.click();
    await expect(takeOff).toHaveCount(0);
    await expect(discountField(page)).toHaveValue("ARMAGHAN10");
    await expect(summary(page)).toContainText("۱٬۲۱۵٬۰۰۰");
  });
});

test("only a verified bank card can be chosen to pay", async ({ page, newcomer, enter }) => {
  await enter(newcomer);
  await haveInCart(page, "razergold-us-10");
  await answer(page, "GET /authorizes", identity("verified"));
  await test.step("without a verified card the cart says why, and the gateway is disabled", async () => {
    await answer(page, "GET /bankcards", { bankCards: [card("pending"), card("rejected")] });
    await openCart(page);
    await expect(summary(page).getByText(/در حال بررسی است. لطفاً کمی بعد/)).toBeVisible();
    await expect(payAtGateway(page)).toBeDisabled();
  });
  await test.step("the keyboard can choose among the verified cards", async () => {
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

test("wallet and bank together need a verified identity, and the bank gets its minimum", async ({
  page,
  newcomer,
  enter,
}) => {
  await enter(newcomer);
  await haveInCart(page, "razergold-us-10");
  await answer(page, "GET /authorizes", identity("verified"));
  await test.step("the part of the bank and the part of the wallet are shown", async () => {
    await answer(page, "GET /wallets/balance", { balance: 1_214_600 });
    await openCart(page);
    await walletBox(page).check();
    await expect(summary(page).getByText("مبلغ قابل پرداخت").locator("..")).toContainText(
      "۱٬۰۰۰ تومان",
    );
    await expect(summary(page).getByText("سهم کیف پول").locator("..")).toContainText(
      "۱٬۲۱۴٬۰۰۰ تومان",
    );
  });
  await test.step("payment without a verified identity is refused, with a link", async () => {
    await answer(page, "GET /wallets/balance", { balance: 9_000_000 });
    await openCart(page);
    await expect(walletBox(page)).toBeChecked();
    await expect(page.getByText("درگاه پرداخت")).toHaveCount(0);
    await payFromWallet(page).click();
    await expect(
      summary(page).getByText("برای خرید ابتدا احراز هویت خود را کامل کنید."),
    ).toBeVisible();
    await summary(page)
      .getByRole("link", { name: /احراز هویت/ })
      .click();
    await expect(page).toHaveURL(/\/authentication\?return=\/cart#identity$/);
  });
});

test("a first cart shows the steps to the identity in place of the payment, for each state", async ({
  page,
  newcomer,
  enter,
}) => {
  await enter(newcomer);
  await haveInCart(page, "razergold-us-10");
  const steps = summary(page).getByRole("listitem");
  await test.step("nothing sent: one press leads to the form", async () => {
    await openCart(page);
    await expect(steps).toHaveText([/شمارهٔ موبایل.*تأیید شد/, /هویت و کارت بانکی/, /پرداخت/]);
    await expect(steps.nth(1)).toContainText(/از ۸ صبح بررسی می‌شود|تا ..:.. پاسخ می‌دهیم/);
    await expect(payAtGateway(page)).toHaveCount(0);
    await expect(walletBox(page)).toHaveCount(0);
    await expect(steps.getByRole("link", { name: "فرستادن مدرک" })).toHaveAttribute(
      "href",
      "/authentication?return=/cart#identity",
    );
    await page.setViewportSize({ width: 360, height: 640 });
    await expect(payBar(page)).toContainText("یک قدم تا پرداخت");
    await expect(payBar(page).getByRole("link", { name: "ادامه" })).toHaveAttribute(
      "href",
      "/authentication?return=/cart#identity",
    );
    await steps.getByRole("link", { name: "فرستادن مدرک" }).scrollIntoViewIfNeeded();
    await page.evaluate(() => {
      scrollBy(0, 150);
    });
    await expect(payBar(page)).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step("rejected: the reason is shown, and another request is possible", async () => {
    await answer(page, "GET /authorizes", identity("rejected"));
    await openCart(page);
    await expect(steps.nth(1)).toContainText("رد شد: تاریخ روی برگه خوانده نمی‌شود.");
    await expect(steps.getByRole("link", { name: "اصلاح و ارسال دوباره" })).toBeVisible();
  });
  await test.step("sent: the times of sending and promised answer are shown, without further steps", async () => {
    const sentAt = Date.now() - 60_000;
    await answer(page, "GET /authorizes", identity("pending", new Date(sentAt).toISOString()));
    await openCart(page);
    await expect(steps.nth(1)).toContainText(`ساعت ${formatClock(sentAt)} فرستادید.`);
    const { startsAt, endsAt } = reviewOf(sentAt);
    await expect(steps.nth(1)).toContainText(
      startsAt > Date.now() ? "از ۸ صبح" : `تا ${formatClock(endsAt)} پاسخ می‌دهیم`,
    );
    await expect(steps.getByRole("link")).toHaveCount(0);
    await expect(summary(page)).not.toContainText("کامل کنید");
    await page.setViewportSize({ width: 360, height: 640 });
    await expect(payBar(page)).toContainText(`در حال بررسی است؛ پاسخ ${answerTime(sentAt)}`);
    await payBar(page).getByRole("link", { name: "دیدن" }).click();
    await expect(payBar(page)).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step("approved in the meantime: coming back to the page opens the payment", async () => {
    await answer(page, "GET /authorizes", identity("verified"));
    await answer(page, "GET /bankcards", { bankCards: [card("verified")] });
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(payAtGateway(page)).toBeEnabled();
  });
});

test("if the shop allows a sum without papers, the shopper names a card by its number", async ({
  page,
  newcomer,
  enter,
}) => {
  await enter(newcomer);
  await haveInCart(page, "razergold-us-10");
  const number = page.getByLabel("شمارهٔ کارت پرداخت");
  await test.step("the page says what is left today, and folds the identity steps", async () => {
    await answer(page, "GET /payments/allowance", { perDay: 2_000_000, left: 1_500_000 });
    await answer(page, "GET /wallets/balance", { balance: 9_000_000 });
    await openCart(page);
    await expect(summary(page).getByText("امروز تا ۱٬۵۰۰٬۰۰۰ تومان می‌توانید بخرید")).toBeVisible();
    await expect(walletBox(page)).toHaveCount(0);
    await expect(toPay(page)).toContainText("۱٬۲۱۵٬۰۰۰");
    await expect(page.getByRole("link", { name: "فرستادن مدرک" })).toBeHidden();
    await summary(page).getByText("خرید بیشتر، با یک بار فرستادن مدرک").click();
    await expect(page.getByRole("link", { name: "فرستادن مدرک" })).toBeVisible();
  });
  await test.step("a wrong number is refused at the field, and a refusal of the shop is shown", async () => {
    await payAtGateway(page).click();
    await expect(number).toBeFocused();
    await expect(summary(page).getByText("لطفاً شماره کارت خود را وارد کنید.")).toBeVisible();
    await number.fill("۶۲۱۹ ۸۶۱۰ ۳۴۵۲ ۹۰۰۷");
    await refuse(page, "POST /payments/initiate", 409, {
      code: "card_used",
      message: "این کارت برای شخص دیگری تأیید شده است.",
    });
    const sent = page.waitForRequest("**/payments/initiate");
    await payAtGateway(page).click();
    expect((await sent).postDataJSON()).toMatchObject({
      cardNumber: "6219861034529007",
      isUsedWallet: false,
    });
    await expect(summary(page).getByText("این کارت برای شخص دیگری تأیید شده است.")).toBeVisible();
    await refuse(page, "POST /payments/initiate", 409, {
      code: "second_hold_too_large",
      message: "تعداد را کمتر کنید.",
      details: "ریزر گلد",
    });
    await payAtGateway(page).click();
    await expect(summary(page).getByText("تعداد را کمتر کنید. «ریزر گلد»")).toBeVisible();
  });
  await test.step("a cart above the sum that is left shows the steps and this sum", async () => {
    await answer(page, "GET /payments/allowance", { perDay: 2_000_000, left: 1_000_000 });
    await openCart(page);
    await expect(page.getByRole("link", { name: "فرستادن مدرک" })).toBeVisible();
    await expect(number).toHaveCount(0);
    await expect(summary(page).getByText("امروز تا ۱٬۰۰۰٬۰۰۰ تومان دیگر")).toBeVisible();
  });
});

test("the payment waits until changes are saved, and shows a changed cart first", async ({
  page,
  person,
  enter,
}) => {
  await enter(person.phone);
  await haveInCart(page, "razergold-us-10");
  await answer(page, "GET /payments/gateways", { gateways: ["zarinpal"] });

  await test.step("the bank can be paid while the balance cannot be read", async () => {
    const message = "خطا در دریافت موجودی. لطفاً دوباره تلاش کنید.";
    await refuse(page, "GET /wallets/balance", 500, { message }, 1);
    await openCart(page);
    await expect(summary(page).getByText(message)).toBeVisible();
    await expect(payAtGateway(page)).toBeEnabled();
    await summary(page).getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(summary(page)).toContainText("۳٬۰۰۰٬۰۰۰");
  });
  await test.step("a wallet that covers everything is chosen, until the shopper chooses another way", async () => {
    await expect(walletBox(page)).toBeChecked();
    await expect(payFromWallet(page)).toBeEnabled();
    await walletBox(page).uncheck();
    await expect(payAtGateway(page)).toBeEnabled();
    await expect(page.getByRole("combobox", { name: /درگاه/ })).toHaveCount(0);
    await expect(summary(page).getByText("زرین‌پال", { exact: true })).toBeVisible();
  });
  await test.step("the payment is disabled until a change is saved", async () => {
    const release = await holdBack(page, "PUT /carts/quantity");
    await page.getByLabel(/^تعداد /).selectOption("2");
    await expect(payAtGateway(page)).toBeDisabled();
    await release();
    await expect(payAtGateway(page)).toBeEnabled();
  });
  await test.step("a cart that changed elsewhere is shown first, with the reason", async () => {
    await walletBox(page).check();
    await expect(payFromWallet(page)).toBeEnabled();
    await haveInCart(page, "razergold-us-10", 1);
    await page.setViewportSize({ width: 390, height: 500 });
    await expect(payBar(page)).toContainText(/از کیف پول.*۲٬۴۳۰٬۰۰۰/);
    await payBar(page).getByRole("button", { name: "پرداخت" }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(
      summary(page).getByText("قیمت سبد خرید تغییر کرده است. لطفاً دوباره بررسی کنید."),
    ).toBeVisible();
    await expect(page.getByLabel(/^تعداد /)).toHaveValue("1");
    await expect(summary(page)).toContainText("۱٬۲۱۵٬۰۰۰");
    const { balance } = (await (await page.request.get("/api/v1/wallets/balance")).json()) as {
      balance: number;
    };
    expect(balance).toBe(3_000_000);
  });
  await test.step("a product that is sold out blocks the payment", async () => {
    await page.request.post("/api/v1/carts/multiple-items", {
      headers: originOf(page),
      data: { items: [{ productId: "itunes-us-50", quantity: 1 }], discountCode: null },
    });
    await openCart(page);
    await expect(soldOut(page)).toBeVisible();
    await expect(walletBox(page)).toBeEnabled();
    await expect(payAtGateway(page).or(payFromWallet(page))).toBeDisabled();
  });
});
