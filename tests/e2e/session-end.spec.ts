import { type Page, type Request } from "@playwright/test";
import { addToCart, islandsReady, signIn } from "./shop.ts";
import { expect, haveGuestCart, refuse, test } from "./shopper.ts";

/** Section 4: where signing in ends. */

const guestCart = (page: Page) => page.evaluate(() => localStorage.getItem("guestCart"));

test("the fourth digit sends the code, once, without a button; who brings nothing lands on the dashboard", async ({
  page,
  stranger,
  sandbox,
}) => {
  const checks: Request[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/verify")) checks.push(request);
  });
  await page.goto("/auth");
  await signIn(page, stranger, sandbox);
  expect(checks).toHaveLength(1);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a guest's cart is handed over, with every line and its quantity", async ({
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

test("a page that asked for a session is returned to, with its query", async ({
  page,
  stranger,
  sandbox,
}) => {
  await page.goto("/orders?from=mail");
  await expect(page).toHaveURL(/\/auth\?return=/);
  await signIn(page, stranger, sandbox);
  await expect(page).toHaveURL(/\/orders\?from=mail$/);
});

for (const foreign of [
  "https://evil.example/cart",
  "//evil.example/cart",
  "/\\evil.example/cart",
  "javascript:alert(1)",
  "/sandbox/",
]) {
  test(`«${foreign}» is nowhere to return to`, async ({ page, stranger, sandbox }) => {
    await page.goto(`/auth?return=${encodeURIComponent(foreign)}`);
    await signIn(page, stranger, sandbox);
    await expect(page).toHaveURL(
      (url) => url.hostname === "localhost" && url.pathname === "/dashboard",
    );
  });
}

test("who is signed in already is sent from /auth to the dashboard", async ({
  page,
  newcomer,
  enter,
}) => {
  await enter(newcomer);
  await page.goto("/auth");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe("when the shop stumbles on the way in", () => {
  test.use({ expectedStatuses: new Set([500]) });

  test("a cart that cannot be handed over is dropped and said, on the dashboard", async ({
    page,
    stranger,
    sandbox,
  }) => {
    await addToCart(page, "razergold", "گیفت کارت ریزر گلد ۱۰ دلاری آمریکا");
    await refuse(page, "POST /carts/multiple-items", 500, { message: "خطایی رخ داد." });
    await page.goto("/auth");
    await signIn(page, stranger, sandbox);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText(/انتقال سبد خرید ناموفق بود/)).toBeVisible();
    expect(await guestCart(page)).toBeNull();
  });

  test("a profile that cannot be read leads to the front page, and the cart is kept", async ({
    page,
    stranger,
    sandbox,
  }) => {
    await haveGuestCart(page, { productId: "razergold-us-5", quantity: 1 });
    await refuse(page, "GET /users/profile", 500, { message: "خطایی رخ داد." });
    await page.goto("/auth");
    await signIn(page, stranger, sandbox);
    await expect(page).toHaveURL((url) => url.pathname === "/");
    expect(await guestCart(page)).toContain("razergold-us-5");
    await islandsReady(page);
  });
});
