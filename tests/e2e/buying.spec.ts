import type { Locator, Page } from "@playwright/test";
import type { z } from "zod";
import type { listIdentityRequests } from "../../contract/desk/identity.ts";
import { maskPhone } from "../../persian/identifiers.ts";
import { png } from "../support/images.ts";
import { LAST_CODE, MANUAL, people, withCheckDigit } from "../support/people.ts";
import { goToEmptyDocument } from "./kept-page.ts";
import { expect, islandsReady, movePointerAway, operatorHeaders, watch } from "./shop.ts";
import { enterAs, haveInCart, test } from "./shopper.ts";

/** Purchases from the cart to the codes, with the wallet and at the bank. */

const checkout = { wallet: "پرداخت با کیف پول", gateway: "پرداخت از درگاه" } as const;
const payButton = (page: Page, way: keyof typeof checkout) =>
  page.getByRole("button", { name: checkout[way] });

/** The sentence that asks for a photograph and says until when the shop answers. */
const ANSWER = /یک عکس مدرک \(پاسخ (?:تا [۰-۹]{2}:[۰-۹]{2}|از ۸ صبح)\)/;

async function openCart(page: Page, { usesWallet }: { usesWallet: boolean }): Promise<void> {
  await page.goto("/cart");
  await islandsReady(page);
  const wallet = page.getByRole("checkbox", { name: /کیف پول/ });
  await expect(wallet).toBeVisible();
  await wallet.setChecked(usesWallet);
}

/** Goes to the bank and returns the authority of the payment. */
async function goToBank(page: Page): Promise<string> {
  await payButton(page, "gateway").click();
  await page.waitForURL(/127\.0\.0\.1.*StartPay/);
  return page.url().split("/").at(-1) ?? "";
}

const payAtBank = (page: Page) => page.getByRole("button", { name: "پرداخت", exact: true }).click();

/** Opens the delivered codes on the page of the order and returns them as they are shown. */
async function openCodes(page: Page): Promise<string[]> {
  await page.waitForURL(/\/orders\/[\w-]+$/);
  await islandsReady(page);
  await page.locator(".order-facts summary").click();
  await page.getByRole("button", { name: /محتوا/ }).first().click();
  const codes = page.getByRole("dialog").locator("li bdi[dir=ltr]");
  await expect(codes.first()).toBeVisible();
  return codes.allTextContents();
}

/** The photograph that a first purchase needs. */
const photograph = {
  name: "papers.png",
  mimeType: "image/png",
  buffer: Buffer.from(png({ width: 40, height: 30 })),
};
/** The limit of presses on the shop's pages, from a listing to the copied code. */
const PRESSES_MAX = 14;

test("a guest gets from a listing to the copied code with few presses, one photograph and one wait", async ({
  page,
  stranger,
  sandbox,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 390, height: 844 });
  const pressed: string[] = [];
  const press = async (what: string, target: Locator) => {
    pressed.push(what);
    await target.click();
  };

  await page.goto("/products/giftcard/steam");
  await expect(page.locator(".first-purchase")).toContainText(ANSWER);
  await press("add", page.getByRole("button", { name: /افزودن به سبد خرید/ }).first());
  await expect(page.locator("[data-cart-badge]").filter({ visible: true }).first()).toHaveText("۱");
  await press(
    "cart",
    page
      .getByRole("link", { name: /سبد خرید/ })
      .filter({ visible: true })
      .last(),
  );
  await page.waitForURL(/\/cart$/);
  await expect(page.locator(".first-purchase")).toContainText(ANSWER);
  await islandsReady(page);
  await press("sign in", page.getByRole("button", { name: "ورود و پرداخت" }).last());
  await page.waitForURL(/\/auth/);
  await islandsReady(page);
  await expect(page.getByLabel(/شمارهٔ موبایل/)).toBeFocused();
  await page.keyboard.type(`0${stranger}`);
  await press("send the code", page.getByRole("button", { name: "دریافت کد تأیید" }));
  await expect(page.getByLabel("رقم ۱ از ۴")).toBeFocused();
  await page.keyboard.type(await sandbox.codeTo(stranger));
  await page.waitForURL(/\/cart$/);
  expect(await page.evaluate(() => localStorage.getItem("guestCart"))).toBeNull();

  await test.step("one form takes card, names and photograph, and leads back to the cart", async () => {
    await press("to the form", page.getByRole("link", { name: "فرستادن مدرک" }));
    const form = page.getByRole("dialog");
    await expect(form.getByLabel("شمارهٔ کارت")).toBeFocused();
    await page.keyboard.type(withCheckDigit(`62198620${stranger.slice(-7)}`));
    await press("the owner", form.getByLabel("نام و نام خانوادگی صاحب حساب"));
    await page.keyboard.type("نگار آزمون‌پور");
    pressed.push("the photograph");
    await form.getByLabel("تصویر مدرک شناسایی").setInputFiles(photograph);
    await press("send the papers", form.getByRole("button", { name: "ثبت درخواست" }));
    await page.waitForURL(/\/cart$/);
    await expect(page.getByText(/^ساعت .* فرستادید\./)).toBeVisible();
  });
  await test.step("an operator approves, and the payment replaces the identity steps", async () => {
    await approveIdentity(page, stranger);
    // The SMS leads to the cart.
    await page.goto("/cart");
  });
  await press("pay", payButton(page, "gateway"));
  await page.waitForURL(/127\.0\.0\.1.*StartPay/);
  await expect(page.getByText("آزمایشی").first()).toBeVisible();
  await payAtBank(page);

  await page.waitForURL(/\/orders\/[\w-]+$/);
  await press("the code", page.getByRole("button", { name: /^دیدن کد/ }));
  const code = page.locator(".code-shown");
  await expect(code).toHaveText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
  await movePointerAway(page);
  await press("copy", page.getByRole("button", { name: /کپی کد/ }));
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(await code.textContent());
  expect(
    pressed.length,
    `${String(pressed.length)} presses: ${pressed.join(", ")}`,
  ).toBeLessThanOrEqual(PRESSES_MAX);
  await expect(code).toHaveCSS("direction", "ltr");
  await page.goto("/cart");
  await expect(page.getByText("هیچ محصولی در سبد خرید یافت نشد.")).toBeVisible();
});

/** Approves the only request of a phone, as an operator. */
async function approveIdentity(page: Page, phone: string): Promise<void> {
  const headers = operatorHeaders();
  const list = await page.request.get("/desk/v1/authorizes?limit=50", { headers });
  const { authorizations } = (await list.json()) as z.infer<typeof listIdentityRequests.answer>;
  const { id = "", uploadId } =
    authorizations.find(({ person }) => person.phone === maskPhone(phone)) ?? {};
  // An operator must have viewed the picture before verifying it.
  const link = await page.request.get(`/desk/v1/uploads/${uploadId ?? ""}/link`, { headers });
  const { url } = (await link.json()) as { url: string };
  await page.request.get(url, { headers });
  const data = { status: "verified" };
  await expect
    .poll(async () =>
      (await page.request.put(`/desk/v1/authorizes/${id}`, { headers, data })).status(),
    )
    .toBe(200);
}

/** Presses Tab, or Shift and Tab, until an element has the focus, and checks that it is visible. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const has = () => target.evaluate((element) => element === document.activeElement);
  for (let press = 0; press < TABS_MAX && !(await has()); press += 1)
    await page.keyboard.press(key);
  await expect(target).toBeFocused();
  expect(await target.evaluate((element) => element.matches(":focus-visible"))).toBe(true);
  await expect(target).toBeInViewport();
}
/** The limit of Tab presses for one step. */
const TABS_MAX = 45;

test("with the keyboard alone a shopper comes from a listing to the code", async ({
  page,
  person,
  enter,
}) => {
  await enter(person.phone);
  await page.goto("/products/giftcard/steam");
  await tabTo(page, page.getByRole("button", { name: /افزودن به سبد خرید/ }).first());
  await page.keyboard.press("Enter");
  const cart = page.getByRole("banner").getByRole("link", { name: /سبد خرید/ });
  await expect(cart).toContainText("۱");
  await tabTo(page, cart, "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/cart$/);
  await islandsReady(page);
  await expect(payButton(page, "wallet")).toBeEnabled();
  await tabTo(page, payButton(page, "wallet"));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/orders\/[\w-]+$/);
  await islandsReady(page);
  await tabTo(page, page.getByRole("button", { name: /^دیدن کد/ }));
  await page.keyboard.press("Enter");
  await expect(page.locator(".code-shown")).toBeVisible();
  // The focus moves to the next action.
  await expect(page.getByRole("button", { name: /کپی کد/ })).toBeFocused();
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
  await page.locator(".order-facts summary").click();
  const manual = page.getByRole("row").filter({ hasText: MANUAL.name });
  await expect(manual).toContainText("در حال آماده سازی");
  await manual.getByRole("button", { name: /محتوا/ }).click();
  await expect(page.getByText("لطفاً تا تحویل محصول صبر کنید")).toBeVisible();
  const instant = page.getByRole("row").filter({ hasText: "اسپاتیفای" });
  await instant.getByRole("button", { name: /محتوا/ }).click();
  await expect(page.getByRole("dialog").locator("li bdi[dir=ltr]")).toHaveCount(1);
  await test.step("going back and forward in the browser shows the present state", async () => {
    await page.goBack();
    await expect(page.getByText("هیچ محصولی در سبد خرید یافت نشد.")).toBeInViewport();
    await page.goForward();
    await expect(page.getByText("کد شما آماده است")).toBeVisible();
  });
});

test("wallet and bank together pay for two codes", async ({ page, person, enter }) => {
  await enter(person.phone);
  await haveInCart(page, "playstation-us-25");
  await openCart(page, { usesWallet: true });
  await page.getByLabel(/تعداد/).first().selectOption("2");
  // The wallet no longer covers everything, so it is not chosen automatically.
  await expect(page.getByRole("checkbox", { name: /کیف پول/ })).not.toBeChecked();
  await page.getByRole("checkbox", { name: /کیف پول/ }).check();
  await expect(payButton(page, "gateway")).toBeEnabled();
  await goToBank(page);
  await expect(page.getByText("۲٬۶۴۰٬۰۰۰").first()).toBeVisible();
  await payAtBank(page);
  expect(await openCodes(page)).toHaveLength(2);
  await page.goto("/dashboard");
  await expect(page.getByText("۰ تومان").first()).toBeVisible();
});

test("the page after a cancelled payment says so, and the cart is kept for another try", async ({
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

  await test.step("the page of a failed payment opens once, and afterwards redirects", async () => {
    await page.goto("/payment/failed");
    await expect(page.getByText("دسترسی به این صفحه مجاز نیست")).toBeVisible();
    await expect(
      page.locator("main").getByRole("link", { name: "سبد خریدتان دست نخورده است؛ دیدن آن" }),
    ).toHaveAttribute("href", "/cart");
    await page.waitForURL((url) => url.pathname === "/");
  });
  await page.goto("/cart");
  await islandsReady(page);
  await expect(payButton(page, "wallet")).toBeEnabled();
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

  test("goes to one of two shoppers who pay at once, and the other sees why not and keeps the money", async ({
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

/** Waits until the order or the refusal appears. */
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
