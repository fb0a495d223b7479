import { randomBytes } from "node:crypto";
import { enterDeskAs, expect, invite, islandsReady, test } from "./desk.ts";

/** Entering the desk, and the parts that every screen of it has. */

test.use({ viewport: { width: 1440, height: 900 } });

test("a link opens the desk once and leads back, and the menu has the pages of the role", async ({
  page,
}) => {
  await test.step("a page requested without a session leads to the entrance", async () => {
    await page.goto("/desk/settings");
    await expect(page).toHaveURL(/\/desk\/enter\?return=%2Fdesk%2Fsettings$/);
    await expect(page.getByLabel("لینک یک‌بارمصرف")).toBeVisible();
  });
  const { name, secret } = await invite(page, "support");
  await test.step("an invalid link says so", async () => {
    await page.getByLabel("لینک یک‌بارمصرف").fill("کوتاه");
    await page.keyboard.press("Enter");
    await expect(page.getByText("لینک یک‌بارمصرف را کامل بنویسید.")).toBeVisible();
  });
  await test.step("a valid link opens the requested page", async () => {
    await page.getByLabel("لینک یک‌بارمصرف").fill(`http://localhost/desk/enter#${secret}`);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/desk\/settings$/);
    await expect(page.locator(".rail-me")).toContainText(name);
    await expect(page.locator(".rail-me")).toContainText("پشتیبانی");
    expect(await page.evaluate(() => document.cookie)).not.toContain("desk=");
  });
  await test.step("an operator with a session is redirected from the entrance, also from a link of another site", async () => {
    await page.goto("/desk/enter?return=/desk/settings%23nothing");
    await expect(page).toHaveURL(/\d\/desk\/settings$/);
    await page.goto("/desk/enter?return=//evil.example/desk");
    await expect(page).toHaveURL(/\d\/desk$/);
    await page.goto("/desk/settings");
  });
  await islandsReady(page);
  await test.step("a key shows the list of the keys of the page", async () => {
    await page.locator("body").press("Shift+Slash");
    const list = page.getByRole("dialog", { name: "کلیدهای این صفحه" });
    await expect(list.getByText("همین فهرست")).toBeVisible();
    await list.getByRole("button", { name: "بستن" }).click();
    await expect(list).toBeHidden();
  });
  await test.step("a token for a program is shown once", async () => {
    await page.getByRole("button", { name: "نشان تازه" }).click();
    const form = page.getByRole("dialog", { name: "نشان تازه" });
    await form.getByLabel("برای چه برنامه‌ای؟").fill("گزارش شب");
    await form.getByLabel("برای چه برنامه‌ای؟").press("Shift+Slash");
    await expect(page.getByRole("dialog", { name: "کلیدهای این صفحه" })).toBeHidden();
    await form.getByLabel("برای چه برنامه‌ای؟").fill("گزارش شب");
    await form.getByRole("button", { name: "نشان را بساز" }).click();
    await expect(form.getByText("تنها همین یک بار")).toBeVisible();
    await form.getByRole("button", { name: "برداشتم" }).click();
    await expect(page.getByRole("cell", { name: "گزارش شب", exact: true })).toBeVisible();
  });
  await test.step("the token is ended, and the last button of the rail signs out", async () => {
    await page.getByRole("button", { name: "پایان گزارش شب" }).click();
    await page.getByRole("button", { name: "از کار بیفتد" }).click();
    await expect(page.getByText("هنوز نشانی نساخته‌اید.")).toBeVisible();
    await page.getByRole("button", { name: "خروج از میز" }).click();
    await expect(page).toHaveURL(/\/desk\/enter$/);
    await page.goto("/desk/settings");
    await expect(page).toHaveURL(/\/desk\/enter\?/);
  });
});

test("the secret of a link leaves the address at once", async ({ page, expectedStatuses }) => {
  expectedStatuses.add(401);
  await page.goto(`/desk/enter#${randomBytes(32).toString("base64url")}`);
  await expect(page.getByText("این رمز یک‌بارمصرف شناخته نشد")).toBeVisible();
  expect(page.url()).not.toContain("#");
});

test.describe("an idle desk", () => {
  test.use({ hasOwnContext: true });

  test("is covered, and unchanged once the same operator has entered again", async ({
    page,
    expectedStatuses,
  }) => {
    // A poll may be under way when the session ends.
    expectedStatuses.add(401);
    await page.clock.install();
    await enterDeskAs(page, "viewer");
    await page.goto("/desk/settings");
    await islandsReady(page);
    await page.getByRole("button", { name: "نشان تازه" }).click();
    await page.getByLabel("برای چه برنامه‌ای؟").fill("نیمه‌نوشته");
    await page.clock.fastForward("29:00");
    const cover = page.getByRole("dialog", { name: "میز بسته است" });
    await expect(cover).toBeHidden();
    const left = page.waitForResponse((answer) => answer.url().endsWith("/desk/v1/session"));
    await page.clock.fastForward("02:00");
    await expect(cover).toBeVisible();
    expect((await left).status()).toBe(200);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(cover).toBeVisible();
    // Another operator gets a fresh page, without anything of the first one.
    await enterDeskAs(page, "viewer");
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expect(cover).toBeHidden();
    await expect(page.getByLabel("برای چه برنامه‌ای؟")).toBeHidden();
  });
});
