import { intercept } from "./intercept.ts";
import { SAMPLE_PICTURE } from "./sample-bank-card.ts";
import { islandsReady } from "./shop.ts";
import { expect, test } from "./shopper.ts";

test("an error takes one island at most: drawn anew, its form has the words again, the secrets not", async ({
  context,
  address,
  newcomer,
  enter,
}) => {
  await enter(newcomer);
  // React tells the console of the error, where no other test wants one.
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
  // The sentence of a field is a text; an object cannot be drawn.
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
});
