import type { Page } from "@playwright/test";
import { LAST_CODE, MANUAL, people } from "../support/people.ts";
import { addToCart, expect, islandsReady, signIn, test, watch } from "./shop.ts";

/** The order page with its delivered codes open; returns them as they are shown. */
async function openCodes(page: Page): Promise<string[]> {
  await page.waitForURL(/\/orders\/[\w-]+$/);
  await islandsReady(page);
  await page.getByRole("button", { name: /محتوا/ }).first().click();
  const dialog = page.getByRole("dialog");
  const codes = dialog.locator("li bdi[dir=ltr]");
  await expect(codes.first()).toBeVisible();
  return codes.allTextContents();
}

async function useWallet(page: Page, isUsed: boolean): Promise<void> {
  const wallet = page.getByRole("checkbox", { name: /کیف پول/ });
  await expect(wallet).toBeVisible();
  await wallet.setChecked(isUsed);
}

test("a guest finds a card, signs in with a phone and a code, pays at the bank and copies the code", async ({
  page,
  person,
  sandbox,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await page.getByRole("link", { name: /استیم/ }).first().click();
  await page.waitForURL(/\/products\/giftcard\/steam/);
  await page
    .getByRole("button", { name: /افزودن به سبد خرید/ })
    .first()
    .click();
  await expect(page.locator("[data-cart-badge]").first()).toHaveText("۱");
  await page.goto("/cart");
  await islandsReady(page);
  await expect(page.getByRole("link", { name: /استیم/ }).first()).toBeVisible();
  await page
    .getByRole("button", { name: /پرداخت/ })
    .last()
    .click();
  await page.waitForURL(/\/auth/);
  await signIn(page, person.phone, sandbox);
  await page.waitForURL(/\/cart$/);
  expect(await page.evaluate(() => localStorage.getItem("guestCart"))).toBeNull();
  await islandsReady(page);
  await useWallet(page, false);
  await page.getByRole("button", { name: "پرداخت از درگاه" }).click();

  await page.waitForURL(/127\.0\.0\.1.*StartPay/);
  await expect(page.getByText("آزمایشی").first()).toBeVisible();
  await page.getByRole("button", { name: "پرداخت", exact: true }).click();
  const codes = await openCodes(page);
  expect(codes).toHaveLength(1);
  expect(codes[0]).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
  await page.getByRole("dialog").getByRole("button", { name: /کپی/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes[0]);
  const direction = await page
    .getByRole("dialog")
    .locator("li bdi")
    .first()
    .evaluate((code) => getComputedStyle(code).direction);
  expect(direction).toBe("ltr");
  await page.goto("/cart");
  await expect(page.getByText("هیچ محصولی در سبد خرید یافت نشد.")).toBeVisible();
});

test("the wallet alone pays, and the order opens at once", async ({ page, person, sandbox }) => {
  await addToCart(page, "spotify", await firstProductOf(page, "spotify"));
  await signIn(page, person.phone, sandbox);
  await page.waitForURL(/\/cart$/);
  await islandsReady(page);
  await useWallet(page, true);
  await page.getByRole("button", { name: "پرداخت با کیف پول" }).click();
  await page.waitForURL(/\/orders\//);
  await expect(page.getByText("پرداخت با کیف پول با موفقیت انجام شد")).toBeVisible();
  expect(await openCodes(page)).toHaveLength(1);
});

test("wallet and bank pay together", async ({ page, person, sandbox }) => {
  await addToCart(page, "playstation", "گیفت کارت پلی‌استیشن ۲۵ دلاری آمریکا");
  await signIn(page, person.phone, sandbox);
  await page.waitForURL(/\/cart$/);
  await islandsReady(page);
  await page.getByLabel(/تعداد/).first().selectOption("2");
  await useWallet(page, true);
  const pay = page.getByRole("button", { name: "پرداخت از درگاه" });
  await expect(pay).toBeEnabled();
  await pay.click();
  await page.waitForURL(/StartPay/);
  await expect(page.getByText("۲٬۶۴۰٬۰۰۰").first()).toBeVisible();
  await page.getByRole("button", { name: "پرداخت", exact: true }).click();
  expect(await openCodes(page)).toHaveLength(2);
  await page.goto("/dashboard");
  await expect(page.getByText("۰ تومان").first()).toBeVisible();
});

test("a cancelled payment says so, and the codes and the cart are there for another try", async ({
  page,
  person,
  sandbox,
}) => {
  await addToCart(page, "xbox", await firstProductOf(page, "xbox"));
  await signIn(page, person.phone, sandbox);
  await page.waitForURL(/\/cart$/);
  await islandsReady(page);
  await useWallet(page, false);
  await page.getByRole("button", { name: "پرداخت از درگاه" }).click();
  await page.waitForURL(/StartPay/);
  await page.getByRole("button", { name: "انصراف" }).click();
  await page.waitForURL(/\/payment\/failed$/);
  await expect(page.getByText(/۷۲ ساعت/)).toBeVisible();
  await expect(page.locator("main").getByRole("link", { name: "پشتیبانی" })).toHaveAttribute(
    "href",
    "/tickets",
  );
  await page.goto("/cart");
  await islandsReady(page);
  await expect(page.getByRole("button", { name: "پرداخت از درگاه" })).toBeEnabled();
  await page.goto("/orders");
  await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
});

test("the failed-payment page opens for nobody who did not fail", async ({ page }) => {
  await page.goto("/payment/failed");
  await expect(page.getByText("دسترسی به این صفحه مجاز نیست")).toBeVisible();
  await page.waitForURL((url) => url.pathname === "/");
});

test("a payment confirmed in two windows at once makes one order with one set of codes", async ({
  page,
  person,
  sandbox,
  context,
}) => {
  await addToCart(page, "roblox", await firstProductOf(page, "roblox"));
  await signIn(page, person.phone, sandbox);
  await page.waitForURL(/\/cart$/);
  await islandsReady(page);
  await useWallet(page, false);
  await page.getByRole("button", { name: "پرداخت از درگاه" }).click();
  await page.waitForURL(/StartPay/);
  const authority = page.url().split("/").at(-1) ?? "";
  await sandbox.pay(authority);
  const other = await context.newPage();
  const complaints = await watch(other);
  const back = `/payment/verify?Authority=${authority}&Status=OK`;
  await Promise.all([page.goto(back), other.goto(back)]);
  const shown = await Promise.all([openCodes(page), openCodes(other)]);
  expect(shown[0]).toEqual(shown[1]);
  expect(page.url()).toBe(other.url());
  expect(complaints).toEqual([]);
  await page.goto("/orders");
  await islandsReady(page);
  await expect(page.getByRole("row").filter({ hasText: "جزئیات" })).toHaveCount(1);
});

test("of two who want the last code at once one gets it; the other is told and keeps the money", async ({
  browser,
  person,
  sandbox,
  baseURL,
}) => {
  const second = people.at(-1);
  if (!second) throw new Error("nobody is left");
  const buyers = await Promise.all(
    [person, second].map(async ({ phone }, index) => {
      const context = await browser.newContext({
        baseURL: baseURL ?? "",
        extraHTTPHeaders: { "CF-Connecting-IP": `10.30.0.${String(index)}` },
      });
      const page = await context.newPage();
      const complaints = await watch(page, new Set([409]));
      await addToCart(page, "ea", LAST_CODE.name);
      await signIn(page, phone, sandbox);
      await page.waitForURL(/\/cart$/);
      await islandsReady(page);
      await useWallet(page, true);
      return { page, context, complaints };
    }),
  );
  await Promise.all(
    buyers.map(({ page }) => page.getByRole("button", { name: "پرداخت با کیف پول" }).click()),
  );
  const ends = await Promise.all(
    buyers.map(async ({ page }) => {
      const won = page.waitForURL(/\/orders\//).then(() => "won" as const);
      const told = page
        .getByText(/موجودی (?:یکی از محصولات|این محصول|کافی)/)
        .first()
        .waitFor()
        .then(() => "told" as const);
      const end = await Promise.race([won, told]);
      won.catch(() => "");
      told.catch(() => "");
      return end;
    }),
  );
  expect(ends.toSorted()).toEqual(["told", "won"]);
  for (const [index, { page, context, complaints }] of buyers.entries()) {
    await page.goto("/dashboard");
    await expect(
      page.getByText(ends[index] === "won" ? "۲٬۸۰۰٬۰۰۰ تومان" : "۳٬۰۰۰٬۰۰۰ تومان").first(),
    ).toBeVisible();
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test("what the operator delivers by hand is waited for", async ({ page, person, sandbox }) => {
  await addToCart(page, "ea", MANUAL.name);
  await signIn(page, person.phone, sandbox);
  await page.waitForURL(/\/cart$/);
  await islandsReady(page);
  await useWallet(page, true);
  await page.getByRole("button", { name: "پرداخت با کیف پول" }).click();
  await page.waitForURL(/\/orders\//);
  await islandsReady(page);
  await expect(
    page.getByText("در حال آماده سازی").or(page.getByText("در حال آماده‌سازی")).first(),
  ).toBeVisible();
  await page.getByRole("button", { name: /محتوا/ }).first().click();
  await expect(page.getByText("لطفاً تا تحویل محصول صبر کنید")).toBeVisible();
});

test("a session that ran out at the bank loses nothing", async ({
  page,
  person,
  sandbox,
  context,
}) => {
  await addToCart(page, "amazon", await firstProductOf(page, "amazon"));
  await signIn(page, person.phone, sandbox);
  await page.waitForURL(/\/cart$/);
  await islandsReady(page);
  await useWallet(page, false);
  await page.getByRole("button", { name: "پرداخت از درگاه" }).click();
  await page.waitForURL(/StartPay/);
  const cookies = await context.cookies();
  await context.clearCookies();
  await context.addCookies(cookies.filter(({ name }) => name === "visitor"));
  await page.getByRole("button", { name: "پرداخت", exact: true }).click();
  await page.waitForURL(/\/auth\?return=/);
  const token = cookies.filter(({ name }) => name !== "visitor");
  await context.addCookies(token);
  const back = new URL(page.url()).searchParams.get("return") ?? "";
  await page.goto(back);
  expect(await openCodes(page)).toHaveLength(1);
});

async function firstProductOf(page: Page, listing: string): Promise<string> {
  await page.goto(`/products/giftcard/${listing}`);
  return (
    (await page
      .getByRole("article")
      .filter({ has: page.getByRole("button", { name: /افزودن/ }) })
      .first()
      .getByRole("heading")
      .textContent()) ?? ""
  );
}
