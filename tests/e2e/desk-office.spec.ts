import { tehranDay, writePersian } from "../../persian/calendar.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { png } from "../support/images.ts";
import { enterAs } from "./shopper.ts";
import { expect, islandsReady, originOf, test } from "./desk.ts";
import { leavesFreely } from "./shop.ts";

/** People, tickets and the log at the desk. */

test.use({ viewport: { width: 1440, height: 900 } });

test("a person is found, noted, frozen and released, a ticket is answered, and the log shows all of it", async ({
  page,
  context,
  baseURL,
  person,
  enterDesk,
  expectedStatuses,
}) => {
  expectedStatuses.add(404).add(422);
  await enterAs(context, baseURL ?? "", person.phone);
  const origin = { Origin: originOf(page) };
  const asked = await page.request.post("/api/v1/tickets", {
    headers: { Origin: originOf(page) },
    data: { title: "کد دوم کار نمی‌کند", description: "پیام می‌دهد که مصرف شده است." },
  });
  expect(asked.status(), await asked.text()).toBe(200);
  const { ticket } = (await asked.json()) as { ticket: { id: string } };
  const sent = await page.request.post("/api/v1/uploads", {
    headers: origin,
    multipart: { image: { name: "error.png", mimeType: "image/png", buffer: Buffer.from(png()) } },
  });
  expect(sent.status(), await sent.text()).toBe(200);
  const { imageUrl } = (await sent.json()) as { imageUrl: string };
  const replied = await page.request.post(`/api/v1/tickets/${ticket.id}/messages`, {
    headers: origin,
    data: { content: "این هم تصویر صفحهٔ خطا.", imageUrl },
  });
  expect(replied.status(), await replied.text()).toBe(200);
  const name = await enterDesk("owner");

  await test.step("an unknown phone is reported, a known one opens the person", async () => {
    await page.goto("/desk/people");
    await islandsReady(page);
    await page.getByLabel("شمارهٔ موبایل").fill("09999999999");
    await page.keyboard.press("Enter");
    await expect(page.getByText("حسابی با این شماره نیست")).toBeVisible();
    await page.getByLabel("شمارهٔ موبایل").fill(`0${person.phone}`);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/desk\/people\/[\w-]+$/);
  });
  await islandsReady(page);
  const main = page.locator("main");
  await test.step("the page shows the person's identity, possessions and tickets", async () => {
    await expect(main.getByText("هویت تأییدشده")).toBeVisible();
    await expect(main.getByText("۳٬۰۰۰٬۰۰۰ تومان").first()).toBeVisible();
    await expect(main.getByRole("link", { name: "کد دوم کار نمی‌کند" })).toBeVisible();
  });
  await test.step("a note that is too short is refused, and its text is kept until it is saved", async () => {
    const note = page.getByLabel("یادداشت برای همکاران");
    await note.fill("ا");
    await page.getByRole("button", { name: "بنویس" }).click();
    await expect(page.getByText("حداقل ۳ کاراکتر")).toBeVisible();
    await expect(note).toHaveValue("ا");
    await note.fill("تلفنی گفت کارت از خودش است.");
    expect(await leavesFreely(page)).toBe(false);
    await page.getByRole("button", { name: "بنویس" }).click();
    await expect(main.getByText(`${name} تلفنی گفت کارت از خودش است.`)).toBeVisible();
    await expect(note).toHaveValue("");
    expect(await leavesFreely(page)).toBe(true);
  });
  await test.step("a freeze and its release each need a reason, which the page shows", async () => {
    await page.getByRole("button", { name: "مسدود کردن…", exact: true }).click();
    const freeze = page.getByRole("dialog", { name: "مسدود کردن", exact: true });
    await freeze.getByLabel("دلیل").fill("کارت در فهرست دزدی است");
    await freeze.getByRole("button", { name: "مسدود کن" }).click();
    await expect(main.getByText(`${name} مسدود کرد: کارت در فهرست دزدی است`)).toBeVisible();
    await page.getByRole("button", { name: "برداشتن مسدودی…" }).click();
    const release = page.getByRole("dialog", { name: "برداشتن مسدودی" });
    await release.getByLabel("دلیل").fill("بانک گفت اشتباه بود");
    await release.getByRole("button", { name: "مسدودی را بردار" }).click();
    await expect(main.getByText(/برداشت: بانک گفت اشتباه بود/)).toBeVisible();
  });
  await test.step("a card's verification is proposed for revocation, in a dialog with its own reason", async () => {
    const card = main.getByRole("listitem").filter({ hasText: "بانک" }).first();
    await card.getByRole("button", { name: "مسدود کردن کارت…" }).click();
    const freeze = page.getByRole("dialog", { name: /^مسدود کردن کارت/ });
    await freeze.getByLabel("دلیل").fill("کارت دزدی است");
    await freeze.getByRole("button", { name: "انصراف" }).click();
    await freeze.getByRole("button", { name: "دور بریز" }).click();
    await card.getByRole("button", { name: "لغو تأیید کارت…" }).click();
    const revoke = page.getByRole("dialog", { name: /^لغو تأیید کارت/ });
    await expect(revoke.getByLabel("دلیل")).toHaveValue("");
    await revoke.getByLabel("دلیل").fill("بانک کارت را باطل کرد");
    await revoke.getByRole("button", { name: "لغو را بنویس" }).click();
    await expect(page.getByText("درخواست لغو نوشته شد").first()).toBeVisible();
  });
  await test.step("their ticket is answered and closed", async () => {
    await main.getByRole("link", { name: "کد دوم کار نمی‌کند" }).click();
    await islandsReady(page);
    await expect(main.getByText("پیام می‌دهد که مصرف شده است.")).toBeVisible();
    await page.getByRole("button", { name: "دیدن تصویر این پیام" }).click();
    await expect(page.getByRole("img", { name: "تصویری که فرستاده است" })).toBeVisible();
    await page.getByRole("button", { name: "بستن تصویر" }).click();
    const answers = page.getByLabel("پاسخ آماده");
    await answers.selectOption("در حال بررسی است");
    // The ticket names no order, so the operator has to say what it is about.
    await expect(page.getByText("جای {کد} هنوز خالی است")).toBeVisible();
    await expect(page.getByLabel("پاسخ فروشگاه")).toHaveValue(
      /^(?!.*\{نام\}).* عزیز.*(?:امروز|فردا) ساعت/,
    );
    await page.getByLabel("پاسخ فروشگاه").fill("کد تازه‌ای برایتان گذاشتیم.");
    await page.getByRole("button", { name: "پاسخ را بفرست" }).click();
    await expect(main.getByRole("listitem").filter({ hasText: "کد تازه‌ای" })).toBeVisible();
    await expect(page.getByLabel("پاسخ فروشگاه")).toHaveValue("");
    await page.getByRole("button", { name: "بستن تیکت" }).click();
    await expect(main.getByText("این تیکت بسته است.")).toBeVisible();
    await page.goto("/desk/tickets?status=Closed");
    await islandsReady(page);
    await expect(main.getByRole("link", { name: "کد دوم کار نمی‌کند" }).first()).toBeVisible();
  });
  await test.step("an answer is prepared, changed and deleted", async () => {
    const title = `ساعت کار ${name}`;
    const item = page.getByRole("listitem").filter({ hasText: title });
    await page.getByRole("button", { name: "پاسخ تازه" }).click();
    const fresh = page.getByRole("dialog", { name: "پاسخ آمادهٔ تازه" });
    await fresh.getByLabel("نام پاسخ").fill(title);
    await fresh.getByLabel("متن").fill("سلام ");
    await fresh.getByRole("button", { name: "{نام}" }).click();
    await fresh.getByRole("button", { name: "پاسخ را نگه دار" }).click();
    await expect(item).toContainText("سلام {نام}");
    await item.getByRole("button", { name: "تغییر" }).click();
    const change = page.getByRole("dialog", { name: "تغییر پاسخ آماده" });
    await change.getByLabel("متن").fill("از ۸ صبح تا ۱۲ شب پاسخ می‌دهیم.");
    await change.getByRole("button", { name: "پاسخ را نگه دار" }).click();
    await expect(item).toContainText("از ۸ صبح");
    await item.getByRole("button", { name: "پاک کردن" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "پاک کن" }).click();
    await expect(item).toHaveCount(0);
  });
  await test.step("the log has all of it, filtered by the address, and is exported as a table", async () => {
    await page.goto(`/desk/log?operator=${name}`);
    await islandsReady(page);
    const log = page.getByRole("region", { name: "رویدادها" }).first();
    for (const verdict of ["یادداشت نوشت", "پاسخ داد", "تیکت را بست"])
      await expect(log.getByRole("cell", { name: verdict, exact: true })).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "گرفتن CSV" }).click();
    expect((await download).suggestedFilename()).toMatch(/^decisions-.*\.csv$/);
    const today = tehranDay(Date.now());
    const tomorrow = toPersianDigits(writePersian(today + 1).replaceAll("-", "/"));
    await page.getByLabel("از روز").fill(tomorrow);
    await page.getByRole("button", { name: "نشان بده" }).click();
    await expect(page).toHaveURL(new RegExp(`from=${writePersian(today + 1)}`));
    await expect(page.getByText("در این روزها چنین رویدادی نیست.")).toBeVisible();
    await page.goto(`/desk/log?operator=${name}&verdict=refunded`);
    await expect(page.getByText("در این روزها چنین رویدادی نیست.")).toBeVisible();
  });
});
