import type { Page } from "@playwright/test";
import { islandsReady } from "./shop.ts";
import { answer, expect, haveInCart, refuse, test } from "./shopper.ts";
import { translate } from "./translate.ts";

/** Pages that a browser translates while they are used. screens.spec.ts does so on all screens. */

test.use({ hasOwnContext: true, expectedStatuses: new Set([403, 503]) });

for (const moment of ["while they load", "when they are ready"] as const) {
  test(`signing in, saving, copying and paying work on pages that are translated ${moment}`, async ({
    page,
    context,
    person,
    enter,
  }) => {
    // The translator starts before the islands, as in a browser that always translates the site.
    if (moment === "while they load") await page.addInitScript(translate);
    const open = async (path: string) => {
      await page.goto(path);
      await islandsReady(page);
      if (moment === "when they are ready") await page.evaluate(translate);
      await expect(page.locator("main font").first()).toBeAttached();
    };
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);

    await test.step("signing in, up to the code", async () => {
      await answer(page, "POST /auth", { message: "", resendAfterSeconds: 60 });
      await open("/auth");
      await page.getByLabel("شمارهٔ موبایل").fill("9120000000");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("رقم ۱ از ۴")).toBeFocused();
      await refuse(page, "POST /auth/verify", 403, { message: "کد درست نیست." });
      await page.keyboard.type("1234");
      await expectWords(page, "کد درست نیست.");
    });
    await enter(person.phone);
    await test.step("saving one's names", async () => {
      await open("/authentication");
      await refuse(page, "PUT /users/update", 503, { message: "اکنون نمی‌شود." });
      await page.getByRole("button", { name: "ذخیرهٔ تغییرات" }).click();
      await expectWords(page, "اکنون نمی‌شود.");
    });
    await test.step("copying the link for friends, and again", async () => {
      await open("/referrals");
      const copy = page.getByRole("button", { name: "کپی لینک دعوت" });
      await copy.click();
      await expectWords(page, "کپی شد");
      await expect(page.getByText("کپی شد")).toBeHidden();
      await copy.click();
      await expectWords(page, "کپی شد");
    });
    await test.step("changing the cart and paying", async () => {
      await haveInCart(page, "razergold-us-10", 1);
      await open("/cart");
      const name = page.getByRole("main").getByRole("link", { name: "ریزر گلد" }).first();
      await expect(name).toHaveText(/^[^\u2060]+$/);
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
      await expectWords(page, "اکنون پرداخت نمی‌شود.");
    });
  });
}

for (const isTranslated of [true, false])
  test(`a phone is kept that was typed before the island of a ${isTranslated ? "translated" : "plain"} page starts`, async ({
    page,
  }) => {
    if (isTranslated) await page.addInitScript(translate);
    const typed = Promise.withResolvers<void>();
    await page.route(/\/SignIn\.[^/]*\.js/, async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.goto("/auth", { waitUntil: "commit" });
    const phone = page.getByLabel("شمارهٔ موبایل");
    await phone.fill("9120000000");
    typed.resolve();
    await islandsReady(page);
    await expect(phone).toHaveValue("9120000000");
    await answer(page, "POST /auth", { message: "", resendAfterSeconds: 60 });
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("رقم ۱ از ۴")).toBeFocused();
  });

const expectWords = (page: Page, words: string) =>
  expect(page.getByText(words).first()).toBeVisible();
