import type { Page } from "@playwright/test";
import { tehranDay, writePersian } from "../../persian/calendar.ts";
import { enterDeskAs } from "./desk.ts";
import { islandsReady } from "./shop.ts";
import { expect, haveInCart, originOf, test } from "./shopper.ts";

/** Orders at the desk in a browser: search, the whole story and decisions. */

test.use({ viewport: { width: 1440, height: 900 } });

interface Bought {
  orderId: string;
  number: string;
  /** The text of the first code, which its buyer has seen. */
  text: string;
}

/** Buys three cards from the wallet, opens the first code and complains about it. */
async function buyAndComplain(page: Page): Promise<Bought> {
  await haveInCart(page, "itunes-us-2", 3);
  const headers = originOf(page);
  const post = async (path: string, data: unknown) => {
    const answer = await page.request.post(`/api/v1${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { orderId } = (await post("/orders", {})) as { orderId: string };
  const { order } = (await (await page.request.get(`/api/v1/orders/${orderId}`)).json()) as {
    order: { number: string; OrderItems: { id: string; codes: { id: string }[] }[] };
  };
  const [item] = order.OrderItems;
  const [code] = item?.codes ?? [];
  const content = await page.request.get(
    `/api/v1/orders/${orderId}/items/${item?.id ?? ""}/content?code=${code?.id ?? ""}`,
    { headers },
  );
  const [text = ""] = (await content.json()) as string[];
  await post("/tickets", {
    title: "کد مصرف‌شده است",
    description: "این کد پیش‌تر مصرف شده است.",
    orderItemId: item?.id,
    codeIds: [code?.id],
  });
  return { orderId, number: order.number, text };
}

const inPersian = (digits: string) =>
  digits.replace(/\d/g, (digit) => "۰۱۲۳۴۵۶۷۸۹"[Number(digit)] ?? "");

test("an operator finds an order by a code, sees the consequences, replaces, refunds and writes a note", async ({
  page,
  person,
  enter,
  context,
  expectedStatuses,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(person.phone);
  const { number, text } = await buyAndComplain(page);
  await enterDeskAs(page, "owner");
  const shown = inPersian(number);

  await test.step("the list shows products by name, and its filter is in the address", async () => {
    await page.goto("/desk/orders");
    await islandsReady(page);
    const row = page.getByRole("row").filter({ hasText: shown });
    await expect(row).toContainText("× ۳");
    await page.getByRole("combobox", { name: "تحویل" }).selectOption("cancelled");
    await expect(page).toHaveURL(/\?delivery=cancelled$/);
    await expect(row).toBeHidden();
    await page.goBack();
    await expect(row).toBeVisible();
  });
  await test.step("days of the Persian calendar are in the address, and ticked orders are exported as a file", async () => {
    const today = writePersian(tehranDay(Date.now()));
    const list = page.getByRole("row");
    await page.goto(`/desk/orders?from=${today}&to=${today}`);
    await islandsReady(page);
    await expect(page.getByLabel("از روز")).toHaveValue(inPersian(today.replaceAll("-", "/")));
    await list.getByRole("checkbox", { name: `سفارش ${shown}` }).check();
    await expect(page.getByText("۱ سفارش انتخاب شد")).toBeVisible();
    const download = page.waitForEvent("download");
    await page.locator("body").press("KeyE");
    const file = await download;
    expect(file.suggestedFilename()).toBe(`armaghan-orders-${today}.csv`);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(new RegExp(`^${number},${today},`));
    await page.getByLabel("تا روز").fill("۱۴۰۴/۱/۱");
    await expect(page).toHaveURL(/to=1404-01-01$/);
    await expect(page.getByText("سفارشی با این نشانه‌ها نیست.")).toBeVisible();
    await page.goto("/desk/orders");
    await islandsReady(page);
  });
  const find = page.getByRole("dialog", { name: "جست‌وجوی همه‌چیز" });
  await test.step("a pasted code finds the order that it was sold in", async () => {
    await page.evaluate(
      (pasted) => navigator.clipboard.writeText(pasted),
      ` ${text.toLowerCase()} `,
    );
    await page.locator("body").press("Control+KeyK");
    await expect(find).toBeVisible();
    await expect(find.getByRole("option", { name: /سفارش‌ها/ })).toBeVisible();
    // In the reopened search the new word replaces the last one.
    await page.keyboard.type("مهر");
    await page.keyboard.press("Escape");
    await page.locator("body").press("Control+KeyK");
    await page.keyboard.press("Control+KeyV");
    await expect(find.getByRole("combobox")).toHaveValue(/^[^م]+$/);
    await expect(find.getByRole("option").first()).toContainText("فروخته‌شده");
    await expect(find.getByRole("option").first()).toContainText(shown);
    await expect(find.getByRole("option", { name: /تیکت/ })).toContainText("کد مصرف‌شده است");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/desk\/orders\/[\w-]+$/);
    await islandsReady(page);
    expect(page.url()).not.toContain(text);
  });
  const ways = page.locator(".ways");
  const story = page.getByRole("region", { name: "سرگذشت" });
  await test.step("the page shows the whole order, and the operator chooses the code of the complaint", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`سفارش ${shown}`);
    await expect(page.locator(".order-gist")).toContainText("دربارهٔ یک کد تیکت باز است");
    await expect(page.locator(".order-art")).not.toHaveJSProperty("naturalWidth", 0);
    await expect(ways).toContainText("خریدار می‌گوید: «کد مصرف‌شده است»");
    await expect(ways).toContainText("نفر دوم باید تأیید کند");
    await expect(ways).toContainText("به پای فروشگاه");
    await expect(page.locator("main")).not.toContainText(text);
    await story.getByRole("button", { name: /پول/ }).click();
    await expect(story.locator("li")).toHaveCount(2);
    await story.getByRole("button", { name: /همه/ }).click();
    await expect(page.locator(".order-money").first()).toContainText("در فروش");
  });
  await test.step("R replaces it, with a reason", async () => {
    await page.locator("body").press("KeyR");
    const dialog = page.getByRole("dialog", { name: "جایگزین کردن کد" });
    await expect(dialog).toContainText(`کد ۱ (…${text.slice(-4)})`);
    await dialog.getByLabel("دلیل").fill("پیش‌تر مصرف شده بود");
    await dialog.getByRole("button", { name: "جایگزین کن" }).click();
    await expect(dialog).toBeHidden();
    await expect(story).toContainText("کد را جایگزین کرد");
    await expect(page.locator(".items")).toContainText("جایگزین شد");
  });
  await test.step("B refunds an unread code, after the sum was shown in words", async () => {
    await page.getByRole("button", { name: /^کد ۲، پایان/ }).click();
    await expect(ways).toContainText("۱ کد نادیده به قفسه برمی‌گردد");
    await page.locator("body").press("KeyB");
    const dialog = page.getByRole("dialog", { name: /بازپرداخت کد/ });
    await expect(dialog.locator(".said-sum")).toContainText(/هزار تومان$/);
    await expect(dialog.locator(".said-facts")).toContainText("برگشتنی نیست");
    await dialog.getByLabel("دلیل").fill("خریدار نخواست");
    await dialog.getByRole("button", { name: /بازپرداخت کن$/ }).click();
    await expect(dialog).toBeHidden();
    await expect(story).toContainText("بازگرداند");
    await expect(page.getByRole("button", { name: /^کد ۲، پایان/ })).toHaveCount(0);
    await expect(page.locator(".items")).toContainText("۱ از ۳ پس داده شد");
    await expect(page.getByText("آمده و مانده برابر است")).toBeVisible();
  });
  await test.step("a note and the reveal of a code leave lines in the log", async () => {
    await page.locator("body").press("KeyA");
    const note = page.getByRole("dialog", { name: "یادداشت روی سفارش" });
    expectedStatuses.add(422);
    const words = note.getByLabel("یادداشت", { exact: true });
    await note.getByRole("button", { name: "یادداشت را بنویس" }).click();
    await expect(words).toHaveAttribute("aria-invalid", "true");
    await words.fill("از تأمین‌کننده پرسیدم");
    await expect(words).toHaveAttribute("aria-invalid", "false");
    await note.getByRole("button", { name: "یادداشت را بنویس" }).click();
    await expect(page.getByRole("region", { name: "یادداشت‌ها" })).toContainText("از تأمین‌کننده");
    await page.getByRole("button", { name: "نمایش کد ۳" }).click();
    const reveal = page.getByRole("dialog", { name: "نمایش کد ۳" });
    await reveal.getByRole("radio", { name: /تأمین‌کننده/ }).check();
    await reveal.getByRole("button", { name: "کد را نشان بده" }).click();
    const revealed = reveal.locator(".mono");
    await expect(revealed).toHaveText(/^[0-9A-Z-]{8,}$/);
    // Selected by hand, the code is copied as it is stored, without the texts beside it.
    await revealed.evaluate((code) => getSelection()?.selectAllChildren(code));
    await page.keyboard.press("ControlOrMeta+C");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await revealed.textContent(),
    );
    await reveal.getByRole("button", { name: "بستن" }).last().click();
    await expect(reveal).toBeHidden();
  });
  await test.step("support sees the consequences but cannot refund, and a viewer only reads", async () => {
    await enterDeskAs(page, "support");
    await page.reload();
    await islandsReady(page);
    await expect(ways.getByRole("button", { name: /بازپرداخت/ })).toBeDisabled();
    await expect(ways).toContainText("کار نقش مالی است.");
    await expect(page.getByRole("button", { name: /^نمایش کد/ })).toHaveCount(0);
    await enterDeskAs(page, "viewer");
    await page.reload();
    await islandsReady(page);
    await expect(story).toContainText("متن کد را دید");
    await expect(ways).toHaveCount(0);
    await expect(page.getByRole("button", { name: /یادداشت/ })).toHaveCount(0);
    await expect(page.locator(".order-person")).not.toContainText(
      inPersian(person.phone.slice(-7)),
    );
  });
  await test.step("an unknown order says so", async () => {
    expectedStatuses.add(404);
    await page.goto("/desk/orders/nothing-like-this");
    await expect(page.getByText("چنین سفارشی نیست.")).toBeVisible();
  });
});
