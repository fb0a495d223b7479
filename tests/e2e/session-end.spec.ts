import { type Page, type Request } from "@playwright/test";
import { islandsReady, signIn } from "./shop.ts";
import { expect, haveGuestCart, refuse, test } from "./shopper.ts";

/**
 * Pages after signing in: section 4 of docs/specification.md.
 * tests/unit/stores/return-path.test.ts has all addresses.
 */

const FOREIGN = "//evil.example/cart";

const guestCart = (page: Page) => page.evaluate(() => localStorage.getItem("guestCart"));

test("signing in sends the code once, at its fourth digit, and leads to no other site", async ({
  page,
  stranger,
  sandbox,
}) => {
  const checks: Request[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/verify")) checks.push(request);
  });
  await page.goto(`/auth?return=${encodeURIComponent(FOREIGN)}`);
  await signIn(page, stranger, sandbox);
  expect(checks).toHaveLength(1);
  const isDashboard = (url: URL) => url.hostname === "localhost" && url.pathname === "/dashboard";
  await expect(page).toHaveURL(isDashboard);

  await test.step("/auth leads a shopper who is signed in to the dashboard", async () => {
    await page.goto("/auth");
    await expect(page).toHaveURL(isDashboard);
  });
});

test("signing in hands a guest's cart over, with every line and its quantity", async ({
  page,
  stranger,
  sandbox,
}) => {
  await haveGuestCart(
    page,
    { productId: "razergold-us-5", quantity: 3 },
    { productId: "netflix-tr-500", quantity: 2 },
  );
  await page.goto("/auth");
  await signIn(page, stranger, sandbox);
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByLabel(/تعداد گیفت کارت ریزر گلد/)).toHaveValue("3");
  await expect(page.getByLabel(/تعداد گیفت کارت نتفلیکس/)).toHaveValue("2");
  expect(await guestCart(page)).toBeNull();
});

test("signing in returns to the page that required a session, and other tabs notice it", async ({
  page,
  context,
  stranger,
  sandbox,
}) => {
  const [asking, shopping] = [await context.newPage(), await context.newPage()];
  await asking.goto("/auth?return=%2Ftickets");
  await islandsReady(asking);
  await shopping.goto("/");
  await page.goto("/orders?from=mail");
  await expect(page).toHaveURL(/\/auth\?return=/);
  await signIn(page, stranger, sandbox);
  await expect(page).toHaveURL(/\/orders\?from=mail$/);
  await test.step("a tab on the sign-in page continues, and a tab on the front page knows the shopper", async () => {
    await expect(asking).toHaveURL(/\/tickets$/);
    await expect(shopping.locator("html")).toHaveAttribute("data-signed-in", "");
  });
  await test.step("the cart of a shopper is the same in all tabs", async () => {
    await asking.goto("/cart");
    await expect(asking.getByText("هیچ محصولی در سبد خرید یافت نشد.")).toBeVisible();
    await page.goto("/products/giftcard/razergold");
    await page
      .locator("#product-razergold-us-5")
      .getByRole("button", { name: /افزودن به سبد خرید/ })
      .click();
    await expect(asking.getByLabel(/تعداد گیفت کارت ریزر گلد/)).toHaveValue("1");
    const badge = shopping.locator("[data-cart-badge]").filter({ visible: true }).first();
    await expect(badge).toHaveText("۱");
    await asking.getByRole("button", { name: /^حذف گیفت کارت/ }).click();
    await expect(page.getByRole("group", { name: /^تعداد گیفت کارت/ })).toHaveCount(0);
    await expect(shopping.locator("[data-cart-badge]").filter({ visible: true })).toHaveCount(0);
  });
});

test.describe("a shop that fails during the sign-in", () => {
  test.use({ expectedStatuses: new Set([500]) });

  test.beforeEach(({ page }) => haveGuestCart(page, { productId: "razergold-us-10", quantity: 1 }));

  test("drops a cart that it cannot take over, and says so on the dashboard", async ({
    page,
    stranger,
    sandbox,
  }) => {
    await refuse(page, "POST /carts/multiple-items", 500, { message: "خطایی رخ داد." });
    await page.goto("/auth");
    await signIn(page, stranger, sandbox);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText(/انتقال سبد خرید ناموفق بود/)).toBeVisible();
    expect(await guestCart(page)).toBeNull();
  });

  test("keeps the cart and leads to the front page when the profile cannot be read", async ({
    page,
    stranger,
    sandbox,
  }) => {
    await refuse(page, "GET /users/profile", 500, { message: "خطایی رخ داد." });
    await page.goto("/auth");
    await signIn(page, stranger, sandbox);
    await expect(page).toHaveURL((url) => url.pathname === "/");
    expect(await guestCart(page)).toContain("razergold-us-10");
    await islandsReady(page);
  });
});

test.describe("a session that the browser cannot get rid of", () => {
  test.use({ expectedStatuses: new Set([403]) });

  test("ends with a sentence, not in a loop of redirects", async ({ page, newcomer, enter }) => {
    await enter(newcomer);
    const ended = { message: "Invalid token." };
    await refuse(page, "GET /dashboard/overview", 403, ended);
    await refuse(page, "GET /dashboard/recent", 403, ended);
    const opened: string[] = [];
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) opened.push(new URL(frame.url()).pathname);
    });
    await page.goto("/dashboard");
    await expect(page.getByText("نشست شما پایان یافته است. لطفاً دوباره وارد شوید.")).toBeVisible();
    await islandsReady(page);
    // The page opens twice: directly, and by a redirect from /auth, which does not open while the
    // cookie remains.
    await expect.poll(() => opened).toEqual(["/dashboard", "/dashboard"]);
  });
});
