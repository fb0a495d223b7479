import { readFile } from "node:fs/promises";
import { findObjections } from "./axe.ts";
import { findOverflow } from "./overflow.ts";
import { expect, islandsReady, test } from "./desk.ts";
import { operatorHeaders } from "./shop.ts";

/** Codes at the desk: they are imported, recalled, restored and exported. */

test.use({ viewport: { width: 1440, height: 900 } });

/** A code of the shape that the seed's codes have. */
const code = () =>
  `Z${crypto.randomUUID().replaceAll("-", "").slice(0, 15).toUpperCase()}`.replace(
    /(.{4})(?=.)/g,
    "$1-",
  );

test("a file is previewed and added, and its batch is recalled, restored and exported", async ({
  page,
  enterDesk,
  expectedStatuses,
}) => {
  expectedStatuses.add(409);
  await enterDesk("finance");
  await page.goto("/desk/stock");
  await islandsReady(page);
  const goods = page.getByRole("region", { name: "انبار کالاها" });
  await test.step("the rail leads to the list of products", async () => {
    await expect(page.getByRole("link", { name: "انبار کد" }).first()).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(goods.getByRole("row").nth(1)).toBeVisible();
  });
  // The product already has codes, with which the codes of the file are compared.
  await goods.getByRole("link", { name: "گیفت کارت بتل‌نت ۲۰ دلاری آمریکا" }).click();
  await page.waitForURL(/\/desk\/stock\/[\w-]+$/);
  await islandsReady(page);
  const productId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const supplier = `پخش ${crypto.randomUUID().slice(0, 6)}`;
  const old = code();
  await test.step("a file in another encoding is refused in the browser", async () => {
    await expect(page.getByRole("heading", { name: "افزودن کد" })).toBeVisible();
    const file = page.getByLabel("پروندهٔ کدها", { exact: true });
    await file.setInputFiles({
      name: "old.txt",
      mimeType: "text/plain",
      buffer: Buffer.from([0xe3, 0xce, 0x0a]),
    });
    await expect(page.getByText("با UTF-8 یا UTF-16 نوشته نشده")).toBeVisible();
  });
  const form = page.getByRole("form", { name: "افزودن به انبار" });
  await test.step("codes are pasted by the keyboard alone, and added", async () => {
    await page.locator("body").press("KeyV");
    await page.keyboard.type(`${old}\n`);
    await page.getByRole("button", { name: "پیش‌نمایش" }).press("Enter");
    await form.getByLabel("تأمین‌کننده").fill(supplier);
    await form.getByLabel("بهای هر کد").fill("۲٬۰۰۰٬۰۰۰");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("۱ کد افزوده شد.")).toBeFocused();
  });
  const [one, other] = [code(), code()];
  const wide = "شمارهٔ سریال دستگاه;نام فروشنده در فاکتور خرید;انقضا";
  const text = `\ufeffردیف;کد;${wide}\r\n1;${one};;پخش شمال\r\n2;${old}\r\n3;${one}\r\n4;${other}\r\n5;\r\n`;
  const lines = page.getByRole("region", { name: "سطرهای پرونده" });
  await test.step("the preview shows the kind of each line, with masked codes", async () => {
    const chosen = page.waitForEvent("filechooser");
    await page.locator("body").press("KeyU");
    const buffer = Buffer.from(text, "utf16le");
    await (await chosen).setFiles({ name: "codes.csv", mimeType: "text/csv", buffer });
    await expect(lines.getByRole("row")).toHaveCount(4);
    await page.getByRole("button", { name: "همه", exact: true }).click();
    await expect(lines.getByRole("row")).toHaveCount(6);
    const row = (at: number) => lines.getByRole("row").nth(at);
    await expect(row(1)).toContainText(`•••• ${one.slice(-4)}`);
    await expect(row(2)).toContainText(`در انبار است، بستهٔ`);
    await expect(row(3)).toContainText("در همین پرونده هم هست، سطر ۲");
    await expect(row(5)).toContainText("این سطر خالی است");
    await expect(page.locator("body")).not.toContainText(one);
  });
  await test.step("the columns scroll within the table, not with the page", async () => {
    expect(await findOverflow(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await findOverflow(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step("one kind of lines is shown alone, and the other lines can be downloaded", async () => {
    await page.getByRole("button", { name: "۱ تکراری در پرونده" }).click();
    await expect(lines.getByRole("row")).toHaveCount(2);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "سطر دیگر در یک پرونده" }).click();
    const problems = await readFile(await (await saved).path(), "utf8");
    expect(problems).toContain("4,");
    expect(problems).not.toContain(one);
    expect(await findObjections(page)).toEqual([]);
  });
  await test.step("the dry run is still there after leaving the page", async () => {
    await page.goto("/desk/stock");
    await page
      .getByRole("list", { name: "پرونده‌های در راه" })
      .getByRole("listitem")
      .filter({ hasText: "codes.csv" })
      .getByRole("link")
      .click();
    await page.waitForURL(`/desk/stock/${productId}`);
    await islandsReady(page);
    await expect(lines.getByRole("row")).toHaveCount(4);
  });
  const corrected = code();
  await test.step("wrong lines are corrected on the screen, and checked again", async () => {
    await page.getByRole("button", { name: "اصلاح همین‌جا" }).click();
    const correction = page.getByRole("form", { name: "اصلاح سطرها" });
    await expect(correction.getByRole("listitem")).toHaveCount(3);
    await correction.getByLabel("سطر ۴").fill(old);
    await correction.getByLabel("سطر ۶").fill(corrected);
    await correction.getByRole("button", { name: "دوباره بررسی کن" }).click();
    await expect(correction.getByRole("listitem")).toHaveCount(2);
    await expect(correction.getByLabel("سطر ۴")).toHaveAccessibleName(/در انبار است/);
    await expect(correction.getByLabel("سطر ۴")).toHaveValue("");
    expect(await findObjections(page)).toEqual([]);
    await correction.getByRole("button", { name: "بستن" }).click();
    await expect(lines.getByRole("row")).toHaveCount(3);
  });
  await test.step("the form shows the total cost, and the missing fields", async () => {
    await form.getByRole("button", { name: /افزودن ۳ کد/ }).click();
    await expect(form.getByText("بهای هر کد را به تومان بنویسید.")).toBeVisible();
    await form.getByLabel("بهای هر کد").fill("2000000");
    await form.getByLabel("شمارهٔ فاکتور").fill("K-7");
    await expect(form.getByText("شش میلیون تومان")).toBeVisible();
    await expect(form.getByLabel("تأمین‌کننده")).toHaveValue(supplier);
  });
  await test.step("a cost far from the last one needs a confirmation", async () => {
    await form.getByLabel("بهای هر کد").fill("20000");
    await page.keyboard.press("Control+Enter");
    await expect(form.getByText("بیش از ۳۰ درصد از آخرین بهای این کالا دور است")).toBeVisible();
    await expect(form.getByText("آخرین بها ۲٬۰۸۵٬۰۰۰ تومان است.")).toBeVisible();
    await expect(form.getByRole("button", { name: "بها درست است، با همین بیفزا" })).toBeEnabled();
    expect(await findObjections(page)).toEqual([]);
    await form.getByLabel("بهای هر کد").fill("2000000");
  });
  await test.step("codes added elsewhere in the meantime are reported first", async () => {
    const id = crypto.randomUUID();
    const send = async (method: string, path: string, data: object) =>
      expect(
        (
          await page.request.fetch(`/desk/v1${path}`, { method, headers: operatorHeaders(), data })
        ).status(),
      ).toBe(200);
    await send("POST", "/imports", { id, productId, fileName: "b.csv", lines: 1 });
    await send("POST", `/imports/${id}/lines`, { first: 1, lines: [other] });
    const bought = { supplier: "دیگری", unitCost: 2_000_000, takes: [], expected: 1 };
    await send("PUT", `/imports/${id}`, bought);
    await page.keyboard.press("Control+Enter");
    await expect(form.getByText("پیش‌نمایش ۳ کد تازه داشت؛ اکنون ۲ کد تازه است.")).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("۲ کد افزوده شد.")).toBeVisible();
  });
  const batches = page.getByRole("region", { name: "بسته‌های این کالا" });
  const batch = batches.getByRole("row").filter({ hasText: "K-7" });
  await test.step("its batch is recalled with a reason, and restored", async () => {
    await expect(batch).toContainText("۲ آزاد");
    await batch.getByRole("button", { name: /فراخواندن/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "فرابخوان" }).click();
    await expect(dialog.getByText("لطفاً دلیل را بنویسید.")).toBeVisible();
    await dialog.getByLabel("دلیل").fill("ده کد پشت سر هم کار نکرد");
    await dialog.getByRole("button", { name: "فرابخوان" }).click();
    await expect(batch).toContainText("۲ فراخوانده");
    await expect(batch).toContainText("ده کد پشت سر هم کار نکرد");
    await batch.getByRole("button", { name: /برگرداندن/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "به فروش برگردان" }).click();
    await expect(batch).toContainText("۲ آزاد");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
  await test.step("its free codes are exported as a table", async () => {
    const saved = page.waitForEvent("download");
    await batch.getByRole("button", { name: /گرفتن کدها/ }).click();
    const asked = page.getByRole("dialog", { name: "گرفتن کدهای آزاد" });
    await expect(asked).toContainText("از فروش بیرون می‌روند");
    await asked.getByRole("button", { name: "۲ کد را بده" }).click();
    await expect(asked.getByText("لطفاً دلیل را بنویسید.")).toBeVisible();
    await asked.getByLabel("دلیل").fill("پس دادن به پخش");
    await asked.getByRole("button", { name: "۲ کد را بده" }).click();
    const given = await readFile(await (await saved).path(), "utf8");
    expect(given.split("\r\n").toSorted()).toEqual(["", one, corrected, "\ufeffکد"].toSorted());
    await expect(batch).toContainText("۲ بیرون‌رفته");
  });
  await test.step("a threshold that was set by hand stays", async () => {
    await page.getByRole("button", { name: "هشدار زیر" }).click();
    const dialog = page.getByRole("dialog", { name: "مرز هشدار" });
    await dialog.getByLabel("کمتر از چند کد آزاد").fill("۱۲۳");
    await dialog.getByRole("button", { name: "ثبت" }).click();
    await expect(page.getByText("۱۲۳", { exact: true })).toBeVisible();
  });
});
