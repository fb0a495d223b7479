import type { Page } from "@playwright/test";
import type { IdentityRequest } from "../../contract/identity.ts";
import type { User } from "../../contract/user.ts";
import { png } from "../support/images.ts";
import { withCheckDigit } from "../support/people.ts";
import { islandsReady } from "./shop.ts";
import { NOWRUZ } from "./sample-time.ts";
import { answer, expect, holdBack, refuse, test } from "./shopper.ts";

/** Identity requests and the locked e-mail. user.spec.ts tests the form with the names. */

const NOT_VERIFIED = "هویت شما هنوز تأیید نشده است";
const image = {
  name: "document.png",
  mimeType: "image/png",
  buffer: Buffer.from(png({ width: 40, height: 30 })),
};

const rows = (page: Page) =>
  page.getByRole("table", { name: "درخواست‌های احراز هویت" }).locator("tbody tr");
const dialog = (page: Page) => page.getByRole("dialog");
const start = (page: Page) => page.getByRole("button", { name: "شروع احراز هویت" });
const name = (page: Page, label: string) =>
  dialog(page).getByRole("textbox", { name: label, exact: true });
const alert = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

async function open(page: Page): Promise<void> {
  await page.goto("/authentication");
  await islandsReady(page);
}

function request(
  id: string,
  status: IdentityRequest["status"],
  rejectionReason: string | null = null,
): IdentityRequest {
  return { id, status, rejectionReason, createdAt: NOWRUZ };
}

function profile(username: string, user: Partial<User> = {}): { user: User } {
  const names = { firstName: "نگار", lastName: "آزمون", username, email: "negar@example.com" };
  const states = {
    isVerified: false,
    identity: null,
    nameRequest: null,
    isPhoneVerified: true,
    isEmailVerified: false,
    wantsCodesByEmail: false,
    frozenReason: null,
  };
  return { user: { ...names, ...states, ...user } };
}

test.use({ expectedStatuses: new Set([409, 422, 500]) });

test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

test("lists identity requests, and offers a new one only while none is active", async ({
  page,
  newcomer,
}) => {
  await test.step("a failed call says so and is repeated on request", async () => {
    await refuse(page, "GET /authorizes", 500, { message: "فهرست خوانده نشد." }, 1);
    await refuse(
      page,
      "GET /authorizes/status/checkstatus",
      500,
      { message: "وضعیت خوانده نشد." },
      1,
    );
    const release = await holdBack(page, "GET /authorizes/status/checkstatus");
    await open(page);
    await expect(alert(page, "فهرست خوانده نشد.")).toBeVisible();
    await expect(page.getByText(NOT_VERIFIED)).toHaveCount(0);
    await release();
    await expect(alert(page, "وضعیت خوانده نشد.")).toBeVisible();
    await expect(page.getByText(NOT_VERIFIED)).toHaveCount(0);
    await expect(start(page)).toHaveCount(0);
    await alert(page, "فهرست خوانده نشد.").getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(page.getByText("اطلاعاتی پیدا نشد.")).toBeVisible();
    await alert(page, "وضعیت خوانده نشد.").getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(start(page)).toBeVisible();
    await expect(page.getByText(NOT_VERIFIED)).toBeVisible();
  });
  await test.step("each request has its date, state and reason, ten on a page", async () => {
    const reason = "تصویر کارت ملی ناخوانا است.";
    const old = Array.from({ length: 9 }, (_, index) => request(String(index), "rejected"));
    const authorizations = [
      request("a", "pending"),
      request("b", "verified"),
      request("c", "rejected", reason),
      ...old,
    ];
    await answer(page, "GET /authorizes", { authorizations, nextCursor: null });
    await answer(page, "GET /authorizes/status/checkstatus", { hasActiveAuthorization: true });
    await open(page);
    await expect(page.getByRole("columnheader")).toHaveText(["تاریخ ارسال", "وضعیت", "توضیحات"]);
    await expect(rows(page)).toHaveCount(10);
    await expect(rows(page).nth(0).getByRole("cell")).toHaveText([
      "۱ فروردین ۱۴۰۵ ساعت ۰۰:۱۵",
      "در انتظار بررسی",
      "—",
    ]);
    await expect(rows(page).nth(1).getByRole("cell").nth(1)).toHaveText("تایید شد");
    await expect(rows(page).nth(2).getByRole("cell")).toHaveText([/فروردین/, "رد شد", reason]);
    await expect(page.getByText("۱ تا ۱۰ از ۱۲")).toBeVisible();
    await expect(page.getByText("مدارک شما در دست بررسی است")).toBeVisible();
    await expect(start(page)).toHaveCount(0);
    await page.getByText("بررسی مدارک چقدر طول می‌کشد؟").click();
    await expect(page.locator("main details.collapsible[open]")).toContainText(
      "تا ۳۰ دقیقه بررسی می‌شوند",
    );
  });
  await test.step("a verified e-mail is locked and can receive the codes", async () => {
    await answer(
      page,
      "GET /users/profile",
      profile(newcomer, { isVerified: true, isEmailVerified: true }),
    );
    await answer(page, "PUT /users/update", { message: "" });
    await open(page);
    await expect(page.getByText("هویت شما تأیید شده است")).toBeVisible();
    await expect(page.getByLabel("ایمیل (اختیاری)")).not.toBeEditable();
    await expect(page.getByRole("button", { name: "فعال‌سازی ایمیل" })).toHaveCount(0);
    await page.getByRole("checkbox", { name: "کدها به ایمیل من هم فرستاده شود" }).check();
    const sent = page.waitForRequest("**/api/v1/users/update");
    await page.getByRole("button", { name: "ذخیرهٔ تغییرات" }).click();
    expect((await sent).postDataJSON()).toEqual({
      firstName: "نگار",
      lastName: "آزمون",
      wantsCodesByEmail: true,
    });
  });
  await test.step("proven names are read-only, and other names can be requested", async () => {
    await expect(page.getByLabel("نام", { exact: true })).not.toBeEditable();
    await expect(page.getByLabel("نام خانوادگی")).not.toBeEditable();
    const nameRequest = { id: "n", firstName: "سارا", lastName: "کریمی", createdAt: NOWRUZ };
    const pending = { ...nameRequest, status: "pending" as const, rejectionReason: null };
    await answer(page, "POST /users/name-requests", { message: "", nameRequest: pending });
    await page.getByRole("button", { name: "درخواست تغییر نام" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "فرستادن درخواست" }).click();
    await expect(dialog.getByText("لطفاً دلیل تغییر نام را بنویسید.")).toBeVisible();
    await dialog.getByLabel("نام تازه", { exact: true }).fill("سارا");
    await dialog.getByLabel("نام خانوادگی تازه").fill("کریمی");
    await dialog.getByLabel("دلیل تغییر").fill("نامم در ثبت احوال عوض شد");
    await answer(
      page,
      "GET /users/profile",
      profile(newcomer, { isVerified: true, nameRequest: pending }),
    );
    await dialog.getByRole("button", { name: "فرستادن درخواست" }).click();
    await expect(dialog).toContainText("درخواست تغییر نام ثبت شد.");
    await page.keyboard.press("Escape");
    await expect(page.getByText("به «سارا کریمی» در دست بررسی است")).toBeVisible();
  });
});

test("sends one identity request with the photo of a document", async ({ page, newcomer }) => {
  const cardNumber = withCheckDigit(`62198620${newcomer.slice(-7)}`);
  const send = dialog(page).getByRole("button", { name: "ثبت درخواست" });
  const status = { hasActiveAuthorization: false, asksNationalCode: true };
  await answer(page, "GET /authorizes/status/checkstatus", status, 1);
  await open(page);

  await test.step("the form names missing fields, and what a photo may cover", async () => {
    await start(page).press("Enter");
    await expect(dialog(page)).toContainText("CVV2 را می‌توانید بپوشانید");
    await send.click();
    await expect(alert(page, "لطفاً شماره کارت خود را وارد کنید.")).toBeVisible();
    await expect(alert(page, "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید.")).toBeVisible();
    await expect(alert(page, "لطفاً تصویر مدرک شناسایی خود را بارگذاری کنید")).toBeVisible();
    await expect(dialog(page).getByLabel("شمارهٔ کارت")).toBeFocused();
    await dialog(page).getByLabel("شمارهٔ کارت").fill(cardNumber);
    await expect(dialog(page)).toContainText("بانک سامان");
    await dialog(page).getByLabel("نام و نام خانوادگی صاحب حساب").fill("نگار آزمون پور");
    await expect(name(page, "نام")).toHaveValue("نگار");
    await expect(name(page, "نام خانوادگی")).toHaveValue("آزمون پور");
    await dialog(page).getByLabel("تصویر مدرک شناسایی").setInputFiles(image);
    await expect(alert(page, "لطفاً تصویر مدرک شناسایی")).toHaveCount(0);
    await expect(dialog(page).getByRole("img", { name: /نمونهٔ عکس/ })).toBeVisible();
  });
  await test.step("names that are not the owner's are refused at their field", async () => {
    await name(page, "نام خانوادگی").fill("دیگری");
    await send.click();
    await expect(alert(page, "نام و نام خانوادگی باید همان نام صاحب حساب باشد.")).toBeVisible();
    await expect(name(page, "نام خانوادگی")).toBeFocused();
    await name(page, "نام خانوادگی").fill("آزمون‌پور");
  });
  await test.step("in a shop with inquiries, fields for a national code and a day of birth are offered", async () => {
    await dialog(page).getByLabel("کد ملی (اختیاری)").fill("۱۲۳۴۵۶۷۸۹۰");
    await dialog(page).getByLabel("تاریخ تولد (اختیاری)").fill("۱۳۷۰/۱۳/۱");
    await send.click();
    await expect(alert(page, "کد ملی را درست وارد کنید.")).toBeVisible();
    await expect(alert(page, "تاریخ تولد را درست وارد کنید")).toBeVisible();
    await dialog(page).getByLabel("کد ملی (اختیاری)").fill("۰۴۹۹۳۷۰۸۹۹");
    await dialog(page).getByLabel("تاریخ تولد (اختیاری)").fill("۱۳۷۰/۵/۱۲");
  });
  await test.step("a card that was used before is refused at its field", async () => {
    await refuse(
      page,
      "POST /authorizes",
      409,
      { message: "این شمارهٔ کارت قبلاً استفاده شده است.", code: "card_used" },
      1,
    );
    await send.click();
    await expect(alert(page, "این شمارهٔ کارت قبلاً استفاده شده است.")).toBeVisible();
    await expect(dialog(page).getByLabel("شمارهٔ کارت")).toBeFocused();
  });
  await test.step("any other refusal shows in the window", async () => {
    await refuse(page, "POST /authorizes", 500, { message: "" }, 1);
    await send.click();
    await expect(
      alert(page, "خطا در ثبت درخواست احراز هویت. لطفاً دوباره تلاش کنید."),
    ).toBeVisible();
  });
  await test.step("an accepted request is listed, and no other can begin", async () => {
    const sent = page.waitForRequest("**/api/v1/authorizes");
    await send.click();
    expect((await sent).postDataJSON()).toMatchObject({
      nationalCode: "۰۴۹۹۳۷۰۸۹۹",
      birthDate: "۱۳۷۰/۵/۱۲",
    });
    await expect(
      dialog(page).getByRole("status").filter({ hasText: "درخواست احراز هویت با موفقیت ثبت شد." }),
    ).toBeFocused();
    await expect(rows(page).first()).toContainText("در انتظار بررسی");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText("مدارک شما در دست بررسی است")).toBeVisible();
    await expect(start(page)).toHaveCount(0);
  });
});
