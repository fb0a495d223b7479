import type { Page } from "@playwright/test";
import { CANNED_PRAISES } from "../../contract/rating.ts";
import { sampleItem, sampleOrder } from "./sample-order.ts";
import { islandsReady, toast } from "./shop.ts";
import { NOWRUZ } from "./sample-time.ts";
import { answer, expect, haveInCart, holdBack, originOf, refuse, test } from "./shopper.ts";

/** Ratings of delivered items: sections 2, 4 and 5 of docs/specification.md. */

const ORDER = sampleOrder();
const PRODUCT = sampleItem().Product.name;

const dialog = (page: Page) => page.getByRole("dialog");
const contentButton = (page: Page) => page.getByRole("button", { name: /^محتوای محصول/ });
const star = (page: Page, name: string) => dialog(page).getByRole("radio", { name });
const comment = (page: Page) => dialog(page).getByLabel("نظر شما");
const send = (page: Page) => dialog(page).getByRole("button", { name: "ثبت نظر", exact: true });

test.use({ expectedStatuses: new Set([500]) });

/** Opens the codes of an item, and from there its rating. */
async function openRating(page: Page, button: string): Promise<void> {
  await contentButton(page).press("Enter");
  await dialog(page).getByRole("button", { name: button }).press("Enter");
}

test("rates a delivered item from its codes, and shows the rating there", async ({
  page,
  newcomer,
  enter,
}) => {
  await enter(newcomer);
  await answer(page, `GET /orders/${ORDER.id}`, { order: ORDER });
  await answer(page, `GET /orders/${ORDER.id}/items/item-1/content`, ["ABCD-EFGH-JKLM-NPQR"]);
  await page.goto(`/orders/${ORDER.id}`);
  await islandsReady(page);

  await test.step("a rating needs stars and ten letters, and says what is missing", async () => {
    await openRating(page, "ثبت نظر");
    await expect(
      dialog(page).getByRole("radiogroup", { name: "امتیاز شما" }).getByRole("radio"),
    ).toHaveCount(5);
    await expect(send(page)).toBeDisabled();
    await comment(page).fill("نه حرف");
    await star(page, "۱ ستاره").focus();
    await expect(
      page.getByRole("alert").filter({ hasText: "لطفاً نظر خود را وارد کنید (حداقل 10 کاراکتر)" }),
    ).toBeVisible();
    await comment(page).focus();
    await expect(
      page.getByRole("alert").filter({ hasText: "لطفاً امتیاز خود را انتخاب کنید" }),
    ).toBeVisible();
    await comment(page).fill("خرید خوبی بود");
    await expect(send(page)).toBeDisabled();
    await star(page, "۳ ستاره").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect(star(page, "۴ ستاره")).toBeChecked();
    await expect(send(page)).toBeEnabled();
    await comment(page).fill("نه حرف  ");
    await expect(send(page)).toBeDisabled();
  });
  await test.step("the shortcut fills in five stars and a sentence of praise", async () => {
    await dialog(page).getByRole("button", { name: "امتیاز کامل و نظر مثبت" }).click();
    await expect(star(page, "۵ ستاره")).toBeChecked();
    const text = await comment(page).inputValue();
    expect(CANNED_PRAISES.map((praise) => `${PRODUCT} ${praise}`)).toContain(text);
  });
  await test.step("a refusal shows in the window and keeps the input", async () => {
    await refuse(page, "POST /ratings", 500, { message: "" }, 1);
    await send(page).click();
    await expect(
      dialog(page).getByRole("alert").filter({ hasText: "خطا در ثبت نظر. لطفاً دوباره تلاش کنید." }),
    ).toBeVisible();
    await expect(star(page, "۵ ستاره")).toBeChecked();
  });
  await test.step("the saved rating is shown when the window has closed", async () => {
    const rating = { stars: 4, comment: "سریع بود و بی‌دردسر", createdAt: NOWRUZ };
    await answer(page, "POST /ratings", { message: "", rating });
    const release = await holdBack(page, "POST /ratings");
    const sent = page.waitForRequest("**/api/v1/ratings");
    await star(page, "۴ ستاره").check({ force: true });
    await comment(page).fill(rating.comment);
    await send(page).click();
    await expect(dialog(page).getByRole("button", { name: "در حال ثبت نظر..." })).toBeDisabled();
    expect((await sent).postDataJSON()).toEqual({
      orderItemId: "item-1",
      stars: 4,
      comment: rating.comment,
    });
    await answer(page, `GET /orders/${ORDER.id}`, {
      order: { ...ORDER, OrderItems: [sampleItem({ Rating: rating })] },
    });
    await release();
    await expect(toast(page, "نظر شما با موفقیت ثبت شد")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await expect(contentButton(page)).toBeFocused();
    await openRating(page, "دیدن نظر شما");
    await expect(dialog(page).getByRole("img", { name: "۴ ستاره از ۵" })).toBeVisible();
    await expect(dialog(page)).toContainText("سریع بود و بی‌دردسر");
    await expect(dialog(page)).toContainText("۱ فروردین ۱۴۰۵ ساعت ۰۰:۱۵");
    await expect(dialog(page).getByRole("radio")).toHaveCount(0);
  });
});

test("rates a purchase and keeps the comment", async ({ page, person, enter }) => {
  await enter(person.phone);
  await haveInCart(page, "pubg-60-uc");
  const bought = await page.request.post("/api/v1/orders", { headers: originOf(page), data: {} });
  const { orderId } = (await bought.json()) as { orderId: string };
  await page.goto(`/orders/${orderId}`);
  await islandsReady(page);
  await page.locator(".order-facts summary").click();
  await openRating(page, "ثبت نظر");
  await star(page, "۵ ستاره").check({ force: true });
  await comment(page).fill("همان لحظه رسید\nو بی‌دردسر فعال شد.");
  await send(page).click();
  await expect(toast(page, "نظر شما با موفقیت ثبت شد")).toBeVisible();
  await openRating(page, "دیدن نظر شما");
  await expect(dialog(page).getByRole("img", { name: "۵ ستاره از ۵" })).toBeVisible();
  await expect(dialog(page)).toContainText("همان لحظه رسید");
});
