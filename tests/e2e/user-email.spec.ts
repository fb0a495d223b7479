import type { Page } from "@playwright/test";
import { islandsReady } from "./shop.ts";
import { answer, expect, holdBack, refuse, test } from "./shopper.ts";

/** The link that confirms an e-mail. */

const BAD_LINK = "پیوند تأیید منقضی شده یا نادرست است.";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const resend = (page: Page) => page.getByRole("button", { name: "ارسال دوباره پیوند فعال‌سازی" });
const toast = (page: Page, text: string) =>
  page.locator(".Toastify__toast").filter({ hasText: text });

test.use({ expectedStatuses: new Set([409, 422, 500]) });

test("a guest's link is used once, and its secret goes nowhere else", async ({ page }) => {
  const bodies: unknown[] = [];
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/users/emailverfication")) bodies.push(request.postDataJSON());
    else if (!request.isNavigationRequest())
      elsewhere.push(`${request.url()} ${request.headers()["referer"] ?? ""}`);
  });
  await answer(page, "POST /users/emailverfication", { message: "" });
  const letGo = await holdBack(page, "POST /users/emailverfication");

  await test.step("the token leaves the address bar while it is tried", async () => {
    const response = await page.goto("/verify/email?token=secret-token");
    expect(response?.headers()).toMatchObject({
      "referrer-policy": "no-referrer",
      "cache-control": "private, no-store",
    });
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expect(heading(page, "در حال تأیید ایمیل…")).toBeVisible();
    await expect(page).toHaveURL("/verify/email");
    await letGo();
    await expect(heading(page, "ایمیل شما تأیید شد")).toBeVisible();
    expect(bodies).toEqual([{ token: "secret-token" }]);
    expect(elsewhere.filter((request) => request.includes("secret-token"))).toEqual([]);
  });
  await test.step("a reload does not try it again, and does not deny it", async () => {
    await page.reload();
    await expect(heading(page, "ایمیل شما تأیید شد")).toBeVisible();
    expect(bodies).toHaveLength(1);
    await expect(page.getByRole("link", { name: "بازگشت به صفحه اصلی" })).toHaveAttribute(
      "href",
      "/",
    );
  });
  await test.step("a link that could not be tried is tried again", async () => {
    await refuse(page, "POST /users/emailverfication", 500, { message: "ایمیل بررسی نشد." }, 1);
    await page.goto("/verify/email?token=unlucky");
    await expect(page.getByText("ایمیل بررسی نشد.")).toBeVisible();
    await page.getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(heading(page, "ایمیل شما تأیید شد")).toBeVisible();
    expect(bodies.slice(1)).toEqual([{ token: "unlucky" }, { token: "unlucky" }]);
  });
  await test.step("a link that is not good says so, and a guest signs in for another", async () => {
    await page.unrouteAll({ behavior: "wait" });
    await page.goto("/verify/email?token=wrong");
    await expect(heading(page, "ایمیل تأیید نشد")).toBeVisible();
    await expect(page.getByText(BAD_LINK)).toBeVisible();
    await expect(page.getByRole("button", { name: "تلاش دوباره" })).toHaveCount(0);
    await resend(page).click();
    await expect(page).toHaveURL("/auth?return=%2Fauthentication");
  });
});

test("an e-mail is confirmed with the link that the shop sends", async ({
  page,
  newcomer,
  enter,
  sandbox,
}) => {
  const address = `${newcomer}@example.com`;
  const activate = page.getByRole("button", { name: "فعال‌سازی ایمیل" });
  const email = page.getByLabel("ایمیل (اختیاری)");
  await enter(newcomer);

  await test.step("only an e-mail that was saved can be confirmed", async () => {
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
  await test.step("and emptying the field does not erase it", async () => {
    await email.fill("");
    await page.keyboard.press("Enter");
    await expect(email).toHaveValue(address);
    await expect(activate).toBeVisible();
  });
  await test.step("a refusal is said in passing", async () => {
    await refuse(page, "POST /users/requestemailverfication", 500, { message: "" }, 1);
    await activate.click();
    await expect(toast(page, "خطا در ارسال ایمیل فعال‌سازی. لطفاً دوباره تلاش کنید.")).toBeVisible();
  });
  await test.step("the link is sent, and sent again from a page whose link was not good", async () => {
    await activate.click();
    await expect(toast(page, "ایمیل فعال‌سازی ارسال شد.")).toBeVisible();
    await page.goto("/verify/email");
    await expect(page.getByText(BAD_LINK)).toBeVisible();
    await answer(page, "POST /users/requestemailverfication", { message: "" }, 1);
    await resend(page).click();
    await expect(toast(page, "ایمیل فعال‌سازی ارسال شد.")).toBeVisible();
  });
  await test.step("following it locks the e-mail", async () => {
    // What waits to be sent is sent by the shop's jobs, which nothing else calls here.
    expect((await page.request.get("/cdn-cgi/local/scheduled")).status()).toBe(200);
    const [mail] = await sandbox.mail(address);
    const { pathname, search } = new URL(mail?.link ?? "about:blank");
    await page.goto(pathname + search);
    await expect(heading(page, "ایمیل شما تأیید شد")).toBeVisible();
    await page.getByRole("link", { name: "رفتن به حساب کاربری" }).click();
    await expect(email).toHaveValue(address);
    await expect(email).not.toBeEditable();
    await expect(
      page.getByRole("checkbox", { name: "کدها به ایمیل من هم فرستاده شود" }),
    ).toBeVisible();
  });
});
