import type { Page } from "@playwright/test";
import { enterDeskAs } from "./desk.ts";
import { intercept } from "./intercept.ts";
import { sampleCode, sampleItem, sampleOrder } from "./sample-order.ts";
import { islandsReady, toast } from "./shop.ts";
import { expect, haveInCart, test } from "./shopper.ts";

/** Codes of a supplier: set up at the desk, bought in the shop, and awaited on the order's page. */

const PRODUCT = { id: "spotify-us-10", name: "گیفت کارت اسپاتیفای ۱۰ دلاری آمریکا" };

test.use({ viewport: { width: 1440, height: 900 } });

test("a product of the supplier is set up at the desk, and its code comes by itself", async ({
  page,
  person,
  enter,
  expectedStatuses,
}) => {
  expectedStatuses.add(409).add(422);
  await enterDeskAs(page, "finance");
  await page.goto("/desk/suppliers");
  await islandsReady(page);
  await test.step("the desk shows the account, its rate and its ceiling", async () => {
    await page.getByRole("button", { name: "نرخ و سقف" }).click();
    const dialog = page.getByRole("dialog", { name: "نرخ و سقف Reloadly" });
    await dialog.getByLabel("نرخ هر دلار").fill("۱۰۰٬۰۰۰");
    await dialog.getByLabel("سقف خرید در روز").fill("۵۰٬۰۰۰٬۰۰۰");
    await dialog.getByRole("button", { name: "نگه دار" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("article")).toContainText("۱۰۰۰ دلار");
    await expect(page.getByRole("article")).toContainText("برقرار");
  });
  const dialog = page.getByRole("dialog", { name: "تأمین یک محصول" });
  const save = dialog.getByRole("button", { name: "نگه دار" });
  await test.step("a rule that the supplier cannot carry out is refused with the reason", async () => {
    await page.getByRole("button", { name: "تأمین یک محصول" }).click();
    await dialog.getByLabel("جست‌وجوی محصول").fill(PRODUCT.name);
    await dialog.getByRole("radio", { name: PRODUCT.name }).check();
    await dialog.getByRole("combobox").click();
    await page.getByRole("option", { name: "تنها از تأمین‌کننده" }).click();
    await dialog.getByLabel("شمارهٔ محصول نزد تأمین‌کننده").fill("۱۲۰");
    await save.click();
    await expect(dialog.getByText("مبلغ را با رقم بنویسید، مانند 25 یا 12.50.")).toBeVisible();
    await dialog.getByLabel("مبلغ روی کارت").fill("۱۰");
    await dialog.getByLabel("سقف بهای هر کد").fill("1000000");
    await save.click();
    await expect(dialog.getByText("قیمت تأمین‌کننده اکنون از سقف هر کد بیشتر است.")).toBeVisible();
    await dialog.getByLabel("سقف بهای هر کد").fill("1100000");
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(toast(page, "اکنون هر کد ۱٬۰۳۰٬۰۰۰ تومان تمام می‌شود")).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: PRODUCT.name })).toContainText("۱۰");
  });
  await test.step("a shopper buys it, and sees the code without doing anything", async () => {
    await enter(person.phone);
    await haveInCart(page, PRODUCT.id);
    await page.goto("/cart");
    await islandsReady(page);
    await page.getByRole("checkbox", { name: /کیف پول/ }).check();
    await page.getByRole("button", { name: "پرداخت با کیف پول" }).click();
    await page.waitForURL(/\/orders\/[\w-]+$/);
    await expect(page.getByText(/شما آماده است/)).toBeVisible();
  });
  await test.step("while the code is under way the page says so, and then changes by itself", async () => {
    await showsComing(page);
  });
  await test.step("the desk shows the cost of the code", async () => {
    await page.goto("/desk/suppliers");
    await islandsReady(page);
    const row = page.getByRole("row").filter({ hasText: "رسید" }).first();
    await expect(row).toContainText("۱٬۰۳۰٬۰۰۰");
    await expect(row).toContainText("۱۰٫۳ دلار");
  });
});

/** Shows an order whose code arrives when the page reads the order for the third time. */
async function showsComing(page: Page): Promise<void> {
  let looks = 0;
  const order = { ...sampleOrder(), createdAt: new Date().toISOString() };
  await intercept(page, `GET /orders/${order.id}`, () => {
    looks++;
    const coming = sampleItem({
      deliveryStatus: "processing",
      deliveredAt: null,
      isComing: true,
      codes: [],
    });
    const isThere = looks > 2;
    return {
      json: {
        order: {
          ...order,
          deliveryStatus: isThere ? "delivered" : "processing",
          OrderItems: [isThere ? sampleItem({ codes: [sampleCode(1)] }) : coming],
        },
      },
    };
  });
  await page.goto(`/orders/${order.id}`);
  await islandsReady(page);
  const region = page.getByRole("region", { name: "در حال تهیه" });
  await expect(region).toContainText("در حال تهیه، معمولاً زیر یک دقیقه");
  await expect(region).toBeHidden();
  await expect(page.locator(".code-stage")).toBeVisible();
}
