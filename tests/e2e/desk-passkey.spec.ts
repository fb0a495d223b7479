import { plugInAuthenticator } from "./authenticator.ts";
import { enterDeskAs, expect, invite, islandsReady, test } from "./desk.ts";

/** Passkeys in a browser with a virtual authenticator. */

test.use({ hasOwnContext: true, viewport: { width: 1440, height: 900 } });

test("a passkey is made, opens the desk, removes its cover and is needed before a change of roles", async ({
  page,
  expectedStatuses,
}) => {
  // 401: a poll may be under way when the session ends.
  expectedStatuses.add(401).add(403).add(422);
  await page.clock.install();
  await plugInAuthenticator(page);
  const { name: colleague } = await invite(page, "viewer");
  const name = await enterDeskAs(page, "owner");
  await page.goto("/desk/settings");
  await islandsReady(page);

  await test.step("it is registered in the settings, with a name", async () => {
    await page.getByRole("button", { name: "گذرکلید تازه" }).click();
    const form = page.getByRole("dialog", { name: "گذرکلید تازه" });
    await form.getByRole("button", { name: "گذرکلید را بساز" }).click();
    await expect(form.getByText("روی کدام دستگاه است")).toBeVisible();
    await form.getByLabel("روی کدام دستگاه؟").fill("لپ‌تاپ دفتر");
    await form.getByRole("button", { name: "گذرکلید را بساز" }).click();
    await expect(page.getByRole("cell", { name: "لپ‌تاپ دفتر", exact: true })).toBeVisible();
  });
  await test.step("it opens the desk with a name", async () => {
    await page.getByRole("button", { name: "خروج از میز" }).click();
    await expect(page).toHaveURL(/\/desk\/enter$/);
    await page.getByText("ورود با گذرکلید").first().click();
    await page.getByLabel("نام کوتاه شما").fill(name);
    await page.keyboard.press("Enter");
    await expect(page.locator(".rail-me")).toContainText(name);
    await page.goto("/desk/settings");
    await islandsReady(page);
  });
  await test.step("it removes the cover of the idle page, and typed input is kept", async () => {
    await page.getByRole("button", { name: "نشان تازه" }).click();
    await page.getByLabel("برای چه برنامه‌ای؟").fill("نیمه‌نوشته");
    await page.clock.fastForward("31:00");
    const cover = page.getByRole("dialog", { name: "میز بسته است" });
    await cover.getByRole("button", { name: "ورود با گذرکلید" }).click();
    await expect(cover).toBeHidden();
    await expect(page.getByLabel("برای چه برنامه‌ای؟")).toHaveValue("نیمه‌نوشته");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "دور بریز" }).click();
  });
  await test.step("a change of roles needs the passkey again after a long time", async () => {
    const message = "برای این کار گذرکلید خود را دوباره نشان دهید.";
    await page.route(
      "**/desk/v1/operators/*/role",
      (route) => route.fulfill({ status: 403, json: { code: "passkey_needed", message } }),
      { times: 1 },
    );
    await page.getByRole("button", { name: `ویرایش ${colleague}` }).click();
    const form = page.getByRole("dialog", { name: "نقش و ایمیل" });
    await form.getByRole("combobox", { name: /نقش/ }).press("Enter");
    await page.getByRole("option", { name: "پشتیبانی" }).click();
    await form.getByText("بخش‌ها: مجموعهٔ آمادهٔ نقش").click();
    await form.getByRole("checkbox", { name: "پول" }).uncheck();
    await form.getByRole("button", { name: "ذخیره" }).click();
    const asked = page.getByRole("dialog", { name: "گذرکلید شما" });
    await asked.getByRole("button", { name: "نشان دادن گذرکلید" }).click();
    await expect(asked).toBeHidden();
    await expect(form).toBeHidden();
    await expect(
      page.getByRole("row").filter({ hasText: colleague }).getByRole("cell", { name: "پشتیبانی" }),
    ).toContainText("اشخاص، تنظیمات");
  });
});
