import { islandsReady, watch } from "./shop.ts";
import { OPENED_GIFT } from "./sample-gift.ts";
import { answer, expect, haveInCart, originOf, test } from "./shopper.ts";

/** A gift from both sides: the giver in an account, the receiver with only the link. */

test("a code is given, opened once by the link, and the giver sees that", async ({
  page,
  person,
  enter,
  browser,
}) => {
  await enter(person.phone);
  await page.goto("/cart");
  await haveInCart(page, "razergold-us-10", 2);
  const bought = await page.request.post("/api/v1/orders", { headers: originOf(page), data: {} });
  expect(bought.status(), await bought.text()).toBe(200);
  const { orderId } = (await bought.json()) as { orderId: string };
  await page.goto(`/orders/${orderId}`);
  await islandsReady(page);
  const gifts = page.getByRole("region", { name: "هدیه بدهید" });
  const dialog = page.getByRole("dialog", { name: "هدیه بدهید" });

  await test.step("the form says what is missing, and prefills the signature", async () => {
    // The gift is also offered beside the code itself.
    await page
      .getByRole("region", { name: "گیفت کارت" })
      .getByRole("button", { name: "هدیه بدهید: کد ۱ از ۲" })
      .click();
    await expect(dialog.getByLabel("امضا")).not.toHaveValue("");
    await dialog.getByLabel("امضا").fill("سارا");
    await dialog.getByRole("button", { name: "دیدن پاکت" }).click();
    await expect(dialog.getByText("نام گیرنده را بنویسید.")).toBeVisible();
    await dialog.getByLabel("برای چه کسی؟").fill("مهدی");
    await dialog.getByLabel("چند خط از شما").fill("یک دقیقه بیشتر کنار هم.");
    await dialog.getByText("یلدا", { exact: true }).click();
  });

  await test.step("the gift is previewed before it is made, and can be changed", async () => {
    await dialog.getByRole("button", { name: "دیدن پاکت" }).click();
    await expect(dialog.getByText("یک دقیقه بیشتر کنار هم.")).toBeVisible();
    await expect(dialog.getByRole("group", { name: "پاکت هدیه" })).toBeFocused();
    await dialog.getByRole("button", { name: "ویرایش" }).click();
    await expect(dialog.getByLabel("برای چه کسی؟")).toHaveValue("مهدی");
    await expect(dialog.getByLabel("برای چه کسی؟")).toBeFocused();
    await dialog.getByRole("button", { name: "دیدن پاکت" }).click();
    await dialog.getByRole("button", { name: "هدیه را بساز" }).click();
    await expect(dialog).toBeHidden();
  });

  await expect(gifts.getByText("هنوز باز نشده است.")).toBeVisible();
  await expect(page.getByText("هدیه شد")).toBeVisible();
  await expect(page.getByRole("heading", { name: "کد شما آماده است" })).toBeVisible();
  const link = await gifts.getByText(/\/gift#/).innerText();
  expect(link).toMatch(/^http:\/\/localhost(?::\d+)?\/gift#[A-Za-z0-9]{24}$/);
  const path = link.slice(link.indexOf("/gift#"));

  const receiver = await browser.newContext();
  const theirs = await receiver.newPage();
  const complaints = await watch(theirs, new Set([404, 409]));
  const openButton = theirs.getByRole("button", { name: "باز کردن هدیه" });

  await test.step("the receiver sees a sealed envelope without the code", async () => {
    await theirs.goto(path);
    await expect(theirs.getByRole("heading", { name: "هدیه‌ای از طرف سارا" })).toBeVisible();
    await expect(theirs.getByText("شب یلدا مبارک، مهدی")).toBeVisible();
    await expect(openButton).toBeEnabled();
    // The envelope has no outline, unlike an operator's own pictures of cards.
    await expect(theirs.locator(".gift-art > svg")).toHaveCSS("outline-style", "none");
    expect(await theirs.content()).not.toContain("یک دقیقه");
  });

  const letter = theirs.getByRole("article", { name: "هدیهٔ شما" });
  await test.step("opens it, and sees it again after a reload", async () => {
    await openButton.click();
    await expect(letter.getByText("یک دقیقه بیشتر کنار هم.")).toBeVisible();
    await expect(letter).toBeFocused();
    const code = await letter.locator("[data-gift-code]").innerText();
    expect(code).toMatch(/^\S{6,}$/);
    await theirs.reload();
    await expect(letter.locator("[data-gift-code]")).toHaveText(code);
  });

  await test.step("another browser is told when the gift was opened", async () => {
    const other = await browser.newContext();
    const others = await other.newPage();
    await others.goto(path);
    await expect(others.getByText(/باز شده است و تنها همان مرورگر/)).toBeVisible();
    await expect(others.getByRole("button")).toHaveCount(0);
    await other.close();
  });

  await test.step("the giver sees that it was opened, and calls another one back", async () => {
    await page.reload();
    await islandsReady(page);
    await expect(gifts.getByText(/^باز شد، /)).toBeVisible();
    await gifts.getByRole("button", { name: /کد ۲$/ }).click();
    await dialog.getByLabel("برای چه کسی؟").fill("بابا");
    await dialog.getByRole("button", { name: "دیدن پاکت" }).click();
    await dialog.getByRole("button", { name: "هدیه را بساز" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("heading", { name: "کدها را هدیه داده‌اید" })).toBeVisible();
    // All codes were given away as gifts, so the steps for redeeming are hidden.
    await expect(page.getByText("حالا فعالش کنید")).toHaveCount(0);
    const second = await gifts.getByText(/\/gift#/).innerText();
    await gifts.getByRole("button", { name: "پس گرفتن" }).click();
    await page.getByRole("button", { name: "هدیه را پس بگیر" }).click();
    await expect(gifts.getByText("برای بابا", { exact: true })).toBeHidden();
    await theirs.goto("about:blank");
    await theirs.goto(second.slice(second.indexOf("/gift#")));
    await expect(theirs.getByText("فرستنده این هدیه را پس گرفته است.")).toBeVisible();
  });

  await test.step("a wrong or incomplete link says so, without a button to try again", async () => {
    await theirs.goto("about:blank");
    await theirs.goto("/gift#AAAAAAAAAAAAAAAAAAAAAAAA");
    await expect(theirs.getByText(/هدیه‌ای با این لینک نیست/)).toBeVisible();
    await expect(theirs.getByRole("button")).toHaveCount(0);
    await theirs.goto("about:blank");
    await theirs.goto("/gift");
    await expect(theirs.getByText(/لینک هدیه کامل نیست/)).toBeVisible();
  });
  expect(complaints).toEqual([]);
  await receiver.close();
});

test("a gift for one phone is still open after signing in", async ({
  page,
  context,
  newcomer,
  enter,
}) => {
  const gift = {
    state: "sealed",
    occasion: "none",
    recipient: "مهدی",
    signature: "سارا",
    opensAt: "2026-11-23T05:00:00.000Z",
    openedAt: null,
    isYours: false,
    phoneEnd: newcomer.slice(-2),
  };
  const tokens: unknown[] = [];
  await page.route("**/api/v1/gifts/look", async (route) => {
    tokens.push((route.request().postDataJSON() as { token: unknown }).token);
    await route.fulfill({ json: { gift } });
  });
  const token = "k3Jd82nsKD92ndKQ0slm2bGq";
  await page.goto(`/gift#${token}`);
  await page.getByRole("button", { name: "ورود با موبایل" }).click();
  await expect(page).toHaveURL("/auth?return=%2Fgift");
  // Signs in, as the sign-in page does after the code.
  await enter(newcomer);
  await page.goto("/gift");
  await expect(page).toHaveURL(`/gift#${token}`);
  await expect(page.getByRole("button", { name: "باز کردن هدیه" })).toBeEnabled();
  expect(tokens).toEqual([token, token]);

  await test.step("a code is copied exactly, by hand and by button, even with spaces", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const shown = page.locator("[data-gift-code]");
    for (const code of ["ABCD1234", "AB CD  12 34"]) {
      await answer(page, "POST /gifts/open", { gift: { ...OPENED_GIFT, code } });
      await page.goto("about:blank");
      await page.goto(`/gift#${token}`);
      await page.getByRole("button", { name: "باز کردن هدیه" }).click();
      await shown.click();
      await page.keyboard.press("ControlOrMeta+C");
      expect((await copied()).trim()).toBe(code);
      await page.evaluate(() => navigator.clipboard.writeText(""));
      await page.getByRole("button", { name: "کپی کد" }).click();
      await expect.poll(copied).toBe(code);
    }
  });
});
