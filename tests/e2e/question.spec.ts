import { deflateSync } from "node:zlib";
import { png } from "../support/images.ts";
import { findObjections } from "./axe.ts";
import { enterDeskAs } from "./desk.ts";
import { expect, islandsReady } from "./shop.ts";
import { store, test } from "./shopper.ts";

/** Questions of a product: in the cart, the payment, the delivery and on the order's page. */

/** A product that is delivered by hand and that no other test buys. */
const PRODUCT = "ea-fc-1050-points";
const NAME = "افسی پوینت ۱۰۵۰ تایی برای EA Sports FC";
const LISTING = "/products/giftcard/ea";

test("a buyer answers in the cart, pays, and an operator delivers with the answer", async ({
  page,
  person,
  enter,
  expectedStatuses,
}) => {
  expectedStatuses.add(422);
  await test.step("an operator writes the questions of the product", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await enterDeskAs(page, "finance");
    await page.goto(`/desk/products/${PRODUCT}`);
    await islandsReady(page);
    const form = page.getByRole("region", { name: "پرسش از خریدار" });
    await form.getByRole("button", { name: "پرسش تازه" }).click();
    await form.getByRole("button", { name: "پرسش‌ها را بنویس" }).click();
    await expect(form.getByText("بنویسید چه می‌پرسید.")).toBeVisible();
    await expect(form.getByLabel("چه می‌پرسید")).toBeFocused();
    await form.getByLabel("چه می‌پرسید").fill("شناسهٔ بازیکن");
    await expect(form.getByText("بنویسید چه می‌پرسید.")).toBeHidden();
    await form.getByLabel("بیشترین درازا").fill("۱۲");
    await form.getByLabel(/^نمونه/).fill("512345678");
    expect(await findObjections(page)).toEqual([]);
    await form.getByRole("button", { name: "پرسش‌ها را بنویس" }).click();
    await expect(page.getByText("پرسش‌ها نوشته شد.")).toBeVisible();
  });
  await test.step("the operator adds a picture that shows where the answer is found", async () => {
    await page.getByRole("button", { name: "تصویر راهنما" }).click();
    const dialog = page.getByRole("dialog");
    const picture = (width: number, height: number) => ({
      name: "profile.png",
      mimeType: "image/png",
      buffer: Buffer.from(
        png({ width, height, data: deflateSync(new Uint8Array(height * (1 + width))) }),
      ),
    });
    await dialog.getByLabel("انتخاب تصویر").setInputFiles(picture(100, 300));
    await expect(dialog.getByText("این تصویر کوچک است")).toBeVisible();
    await dialog.getByLabel("انتخاب تصویر").setInputFiles(picture(300, 500));
    await dialog.getByRole("button", { name: "این تصویر را نشان بده" }).click();
    await expect(dialog.getByText("بنویسید تصویر چه نشان می‌دهد.")).toBeVisible();
    await dialog.getByLabel(/^تصویر چه نشان می‌دهد/).fill("شناسه زیر نام، بالای نمایه");
    expect(await findObjections(page)).toEqual([]);
    await dialog.getByRole("button", { name: "این تصویر را نشان بده" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "عوض کردن تصویر راهنما" })).toBeVisible();
  });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(LISTING);
  const row = page.locator(`#product-${PRODUCT}`);
  await test.step("the listing says that the card has a question", async () => {
    await expect(row.getByText("شناسهٔ بازیکن می‌خواهد")).toBeVisible();
    await row.getByRole("button", { name: /افزودن به سبد خرید/ }).click();
    await expect(page.locator("[data-cart-badge]").filter({ visible: true }).first()).toHaveText(
      "۱",
    );
  });

  const field = page.getByLabel("شناسهٔ بازیکن");
  await test.step("a guest's answer is checked, kept over a reload, and corrected with Persian digits", async () => {
    await page.goto("/cart");
    await islandsReady(page);
    await expect(page.getByText("نمونه: 512345678")).toBeVisible();
    const picture = page.getByRole("img", { name: "شناسه زیر نام، بالای نمایه" });
    await expect(picture).toHaveCount(0);
    await page.getByText("کجاست؟").click();
    await expect(picture).toHaveJSProperty("naturalWidth", 800);
    await field.fill("12");
    await field.blur();
    await expect(page.getByText("«شناسهٔ بازیکن» از ۶ تا ۱۲ رقم است.")).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue("12");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await field.fill("ش".repeat(300));
    await field.blur();
    await expect(page.getByText("این پاسخ بیش از اندازه بلند است.")).toBeVisible();
    await field.fill("۵۱۲۳۴۵۶۷۸");
    await field.blur();
    await expect(field).toHaveValue("512345678");
    await expect(field).toHaveAttribute("aria-invalid", "false");
    expect(await findObjections(page)).toEqual([]);
  });

  await test.step("invalid data in the browser's storage does not break the cart", async () => {
    const answers = ["nonsense", { questionId: 5 }, { questionId: "q", text: "5".repeat(300) }];
    const line = { productId: PRODUCT, quantity: 1, answers };
    await store(page, "guestCart", JSON.stringify({ cart: [line] }));
    await page.reload();
    await expect(field).toHaveValue("");
    await field.fill("512345678");
    await field.blur();
    await expect(field).toHaveAttribute("aria-invalid", "false");
  });

  await test.step("a shopper cannot pay before the question is answered, and the bar leads to it", async () => {
    await enter(person.phone);
    await page.goto(LISTING);
    await row.getByRole("button", { name: /افزودن به سبد خرید/ }).click();
    await expect(row.getByRole("group")).toContainText("۱");
    // A press before the field has loaded leads to the field as soon as it is there.
    const script = /\/LineQuestions\.[^/]+\.js$/;
    const { promise: gate, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(script, async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto("/cart");
    await islandsReady(page);
    await expect(page.getByRole("button", { name: "پرداخت با کیف پول" })).toBeDisabled();
    await page.getByRole("button", { name: "دیدن و رفع" }).click();
    await expect(field).toHaveCount(0);
    release(undefined);
    await expect(field).toBeFocused();
    await page.unroute(script);
    await expect(page.getByText("«شناسهٔ بازیکن» را بنویسید.")).toBeVisible();
    await field.fill("۵۱۲۳۴۵۶۷۸");
    await field.blur();
    await expect(field).toHaveValue("512345678");
    await page.getByRole("button", { name: "پرداخت با کیف پول" }).click();
    await page.waitForURL(/\/orders\/[\w-]+$/);
  });

  const order = page.url();
  const coming = page.getByRole("region", { name: "در راه" });
  await test.step("the buyer sees the answer on the order's page", async () => {
    await islandsReady(page);
    await expect(coming.getByText("512345678")).toBeVisible();
  });

  await test.step("the operator who delivers reads the answer on the order's page at the desk", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await enterDeskAs(page, "support");
    await page.goto(`/desk/orders/${order.split("/").at(-1) ?? ""}`);
    await islandsReady(page);
    await expect(page.getByText("512345678")).toHaveCount(0);
    await page.getByRole("button", { name: `پاسخ‌های خریدار برای ${NAME}` }).click();
    await expect(page.getByText("512345678")).toBeVisible();
    expect(await findObjections(page)).toEqual([]);
    await page.getByRole("button", { name: /تحویل دستی/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("کد", { exact: true }).fill(`FREE-${crypto.randomUUID().slice(0, 8)}`);
    await dialog.getByRole("button", { name: "بازخوانی پیش از تحویل" }).click();
    await dialog.getByRole("button", { name: "۱ کد را تحویل بده" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("a replacement code that is typed by hand is shown again before it is sent", async () => {
    await page.getByRole("button", { name: /^کد ۱، پایان/ }).click();
    await expect(page.getByRole("button", { name: /^جایگزین کن/ })).toBeEnabled();
    await page.locator("body").press("KeyR");
    const dialog = page.getByRole("dialog", { name: "جایگزین کردن کد" });
    const code = dialog.getByLabel("کد", { exact: true });
    await code.fill("ناموجود");
    // A scanner ends with Enter, which only moves to the next field.
    await code.press("Enter");
    await expect(dialog.getByLabel("دلیل")).toBeFocused();
    await dialog.getByRole("button", { name: "بازخوانی پیش از جایگزینی" }).click();
    await expect(dialog.getByRole("alert")).toContainText("لطفاً دلیل را بنویسید.");
    await dialog.getByLabel("دلیل").fill("کار نکرد");
    await dialog.getByRole("button", { name: "بازخوانی پیش از جایگزینی" }).click();
    await expect(dialog.getByRole("list", { name: "کدی که جایگزین می‌شود" })).toHaveText("ناموجود");
    await expect(dialog.locator(".said-facts")).toContainText(`${NAME}، کد ۱`);
    await dialog.getByRole("button", { name: "جایگزین کن" }).click();
    await expect(dialog.getByRole("alert")).toContainText("نوشته است، نه کد");
    await expect(dialog.getByRole("checkbox", { name: "خوانده‌ام؛ همین درست است" })).toBeVisible();
    await dialog.getByRole("button", { name: "اصلاح" }).click();
    await code.fill(`FREE-${crypto.randomUUID().slice(0, 8)}`);
    await dialog.getByRole("button", { name: "بازخوانی پیش از جایگزینی" }).click();
    await dialog.getByRole("button", { name: "جایگزین کن" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.locator(".items")).toContainText("جایگزین شد");
  });

  await test.step("back on their page, the buyer has the code and the answer", async () => {
    await page.goto(order);
    await islandsReady(page);
    await page.locator(".order-facts summary").click();
    await expect(page.getByText("512345678").filter({ visible: true })).toHaveCount(1);
    await expect(coming).toHaveCount(0);
  });
});
