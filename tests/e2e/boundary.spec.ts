import { intercept } from "./intercept.ts";
import { SAMPLE_PICTURE } from "./sample-bank-card.ts";
import { sampleCode, sampleItem, sampleOrder } from "./sample-order.ts";
import { islandsReady } from "./shop.ts";
import { answer, expect, test } from "./shopper.ts";

test("an error breaks only one island; its form keeps the typed texts, but no secrets", async ({
  context,
  address,
  newcomer,
  enter,
}) => {
  await enter(newcomer);
  // React writes the error to the console, so this page is opened without that check.
  const page = await context.newPage();
  await page.setExtraHTTPHeaders({ "CF-Connecting-IP": address });
  await page.goto("/banks");
  await islandsReady(page);
  const main = page.getByRole("main");
  const add = main.getByRole("button", { name: "افزودن کارت بانکی" });
  const window = page.getByRole("dialog");
  const owner = window.getByLabel("نام و نام خانوادگی صاحب حساب");
  const number = window.getByLabel("شمارهٔ کارت");
  await add.click();
  await number.fill("6219861034529007");
  await owner.fill("نگار آزمون");
  await window.getByLabel("تصویر کارت").setInputFiles(SAMPLE_PICTURE);
  // The answer has an object in place of a field's sentence, and React cannot draw an object.
  const json = { message: "کارت پذیرفته نشد.", fields: { cardOwner: { reason: "short" } } };
  await intercept(page, "POST /bankcards", () => ({ status: 422, json }));
  await window.getByRole("button", { name: "ثبت کارت" }).click();

  await expect(main.getByRole("alert")).toContainText(
    "این بخش از کار افتاد. با تلاش دوباره، آنچه نوشته‌اید هنوز هست؛ تنها کد، شمارهٔ کارت و تصویر را باید دوباره وارد کنید.",
  );
  await expect(window).toBeHidden();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await main.getByRole("button", { name: "تلاش دوباره" }).click();
  await add.press("Enter");
  await expect(owner).toHaveValue("نگار آزمون");
  await expect(number).toHaveValue("");

  await test.step("the form of a gift keeps its choices too", async () => {
    const order = sampleOrder({
      OrderItems: [sampleItem({ quantity: 1, codes: [sampleCode(1)] })],
    });
    await answer(page, `GET /orders/${order.id}`, { order });
    await page.goto(`/orders/${order.id}`);
    await islandsReady(page);
    const give = main.getByRole("button", { name: /^هدیه بدهید/ }).first();
    await give.click();
    await window.getByLabel("برای چه کسی؟").fill("مهدی");
    await window.getByLabel("امضا").fill("سارا");
    await window.getByText("یلدا", { exact: true }).click();
    await window.getByText("روز دیگر").click();
    await window.getByLabel("ساعت").selectOption("9");
    await window.getByText("تنها با شمارهٔ موبایل گیرنده باز شود").click();
    await window.getByRole("textbox", { name: "شمارهٔ موبایل گیرنده" }).fill("09121234567");
    const fields = { recipient: { reason: "short" } };
    await intercept(page, "POST /gifts", () => ({ status: 422, json: { message: "نه", fields } }));
    await window.getByRole("button", { name: "دیدن پاکت" }).click();
    await window.getByRole("button", { name: "هدیه را بساز" }).click();
    await main.getByRole("button", { name: "تلاش دوباره" }).click();
    await give.press("Enter");
    await expect(window.getByLabel("برای چه کسی؟")).toHaveValue("مهدی");
    await expect(window.getByRole("radio", { name: "یلدا", exact: true })).toBeChecked();
    await expect(window.getByLabel("ساعت")).toHaveValue("9");
    await expect(window.getByRole("checkbox")).toBeChecked();
  });
});
