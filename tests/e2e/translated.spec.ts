import { islandsReady } from "./shop.ts";
import { answer, expect, haveInCart, refuse, test } from "./shopper.ts";
import { translateAll } from "./translate.ts";

/** Pages in a browser that translates them while they are used. All screens: screens.spec.ts. */

test.use({ hasOwnContext: true, expectedStatuses: new Set([403, 503]) });

test("signing in, saving, copying and paying work on a translated page", async ({
  page,
  context,
  person,
  enter,
}) => {
  await translateAll(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);

  await test.step("signing in, up to the code and back to the number", async () => {
    await answer(page, "POST /auth", { message: "کد تأیید ارسال شد.", resendAfterSeconds: 60 });
    await page.goto("/auth");
    await islandsReady(page);
    await page.getByLabel("شمارهٔ موبایل").fill("9120000000");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("رقم ۱ از ۴")).toBeFocused();
    await refuse(page, "POST /auth/verify", 403, { message: "کد درست نیست.", code: "wrong_code" });
    await page.keyboard.type("1234");
    await expect(page.getByText("کد درست نیست.").first()).toBeVisible();
  });
  await enter(person.phone);
  await test.step("saving one's names", async () => {
    await page.goto("/authentication");
    await islandsReady(page);
    await refuse(page, "PUT /users/update", 503, { message: "اکنون نمی‌شود." });
    await page.getByRole("button", { name: "ذخیرهٔ تغییرات" }).click();
    await expect(page.getByText("اکنون نمی‌شود.").first()).toBeVisible();
  });
  await test.step("copying the link for friends, and again", async () => {
    await page.goto("/referrals");
    await islandsReady(page);
    const copy = page.getByRole("button", { name: "کپی لینک دعوت" });
    await copy.click();
    await expect(page.getByText("کپی شد").first()).toBeVisible();
    await expect(page.getByText("کپی شد")).toBeHidden();
    await copy.click();
    await expect(page.getByText("کپی شد").first()).toBeVisible();
  });
  await test.step("changing the cart and paying", async () => {
    await haveInCart(page, "razergold-us-10", 1);
    await page.goto("/cart");
    await islandsReady(page);
    await page
      .getByLabel(/^تعداد/)
      .first()
      .selectOption("2");
    for (const call of ["POST /payments/initiate", "POST /orders"] as const)
      await refuse(page, call, 503, { message: "اکنون پرداخت نمی‌شود." });
    await page
      .getByRole("button", { name: /^پرداخت (?:از درگاه|با کیف پول)/ })
      .first()
      .click();
    await expect(page.getByText("اکنون پرداخت نمی‌شود.").first()).toBeVisible();
  });
  await test.step("pages of the account", async () => {
    const paths = ["dashboard", "orders", "wallet", "banks", "tickets", "discounts", "security"];
    for (const path of paths) {
      await page.goto(`/${path}`);
      await islandsReady(page);
      for (const button of await page.locator("main button[type=button]:visible").all())
        if ((await button.getAttribute("aria-haspopup")) !== null) await button.click();
    }
  });
});

test("an error takes one island at most, and what was typed is there again", async ({
  context,
  newcomer,
  enter,
}) => {
  await enter(newcomer);
  // The error stands on the console, where no other test wants one.
  const page = await context.newPage();
  await page.goto("/authentication");
  await islandsReady(page);
  const firstName = page.getByLabel("نام", { exact: true });
  await firstName.fill("نگار");
  await page.getByLabel("نام خانوادگی").fill("آزمون");
  await page.route("**/users/update", (route) => route.abort());
  await page.evaluate(() => {
    const whole = Object.getOwnPropertyDescriptors(Node.prototype);
    const fail = (): never => {
      Object.defineProperties(Node.prototype, whole);
      throw new DOMException("The node is not a child of this node.", "NotFoundError");
    };
    Object.assign(Node.prototype, { appendChild: fail, insertBefore: fail });
  });
  await page.getByRole("button", { name: "ذخیرهٔ تغییرات" }).click();
  await expect(
    page.getByText(
      "این بخش از کار افتاد. با تلاش دوباره، آنچه نوشته‌اید هنوز هست؛ تنها کد، شمارهٔ کارت و تصویر را باید دوباره وارد کنید.",
    ),
  ).toBeVisible();
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.getByRole("button", { name: "تلاش دوباره" }).click();
  await expect(firstName).toHaveValue("نگار");
});
