import type { Page } from "@playwright/test";
import { formatClock } from "../../persian/dates.ts";
import { islandsReady } from "./shop.ts";
import { answer, expect, refuse, test } from "./shopper.ts";

/** The frame around the pages of an account. */

const side = (page: Page) => page.locator(".account-side");
const banner = (page: Page) => page.getByText("برای خرید باید یک بار هویت خود را تأیید کنید.");
const exit = (page: Page) => side(page).getByRole("button", { name: "خروج" });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await islandsReady(page);
}

test.use({ expectedStatuses: new Set([401, 500]) });

test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

test("the frame names the shopper, folds its menu on phones and leads to the identity check", async ({
  page,
  newcomer,
}) => {
  await test.step("shows the name, cut to 15 letters, and the phone", async () => {
    const user = {
      firstName: "عبدالرحمان",
      lastName: "میرمحمدصادقی",
      username: newcomer,
      email: "",
      isVerified: true,
    };
    await answer(page, "GET /users/profile", { user }, 1);
    await open(page, "/dashboard");
    await expect(side(page).locator("b")).toHaveText("عبدالرحمان میرم…");
    await expect(side(page)).toContainText(/۰۹۳۸[۰-۹]{7}/);
    await expect(banner(page)).toBeHidden();
  });
  await test.step("folds its menu on phones and opens it at a touch", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    const entry = side(page).getByRole("link", { name: "سفارش‌ها" });
    await expect(entry).toBeHidden();
    await side(page).getByText("منوی حساب").click();
    await entry.click();
    await expect(page).toHaveURL(/\/orders$/);
    await expect(entry).toBeHidden();
  });
  await test.step("leads a shopper without a verified identity to the identity check", async () => {
    await expect(banner(page)).toBeVisible();
    await page.locator("[data-account-banner]").getByRole("link", { name: "احراز هویت" }).click();
    await expect(page).toHaveURL(/\/authentication$/);
    await expect(page.getByText("هویت شما هنوز تأیید نشده است")).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });
  await test.step("shows the state of the papers: sent with the promised time, or rejected with the reason", async () => {
    const told = page.locator("[data-account-banner]");
    const tell = async (identity: object | null, frozenReason: string | null = null) => {
      const user = {
        firstName: "",
        lastName: "",
        username: newcomer,
        email: "",
        isVerified: false,
        frozenReason,
      };
      await answer(page, "GET /users/profile", { user: { ...user, identity } }, 1);
      await open(page, "/dashboard");
    };
    const createdAt = new Date(Date.now() - 60_000).toISOString();
    await tell({ status: "pending", createdAt, rejectionReason: null });
    await expect(told).toContainText(
      `مدارک هویت شما رسیده است. ساعت ${formatClock(createdAt)} فرستادید.`,
    );
    await expect(told.getByRole("link")).toHaveCount(0);
    await tell({ status: "rejected", createdAt, rejectionReason: "تاریخ برگه خوانده نمی‌شود." });
    await expect(told).toContainText("مدارک هویت شما رد شد: تاریخ برگه خوانده نمی‌شود.");
    await expect(told.getByRole("link", { name: "اصلاح و ارسال دوباره" })).toBeVisible();
    const frozen = page.locator("[data-account-frozen]");
    await expect(frozen).toBeHidden();
    await tell(null, "کارت این حساب دزدیده گزارش شده است.");
    await expect(frozen).toContainText("علت: کارت این حساب دزدیده گزارش شده است.");
    await expect(frozen.getByRole("link", { name: "اعتراض با تیکت" })).toBeVisible();
  });
});

test("an error box replaces the page when the profile cannot be read", async ({ page }) => {
  await refuse(page, "GET /users/profile", 500, { message: "پروفایل خوانده نشد." }, 1);
  await page.evaluate(() => {
    const notice = { kind: "success", text: "تیکت با موفقیت بسته شد.", durationMs: 5_000 };
    sessionStorage.setItem("notice", JSON.stringify(notice));
  });
  await open(page, "/orders");
  await expect(page.getByRole("alert").filter({ hasText: "پروفایل خوانده نشد." })).toBeVisible();
  await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeHidden();
  // The notice that the previous page left is shown nevertheless.
  await expect(page.getByText("تیکت با موفقیت بسته شد.")).toBeVisible();
  await page.getByRole("link", { name: "تلاش دوباره" }).click();
  await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
});

test("signing out ends the session in the shop, and a failure is shown", async ({
  page,
  context,
}) => {
  await open(page, "/dashboard");
  // A call answered after signing out would redirect to /auth too, with a path to return to.
  await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
  const session = (await context.cookies()).filter(({ name }) => name !== "__Host-visitor");

  await test.step("a failed sign-out leaves the shopper signed in", async () => {
    await refuse(page, "POST /auth/logout", 500, { message: "خروج انجام نشد." }, 1);
    await exit(page).click();
    await expect(page.getByText("خروج انجام نشد.")).toBeVisible();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
  await test.step("signing out removes the cookies and ends the session", async () => {
    await exit(page).click();
    await expect(page).toHaveURL(/\/auth$/);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["__Host-visitor"]);
    await context.addCookies(session);
    expect((await page.request.get("/api/v1/users/profile")).status()).toBe(401);
  });
  await test.step("an ended session leads to /auth, with the path to return to", async () => {
    await context.addCookies(session);
    await page.goto("/orders");
    await expect(page).toHaveURL(/\/auth\?return=%2Forders&ended=1$/);
    await expect(page.getByText("برای امنیت دوباره وارد شوید.")).toBeVisible();
    await expect(page.getByText("خرید نخست:")).toHaveCount(0);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["__Host-visitor"]);
    await page.goto("/auth?return=%2Fcart&ended=1");
    await expect(page.getByText("برای امنیت دوباره وارد شوید؛ سبدتان هست.")).toBeVisible();
  });
});

test("signing out of all devices asks first, and keeps the session when the shop refuses", async ({
  page,
  context,
}) => {
  await open(page, "/authentication");
  await page.getByRole("button", { name: "خروج از همهٔ دستگاه‌ها" }).click();
  const dialog = page.getByRole("dialog", { name: "خروج از همهٔ دستگاه‌ها" });
  await refuse(page, "POST /auth/logout-everywhere", 500, { message: "خروج انجام نشد." }, 1);
  await expect(
    dialog.getByText(
      "برداشتی که هنوز در دست پشتیبانی نیست به کیف پول بازمی‌گردد، کارتی که هنوز بررسی نشده پاک می‌شود و درخواست هویت یا نام که هنوز بررسی نشده کنار گذاشته می‌شود.",
    ),
  ).toBeVisible();
  const confirm = dialog.getByRole("button", { name: "از همه خارج شو" });
  await confirm.click();
  await expect(dialog.getByText("خروج انجام نشد.")).toBeVisible();
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name)).toContain("token");
  await confirm.click();
  await expect(page).toHaveURL(/\/auth$/);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(["__Host-visitor"]);
  await context.addCookies(cookies);
  expect((await page.request.get("/api/v1/users/profile")).status()).toBe(401);
});
