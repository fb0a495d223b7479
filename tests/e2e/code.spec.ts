import type { Locator, Page } from "@playwright/test";
import { formatComing } from "../../persian/dates.ts";
import { sampleCode, sampleItem, sampleOrder } from "./sample-order.ts";
import { islandsReady, movePointerAway, operatorHeaders } from "./shop.ts";
import { answer, expect, haveInCart, test } from "./shopper.ts";

/** The codes of an order, one by one, on the page after paying. */

const ticketAt = (page: Page, number: string) =>
  page.locator(".code-list > li").filter({ hasText: `کد ${number} از ۵` });
const see = (page: Page, number: string) =>
  ticketAt(page, number).getByRole("button", { name: /^دیدن کد/ });
const shown = (page: Page, number: string) => ticketAt(page, number).locator(".code-shown");
const onClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

async function copySelected(page: Page): Promise<string> {
  await page.keyboard.press("ControlOrMeta+C");
  return (await onClipboard(page)).trim();
}

/** Copies a code by hand: one press selects it. */
async function copyByHand(page: Page, code: Locator): Promise<string> {
  await code.click();
  return copySelected(page);
}

test("five codes of one item, of which one is bad: seen, copied, reported, replaced", async ({
  page,
  person,
  enter,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(person.phone);
  await haveInCart(page, "itunes-us-2", 5);
  await page.goto("/cart");
  await islandsReady(page);
  await page.getByRole("checkbox", { name: /کیف پول/ }).check();
  await page.getByRole("button", { name: "پرداخت با کیف پول" }).click();
  await page.waitForURL(/\/orders\/[\w-]+$/);
  await islandsReady(page);
  let bad = "";

  await test.step("the page opens no code by itself", async () => {
    await expect(page.getByRole("heading", { name: "کدهای شما آماده است" })).toBeVisible();
    await expect(page.locator(".code-list > li")).toHaveCount(5);
    await expect(page.locator(".code-shown")).toHaveCount(0);
    await expect(page.locator(".code-stage-unfolding")).toHaveCount(1);
  });
  await test.step("a press opens one code, and its button confirms the copy", async () => {
    await see(page, "۲").click();
    await expect(shown(page, "۲")).toHaveText(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/);
    await expect(page.locator(".code-shown")).toHaveCount(1);
    bad = (await shown(page, "۲").textContent()) ?? "";
    const copy = ticketAt(page, "۲").getByRole("button", { name: /کپی/ });
    await expect(copy).toBeFocused();
    // Returns the place of the button within its card, since the area around may still unfold.
    const place = () =>
      copy.evaluate((button) => {
        const box = button.getBoundingClientRect();
        const ticket = button.closest("li")?.getBoundingClientRect();
        return [box.width, box.height, box.x - (ticket?.x ?? 0), box.y - (ticket?.y ?? 0)].map(
          Math.round,
        );
      });
    const before = await place();
    await copy.click();
    await expect(copy.getByText("کپی شد")).toBeVisible();
    expect(await place()).toEqual(before);
    expect(await onClipboard(page)).toBe(bad);
    expect(await copyByHand(page, shown(page, "۲"))).toBe(bad);
  });
  await test.step("the service's own page is a link, and so is the tutorial", async () => {
    await expect(page.getByRole("link", { name: "صفحهٔ فعال‌سازی" })).toHaveAttribute(
      "href",
      `https://apple.com/redeem?code=${bad}`,
    );
    await expect(page.getByRole("link", { name: "چطور فعال کنم؟" })).toHaveAttribute(
      "href",
      "/tutorials/redeem-itunes-gift-card",
    );
  });
  await test.step("all codes are copied at once, and each fits a line of 360 px", async () => {
    await page.getByRole("button", { name: /همه را کپی کن/ }).click();
    await expect(page.locator(".code-shown")).toHaveCount(5);
    const texts = await page.locator(".code-shown").allTextContents();
    await expect.poll(() => onClipboard(page)).toBe(texts.join("\n"));
    await page.evaluate(() => {
      const list = document.querySelector(".code-list");
      if (list) getSelection()?.selectAllChildren(list);
    });
    expect(await copySelected(page)).toBe(texts.join("\n"));
    await page.setViewportSize({ width: 360, height: 780 });
    for (const code of await page.locator(".code-shown").all()) {
      const { height = 99, x = -1, width = 999 } = (await code.boundingBox()) ?? {};
      expect([height < 40, x >= 0, x + width <= 360]).toEqual([true, true, true]);
    }
  });
  await test.step("a code is marked as used, and the mark is removed", async () => {
    const used = ticketAt(page, "۱").getByRole("button", { name: "فعال شد" });
    await used.click();
    await expect(used).toHaveAttribute("aria-pressed", "true");
    await movePointerAway(page);
    await used.click();
    await expect(used).toHaveAttribute("aria-pressed", "false");
  });
  await test.step("the bad code is reported with a chip, without typing", async () => {
    const ticket = ticketAt(page, "۲");
    await ticket.getByRole("button", { name: /^گزارش مشکل/ }).click();
    await ticket.getByRole("button", { name: "فرستادن گزارش" }).click();
    await expect(ticket.getByRole("alert")).toHaveText("بگویید کد چه مشکلی دارد.");
    await ticket.getByRole("button", { name: "قبلاً استفاده شده" }).click();
    await ticket.getByRole("button", { name: "فرستادن گزارش" }).click();
    await expect(ticket.getByText("مشکل این کد در دست بررسی است.")).toBeVisible();
    await expect(ticket.getByRole("button", { name: /^گزارش مشکل/ })).toHaveCount(0);
    await expect(ticket).toBeFocused();
  });
  await test.step("the desk replaces it, and the new code appears covered in its place", async () => {
    const orderId = page.url().split("/").at(-1) ?? "";
    const { order } = (await (await page.request.get(`/api/v1/orders/${orderId}`)).json()) as {
      order: { OrderItems: { codes: { id: string; position: number }[] }[] };
    };
    const code = order.OrderItems[0]?.codes.find(({ position }) => position === 2)?.id ?? "";
    const answered = await page.request.post(`/desk/v1/codes/${code}/replacement`, {
      headers: operatorHeaders(),
      data: { reason: "کد پیش‌تر استفاده شده بود" },
    });
    expect(answered.status(), await answered.text()).toBe(200);
    await page.reload();
    await islandsReady(page);
    await expect(page.locator(".code-list > li")).toHaveCount(5);
    await expect(page.locator(".code-stage-unfolding")).toHaveCount(0);
    await expect(page.locator(".code-shown")).toHaveCount(0);
    await see(page, "۲").click();
    await expect(ticketAt(page, "۲").getByText("کد تازه")).toBeVisible();
    await expect(shown(page, "۲")).not.toHaveText(bad);
    await expect(ticketAt(page, "۲").getByRole("button", { name: /^گزارش مشکل/ })).toBeVisible();
  });
});

test("used, refunded and reported codes are marked, and waiting items show until when", async ({
  page,
  newcomer,
  enter,
  context,
}) => {
  await enter(newcomer);
  const createdAt = new Date(Date.now() - 3_600_000).toISOString();
  const order = sampleOrder({
    createdAt,
    OrderItems: [
      sampleItem({
        quantity: 5,
        codes: [
          sampleCode(1, { state: "read" }),
          sampleCode(2, { state: "used" }),
          sampleCode(3, { state: "refunded", reportUntil: null }),
          sampleCode(4, { state: "reported", ticketId: "ticket-1", reportUntil: null }),
          sampleCode(5, { state: "replaced", reportUntil: null }),
          sampleCode(5, { id: "fresh" }),
        ],
      }),
      sampleItem({ id: "item-2", deliveryType: "manual", deliveryStatus: "processing" }),
    ],
  });
  await answer(page, `GET /orders/${order.id}`, { order });
  await page.goto(`/orders/${order.id}`);
  await islandsReady(page);
  await expect(page.locator(".code-list > li")).toHaveCount(5);
  await expect(ticketAt(page, "۲")).toContainText("فعال شد");
  await expect(ticketAt(page, "۳")).toContainText("بازپرداخت شد");
  await expect(see(page, "۳")).toHaveCount(0);
  await expect(ticketAt(page, "۴")).toContainText("در دست بررسی");
  await expect(page.getByText(/تا فردا ساعت|تا امروز ساعت/).first()).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeVisible();

  await test.step("whatever its form, a code is copied as it is stored, with the button and by hand", async () => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const codes = [
      "3913841523515559",
      "6006491234567890  1234",
      "NAME-OF A1 pass word",
      "کد ۱۲ AB–34",
      `https://example.com/redeem?code=${"A1b2".repeat(20)}`,
    ];
    await answer(page, `GET /orders/${order.id}`, {
      order: sampleOrder({
        OrderItems: [
          sampleItem({
            quantity: 5,
            codes: codes.map((_, index) => sampleCode(index + 1, { state: "read" })),
          }),
        ],
      }),
    });
    await answer(page, `GET /orders/${order.id}/items/item-1/content`, codes);
    await page.reload();
    await islandsReady(page);
    await page.getByRole("button", { name: /همه را کپی کن/ }).click();
    await expect.poll(() => onClipboard(page)).toBe(codes.join("\n"));
    for (const [index, code] of codes.entries()) {
      await movePointerAway(page);
      const ticket = page.locator(".code-list > li").nth(index);
      await ticket.getByRole("button", { name: "کپی کد" }).click();
      await expect.poll(() => onClipboard(page)).toBe(code);
      expect(await copyByHand(page, ticket.locator(".code-shown"))).toBe(code);
    }
  });
  await test.step("a printed page has the codes in black, without bars and buttons", async () => {
    await page.evaluate(() => {
      document.documentElement.dataset["theme"] = "dark";
    });
    await page.emulateMedia({ media: "print" });
    await expect(
      page.locator("header.header, .bottom-bar, .footer").filter({ visible: true }),
    ).toHaveCount(0);
    await expect(page.locator("main").getByRole("button").filter({ visible: true })).toHaveCount(0);
    for (const text of await page.locator(".code-shown, main p:visible").all())
      await expect(text).toHaveCSS("color", "rgb(0, 0, 0)");
    await expect(page.locator("body")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    await expect(page.locator(".code-shown")).toHaveCount(5);
    await page.emulateMedia({ media: null });
  });
  await test.step("without a clipboard the code is selected, and the page says so", async () => {
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    const ticket = page.locator(".code-list > li").nth(1);
    await ticket.getByRole("button", { name: "کپی کد" }).click();
    await expect(ticket.getByRole("status")).toHaveText(/انتخاب شد؛ نگه دارید و کپی کنید/);
    const marked = () => page.evaluate(() => getSelection()?.toString());
    expect(await marked()).toBe("6006491234567890  1234");
  });
});

test.describe("a device whose clock is wrong", () => {
  test.use({ hasOwnContext: true });

  test("shows today and tomorrow by the clock of the shop", async ({ page, newcomer, enter }) => {
    await enter(newcomer);
    const reportUntil = new Date(Date.now() + 5 * 3_600_000).toISOString();
    const order = sampleOrder({
      OrderItems: [sampleItem({ codes: [sampleCode(1, { state: "read", reportUntil })] })],
    });
    await answer(page, `GET /orders/${order.id}`, { order });
    await page.clock.install({ time: Date.now() + 26 * 3_600_000 });
    await page.goto(`/orders/${order.id}`);
    await expect(
      page.getByRole("button", { name: formatComing(reportUntil, Date.now()) }),
    ).toBeVisible();
  });
});
