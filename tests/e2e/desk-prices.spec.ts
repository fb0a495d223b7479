import type { Page } from "@playwright/test";
import { expect, islandsReady, test } from "./desk.ts";
import { operatorHeaders } from "./shop.ts";

/** Rates and prices that follow them. */

test.use({ viewport: { width: 1440, height: 900 } });

/** Sets the rate of pounds, which no other test uses, so that only these products follow it. */
async function writePound(page: Page, toman: number) {
  const headers = operatorHeaders();
  const { rates } = (await (await page.request.get("/desk/v1/rates", { headers })).json()) as {
    rates: { currency: string; version: number }[];
  };
  const version = rates.find(({ currency }) => currency === "GBP")?.version;
  const written = await page.request.put("/desk/v1/rates/GBP", {
    headers,
    data: { source: "hand", toman, isSure: true, version },
  });
  expect(written.status(), await written.text()).toBe(200);
}

test("a rate is written, a price follows it and is published", async ({
  page,
  enterDesk,
  expectedStatuses,
}) => {
  expectedStatuses.add(409).add(422);
  await enterDesk("finance");
  await writePound(page, 142_000);
  await page.goto("/desk/prices");
  await islandsReady(page);
  const pound = page.getByRole("region", { name: "پوند", exact: true });
  const list = page.getByRole("region", { name: "فهرست قیمت‌ها" });
  const row = list.getByRole("row").filter({ hasText: "پوندی" });
  await test.step("cards in pounds start to follow the rate, at unchanged prices", async () => {
    await page.getByRole("button", { name: /کالای پوند با نرخ بروند/ }).click();
    await page.getByRole("button", { name: /^پوند/ }).click();
    await expect(row.first()).toContainText("بی‌تغییر");
    await expect(page.getByText("قیمت عوض می‌شود")).toBeHidden();
  });
  await test.step("ten times the rate needs a confirmation, and without it the rate stays", async () => {
    await pound.getByRole("button", { name: "نرخ پوند" }).click();
    const dialog = page.getByRole("dialog", { name: "نرخ پوند" });
    const field = dialog.getByLabel("یک پوند چند تومان است؟");
    await field.fill("۱٬۴۲۰٬۰۰۰");
    await dialog.getByRole("button", { name: "نرخ را نگه دار" }).click();
    await expect(dialog.getByText("بیش از یک‌چهارم")).toBeVisible();
    await field.fill("۱۴۴٬۰۰۰");
    await dialog.getByRole("button", { name: "نرخ را نگه دار" }).click();
    await expect(dialog).toBeHidden();
    await expect(pound).toContainText("۱۴۴٬۰۰۰");
  });
  await test.step("the new price is shown, and nothing has changed yet", async () => {
    await expect(row.first()).toContainText("+۱٫");
    await expect(page.getByText("قیمت عوض می‌شود").first()).toBeVisible();
  });
  await test.step("a margin that moves the price too far unticks the row", async () => {
    const margin = row.first().getByLabel(/^حاشیهٔ/);
    const before = await margin.inputValue();
    await margin.click();
    await margin.fill("۹۰");
    await expect(margin).toHaveValue("۹۰");
    await margin.press("Enter");
    await expect(row.first()).toContainText("بیش از ۵٪؛ ببینید");
    await expect(row.first().getByRole("checkbox")).not.toBeChecked();
    await margin.fill(before);
    await margin.press("Enter");
    await expect(row.first().getByRole("checkbox")).toBeChecked();
  });
  await test.step("Ctrl S publishes, and the product shows the rate", async () => {
    await page.locator("body").press("Control+KeyS");
    const dialog = page.getByRole("dialog", { name: "انتشار قیمت‌ها" });
    await dialog.getByLabel("دلیل").fill("گران شدن پوند");
    await dialog.getByRole("button", { name: /قیمت را منتشر کن/ }).click();
    await expect(page.getByText("قیمت منتشر شد.").first()).toBeVisible();
    await expect(row.first()).toContainText("بی‌تغییر");
    await expect(pound).toContainText("ساخته‌شده با ۱۴۴٬۰۰۰");
  });
  await test.step("a viewer has no buttons", async () => {
    await enterDesk("viewer");
    await page.reload();
    await islandsReady(page);
    await page.getByRole("button", { name: /^پوند/ }).click();
    await expect(row.first()).toBeVisible();
    await expect(page.getByRole("button", { name: "نرخ پوند" })).toBeHidden();
    await expect(list.getByRole("checkbox")).toHaveCount(0);
  });
});
