import { type APIRequestContext, type Page, request } from "@playwright/test";
import { reviewOf } from "../../persian/review-time.ts";
import { newcomers, tokenOf, withCheckDigit } from "../support/people.ts";
import { enterDeskAs, expect, islandsReady, tickAllBoxes, test as base } from "./desk.ts";
import { movePointerAway, claimTestPerson, toast } from "./shop.ts";

/** «امروز»: the queue of the desk by keys alone, and two operators on one thing. */

interface Papers {
  id: string;
  /** The owner of the card: the queue shows this name for a person without a name. */
  name: string;
}

interface Fixtures {
  /** Makes calls as a shopper. */
  shopperOf: (phone: string) => Promise<APIRequestContext>;
  /** Files the identity request of a newcomer. */
  filePapers: (lastName: string) => Promise<Papers>;
}

const test = base.extend<Fixtures>({
  shopperOf: async ({ baseURL }, use) => {
    const made: APIRequestContext[] = [];
    await use(async (phone) => {
      const shopper = await request.newContext({
        baseURL: baseURL ?? "",
        extraHTTPHeaders: { Origin: baseURL ?? "", Cookie: `token=${tokenOf(phone)}` },
      });
      made.push(shopper);
      return shopper;
    });
    for (const shopper of made) await shopper.dispose();
  },
  filePapers: async ({ page, shopperOf }, use) =>
    use(async (lastName) => {
      const phone = claimTestPerson("newcomer", newcomers);
      const shopper = await shopperOf(phone);
      const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 400 } });
      const image = { name: "papers.png", mimeType: "image/png", buffer };
      const { imageUrl } = await ask<{ imageUrl: string }>(
        shopper.post("/api/v1/uploads", { multipart: { image } }),
      );
      const name = `نگار ${lastName} ${inLetters(phone)}`;
      const { authorization } = await ask<{ authorization: { id: string } }>(
        shopper.post("/api/v1/authorizes", {
          data: {
            cardNumber: withCheckDigit(`610433${phone.slice(-9)}`),
            cardOwner: name,
            IdentificationDocumentImage: imageUrl,
          },
        }),
      );
      return { id: authorization.id, name };
    }),
});

/** Makes a unique name, since papers of an earlier run may still wait. */
const inLetters = (digits: string) =>
  digits.slice(-5).replace(/\d/g, (digit) => "ابپتجچخدرز".charAt(Number(digit)));

async function ask<Body>(call: Promise<{ status(): number; text(): Promise<string> }>) {
  const answer = await call;
  const text = await answer.text();
  expect(answer.status(), text).toBe(200);
  return JSON.parse(text) as Body;
}

const rowOf = (page: Page, name: string) => page.locator(".queue-row").filter({ hasText: name });
const pane = (page: Page) => page.getByRole("region", { name: "کار باز" });
const undo = (page: Page) => page.locator(".undo-bar");

async function openToday(page: Page): Promise<void> {
  await page.goto("/desk");
  await islandsReady(page);
  await expect(page.locator(".queue-row").first()).toBeVisible();
}

/** Moves through the queue to a thing, since other tests may have things in the queue too. */
async function leafTo(page: Page, name: string): Promise<void> {
  const row = rowOf(page, name).first();
  const placeOf = (selector: string) =>
    page
      .locator(".queue-row")
      .evaluateAll(
        (rows, [at, text]) =>
          rows.findIndex((one) => one.matches(at) && one.textContent.includes(text)),
        [selector, selector === "*" ? name : ""] as const,
      );
  await expect(async () => {
    const isBefore = (await placeOf("[aria-current=true]")) > (await placeOf("*"));
    if ((await row.getAttribute("aria-current")) !== "true")
      await page.keyboard.press(isBefore ? "KeyK" : "KeyJ");
    expect(await row.getAttribute("aria-current")).toBe("true");
  }).toPass({ intervals: [20] });
  await expect(pane(page)).toContainText(name);
}

const yes = (page: Page, words: RegExp) => pane(page).getByRole("button", { name: words });

/** Waits until the opened thing accepts decisions. */
const settled = (page: Page) => expect(yes(page, /کنار بگذار/)).toBeEnabled();

/** Reloads the queue, as the page does every ten seconds. */
const askAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

const setSeen = (page: Page, isSeen: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
    },
    isSeen ? "visible" : "hidden",
  );

const statusOf = async (page: Page, id: string) => {
  const { authorization } = await ask<{ authorization: { status: string } }>(
    page.request.get(`/desk/v1/authorizes/${id}`, {
      headers: { Origin: new URL(page.url()).origin },
    }),
  );
  return authorization.status;
};

test.use({ viewport: { width: 1440, height: 900 } });

test("the queue is worked through by keys alone", async ({
  page,
  enterDesk,
  filePapers,
  shopperOf,
  person,
  expectedStatuses,
}) => {
  // Other tests work in the same queue: their operator may hold a thing that this test passes.
  expectedStatuses.add(409);
  await page.goto("/guide");
  const [refused, verified] = [await filePapers("ردشده"), await filePapers("پذیرفته")];
  // Papers that come at night have a promise for the morning.
  const { endsAt } = reviewOf(Date.now());
  const shopper = await shopperOf(person.phone);
  for (const title of ["پرسش دربارهٔ ریجن", "پرسش دربارهٔ زمان"])
    await ask(
      shopper.post("/api/v1/tickets", { data: { title, description: "کد از چه کشوری است؟" } }),
    );
  await ask(shopper.post("/api/v1/withdrawals", { data: { amount: 127_000 } }));
  const operator = await enterDesk("finance");
  await openToday(page);

  await test.step("waiting things are listed under the promised hour, with the important facts", async () => {
    const isSoon = endsAt - Date.now() <= 60 * 60_000;
    const heading = isSoon ? "تا یک ساعت دیگر" : /^امروز [۰-۹]/;
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expect(rowOf(page, refused.name)).toContainText("ملت");
    await expect(rowOf(page, refused.name)).toContainText(isSoon ? "دقیقه" : "ساعت");
    await expect(rowOf(page, "۱۲۷٬۰۰۰ تومان")).toContainText("سامان");
    await expect(page.getByRole("link", { name: /^امروز [۰-۹]/ }).first()).toBeVisible();
  });
  await test.step("papers show their picture at once, with the name of the viewing operator", async () => {
    await leafTo(page, refused.name);
    await expect(pane(page).getByRole("img", { name: "تصویری که فرستاده است" })).toBeVisible();
    await expect(page.locator(".queue-mark")).toContainText(operator);
    await expect(pane(page).getByText("تا بسته شدن تصویر")).toBeVisible();
    await expect(pane(page).getByText("این کارت برای شخص دیگری تأیید نشده است")).toBeVisible();
    await expect(pane(page).getByText(`${refused.name} می‌تواند خرید کند`)).toBeVisible();
    await page.keyboard.press("KeyI");
    await expect(pane(page).getByText("تصویر بسته شد.")).toBeVisible();
  });
  await test.step("a yes is possible only after the picture was viewed and every box is ticked", async () => {
    await settled(page);
    await page.keyboard.press("KeyY");
    await expect(pane(page).getByText("تصویر را باز کنید و ببینید.")).toBeVisible();
    await expect(yes(page, /^تأیید هویت/)).toBeDisabled();
    await page.keyboard.press("KeyI");
    await expect(yes(page, /^تأیید هویت/)).toBeEnabled();
    await page.keyboard.press("KeyY");
    await expect(
      pane(page).getByText("نخست هر چه را باید ببینید ببینید و نشان بزنید."),
    ).toBeVisible();
    await expect(pane(page).getByRole("checkbox").first()).toBeFocused();
    await tickAllBoxes(page);
  });
  await test.step("a decision about papers is undone with Z, and the thing is open again", async () => {
    await page.keyboard.press("KeyY");
    await expect(undo(page)).toContainText(`هویت ${refused.name} تأیید شد.`);
    await expect(rowOf(page, refused.name)).toBeHidden();
    await page.keyboard.press("KeyZ");
    await expect(undo(page)).toBeHidden();
    await expect(pane(page).getByRole("heading", { level: 2 })).toContainText(refused.name);
    expect(await statusOf(page, refused.id)).toBe("pending");
  });
  await test.step("a digit key rejects the papers with the reason of that digit", async () => {
    await settled(page);
    await page.keyboard.press("Digit2");
    await expect(undo(page)).toContainText("نوشته ناخواناست");
  });
  await test.step("keys do nothing in fields, and typed texts stay while other things are read", async () => {
    await leafTo(page, "پرسش دربارهٔ ریجن");
    await page.getByLabel("پاسخ آماده").selectOption("در حال بررسی است");
    // The prepared answer has the promised time. {کد} is not filled in, because the ticket names no
    // order.
    await expect(page.getByLabel("پاسخ فروشگاه")).toHaveValue(/عزیز.*\{کد\}.*ساعت/);
    await page.getByLabel("پاسخ فروشگاه").fill("");
    await page.keyboard.press("Escape");
    await page.keyboard.press("KeyR");
    await expect(page.getByLabel("پاسخ فروشگاه")).toBeFocused();
    await page.keyboard.type("yjk از آمریکا");
    await page.keyboard.press("Escape");
    await page.keyboard.press("KeyJ");
    await expect(rowOf(page, "پرسش دربارهٔ ریجن")).toHaveAttribute("aria-current", "false");
    await leafTo(page, "پرسش دربارهٔ ریجن");
    await page.keyboard.press("KeyR");
    await expect(page.getByLabel("پاسخ فروشگاه")).toHaveValue("yjk از آمریکا");
    await page.keyboard.press("Control+Enter");
    await expect(toast(page, "پاسخ شما ثبت شد.")).toBeVisible();
    await expect(rowOf(page, "پرسش دربارهٔ ریجن")).toBeHidden();
  });
  await test.step("a thing that is set aside is last, with its reason", async () => {
    await leafTo(page, "پرسش دربارهٔ زمان");
    await settled(page);
    await page.keyboard.press("KeyS");
    const dialog = page.getByRole("dialog", { name: "کنار گذاشتن" });
    // The dialog focuses its field by itself, and S works when it is pressed right after Escape.
    await page.keyboard.type("دو");
    await expect(dialog.getByLabel("دلیل")).toHaveValue("دو");
    for (const key of ["Backspace", "Backspace", "Escape", "KeyS"]) await page.keyboard.press(key);
    // The kept text belongs to this thing and does not appear in others.
    await page.keyboard.type("فردا");
    for (const key of ["Escape", "Escape"]) await page.keyboard.press(key);
    await leafTo(page, "۱۲۷٬۰۰۰ تومان");
    await settled(page);
    await page.keyboard.press("KeyS");
    await expect(dialog.getByLabel("دلیل")).toHaveValue("");
    await page.keyboard.press("Escape");
    await leafTo(page, "پرسش دربارهٔ زمان");
    await settled(page);
    await page.keyboard.press("KeyS");
    await expect(dialog.getByLabel("دلیل")).toHaveValue("فردا");
    await dialog.getByLabel("دلیل").fill("");
    await dialog.getByRole("button", { name: "کنار بگذار" }).click();
    await expect(dialog.getByText("لطفاً دلیل را بنویسید.")).toBeVisible();
    await dialog.getByRole("button", { name: "منتظر پاسخ شخص" }).click();
    await dialog.getByRole("button", { name: "کنار بگذار" }).click();
    await expect(page.getByRole("region", { name: "کنارگذاشته" })).toContainText(
      "پرسش دربارهٔ زمان",
    );
  });
  await test.step("a sum is shown in figures, words and rial, and confirmed", async () => {
    await leafTo(page, "۱۲۷٬۰۰۰ تومان");
    await expect(pane(page).getByText("زمان واریز رسیده است")).toBeVisible();
    await tickAllBoxes(page);
    await page.keyboard.press("KeyY");
    const dialog = page.getByRole("dialog", { name: /ثبت واریز/ });
    await expect(dialog).toContainText("صد و بیست و هفت هزار تومان");
    await expect(dialog).toContainText("۱٬۲۷۰٬۰۰۰ ریال");
    await expect(dialog.getByLabel("شمارهٔ پیگیری بانک")).toBeFocused();
    await page.keyboard.type("123");
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "دور بریز" }).click();
    await page.keyboard.press("KeyY");
    await expect(dialog.getByLabel("شمارهٔ پیگیری بانک")).toHaveValue("");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("لطفاً شمارهٔ پیگیری بانک را وارد کنید.")).toBeVisible();
    await page.keyboard.type(crypto.randomUUID());
    await dialog.getByRole("button", { name: "پرداخت ۱۲۷٬۰۰۰ تومان را ثبت کن" }).click();
    await expect(toast(page, "پرداخت این برداشت ثبت شد.")).toBeVisible();
    await expect(rowOf(page, "۱۲۷٬۰۰۰ تومان")).toBeHidden();
  });
  await test.step("a decision that can still be undone is sent when the page is left", async () => {
    await leafTo(page, verified.name);
    await expect(yes(page, /^تأیید هویت/)).toBeEnabled();
    await tickAllBoxes(page);
    await page.keyboard.press("KeyY");
    await expect(undo(page)).toContainText("تأیید شد");
    await page.goto("/desk/settings");
    await expect.poll(() => statusOf(page, verified.id)).toBe("verified");
    expect(await statusOf(page, refused.id)).toBe("rejected");
  });
});

test("two operators see each other, and the slower one is told who was faster", async ({
  page,
  browser,
  enterDesk,
  filePapers,
  expectedStatuses,
}) => {
  expectedStatuses.add(409).add(503);
  await page.goto("/guide");
  const [held, lost, seen] = [
    await filePapers("گرفته"),
    await filePapers("دیرمانده"),
    await filePapers("دیده"),
  ];
  await enterDesk("support");
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const otherPage = await other.newPage();
  await otherPage.goto("/guide");
  const colleague = await enterDeskAs(otherPage, "support");
  const asColleague = { headers: { Origin: new URL(page.url()).origin } };
  const decide = (id: string) =>
    ask(
      otherPage.request.put(`/desk/v1/authorizes/${id}`, {
        ...asColleague,
        data: { status: "rejected", rejectionReason: "نوشته ناخواناست" },
      }),
    );
  const takeOver = (id: string) =>
    ask(
      otherPage.request.put(`/desk/v1/queue/identity/${id}/hold`, {
        ...asColleague,
        data: { isTakingOver: true },
      }),
    );
  await takeOver(held.id);
  await openToday(page);

  await test.step("a thing held by a colleague is marked, and taken over after a question", async () => {
    await expect(rowOf(page, held.name)).toContainText(`${colleague} در دست دارد`);
    await rowOf(page, held.name).click();
    await expect(pane(page).getByText("این کار را در دست دارد.")).toContainText(colleague);
    await expect(pane(page).getByText("تصمیم از آن اوست")).toBeVisible();
    for (const shut of [/^تأیید هویت/, /^رد…/, /نوشته ناخواناست/, /کنار بگذار/])
      await expect(yes(page, shut)).toBeDisabled();
    await page.keyboard.press("Digit1");
    await expect(undo(page)).toBeHidden();
    await pane(page).getByRole("button", { name: "به دست می‌گیرم" }).click();
    await expect(pane(page).getByText("این کار را در دست دارد.")).toBeHidden();
    await settled(page);
  });
  await test.step("support sees no money", async () => {
    await expect(page.getByRole("button", { name: /^پول/ })).toHaveCount(0);
  });
  await test.step("a colleague's decision is shown with name, time and result", async () => {
    await rowOf(page, seen.name).click();
    await expect(pane(page).getByRole("button", { name: /تأیید هویت/ })).toBeVisible();
    await takeOver(seen.id);
    await askAgain(page);
    await expect(pane(page).getByText("این کار را در دست دارد.")).toContainText(colleague);
    await decide(seen.id);
    await askAgain(page);
    // An older answer may still be under way, and then the next list comes after ten seconds.
    await expect(pane(page).getByText(`${colleague} رد کرد.`)).toBeVisible();
    await expect(pane(page).getByRole("button", { name: /تأیید هویت/ })).toBeHidden();
    await expect(rowOf(page, seen.name)).toBeHidden();
  });
  await test.step("a decision that comes too late is reported, with the faster colleague", async () => {
    await rowOf(page, lost.name).click();
    await expect(pane(page).getByRole("heading", { level: 2 })).toContainText(lost.name);
    await settled(page);
    await page.keyboard.press("Digit1");
    await expect(undo(page)).toContainText(lost.name);
    await takeOver(lost.id);
    await decide(lost.id);
    await rowOf(page, held.name).click();
    await expect(pane(page).getByRole("heading", { level: 2 })).toContainText(held.name);
    const strip = page.getByRole("alert").filter({ hasText: lost.name });
    // The eight seconds of the decision end while another thing is open.
    await expect(strip).toContainText("پیش‌تر تصمیم گرفته شده است");
    await expect(strip).toContainText(colleague);
    await strip.getByRole("button", { name: "دیدم" }).click();
    await expect(strip).toBeHidden();
  });
  await test.step("new rows wait behind a button, and an outdated list shows its time", async () => {
    const late = await filePapers("تازه‌رسیده");
    await askAgain(page);
    const fresh = page.getByRole("button", { name: /کار تازه/ });
    await expect(fresh).toBeVisible();
    await expect(rowOf(page, late.name)).toBeHidden();
    // The button replaces «دیدم». It accepts a press once the pointer has moved away.
    await movePointerAway(page);
    await fresh.click();
    await expect(rowOf(page, late.name)).toBeVisible();
    await page.route("**/desk/v1/queue", (route) =>
      route.fulfill({ status: 503, json: { message: "", code: "unavailable" } }),
    );
    await askAgain(page);
    await expect(page.getByText(/از [۰-۹:]+ تازه نشده است/)).toBeVisible();
    await expect(rowOf(page, late.name)).toBeVisible();
    // A hidden page makes no requests by itself, so only the button can load the list.
    await setSeen(page, false);
    await page.unroute("**/desk/v1/queue");
    await page.getByRole("button", { name: "دوباره" }).click();
    await expect(page.getByText(/تازه نشده است/)).toBeHidden();
    await setSeen(page, true);
  });
  await test.step("on a phone the open thing covers the list, and the way back leads to it", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.locator(".queue-list")).toBeHidden();
    await expect(pane(page).getByRole("heading", { level: 2 })).toContainText(held.name);
    await page.goBack();
    await expect(page.locator(".queue-list")).toBeVisible();
    await expect(page).toHaveURL(/\/desk$/);
  });
  await test.step("an empty queue says so", async () => {
    await page.route("**/desk/v1/queue", (route) =>
      route.fulfill({ json: { rows: [], isMore: false, decidedToday: 23, answered: [] } }),
    );
    await page.reload();
    await expect(page.getByText("صف خالی است.")).toBeVisible();
    await expect(page.getByText("امروز ۲۳ تصمیم گرفته‌اید.")).toBeVisible();
    await page.unroute("**/desk/v1/queue");
  });
  await other.close();
});
