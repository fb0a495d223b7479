import { expectBeside } from "./beside.ts";
import { intercept } from "./intercept.ts";
import { sampleInvitees, sampleReferral } from "./sample-referral.ts";
import { islandsReady, toast } from "./shop.ts";
import { answer, expect, refuse, test } from "./shopper.ts";

/** Referrals: the link, the figures and the invitees. */

test.use({ expectedStatuses: new Set([500]), hasOwnContext: true });
test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

test("invites friends with a link, and shows the invitees and the income", async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(() => {
    const refusals = ["AbortError", "NotAllowedError"];
    const share = () => Promise.reject(new DOMException("", refusals.shift()));
    Object.defineProperty(navigator, "share", { value: share });
  });
  await test.step("says why it cannot be read, and when the shop has no referrals", async () => {
    await answer(page, "GET /referrals", { referral: null });
    await refuse(page, "GET /referrals", 500, { message: "معرفی‌ها خوانده نشد." }, 1);
    await page.goto("/referrals");
    await islandsReady(page);
    const message = page.getByRole("alert").filter({ hasText: "معرفی‌ها خوانده نشد." });
    await expect(message).toBeVisible();
    await page.getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(page.getByText("اطلاعات سیستم معرفی موجود نیست.")).toBeVisible();
  });
  await intercept(page, "GET /referrals", (url) => {
    const isFirst = !url.searchParams.has("cursor");
    const invitees = isFirst ? sampleInvitees(10) : sampleInvitees(1, 11);
    return { json: { referral: sampleReferral({ invitees, nextCursor: isFirst ? "1~a" : null }) } };
  });
  await page.goto("/referrals");
  await islandsReady(page);
  await test.step("the link is shown and copied", async () => {
    const link = `${baseURL ?? ""}/auth?ref=NEGAR7KQ2`;
    await expect(
      page.locator("main bdi").getByText(link.replace(/^https?:\/\//, "")),
    ).toBeVisible();
    await page.getByRole("button", { name: "کپی لینک دعوت" }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  });
  await test.step("a browser that cannot share or copy says so", async () => {
    const share = page.getByRole("button", { name: "اشتراک‌گذاری" });
    await share.click();
    await share.click();
    await expect(toast(page)).toHaveCount(1);
    await expect(toast(page)).toContainText("مرورگر اجازه اشتراک‌گذاری نداد.");
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await page.getByRole("button", { name: "کپی لینک دعوت" }).click();
    await expect(page.getByText("انتخاب شد؛ نگه دارید و کپی کنید")).toBeVisible();
  });
  await test.step("the figures, with the pending income below", async () => {
    await expect(page.getByRole("region", { name: "تعداد کل ثبت‌نام" })).toContainText("۱۲");
    await expect(page.getByRole("region", { name: "تعداد کل خرید" })).toContainText("۳۴");
    const income = page.getByRole("region", { name: "درآمد کل" });
    await expect(income).toContainText("۱٬۲۵۴٬۰۰۰ تومان");
    await expect(income).toContainText("۸۶٬۰۰۰ تومان در انتظار");
  });
  await test.step("a long name is cut, and a missing name or income is marked", async () => {
    const rows = page.locator("tbody tr");
    await expect(rows.nth(0).locator("td")).toHaveText([
      "نگار آزمون",
      "۱ فروردین ۱۴۰۵",
      "۱",
      "۱٬۰۰۰ تومان",
    ]);
    await expect(rows.nth(1).locator("td").nth(3)).toHaveText("—");
    await expect(rows.nth(2)).toContainText("ناشناس");
    const name = rows.nth(1).getByRole("button", { name: "عبدالرحمان میرم…" });
    const whole = page
      .getByRole("tooltip", { name: "عبدالرحمان میرمحمدصادقی" })
      .or(rows.nth(1).getByRole("tooltip"));
    await expect(whole).toBeHidden();
    await name.hover();
    await expectBeside(whole, name);
    await page.mouse.move(0, 0);
    await expect(whole).toBeHidden();
    await page.keyboard.press("Tab");
    await name.focus();
    await expectBeside(whole, name);
    await page.mouse.wheel(0, 120);
    await expectBeside(whole, name);
    await page.keyboard.press("Escape");
    await expect(whole).toBeHidden();
    await page.getByRole("button", { name: "بعدی" }).click();
    await expect(rows).toHaveCount(1);
    await expect(page.getByText("۱۱ تا ۱۱ از ۱۱")).toBeVisible();
  });
  await test.step("three questions unfold their answers", async () => {
    for (const [question, answerText] of [
      ["از هر خرید دوستانم چقدر به من می‌رسد؟", /۳۰ درصد از سود/],
      ["دوستی که دعوت می‌کنم چه می‌گیرد؟", /۵ درصدی/],
      ["درآمد معرفی چه زمانی قابل استفاده است؟", /۲۴ ساعت پس از تحویل/],
    ] as const) {
      await expect(page.getByText(answerText)).toBeHidden();
      await page.locator("summary", { hasText: question }).press("Enter");
      await expect(page.getByText(answerText)).toBeVisible();
    }
  });
});
