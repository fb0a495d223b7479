import { SAMPLE_CODES } from "./sample-discount-code.ts";
import { islandsReady } from "./shop.ts";
import { answer, expect, haveInCart, holdBack, test } from "./shopper.ts";

/** The list of a shopper's discount codes. */

test.use({ expectedStatuses: new Set([500]) });

test("lists each discount code with value, minimum purchase, end and audience, and copies it", async ({
  page,
  context,
  newcomer,
  enter,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(newcomer);
  const release = await holdBack(page, "GET /discount-codes");
  await page.goto("/discounts");
  await islandsReady(page);
  await expect(page.getByRole("status").filter({ hasText: "در حال بارگذاری" })).toBeVisible();
  await release(500);
  await expect(page.getByRole("alert").filter({ hasText: "خطایی رخ داد." })).toBeVisible();
  await answer(page, "GET /discount-codes", SAMPLE_CODES, 1);
  await page.getByRole("button", { name: "تلاش دوباره" }).click();
  await expect(page.locator("thead th")).toHaveText([
    "کد",
    "نوع و مقدار",
    "حداقل خرید",
    "تاریخ انقضا",
    "نحوه ارائه",
    "وضعیت",
    "استفاده",
  ]);
  const rows = page.locator("tbody tr");
  await expect(rows.nth(0).locator("td")).toHaveText([
    "ARMAGHAN10",
    /^۱۰ درصد\s*حداکثر ۵۰۰٬۰۰۰ تومان$/,
    "۵۰۰٬۰۰۰ تومان",
    "۱ فروردین ۱۴۰۵",
    "عمومی",
    "فعال",
    "استفاده در سبد",
  ]);
  await expect(rows.nth(0)).toContainText("۱۰ درصد");
  await expect(rows.nth(1).locator("td")).toHaveText([
    "WELCOME-NEGAR-2026-SPRING",
    "۱۵۰٬۰۰۰ تومان",
    "بدون حداقل",
    "بدون انقضا",
    "اختصاصی",
    "فعال",
    "استفاده در سبد",
  ]);
  await expect(rows.nth(2)).toContainText("منقضی شده");
  await expect(rows.nth(2)).not.toContainText("فروردین");
  await page.getByRole("button", { name: "کپی کد ARMAGHAN10" }).click();
  await expect(rows.nth(0)).toContainText("کپی شد");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("ARMAGHAN10");
  await haveInCart(page, "itunes-us-10");
  await page.getByRole("link", { name: "استفاده در سبد: ARMAGHAN10" }).click();
  await expect(page.getByLabel("کد تخفیف")).toHaveValue("ARMAGHAN10");

  await answer(page, "GET /discount-codes", []);
  await page.goto("/discounts");
  await expect(page.getByText("هیچ کد تخفیفی یافت نشد.")).toBeVisible();
});
