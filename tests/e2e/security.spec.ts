import { islandsReady, signIn } from "./shop.ts";
import { expect, test } from "./shopper.ts";

/** Where a shopper is signed in, what happened there, and the code that a new browser types. */

test.describe("a browser that is new to a valuable account", () => {
  test.use({ expectedStatuses: new Set([401, 403]) });

  test("types a second code once, and the call goes on by itself", async ({
    page,
    person,
    sandbox,
  }) => {
    await page.goto("/auth?return=/wallet");
    await signIn(page, person.phone, sandbox);
    await expect(page).toHaveURL(/\/wallet$/);
    await islandsReady(page);
    const dialog = page.getByRole("dialog", { name: "این شما هستید؟" });
    const form = page.getByRole("dialog", { name: /برداشت/ });

    await test.step("without the code nothing is done", async () => {
      await page.getByRole("button", { name: "برداشت", exact: true }).first().click();
      await form.getByRole("textbox").first().fill("150000");
      await page.keyboard.press("Enter");
      await expect(dialog.getByText("رقمی پیامک‌شده")).toBeVisible();
      await dialog.getByRole("button", { name: "بستن" }).click();
      await expect(dialog).toBeHidden();
    });
    await test.step("a wrong code says so, the right one sends the request", async () => {
      await form.getByRole("textbox").first().press("Enter");
      await expect(dialog.getByLabel("رقم ۱ از ۴")).toBeVisible();
      const [message] = await sandbox.messages(person.phone);
      const code = message?.code ?? "";
      await dialog.getByLabel("رقم ۱ از ۴").fill(code === "1111" ? "2222" : "1111");
      await expect(dialog.getByText("کد وارد شده درست نیست یا منقضی شده است.")).toBeVisible();
      await dialog.getByLabel("رقم ۱ از ۴").fill(code);
      await expect(dialog).toBeHidden();
      await expect(form.getByText("درخواست برداشت با موفقیت انجام شد.")).toBeVisible();
    });
    await test.step("the account says where it is open and what happened", async () => {
      await page.goto("/security");
      const main = page.getByRole("main");
      await expect(main.getByText("همین دستگاه")).toBeVisible();
      await expect(main.getByText("برداشت ۱۵۰٬۰۰۰ تومان درخواست شد").first()).toBeVisible();
      await expect(main.getByText("کد دوم درست وارد شد").first()).toBeVisible();
      // The session that the tests bring along is another device.
      const others = main.getByRole("button", { name: "خروج دستگاه ناشناس" });
      const before = await others.count();
      await others.first().click();
      await page.getByRole("button", { name: "خارج شود" }).click();
      await expect(others).toHaveCount(before - 1);
    });
  });
});

test("an exit in one tab takes the account off the screen of the others", async ({
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
