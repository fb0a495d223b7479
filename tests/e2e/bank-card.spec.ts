import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { withCheckDigit } from "../support/people.ts";
import { intercept } from "./intercept.ts";
import { SAMPLE_CARDS, SAMPLE_PICTURE, sampleCard } from "./sample-bank-card.ts";
import { islandsReady } from "./shop.ts";
import { answer, expect, holdBack, refuse, test } from "./shopper.ts";

/** Bank cards: the list, adding a card with its picture, and removing one. */

const dialog = (page: Page) => page.getByRole("dialog");
const alert = (page: Page, text: string) =>
  dialog(page).getByRole("alert").filter({ hasText: text });
const addButton = (page: Page) =>
  page.locator("main").getByRole("button", { name: "افزودن کارت بانکی" });
const file = (page: Page) => dialog(page).getByLabel("تصویر کارت");
const toast = (page: Page, text: string) =>
  page.locator(".Toastify__toast").filter({ hasText: text });

async function open(page: Page): Promise<void> {
  await page.goto("/banks");
  await islandsReady(page);
}

test.use({ expectedStatuses: new Set([404, 409, 422, 500]) });
test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

test("lists cards with bank, number, owner and state, and removes one after a confirmation", async ({
  page,
}) => {
  await answer(page, "GET /bankcards", { bankCards: SAMPLE_CARDS });
  await open(page);
  const rows = page.getByRole("list", { name: "کارت‌های بانکی" }).getByRole("listitem");
  for (const [index, state] of ["تأیید شده", "تأیید شده", "در حال بررسی", "رد شده"].entries())
    await expect(rows.nth(index)).toContainText(state);
  await expect(rows.nth(1)).toContainText(/واریز از .*ساعت/);
  await expect(rows.nth(1)).toContainText("بانک سامان");
  await expect(rows.nth(3)).toContainText("نام روی کارت با نام شما یکی نیست.");
  await expect(rows.filter({ hasText: /پیش‌فرض(?! کن)/ })).toHaveCount(1);
  await expect(rows.nth(1).getByText("پیش‌فرض", { exact: true })).toBeVisible();
  await expect(rows.nth(1).locator("bdi")).toHaveText("6219861034529007");
  await expect(rows.nth(1).locator("bdi")).toHaveCSS("direction", "ltr");

  await test.step("only another verified card can become the default one", async () => {
    const choose = page.getByRole("button", { name: /^پیش‌فرض کن/ });
    await expect(choose).toHaveCount(1);
    await refuse(page, "PUT /bankcards/verified/default", 409, {
      message: "تنها کارت تأییدشده می‌تواند کارت پیش‌فرض باشد.",
    });
    await choose.click();
    await expect(toast(page, "تنها کارت تأییدشده")).toBeVisible();
    await answer(page, "PUT /bankcards/verified/default", { message: "کارت پیش‌فرض شما عوض شد." });
    await answer(
      page,
      "GET /bankcards",
      { bankCards: SAMPLE_CARDS.map((card) => ({ ...card, isDefault: card.id === "verified" })) },
      1,
    );
    await choose.click();
    await expect(toast(page, "کارت پیش‌فرض شما عوض شد.")).toBeVisible();
    await expect(rows.nth(0).getByText("پیش‌فرض", { exact: true })).toBeVisible();
  });

  await test.step("the IBAN of a verified card is given and checked in a dialog", async () => {
    await rows
      .nth(0)
      .getByRole("button", { name: /شبا: کارت/ })
      .click();
    await dialog(page).getByLabel("شمارهٔ شبا (اختیاری)").fill("IR07 2960");
    await dialog(page).getByRole("button", { name: "ثبت شبا" }).click();
    await expect(alert(page, "شمارهٔ شبا را درست وارد کنید.")).toBeVisible();
    await page.keyboard.press("Escape");
    await dialog(page).getByRole("button", { name: "دور بریز" }).click();
    await expect(dialog(page)).toBeHidden();
  });

  const remove = rows.nth(1).getByRole("button", { name: /حذف کارت/ });
  await remove.click();
  await expect(dialog(page)).toContainText("6219861034529007");
  await dialog(page).getByRole("button", { name: "انصراف" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(remove).toBeFocused();
  await expect(rows).toHaveCount(4);

  await refuse(
    page,
    "DELETE /bankcards/default",
    409,
    { message: "یک برداشت به این کارت در جریان است.", code: "card_in_use" },
    1,
  );
  await remove.click();
  await dialog(page).getByRole("button", { name: "حذف کارت" }).click();
  await expect(alert(page, "یک برداشت به این کارت در جریان است.")).toBeVisible();
  await answer(page, "DELETE /bankcards/default", { message: "کارت بانکی حذف شد." });
  await answer(page, "GET /bankcards", {
    bankCards: SAMPLE_CARDS.filter(({ id }) => id !== "default"),
  });
  await dialog(page).getByRole("button", { name: "حذف کارت" }).click();
  await expect(toast(page, "کارت بانکی حذف شد.")).toBeVisible();
  await expect(rows).toHaveCount(3);
  await expect(dialog(page)).toBeHidden();
  await expect(addButton(page)).toBeFocused();

  await test.step("a card with an unreadable number is listed and can be removed", async () => {
    await answer(page, "GET /bankcards", {
      bankCards: [sampleCard({ cardNumber: "", cardBank: "" })],
    });
    await page.reload();
    await islandsReady(page);
    await expect(rows).toContainText("نامشخص");
    await expect(rows).toContainText("ناخوانا");
    await rows.getByRole("button", { name: "حذف کارت", exact: true }).click();
    await expect(dialog(page)).toContainText("کارت ناخوانا از حساب شما حذف می‌شود.");
  });
});

test("refuses a card without number, owner or picture, each at its field", async ({
  page,
}, testInfo) => {
  await open(page);
  await expect(page.getByText("هیچ کارت بانکی یافت نشد.")).toBeVisible();
  await expect(page.getByText("احراز هویت، کارت همراه مدرک را هم ثبت می‌کند")).toBeVisible();
  await addButton(page).click();
  const number = dialog(page).getByLabel("شمارهٔ کارت");
  const owner = dialog(page).getByLabel("نام و نام خانوادگی صاحب حساب");
  const send = dialog(page).getByRole("button", { name: "ثبت کارت" });

  await test.step("number and owner are required and checked", async () => {
    await send.click();
    await expect(alert(page, "لطفاً شماره کارت خود را وارد کنید.")).toBeVisible();
    await expect(alert(page, "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید.")).toBeVisible();
    await expect(alert(page, "لطفا یک فایل انتخاب کنید")).toBeVisible();
    await expect(number).toBeFocused();
    const lettersToo = alert(page, "شمارهٔ کارت باید فقط شامل عدد باشد.");
    await number.pressSequentially("ab");
    await expect(lettersToo).toBeVisible();
    await number.blur();
    await expect(lettersToo).toBeVisible();
    await number.fill("62");
    await expect(lettersToo).toBeHidden();
    await number.pressSequentially("a");
    await expect(lettersToo).toBeVisible();
    await number.fill("۶۲۱۹-۸۶۱۰-۳۴۵۲-۹۰۰۸۹۹");
    await expect(number).toHaveValue("6219 8610 3452 9008");
    await expect(number).toHaveAccessibleDescription(/بانک سامان/);
    await number.blur();
    await expect(alert(page, "شماره کارت را درست وارد کنید.")).toBeVisible();
    await number.fill("6219861034529007");
    await owner.fill("نگار ۱");
    await owner.blur();
    await expect(alert(page, "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید.")).toBeVisible();
    await owner.fill("نگار آزمون");
  });
  await test.step("a wrong file is refused with the reason", async () => {
    await file(page).setInputFiles({
      name: "card.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF"),
    });
    await expect(alert(page, "فرمت فایل باید تصویر باشد")).toBeVisible();
    for (const [name, mimeType, content, sentence] of [
      [
        "IMG_1.HEIC",
        "image/heic",
        "\0\0\0\u0018ftypheic",
        "مرورگر شما این نوع عکس را باز نمی‌کند. با دوربین عکس بگیرید، یا از عکس اسکرین‌شات بگیرید و آن را بفرستید.",
      ],
      // A photo saved from a chat: its name and type are wrong.
      [
        "photo.jpg",
        "image/jpeg",
        "\0\0\0\u0018ftypmif1",
        "مرورگر شما این نوع عکس را باز نمی‌کند. با دوربین عکس بگیرید، یا از عکس اسکرین‌شات بگیرید و آن را بفرستید.",
      ],
      [
        "half.jpg",
        "image/jpeg",
        "\u00ff\u00d8\u00ff\u00e0",
        "این عکس باز نمی‌شود؛ شاید ناقص ذخیره شده است. دوباره عکس بگیرید.",
      ],
      ["empty.jpg", "image/jpeg", "", "این فایل خالی است. عکس را دوباره انتخاب کنید."],
      ["film.mp4", "video/mp4", "\0\0\0\u0018ftypmp42", "فرمت فایل باید تصویر باشد"],
    ] as const) {
      const buffer = Buffer.from(content, "latin1");
      await file(page).setInputFiles({ name, mimeType, buffer });
      await expect(dialog(page).getByRole("alert").filter({ hasText: sentence })).toBeVisible();
    }
    const big = testInfo.outputPath("big.png");
    writeFileSync(big, Buffer.alloc(5 * 1024 * 1024 + 1));
    await file(page).setInputFiles(big);
    await expect(alert(page, "حجم فایل باید کمتر از 5MB باشد")).toBeVisible();
    await intercept(page, "POST /uploads", () => ({ status: 500, body: "" }), 1);
    await file(page).setInputFiles(SAMPLE_PICTURE);
    await expect(alert(page, "خطا در بارگذاری تصویر")).toBeVisible();
    await expect(dialog(page).getByAltText("پیش‌نمایش")).toBeVisible();
    await dialog(page).getByRole("button", { name: "بارگذاری دوباره" }).click();
    await expect(dialog(page).getByText("تصویر بارگذاری شد.")).toBeVisible();
    await dialog(page).getByRole("button", { name: "حذف تصویر" }).press("Enter");
    await expect(file(page)).toBeFocused();
    await file(page).setInputFiles(SAMPLE_PICTURE);
    await expect(dialog(page).getByText("تصویر بارگذاری شد.")).toBeVisible();
  });
  await test.step("a taken number is refused at its field, the rest in the dialog", async () => {
    await refuse(
      page,
      "POST /bankcards",
      409,
      { message: "این شمارهٔ کارت قبلاً ثبت شده است.", code: "card_taken" },
      1,
    );
    await send.click();
    await expect(alert(page, "این شمارهٔ کارت قبلاً ثبت شده است.")).toBeVisible();
    await expect(number).toBeFocused();
    await intercept(page, "POST /bankcards", () => ({ status: 500, body: "" }), 1);
    await send.click();
    await expect(alert(page, "خطا در افزودن کارت بانکی. لطفاً دوباره تلاش کنید.")).toBeVisible();
  });
  await test.step("typed fields are kept if the shopper wants that, but never a card number", async () => {
    await page.keyboard.press("Escape");
    const question = dialog(page).getByRole("alertdialog", { name: "نوشته‌ها بماند؟" });
    await expect(question).toContainText("کد و شمارهٔ کارت نگه داشته نمی‌شود.");
    await expect(question.getByRole("button", { name: "بماند" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toBeHidden();
    await expect(addButton(page)).toBeFocused();
    await addButton(page).press("Enter");
    await expect(number).toBeFocused();
    await expect(number).toHaveValue("");
    await expect(owner).not.toHaveValue("");
  });
});

test("registers a card whose picture is still uploading when the form is sent", async ({
  page,
  newDigits,
}) => {
  // Answers as for a verified shopper, in a shop with inquiries.
  await intercept(
    page,
    "GET /bankcards",
    () => ({ json: { bankCards: [], asksNationalCode: true } }),
    1,
  );
  await open(page);
  await addButton(page).click();
  // Most numbers that begin with 621986 are of Saman, but those with 62198619 are of another bank.
  const digits = withCheckDigit(`6219860${newDigits(8)}`);
  await dialog(page).getByLabel("شمارهٔ کارت").fill(digits);
  await dialog(page).getByLabel("نام و نام خانوادگی صاحب حساب").fill("نگار آزمون");
  const code = dialog(page).getByLabel("کد ملی (اختیاری)");
  const birth = dialog(page).getByLabel("تاریخ تولد (اختیاری)");
  await code.fill("۱۲۳۴۵۶۷۸۹۰");
  await birth.fill("۱۳۷۰/۱۳/۱");
  await birth.blur();
  await expect(alert(page, "کد ملی را درست وارد کنید.")).toBeVisible();
  await expect(alert(page, "تاریخ تولد را درست وارد کنید")).toBeVisible();
  await code.fill("۰۴۹۹۳۷۰۸۹۹");
  await birth.fill("۱۳۷۰/۵/۱۲");
  const release = await holdBack(page, "POST /uploads");
  await file(page).setInputFiles(SAMPLE_PICTURE);
  await expect(
    dialog(page).getByRole("progressbar", { name: "پیشرفت بارگذاری تصویر" }),
  ).toBeVisible();
  await dialog(page).getByRole("button", { name: "ثبت کارت" }).click();
  await expect(dialog(page).getByRole("button", { name: "ثبت کارت" })).toBeDisabled();
  await release();
  await expect(dialog(page).getByText("کارت بانکی با موفقیت افزوده شد.")).toBeVisible();
  await expect(dialog(page)).toContainText("کمتر از ۳۰ دقیقه");
  await expect(dialog(page)).toContainText(
    "اگر پاسخ استعلام روشن باشد، کارت در چند ثانیه تأیید می‌شود.",
  );
  // By then the inquiry has an answer, so the page reads the list again.
  const read = page.waitForResponse((response) =>
    `${response.request().method()} ${response.url()}`.endsWith("/bankcards"),
  );
  await dialog(page).getByRole("button", { name: "بستن" }).last().click();
  await read;
  const row = page.getByRole("list", { name: "کارت‌های بانکی" }).getByRole("listitem");
  await expect(row.locator("bdi")).toHaveText(digits);
  for (const words of ["بانک سامان", "نگار آزمون", "در انتظار تأیید هویت"])
    await expect(row).toContainText(words);
});
