import { readFileSync } from "node:fs";
import { expect, islandsReady, test } from "./desk.ts";

/** Figures and the daily close, as operators see them. */

test.use({ viewport: { width: 1440, height: 900 } });

test("figures are shown day by day, with keys, as table and file", async ({ page, enterDesk }) => {
  await page.goto("/desk/enter");
  await enterDesk("viewer");
  await page.goto("/desk/figures");
  await islandsReady(page);
  const title = page.locator(".period-title");
  const month = (await title.textContent()) ?? "";
  await test.step("five figures lead to the rows that they count", async () => {
    await expect(page.locator(".figure")).toHaveCount(5);
    // On the first day of a month the link also has the parameter `day`.
    await expect(page.getByRole("main").getByRole("link", { name: /^سفارش/ })).toHaveAttribute(
      "href",
      /^\/desk\/orders\?from=14\d\d-\d\d-01&to=14\d\d-\d\d-\d\d(&day=20\d\d-\d\d-\d\d)?$/,
    );
    await expect(page.getByRole("region", { name: "بدهی به خریداران" })).toContainText(
      "کیف پول‌ها",
    );
  });
  await test.step("searches without results are listed", async () => {
    await page.request.get("/api/v1/search?query=دوچرخه");
    await page.reload();
    await islandsReady(page);
    await expect(page.getByRole("region", { name: "جست‌وجوهای بی‌نتیجه" })).toContainText("دوچرخه");
  });
  await test.step("arrow keys in the chart change the day, not the month", async () => {
    const chart = page.getByRole("group", { name: /روز به روز خوانده می‌شود/ });
    await chart.press("End");
    await expect(chart.getByRole("status")).toContainText("هنوز تمام نشده");
    const last = await chart.getByRole("status").textContent();
    await chart.press("Home");
    await expect(chart.getByRole("status")).toHaveText(/^۱ /);
    await chart.press("End");
    await expect(chart.getByRole("status")).toHaveText(last ?? "");
    await expect(title).toHaveText(month);
  });
  await test.step("the file has the Gregorian date in the second column", async () => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "فایل CSV" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^armaghan-days-14\d\d-\d\d\.csv$/);
    const text = readFileSync(await file.path(), "utf8");
    expect(text).toMatch(/\n14\d\d-\d\d-\d\d,20\d\d-\d\d-\d\d,\d/);
  });
  await test.step("T shows the same days as a table", async () => {
    await page.locator("body").press("t");
    await expect(page).toHaveURL(/view=table/);
    await expect(page.getByRole("columnheader", { name: "میلادی" })).toBeVisible();
    await expect(page.locator(".chart")).toHaveCount(0);
  });
  await test.step("the refunds of a day lead to the money of that day", async () => {
    const table = page.url();
    const cell = page.getByRole("row").nth(1).getByRole("link").first();
    await cell.click();
    await expect(page).toHaveURL(/tab=flow&kind=refund&from=(14\d\d-\d\d-\d\d)&to=\1$/);
    await islandsReady(page);
    await expect(page.getByRole("link", { name: "همهٔ روزها" })).toHaveAttribute(
      "href",
      "/desk/money?tab=flow&kind=refund",
    );
    await page.goto(table);
  });
  await test.step("the arrow to the right leads to the month before, and a month without sales says so", async () => {
    await islandsReady(page);
    await page.locator("body").press("ArrowRight");
    await expect(title).not.toHaveText(month);
    await expect(page).toHaveURL(/view=table/);
    await page.goto("/desk/figures?month=1400-12");
    await expect(title).toHaveText("اسفند ۱۴۰۰");
    await expect(page.getByText("در این روزها هنوز فروشی نبوده است.")).toBeVisible();
    await page.getByRole("link", { name: "سال", exact: true }).click();
    await expect(title).toHaveText("سال ۱۴۰۰");
    await expect(page.getByText("اسفند").first()).toBeVisible();
  });
});

test("finance closes a day that is over, and it cannot be closed again", async ({
  page,
  enterDesk,
}) => {
  await page.goto("/desk/enter");
  const name = await enterDesk("finance");
  await page.goto("/desk/closings");
  await islandsReady(page);
  const card = page.getByRole("region", { name: /\d|[۰-۹]/ }).last();
  const day = (await card.getByRole("heading").textContent())?.trim() ?? "";
  await test.step("a difference from the gateway's panel needs an explanation", async () => {
    await expect(card.getByText("دفتر و درگاه برابرند.")).toBeVisible();
    await card.getByLabel(/پنل درگاه/).fill("۵۰۰۰");
    await expect(card.getByText("اختلاف ۵٬۰۰۰ تومان بیشتر در درگاه")).toBeVisible();
    await card.getByRole("button", { name: /با اختلاف ببند/ }).click();
    await expect(card.getByRole("alert")).toHaveText(/بنویسید چرا/);
    await card.getByLabel(/پنل درگاه/).fill("");
  });
  await test.step("without a difference it closes", async () => {
    await card.getByRole("button", { name: /را ببند$/ }).click();
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row).toBeVisible();
    await row.getByRole("link").click();
    await expect(card.getByRole("heading")).toHaveText(day);
    await expect(card.getByRole("button")).toHaveCount(0);
    await expect(card).toContainText(name);
  });
});
