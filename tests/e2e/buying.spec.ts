import type { Page } from "@playwright/test";
import { LAST_CODE, MANUAL, people } from "../support/people.ts";
import { goToEmptyDocument } from "./kept-page.ts";
import { expect, islandsReady, signIn, watch } from "./shop.ts";
import { enterAs, haveInCart, test } from "./shopper.ts";

/** Purchases from the cart to the codes, with the wallet and at the bank. */

const checkout = { wallet: "پرداخت با کیف پول", gateway: "پرداخت از درگاه" } as const;
const payButton = (page: Page, way: keyof typeof checkout) =>
  page.getByRole("button", { name: checkout[way] });

async function openCart(page: Page, { usesWallet }: { usesWallet: boolean }): Promise<void> {
  await page.goto("/cart");
  await islandsReady(page);
  const wallet = page.getByRole("checkbox", { name: /کیف پول/ });
  await expect(wallet).toBeVisible();
  await wallet.setChecked(usesWallet);
}

/** Leaves for the bank and returns the authority of the payment there. */
async function goToBank(page: Page): Promise<string> {
  await payButton(page, "gateway").click();
  await page.waitForURL(/127\.0\.0\.1.*StartPay/);
  return page.url().split("/").at(-1) ?? "";
}

const payAtBank = (page: Page) => page.getByRole("button", { name: "پرداخت", exact: true }).click();

/** Opens the delivered codes of the order page and returns them as they are shown. */
async function openCodes(page: Page): Promise<string[]> {
  await page.waitForURL(/\/orders\/[\w-]+$/);
  await islandsReady(page);
  await page.locator(".order-facts summary").click();
  await page.getByRole("button", { name: /محتوا/ }).first().click();
  const codes = page.getByRole("dialog").locator("li bdi[dir=ltr]");
  await expect(codes.first()).toBeVisible();
  return codes.allTextContents();
}

test("a guest finds a card, signs in by phone, pays at the bank and copies the code", async ({
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
  await page.getByRole("checkbox", { name: /کیف پول/ }).setChecked(false);
  await goToBank(page);

  await expect(page.getByText("آزمایشی").first()).toBeVisible();
  await payAtBank(page);
  const codes = await openCodes(page);
  expect(codes).toHaveLength(1);
  expect(codes[0]).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
  await page.getByRole("dialog").getByRole("button", { name: /کپی/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes[0]);
  await expect(page.getByRole("dialog").locator("li bdi").first()).toHaveCSS("direction", "ltr");
  await page.goto("/cart");
  await expect(page.getByText("هیچ محصولی در سبد خرید یافت نشد.")).toBeVisible();
});

test("the wallet alone pays for an instant code and for an item that an operator delivers", async ({
  page,
  person,
  enter,
}) => {
  await enter(person.phone);
  await haveInCart(page, "spotify-tr-1-month");
  await haveInCart(page, MANUAL.id);
  await openCart(page, { usesWallet: true });
  await payButton(page, "wallet").click();
  await page.waitForURL(/\/orders\//);
  await expect(page.getByText("پرداخت با کیف پول با موفقیت انجام شد")).toBeVisible();
  await islandsReady(page);
  const manual = page.getByRole("row").filter({ hasText: MANUAL.name });
  await expect(manual).toContainText("در حال آماده سازی");
  await manual.getByRole("button", { name: /محتوا/ }).click();
  await expect(page.getByText("لطفاً تا تحویل محصول صبر کنید")).toBeVisible();
  const instant = page.getByRole("row").filter({ hasText: "اسپاتیفای" });
  await instant.getByRole("button", { name: /محتوا/ }).click();
  await expect(page.getByRole("dialog").locator("li bdi[dir=ltr]")).toHaveCount(1);
});

test("wallet and bank together pay for two codes", async ({ page, person, enter }) => {
  await enter(person.phone);
  await haveInCart(page, "playstation-us-25");
  await openCart(page, { usesWallet: true });
  await page.getByLabel(/تعداد/).first().selectOption("2");
  await expect(payButton(page, "gateway")).toBeEnabled();
  await goToBank(page);
  await expect(page.getByText("۲٬۶۴۰٬۰۰۰").first()).toBeVisible();
  await payAtBank(page);
  expect(await openCodes(page)).toHaveLength(2);
  await page.goto("/dashboard");
  await expect(page.getByText("۰ تومان").first()).toBeVisible();
});

test("a cancelled payment says so, and keeps the cart for another try", async ({
  page,
  person,
  enter,
}) => {
  await enter(person.phone);
  await haveInCart(page, "xbox-us-5");
  await openCart(page, { usesWallet: false });
  await goToBank(page);
  await page.getByRole("button", { name: "انصراف" }).click();
  await page.waitForURL(/\/payment\/failed$/);
  await expect(page.getByText(/۷۲ ساعت/)).toBeVisible();
  await expect(page.locator("main").getByRole("link", { name: "پشتیبانی" })).toHaveAttribute(
    "href",
    "/tickets",
  );

  await test.step("the page of a failed payment opens once, then leads away", async () => {
    await page.goto("/payment/failed");
    await expect(page.getByText("دسترسی به این صفحه مجاز نیست")).toBeVisible();
    await page.waitForURL((url) => url.pathname === "/");
  });
  await page.goto("/cart");
  await islandsReady(page);
  await expect(payButton(page, "gateway")).toBeEnabled();
  await page.goto("/orders");
  await expect(page.getByText("هیچ سفارشی یافت نشد.")).toBeVisible();
});

test("a payment confirmed in two windows at once makes one order with one set of codes", async ({
  page,
  person,
  enter,
  sandbox,
  context,
}) => {
  await enter(person.phone);
  await haveInCart(page, "roblox-400-robux");
  await openCart(page, { usesWallet: false });
  const authority = await goToBank(page);
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

test.describe("the last code", () => {
  test.use({ expectedStatuses: new Set([409]) });

  test("goes to one of two who pay at once; the other sees why and keeps the money", async ({
    page,
    person,
    enter,
    browser,
    baseURL,
  }) => {
    const otherPerson = people.at(-1);
    if (!otherPerson) throw new Error("There are no people in tests/support/people.ts.");
    const otherContext = await browser.newContext();
    await enterAs(otherContext, baseURL ?? "", otherPerson.phone);
    const other = await otherContext.newPage();
    const complaints = await watch(other, new Set([409]));
    await goToEmptyDocument(other);
    await enter(person.phone);
    const pages = [page, other];
    await Promise.all(
      pages.map(async (each) => {
        await haveInCart(each, LAST_CODE.id);
        await openCart(each, { usesWallet: true });
      }),
    );
    await Promise.all(pages.map((each) => payButton(each, "wallet").click()));
    const ends = await Promise.all(pages.map(endOf));
    expect(ends.toSorted()).toEqual(["refused", "won"]);
    for (const [index, each] of pages.entries()) {
      await each.goto("/dashboard");
      await expect(
        each.getByText(ends[index] === "won" ? "۲٬۸۰۰٬۰۰۰ تومان" : "۳٬۰۰۰٬۰۰۰ تومان").first(),
      ).toBeVisible();
    }
    expect(complaints).toEqual([]);
    await otherContext.close();
  });
});

/** Waits for the order or for the refusal, whichever comes. */
async function endOf(page: Page): Promise<"won" | "refused"> {
  const won = page.waitForURL(/\/orders\//).then(() => "won" as const);
  const refused = page
    .getByText(/موجودی (?:یکی از محصولات|این محصول|کافی)/)
    .first()
    .waitFor()
    .then(() => "refused" as const);
  const end = await Promise.race([won, refused]);
  won.catch(() => "");
  refused.catch(() => "");
  return end;
}

test("a payment is completed although the session ended while the shopper was at the bank", async ({
  page,
  person,
  enter,
  context,
}) => {
  await enter(person.phone);
  await haveInCart(page, "amazon-us-5");
  await openCart(page, { usesWallet: false });
  await goToBank(page);
  await context.clearCookies({ name: "token" });
  await context.clearCookies({ name: "signed_in" });
  await payAtBank(page);
  await page.waitForURL(/\/auth\?return=/);
  await enter(person.phone);
  const back = new URL(page.url()).searchParams.get("return") ?? "";
  await page.goto(back);
  expect(await openCodes(page)).toHaveLength(1);
});
