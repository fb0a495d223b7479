import { enterAs } from "./shopper.ts";
import { expect, islandsReady, originOf, test } from "./desk.ts";

/** Money at the desk: withdrawals go to the bank in one file, and come back with its answer. */

test.use({ viewport: { width: 1440, height: 900 } });

test("withdrawals become one file, and the bank's answer settles each", async ({
  page,
  context,
  baseURL,
  person,
  enterDesk,
}) => {
  await enterAs(context, baseURL ?? "", person.phone);
  for (const amount of [412_000, 123_000]) {
    const asked = await page.request.post("/api/v1/withdrawals", {
      headers: { Origin: originOf(page) },
      data: { amount },
    });
    expect(asked.status(), await asked.text()).toBe(200);
  }
  await enterDesk("finance");
  const waiting = page.getByRole("region", { name: "فهرست برداشت‌های در انتظار" });
  await test.step("ticked withdrawals are summed, and a key makes the file", async () => {
    await page.goto("/desk/money");
    await islandsReady(page);
    // The rail shows the number of waiting things on all pages, not only on the queue.
    await expect(page.locator('.rail-count[data-waiting="/desk"]').first()).toHaveText(/^[۰-۹]+$/);
    const first = waiting.getByRole("checkbox").first();
    await expect(first).toBeVisible();
    await page.locator("body").press("Space");
    await expect(first).toBeChecked();
    await expect(first).toBeFocused();
    await first.press("Space");
    await expect(first).not.toBeChecked();
    for (const sum of ["۴۱۲٬۰۰۰", "۱۲۳٬۰۰۰"])
      await waiting.getByRole("checkbox", { name: `برداشت ${sum} تومان` }).check();
    await expect(page.getByText("۲ برداشت، روی هم ۵۳۵٬۰۰۰ تومان")).toBeVisible();
    await page.locator("body").press("KeyF");
  });
  const dialog = page.getByRole("dialog", { name: "پروندهٔ بانکی تازه" });
  await test.step("the sum is in figures, words and rial, with each row's result", async () => {
    // The preselected format can pay at least one row. A file without rows cannot be made.
    await expect(dialog.getByRole("radio", { name: "فهرست کارت‌به‌کارت" })).toBeChecked();
    await dialog.getByRole("radio", { name: "پایا" }).check();
    await expect(dialog.getByText("برای این کارت شبایی ثبت نشده است").first()).toBeVisible();
    await expect(dialog.getByRole("button", { name: "پروندهٔ ۰ تومان را بساز" })).toBeDisabled();
    await expect(dialog.getByText("هیچ ردیفی در این شکل پرداختنی نیست")).toBeVisible();
    await dialog.getByRole("radio", { name: "فهرست کارت‌به‌کارت" }).check();
    await expect(dialog.getByText("پانصد و سی و پنج هزار تومان")).toBeVisible();
    await expect(dialog.getByText("۵٬۳۵۰٬۰۰۰ ریال")).toBeVisible();
    await dialog.getByRole("button", { name: "پروندهٔ ۵۳۵٬۰۰۰ تومان را بساز" }).click();
    await expect(page).toHaveURL(/file=/);
  });
  await islandsReady(page);
  const text = await test.step("the file is downloaded with whole numbers", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "گرفتن پرونده" }).click();
    const stream = await (await download).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  });
  expect(text).toContain(person.cardNumber);
  const answers = page.getByRole("region", { name: "پاسخ بانک" });
  await test.step("an answer is first only previewed, and unclear lines show the reason", async () => {
    const [head = "", large = "", small = ""] = text.split("\r\n");
    const paid = large.replace(/,,$/, `,99${person.phone},موفق`);
    await page.getByLabel("جدول بانک را بچسبانید").fill([head, paid, small].join("\n"));
    await page.getByRole("button", { name: "بخوان" }).click();
    const rows = answers.getByRole("listitem");
    await expect(rows.filter({ hasText: "۴۱۲٬۰۰۰" }).getByRole("textbox")).toHaveValue(
      `99${person.phone}`,
    );
    await expect(rows.filter({ hasText: "۱۲۳٬۰۰۰" })).toContainText("شمارهٔ پیگیری");
    await rows.filter({ hasText: "۱۲۳٬۰۰۰" }).getByRole("combobox").selectOption("برگشت");
    await rows.filter({ hasText: "۱۲۳٬۰۰۰" }).getByRole("textbox").fill("کارت مسدود است");
  });
  await test.step("after booking, the paid withdrawal has its reference and the other one waits again", async () => {
    await answers.getByRole("button", { name: "ثبت پاسخ ۲ ردیف" }).click();
    await page.getByRole("button", { name: "پرداخت ۴۱۲٬۰۰۰ تومان را ثبت کن" }).click();
    await expect(page.getByText("۱ ردیف برگشت")).toBeVisible();
    await expect(page.getByText(`99${person.phone}`)).toBeVisible();
    await page.getByRole("link", { name: "همهٔ برداشت‌ها" }).click();
    await islandsReady(page);
    await expect(waiting.getByText("برگشت از بانک: کارت مسدود است").first()).toBeVisible();
    await expect(waiting.getByRole("checkbox", { name: "برداشت ۴۱۲٬۰۰۰ تومان" })).toHaveCount(0);
  });
  await test.step("a key opens the flow of money, which shows the paid withdrawal", async () => {
    await page.locator("body").press("Digit1");
    await expect(page).toHaveURL(/tab=flow/);
    await islandsReady(page);
    const flow = page.getByRole("region", { name: "جریان پول" }).first();
    const row = flow.getByRole("row").filter({ hasText: "۴۱۲٬۰۰۰" });
    await expect(row).toContainText("پرداخت شد");
    await expect(row).toContainText(`99${person.phone}`);
  });
  await test.step("C leads to the page that closes days", async () => {
    await page.locator("body").press("KeyC");
    await expect(page).toHaveURL(/\/desk\/closings$/);
  });
});

test("a file above one operator's limit is confirmed on its own page", async ({
  page,
  enterDesk,
}) => {
  await page.goto("/desk/enter");
  await enterDesk("finance");
  const file = {
    id: "large",
    number: "000000012",
    format: "paya",
    madeBy: "somebody-else",
    madeAt: new Date().toISOString(),
    state: "waiting",
    confirmedBy: null,
    total: 45_000_000,
    rows: 1,
    open: 1,
    paid: 0,
    returned: 0,
  };
  let decided: unknown = null;
  await page.route("**/desk/v1/payouts/large", (route) =>
    route.fulfill({
      json: {
        payout: decided === null ? file : { ...file, state: "made", confirmedBy: "me" },
        rows: [],
        proposalId: decided === null ? "asked" : null,
      },
    }),
  );
  await page.route("**/desk/v1/proposals/asked", (route) => {
    decided = route.request().postDataJSON();
    return route.fulfill({ json: { message: "تأیید شد." } });
  });
  await page.goto("/desk/money?tab=withdrawals&file=large");
  await islandsReady(page);
  await page.locator("body").press("KeyA");
  const dialog = page.getByRole("dialog", { name: "تأیید پایا ۱۲" });
  await expect(dialog).toContainText("چهل و پنج میلیون تومان");
  await dialog.getByRole("button", { name: "پروندهٔ ۴۵٬۰۰۰٬۰۰۰ تومان را تأیید کن" }).click();
  await expect(page.getByRole("button", { name: "گرفتن پرونده" })).toBeVisible();
  expect(decided).toEqual({ status: "confirmed" });
});
