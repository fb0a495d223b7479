import type { Page } from "@playwright/test";
import { stopIntercepting } from "./intercept.ts";
import { islandsReady, toast } from "./shop.ts";
import { answer, expect, holdBack, refuse, test } from "./shopper.ts";

/** The link that confirms an e-mail. */

const BAD_LINK = "لینک تأیید منقضی شده یا نادرست است.";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const confirm = (page: Page) => page.getByRole("button", { name: "بله، ایمیل را تأیید کن" });
const resend = (page: Page) => page.getByRole("button", { name: "ارسال دوباره لینک فعال‌سازی" });

test.use({ expectedStatuses: new Set([403, 409, 422, 500]) });

test("tries the link of an e-mail once, and sends its token nowhere else", async ({ page }) => {
  const bodies: unknown[] = [];
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/users/emailverfication")) bodies.push(request.postDataJSON());
    else if (!request.isNavigationRequest())
      elsewhere.push(`${request.url()} ${request.headers()["referer"] ?? ""}`);
  });
  await answer(page, "POST /users/emailverfication", { message: "" });
  const whose = { phone: "۰۹۱۲•••۴۵۶۷" };
  await answer(page, "POST /users/emailverfication/look", whose);
  const release = await holdBack(page, "POST /users/emailverfication");

  await test.step("the address bar loses the token while it is tried", async () => {
    const response = await page.goto("/verify/email?token=secret-token");
    expect(response?.headers()).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "private, no-store",
    });
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expect(heading(page, "این حساب شماست؟")).toBeVisible();
    await expect(page.getByText(whose.phone)).toBeVisible();
    await expect(page).toHaveURL("/verify/email");
    expect(bodies).toEqual([]);
    await confirm(page).click();
    await release();
    await expect(heading(page, "ایمیل شما تأیید شد")).toBeVisible();
    expect(bodies).toEqual([{ token: "secret-token" }]);
    expect(elsewhere.filter((request) => request.includes("secret-token"))).toEqual([]);
  });
  await test.step("a reload keeps the success and does not try again", async () => {
    await page.reload();
    await expect(heading(page, "ایمیل شما تأیید شد")).toBeVisible();
    expect(bodies).toHaveLength(1);
    await expect(page.getByRole("link", { name: "بازگشت به صفحهٔ اصلی" })).toHaveAttribute(
      "href",
      "/",
    );
  });
  await test.step("a link that could not be tried can be tried again", async () => {
    await refuse(page, "POST /users/emailverfication", 500, { message: "ایمیل بررسی نشد." }, 1);
    await page.goto("/verify/email?token=unlucky");
    await confirm(page).click();
    await expect(page.getByText("ایمیل بررسی نشد.")).toBeVisible();
    await page.getByRole("button", { name: "تلاش دوباره" }).click();
    await confirm(page).click();
    await expect(heading(page, "ایمیل شما تأیید شد")).toBeVisible();
    expect(bodies.slice(1)).toEqual([{ token: "unlucky" }, { token: "unlucky" }]);
  });
  await test.step("a bad link says so, and leads a guest to sign in for a new link", async () => {
    await stopIntercepting(page);
    await page.goto("/verify/email?token=wrong");
    await expect(heading(page, "ایمیل تأیید نشد")).toBeVisible();
    await expect(page.getByText(BAD_LINK)).toBeVisible();
    await expect(page.getByRole("button", { name: "تلاش دوباره" })).toHaveCount(0);
    await resend(page).click();
    await expect(page).toHaveURL("/auth?return=%2Fauthentication");
  });
});

test("confirms an e-mail with the link that the shop sends", async ({
  page,
  newcomer,
  enter,
  sandbox,
}) => {
  const address = `${newcomer}@example.com`;
  const activate = page.getByRole("button", { name: "فعال‌سازی ایمیل" });
  const email = page.getByLabel("ایمیل (اختیاری)");
  await enter(newcomer);

  await test.step("only a saved e-mail can be confirmed", async () => {
    await page.goto("/authentication");
    await islandsReady(page);
    await expect(email).toBeEditable();
    await expect(activate).toHaveCount(0);
    await page.getByLabel("نام", { exact: true }).fill("نگار");
    await page.getByLabel("نام خانوادگی").fill("آزمون");
    await email.fill(address);
    await expect(activate).toHaveCount(0);
    await page.keyboard.press("Enter");
    await expect(activate).toBeVisible();
    await expect(page.getByRole("checkbox")).toHaveCount(0);
  });
  await test.step("an empty field does not erase the saved e-mail", async () => {
    await email.fill("");
    await page.keyboard.press("Enter");
    await expect(email).toHaveValue(address);
    await expect(activate).toBeVisible();
  });
  await test.step("a refusal shows as a toast", async () => {
    await refuse(page, "POST /users/requestemailverfication", 500, { message: "" }, 1);
    await activate.click();
    await expect(toast(page, "خطا در ارسال ایمیل فعال‌سازی. لطفاً دوباره تلاش کنید.")).toBeVisible();
  });
  await test.step("the link is sent, and sent again from the page of a bad link", async () => {
    await activate.click();
    await expect(toast(page, "ایمیل فعال‌سازی ارسال شد.")).toBeVisible();
    await page.goto("/verify/email");
    await expect(page.getByText(BAD_LINK)).toBeVisible();
    await answer(page, "POST /users/requestemailverfication", { message: "" }, 1);
    await resend(page).click();
    await expect(toast(page, "ایمیل فعال‌سازی ارسال شد.")).toBeVisible();
  });
  await test.step("the link locks the e-mail", async () => {
    // The jobs of the shop send the e-mail. In browser tests only this call starts them.
    expect((await page.request.get("/cdn-cgi/local/scheduled")).status()).toBe(200);
    const [mail] = await sandbox.mail(address);
    const { pathname, search } = new URL(mail?.link ?? "about:blank");
    await page.goto(pathname + search);
    await confirm(page).click();
    await expect(heading(page, "ایمیل شما تأیید شد")).toBeVisible();
    await page.getByRole("link", { name: "رفتن به حساب من" }).click();
    await expect(email).toHaveValue(address);
    await expect(email).not.toBeEditable();
    await expect(
      page.getByRole("checkbox", { name: "کدها به ایمیل من هم فرستاده شود" }),
    ).toBeVisible();
  });
  await test.step("its owner removes it with a second code", async () => {
    await page.getByRole("button", { name: "تغییر یا حذف ایمیل" }).click();
    await expect(email).toBeFocused();
    await email.fill("");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "این شما هستید؟" });
    await expect(dialog.getByText("رقمی پیامک‌شده")).toBeVisible();
    await dialog.getByLabel("رقم ۱ از ۴").fill(await sandbox.codeTo(newcomer));
    await expect(dialog).toBeHidden();
    await expect(email).toHaveValue("");
    await expect(email).toBeEditable();
  });
});
