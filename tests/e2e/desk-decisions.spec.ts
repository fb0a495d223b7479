import type { Page } from "@playwright/test";
import { holdWithdrawal, decideWithdrawal } from "../../contract/desk/withdrawal.ts";
import type { Role } from "../../contract/desk/endpoint.ts";
import { createOrder } from "../../contract/order.ts";
import { requestWithdrawal } from "../../contract/withdrawal.ts";
import { newOperator } from "../support/operator.ts";
import { auditShop } from "../support/shop.ts";
import { waitingKinds } from "../support/waiting-kinds.ts";
import { waitingThings } from "../support/waiting-things.ts";
import { newPhone, tickAllBoxes } from "./desk.ts";
import { findObjections } from "./axe.ts";
import { findOverflow } from "./overflow.ts";
import { type OwnShop, test } from "./own-shop.ts";
import { expect, islandsReady, movePointerAway, toast } from "./shop.ts";
import { originOf } from "./shopper.ts";

/** Decisions of «امروز» that desk-today.spec.ts leaves out, and the pages closed to viewers. */

const pane = (page: Page) => page.getByRole("region", { name: "کار باز" });
const row = (page: Page, text: string) => page.locator(".queue-row").filter({ hasText: text });
/** Opens a thing of the list, and waits until it can be decided. */
async function choose(page: Page, text: string): Promise<void> {
  await row(page, text).first().click();
  await expect(row(page, text).first()).toHaveAttribute("aria-current", "true");
  await tickAllBoxes(page);
}
const press = (page: Page, key: string) => page.locator("body").press(key);
const dialog = (page: Page) => page.getByRole("dialog").filter({ visible: true });

/** Lets in a new operator who may act as the second person without the wait of a day. */
async function enter(own: OwnShop, page: Page, role: Role): Promise<string> {
  const name = `${role}-${crypto.randomUUID().slice(0, 8)}`;
  const invited = await own.deskCall("POST", "/operators", { name, role, phone: newPhone() });
  const entered = await page.request.post("/desk/v1/invitations/acceptance", {
    headers: originOf(page),
    data: { secret: invited.body.secret },
  });
  expect(entered.status(), await entered.text()).toBe(200);
  await own.sql("UPDATE operator SET entered_at = 1, role = ?2 WHERE name = ?1", name, role);
  return name;
}

/** Makes waiting things, each of a separate person with a unique name. */
async function fill(own: OwnShop) {
  const make = waitingThings(own);
  const kinds = waitingKinds(own);
  const buyer = await own.newShopper({ balanceToman: 400_000 });
  await buyer.put(
    await own.newProduct({ deliveryType: "manual", priceToman: 90_000, stock: 5 }),
    2,
  );
  await buyer.ask(createOrder, { body: {} });
  const saver = await own.newShopper({ balanceToman: 30_000_000 });
  const requested = await saver.ask(requestWithdrawal, { body: { amount: 25_000_000 } });
  const colleague = await newOperator(own, { role: "finance" });
  const params = { id: requested.body.withdrawal.id };
  await colleague.ask(holdWithdrawal, { params, body: { inHand: true } });
  await colleague.ask(decideWithdrawal, {
    params,
    body: { status: "paid", reference: "REF-25000" },
  });
  const stray = await make.stray();
  const [payer] = await own.sql<{ phone: string }>(
    "SELECT phone FROM user WHERE id = ?1",
    stray.personId,
  );
  await own.runJobs("unverified");
  return {
    stray: { ...stray, phone: payer?.phone ?? "" },
    payout: { id: params.id, askedBy: colleague.name },
    payment: await kinds.payment(),
    released: await kinds.look(),
    refunded: await kinds.look(),
    earning: await kinds.earning(),
    raise: await kinds.proposal(),
    papers: [await kinds.identity(), await kinds.identity()] as const,
  };
}

const openThing = async (page: Page, kind: string, id: string) => {
  await page.goto(`/desk?open=${kind}:${id}`);
  await islandsReady(page);
  await tickAllBoxes(page);
};

test("each thing that can wait is decided in its dialog, and a viewer decides nothing", async ({
  own,
  expectedStatuses,
}) => {
  test.setTimeout(180_000);
  expectedStatuses.add(403).add(404).add(422);
  const things = await fill(own);
  const raha = await own.somebody();
  await enter(own, raha, "finance");
  const one = async <Value>(text: string, ...values: unknown[]) =>
    Object.values((await own.sql<Record<string, Value>>(text, ...values))[0] ?? {})[0];
  await raha.goto("/desk");
  await islandsReady(raha);

  await test.step("a delivery by hand: a pasted list fills the fields, and the browser stores no codes", async () => {
    await choose(raha, "۲ × ");
    await press(raha, "KeyD");
    await dialog(raha).getByRole("button", { name: "بازخوانی پیش از تحویل" }).click();
    await expect(dialog(raha)).toContainText("برای هر واحد یک کد بنویسید.");
    const paste = () =>
      dialog(raha)
        .getByLabel("کد ۱")
        .evaluate((field) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData("text", "HAND-0001-AAAA\nHAND-0002-BBBB\n");
          field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
        });
    await paste();
    await raha.keyboard.press("Escape");
    await expect(dialog(raha)).toContainText("کد و شمارهٔ کارت نگه داشته نمی‌شود.");
    await expect(dialog(raha).getByRole("button", { name: "بماند" })).toBeHidden();
    await dialog(raha).getByRole("button", { name: "دور بریز" }).click();
    await expect(dialog(raha)).toBeHidden();
    await press(raha, "KeyD");
    await expect(dialog(raha).getByLabel("کد ۲")).toHaveValue("");
    await paste();
    await expect(dialog(raha).getByLabel("کد ۲")).toHaveValue("HAND-0002-BBBB");
    // A scanner ends with Enter, which moves to the next field and delivers nothing.
    await dialog(raha).getByLabel("کد ۱").press("Enter");
    await expect(dialog(raha).getByLabel("کد ۲")).toBeFocused();
    for (let times = 0; times < 2; times++) await raha.keyboard.press("Enter");
    await expect(dialog(raha).getByRole("button", { name: "اصلاح" })).toBeFocused();
    await expect(dialog(raha)).toContainText("HAND-0001-AAAA");
    await dialog(raha).getByRole("button", { name: "۲ کد را تحویل بده" }).click();
    await expect(toast(raha, "تحویل")).toBeVisible();
    expect(await one("SELECT count(*) FROM code WHERE last_four IN ('AAAA', 'BBBB')")).toBe(2);
  });
  await test.step("a payment in review: the operator says where the money is, with a prepared reason", async () => {
    await choose(raha, "بررسی پرداخت");
    await expect(pane(raha)).toContainText("درگاه مبلغ دیگری می‌گوید");
    await press(raha, "Digit2");
    await expect(dialog(raha).getByLabel(/دلیل/)).toHaveValue("درگاه می‌گوید پرداخت نشده است");
    await expect(dialog(raha)).toContainText("هشتاد هزار تومان");
    await dialog(raha)
      .getByRole("button", { name: /^بنویس که/ })
      .click();
    await expect(dialog(raha)).toBeHidden();
    expect(
      await one("SELECT reviewed_at FROM payment WHERE id = ?1", things.payment),
    ).not.toBeNull();
  });
  await test.step("a held order is released with a reason, another one is refunded", async () => {
    await openThing(raha, "look", things.released);
    await press(raha, "KeyY");
    await expect(dialog(raha).getByLabel(/دلیل/)).toBeFocused();
    await raha.keyboard.type("نه");
    await dialog(raha)
      .getByRole("button", { name: /را آزاد کن$/ })
      .click();
    await expect(dialog(raha)).toContainText("لطفاً دلیل را بنویسید.");
    await expect(dialog(raha).getByLabel(/دلیل/)).toBeFocused();
    await raha.keyboard.press("End");
    await raha.keyboard.type("، خودش است");
    await dialog(raha)
      .getByRole("button", { name: /را آزاد کن$/ })
      .click();
    await expect(dialog(raha)).toBeHidden();
    const delivery = "SELECT DISTINCT delivery_status FROM order_item WHERE order_id = ?1";
    expect(await one(delivery, things.released)).toBe("delivered");
    await expect(pane(raha).getByRole("heading", { level: 2 })).toBeVisible();
    await choose(raha, "سفارش نگه‌داشته");
    await press(raha, "Digit1");
    await dialog(raha)
      .getByRole("button", { name: /را بازگردان$/ })
      .click();
    await expect(dialog(raha)).toBeHidden();
    expect(await one(delivery, things.refunded)).toBe("cancelled");
  });
  await test.step("income of an inviter who looks like the buyer is refused", async () => {
    await choose(raha, "درآمد معرف");
    await expect(pane(raha)).toContainText("تصویر مدرک هر دو یکی است");
    await press(raha, "Digit1");
    await dialog(raha)
      .getByRole("button", { name: /را رد کن$/ })
      .click();
    await expect(dialog(raha)).toBeHidden();
    expect(await one("SELECT state FROM earning WHERE id = ?1", things.earning)).toBe("cancelled");
  });
  await test.step("a colleague's proposal shows whose money it is, and is confirmed with its sum", async () => {
    await choose(raha, "ثبت واریز برداشت");
    await expect(pane(raha)).toContainText("REF-25000");
    await expect(pane(raha)).toContainText(things.payout.askedBy);
    await expect(pane(raha)).toContainText("به کارت");
    await press(raha, "KeyY");
    await expect(dialog(raha)).toContainText("بیست و پنج میلیون تومان");
    await dialog(raha)
      .getByRole("button", { name: /را تأیید می‌کنم$/ })
      .click();
    await expect(dialog(raha)).toBeHidden();
    expect(await one("SELECT state FROM withdrawal WHERE id = ?1", things.payout.id)).toBe("paid");
  });
  await test.step("a colleague's proposal to raise a role can be dropped", async () => {
    await choose(raha, "بالا بردن نقش");
    await expect(pane(raha)).toContainText("پشتیبانی");
    await expect(pane(raha)).not.toContainText(/\bfinance\b/);
    await press(raha, "KeyN");
    await dialog(raha).getByRole("button", { name: "کنار گذاشتن درخواست" }).click();
    await expect(dialog(raha)).toBeHidden();
    expect(await one("SELECT state FROM proposal WHERE id = ?1", things.raise)).toBe("dropped");
  });
  await test.step("an opened picture closes after 120 seconds", async () => {
    await openThing(raha, "identity", things.papers[0]);
    const picture = pane(raha).getByRole("img", { name: "تصویری که فرستاده است" });
    await expect(picture).toBeVisible();
    // The page's clock also runs by itself, so this check stays well below 120 seconds.
    await own.turn(90_000);
    await expect(picture).toBeVisible();
    await own.turn(30_000);
    await expect(pane(raha).getByText("تصویر بسته شد.")).toBeVisible();
    await expect(picture).toBeHidden();
  });
  await test.step("a decision about papers can be undone for eight seconds, and is sent afterwards", async () => {
    const state = () => one("SELECT status FROM identity_request WHERE id = ?1", things.papers[0]);
    await press(raha, "KeyY");
    await own.turn(7_000);
    await expect(raha.locator(".undo-bar")).toBeVisible();
    expect(await state()).toBe("pending");
    await own.turn(1_000);
    await expect(raha.locator(".undo-bar")).toBeHidden();
    await expect.poll(state).toBe("verified");
  });
  await test.step("stray money goes to a person whose name is shown first", async () => {
    await raha.goto("/desk/money?tab=stray");
    await islandsReady(raha);
    await raha.getByRole("link", { name: "باز کردن در امروز" }).first().click();
    await raha.waitForURL(/\/desk$/);
    await expect(pane(raha)).toContainText(things.stray.authority);
    await tickAllBoxes(raha);
    await press(raha, "KeyY");
    const phone = dialog(raha).getByLabel("موبایل کسی که پرداخته است");
    await phone.fill("09999999999");
    await raha.keyboard.press("Enter");
    await expect(dialog(raha).getByRole("alert")).toBeVisible();
    await phone.fill(`0${things.stray.phone}`);
    await dialog(raha).getByRole("button", { name: "این شماره از کیست؟" }).click();
    await expect(dialog(raha)).toContainText("آزمون آزمون");
    await movePointerAway(raha);
    await dialog(raha).getByRole("button", { name: "۵۰٬۰۰۰ تومان را به کیف پول ببر" }).click();
    await expect(dialog(raha)).toBeHidden();
    const account = `shopper:${things.stray.personId}`;
    expect(
      await one("SELECT credits_toman - debits_toman FROM account WHERE id = ?1", account),
    ).toBe(50_000);
  });
  await test.step("the shop is closed with a sentence, shoppers read it, and one press opens it", async () => {
    expectedStatuses.add(503);
    await raha.goto("/desk/closure");
    await islandsReady(raha);
    await raha.getByRole("radio", { name: "تا خودم باز کنم" }).check();
    await raha.getByRole("button", { name: "تعطیل رسمی است" }).click();
    await raha.getByRole("button", { name: "فروشگاه را تا وقتی بازش کنید ببند" }).click();
    await expect(raha.getByRole("link", { name: "فروشگاه بسته است" })).toBeVisible();
    const shopper = await own.somebody({ width: 390, height: 800 });
    await expect.poll(async () => (await shopper.goto("/cart"))?.status()).toBe(503);
    await expect(shopper.getByText("تعطیل رسمی است.")).toBeVisible();
    expect([await findObjections(shopper), await findOverflow(shopper)]).toEqual([[], []]);
    await shopper.getByRole("link", { name: "آموزش‌ها و راهنما" }).click();
    await expect(shopper).toHaveURL(/\/tutorials$/);
    await raha.goto("/desk/orders");
    await islandsReady(raha);
    await raha.getByRole("button", { name: "باز کن: فروشگاه" }).click();
    await expect(raha.getByRole("link", { name: "فروشگاه باز است" })).toBeVisible();
    await expect.poll(async () => (await shopper.goto("/cart"))?.status()).toBe(200);
  });
  await test.step("a viewer sees lists without decisions, and a refusal on pages for higher roles", async () => {
    const accountant = await own.somebody();
    await enter(own, accountant, "viewer");
    await accountant.goto("/desk");
    await expect(accountant).toHaveURL(/\/desk\/tickets$/);
    for (const path of ["/desk/people", "/desk/people/x", "/desk/tickets/x", "/desk/log"])
      expect([path, (await accountant.request.get(path)).status()]).toEqual([path, 403]);
    const refused = await accountant.goto("/desk/people");
    expect(refused?.status()).toBe(403);
    await expect(accountant.getByText("این صفحه برای نقش شما نیست.")).toBeVisible();
    await accountant.goto("/desk/money");
    await islandsReady(accountant);
    await expect(accountant.getByRole("checkbox")).toHaveCount(0);
    await expect(accountant.getByRole("button", { name: /پروندهٔ بانکی/ })).toHaveCount(0);
  });
  expect(await auditShop(own)).toEqual({});
});
