import type { Page } from "@playwright/test";
import { islandsReady } from "./shop.ts";
import { answer, expect, refuse, test } from "./shopper.ts";

/** The frame around the account's pages. */

const side = (page: Page) => page.locator(".account-side");
const banner = (page: Page) => page.getByText("برای خرید باید یک بار هویت خود را تأیید کنید.");

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await islandsReady(page);
}

test.describe("the frame", () => {
  test.use({ expectedStatuses: new Set([401, 500]) });

  test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

  test("names who is signed in, cut to fifteen letters, with their phone", async ({
    page,
    newcomer,
  }) => {
    const user = {
      firstName: "عبدالرحمان",
      lastName: "میرمحمدصادقی",
      username: newcomer,
      email: "",
      isVerified: true,
    };
    await answer(page, "GET /users/profile", { user });
    await open(page, "/dashboard");
    await expect(side(page).locator("b")).toHaveText("عبدالرحمان میرم…");
    await expect(side(page)).toContainText(/۰۹۳۸[۰-۹]{7}/);
    await expect(banner(page)).toBeHidden();
  });

  test("tells who is not verified, with the way to it", async ({ page }) => {
    await open(page, "/orders");
    await expect(banner(page)).toBeVisible();
    await page.locator(".account-banner").getByRole("link", { name: "احراز هویت" }).click();
    await expect(page).toHaveURL(/\/authentication$/);
    await expect(page.getByText("هویت شما هنوز تأیید نشده است")).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });

  test("gives way to an error box when the profile cannot be read", async ({ page }) => {
    await refuse(page, "GET /users/profile", 500, { message: "پروفایل خوانده نشد." });
    await page.addInitScript(() => {
      const notice = { kind: "success", text: "تیکت با موفقیت بسته شد.", durationMs: 5_000 };
      sessionStorage.setItem("notice", JSON.stringify(notice));
    });
    await open(page, "/orders");
    await expect(page.getByRole("alert").filter({ hasText: "پروفایل خوانده نشد." })).toBeVisible();
    await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeHidden();
    // What the page before had to say is still said.
    await expect(page.getByText("تیکت با موفقیت بسته شد.")).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("link", { name: "تلاش دوباره" }).click();
    await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
  });

  test("has the exit: the session ends in the shop as well", async ({ page, context }) => {
    await open(page, "/dashboard");
    await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
    const cookies = await context.cookies();
    await side(page).getByRole("button", { name: "خروج" }).click();
    await expect(page).toHaveURL(/\/auth$/);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["visitor"]);
    await context.addCookies(cookies);
    expect((await page.request.get("/api/v1/users/profile")).status()).toBe(401);
  });

  test("has the exit from all devices on the profile: asked again, and a refusal keeps the session", async ({
    page,
    context,
  }) => {
    await open(page, "/authentication");
    await page.getByRole("button", { name: "خروج از همه دستگاه‌ها" }).click();
    const dialog = page.getByRole("dialog", { name: "خروج از همه دستگاه‌ها" });
    await refuse(page, "POST /auth/logout-everywhere", 500, { message: "خروج انجام نشد." }, 1);
    const confirm = dialog.getByRole("button", { name: "از همه خارج شو" });
    await confirm.click();
    await expect(dialog.getByText("خروج انجام نشد.")).toBeVisible();
    const cookies = await context.cookies();
    expect(cookies.map(({ name }) => name)).toContain("token");
    await confirm.click();
    await expect(page).toHaveURL(/\/auth$/);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["visitor"]);
    await context.addCookies(cookies);
    expect((await page.request.get("/api/v1/users/profile")).status()).toBe(401);
  });

  test("stays when the exit fails, and says so", async ({ page }) => {
    await refuse(page, "POST /auth/logout", 500, { message: "خروج انجام نشد." });
    await open(page, "/dashboard");
    await side(page).getByRole("button", { name: "خروج" }).click();
    await expect(page.getByText("خروج انجام نشد.")).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test("is left for signing in once the session was ended elsewhere, and returned to", async ({
    page,
    context,
  }) => {
    const session = (await context.cookies()).filter(
      ({ name }) => name === "token" || name === "signed_in",
    );
    await open(page, "/dashboard");
    // A call that is answered after the exit leads to signing in as well, and back from there.
    await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
    await side(page).getByRole("button", { name: "خروج" }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await context.addCookies(session);
    await page.goto("/orders");
    await expect(page).toHaveURL(/\/auth\?return=%2Forders$/);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["visitor"]);
  });

  test("folds its menu on phones, and opens it at a touch", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open(page, "/dashboard");
    const entry = side(page).getByRole("link", { name: "سفارش‌ها" });
    await expect(entry).toBeHidden();
    await side(page).getByText("منوی حساب").click();
    await entry.click();
    await expect(page).toHaveURL(/\/orders$/);
    await expect(entry).toBeHidden();
  });
});

test("the theme is remembered and there before anything is drawn", async ({ page }) => {
  await page.addInitScript(() => {
    const watcher = new MutationObserver(() => {
      if (!document.body) return;
      sessionStorage.setItem("theme at first", document.documentElement.dataset["theme"] ?? "");
      watcher.disconnect();
    });
    watcher.observe(document, { childList: true, subtree: true });
  });
  await page.goto("/cart");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: "تغییر به حالت تیره یا روشن" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await page.evaluate(() => sessionStorage.getItem("theme at first"))).toBe("dark");
});
