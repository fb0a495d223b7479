import { islandsReady, signIn } from "./shop.ts";
import { expect, test } from "./shopper.ts";

/** The sessions and events of an account, and the second code of a new browser. */

test.describe("a browser that is new to a valuable account", () => {
  test.use({ expectedStatuses: new Set([401, 403, 429]) });

  test("needs a second code once, and then everything on the page loads by itself", async ({
    page,
    person,
    sandbox,
  }) => {
    let sent = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/v1/auth/second") sent++;
    });
    await page.goto("/auth?return=/wallet");
    await signIn(page, person.phone, sandbox);
    await expect(page).toHaveURL(/\/wallet$/);
    const dialog = page.getByRole("dialog", { name: "این شما هستید؟" });
    const firstDigit = dialog.getByLabel("رقم ۱ از ۴");
    const closed = page.getByText("برای ادامه، کدی را که به موبایل شما پیامک می‌شود وارد کنید.");

    await test.step("a closed dialog is explained, and opens without a new SMS", async () => {
      await expect(firstDigit).toBeVisible();
      await dialog.getByRole("button", { name: "بستن" }).click();
      await expect(dialog).toBeHidden();
      await expect(closed).toBeVisible();
      await page.getByRole("link", { name: "تلاش دوباره" }).click();
      await expect(firstDigit).toBeVisible();
      expect(sent).toBe(1);
    });
    await test.step("a page that is opened much later asks before it sends a code", async () => {
      await page.evaluate(() => {
        sessionStorage.setItem("secondCodeResendAt", "1");
      });
      await page.goto("/orders");
      await expect(dialog.getByRole("button", { name: "ارسال کد" })).toBeVisible();
      expect(sent).toBe(1);
      await page.goto("/wallet");
      await dialog.getByRole("button", { name: "ارسال کد" }).click();
      await expect(firstDigit).toBeVisible();
    });
    await test.step("a wrong code is refused, the right one loads the whole page", async () => {
      const code = await sandbox.codeTo(person.phone);
      await firstDigit.fill(code === "1111" ? "2222" : "1111");
      await expect(dialog.getByText("کد وارد شده درست نیست یا منقضی شده است.")).toBeVisible();
      await firstDigit.fill(code);
      await expect(dialog).toBeHidden();
      await expect(page.locator("[data-account-name]")).toHaveText("آزمون مرورگر");
      await expect(page.getByRole("main").getByText("۳٬۰۰۰٬۰۰۰").first()).toBeVisible();
      await expect(page.getByRole("alert")).toBeHidden();
    });
    await test.step("the code is not needed again", async () => {
      await islandsReady(page);
      const form = page.getByRole("dialog", { name: /برداشت/ });
      await page.getByRole("button", { name: "برداشت", exact: true }).first().click();
      await form.getByRole("textbox").first().fill("150000");
      await page.keyboard.press("Enter");
      await expect(form.getByText("درخواست برداشت با موفقیت انجام شد.")).toBeVisible();
    });
    await test.step("the account shows its sessions and events", async () => {
      await page.goto("/security");
      const main = page.getByRole("main");
      await expect(main.getByText("همین دستگاه")).toBeVisible();
      await expect(main.getByText("برداشت ۱۵۰٬۰۰۰ تومان درخواست شد").first()).toBeVisible();
      await expect(main.getByText("کد دوم درست وارد شد").first()).toBeVisible();
      // The session that the tests open without signing in is listed as another device.
      const others = main.getByRole("button", { name: "خروج دستگاه ناشناس" });
      const before = await others.count();
      await others.first().click();
      await page.getByRole("button", { name: "خارج شود" }).click();
      await expect(others).toHaveCount(before - 1);
    });
  });
});

test("signing out in one tab removes the account from the other tabs", async ({
  page,
  context,
  newcomer,
  enter,
}) => {
  await enter(newcomer);
  await page.goto("/tickets");
  await islandsReady(page);
  const other = await context.newPage();
  await other.goto("/dashboard");
  await other.getByRole("button", { name: "خروج" }).first().click();
  await expect(other).toHaveURL(/\/auth$/);
  await expect(page).toHaveURL(/\/auth\?return=%2Ftickets$/);
});
