import type { Page } from "@playwright/test";
import { expectBeside, isOnTop } from "./beside.ts";
import { intercept } from "./intercept.ts";
import { SAMPLE_CARDS, sampleCard } from "./sample-bank-card.ts";
import { sampleTransactions } from "./sample-transaction.ts";
import { islandsReady, toast } from "./shop.ts";
import { answer, expect, holdBack, refuse, test } from "./shopper.ts";

/** The wallet: its balance, its transactions, deposits and withdrawals. */

const balance = (page: Page) => page.getByRole("region", { name: "موجودی کیف پول" });
const amount = (page: Page) => page.getByRole("dialog").getByLabel("مبلغ");
const alert = (page: Page, text: string) =>
  page.getByRole("dialog").getByRole("alert").filter({ hasText: text });
const depositButton = (page: Page) => balance(page).getByRole("button", { name: "افزایش موجودی" });
const withdrawButton = (page: Page) => balance(page).getByRole("button", { name: "برداشت" });
const GATEWAY = "http://127.0.0.1/zarinpal/pg/StartPay/A1";

async function open(page: Page): Promise<void> {
  await page.goto("/wallet");
  await islandsReady(page);
}

test.use({ expectedStatuses: new Set([409, 422, 500]) });

test.describe("the wallet", () => {
  test.beforeEach(async ({ page, newcomer, enter }) => {
    await enter(newcomer);
    await answer(page, "GET /wallets/balance", { balance: 1_234_567 });
    await answer(page, "GET /bankcards", { bankCards: SAMPLE_CARDS });
    await answer(page, "GET /payments/gateways", { gateways: ["zarinpal"] });
  });

  test("lists transactions page by page, and says when none exist or can be read", async ({
    page,
  }) => {
    const transactions = page.getByRole("region", { name: "تراکنش‌ها" });
    const release = await holdBack(page, "GET /transactions");
    await open(page);
    await expect(
      transactions.getByRole("status").filter({ hasText: "در حال بارگذاری" }),
    ).toBeVisible();
    await release(500);
    await expect(
      page.getByRole("alert").filter({ hasText: "خطا در دریافت اطلاعات" }),
    ).toBeVisible();
    await answer(page, "GET /transactions", { transactions: [], nextCursor: null });
    await page.getByRole("button", { name: "تلاش دوباره" }).click();
    await expect(page.getByText("هیچ تراکنشی پیدا نشد.")).toBeVisible();

    await intercept(page, "GET /transactions", (url) => {
      const isFirst = !url.searchParams.has("cursor");
      return {
        json: {
          transactions: isFirst ? sampleTransactions(12) : sampleTransactions(3, 13),
          nextCursor: isFirst ? "12~transaction-12" : null,
        },
      };
    });
    await open(page);
    await expect(balance(page)).toContainText("۱٬۲۳۴٬۵۶۷ تومان");
    await expect(page.locator("thead th")).toHaveText([
      "ردیف",
      "وضعیت",
      "مبلغ",
      "نوع",
      "تاریخ",
      "توضیحات",
    ]);
    const rows = page.locator("tbody tr");
    await expect(rows).toHaveCount(10);
    await expect(rows.nth(0).locator("td")).toHaveText([
      "۱",
      "انجام شد",
      "+۱٬۰۰۰ تومان",
      "واریز",
      "۱ فروردین ۱۴۰۵ ساعت ۰۰:۱۵",
      "افزایش موجودی از درگاه",
    ]);
    await expect(page.locator("tbody td:nth-child(4)")).toContainText([
      "واریز",
      "خرید",
      "برداشت",
      "بازپرداخت",
    ]);
    await expect(page.locator("tbody td:nth-child(2)")).toContainText([
      "انجام شد",
      "در انتظار",
      "ناموفق",
    ]);
    await expect(page.getByText("۱ تا ۱۰ از بیش از ۱۲")).toBeVisible();

    await page.getByRole("button", { name: "بعدی" }).click();
    await expect(rows).toHaveCount(5);
    await expect(rows.nth(4)).toContainText("۱۵٬۰۰۰ تومان");
    await expect(page.getByText("۱۱ تا ۱۵ از ۱۵")).toBeVisible();
    await expect(page.getByRole("button", { name: "بعدی" })).toBeDisabled();
    await page.getByLabel("تعداد در صفحه").selectOption("25");
    await expect(rows).toHaveCount(15);

    await page.setViewportSize({ width: 390, height: 800 });
    await expect(
      page.getByRole("list", { name: "فهرست تراکنش‌ها" }).getByRole("listitem"),
    ).toHaveCount(15);
    const bought = page.getByRole("listitem").filter({ hasText: "خرید سفارش ۴۸۲۹۳۱۵" }).first();
    await expect(bought).toContainText("−۲٬۰۰۰");
    await expect(bought.getByRole("link")).toHaveAttribute("href", /^\/orders\/c0ffee00/);
  });

  test("a deposit takes a sum that the gateway accepts, and leads to the bank", async ({
    page,
  }) => {
    await answer(page, "GET /carts", {
      cart: {
        CartItems: [],
        totalAmount: 2_234_567,
        totalAmountAfterDiscount: 2_234_567,
        totalDiscount: 0,
        totalReward: 0,
      },
    });
    await open(page);
    await depositButton(page).click();
    const pay = page.getByRole("dialog").getByRole("button", { name: "پرداخت از درگاه" });

    await test.step("one press fills in the sum that the cart lacks", async () => {
      await page.getByRole("button", { name: "به اندازهٔ سبد: ۱٬۰۰۰٬۰۰۰ تومان" }).click();
      await expect(amount(page)).toHaveValue("۱٬۰۰۰٬۰۰۰");
      await amount(page).fill("");
    });
    await test.step("digits of any script are shown in groups, with the sum in words", async () => {
      await pay.click();
      await expect(alert(page, "لطفا مبلغ مورد نظر را وارد کنید")).toBeVisible();
      await expect(amount(page)).toBeFocused();
      await page.keyboard.type("٠۱2x۵0000");
      await expect(amount(page)).toHaveValue("۱٬۲۵۰٬۰۰۰");
      await expect(amount(page)).toHaveAccessibleDescription(
        /یک میلیون و دویست و پنجاه هزار تومان/,
      );
    });
    await test.step("the caret stays beside the typed digit when the groups change", async () => {
      await page.keyboard.press("Home");
      for (let step = 0; step < 2; step++) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Backspace");
      await expect(amount(page)).toHaveValue("۲۵۰٬۰۰۰");
      await page.keyboard.type("34");
      await expect(amount(page)).toHaveValue("۳۴٬۲۵۰٬۰۰۰");
    });
    await test.step("sums in words are read, and an ambiguous sum is refused with a sentence", async () => {
      await amount(page).fill("");
      await page.keyboard.type("۲۵۰ هزار تومان");
      await expect(amount(page)).toHaveAccessibleDescription(/^دویست و پنجاه هزار تومان/);
      await amount(page).blur();
      await expect(amount(page)).toHaveValue("۲۵۰٬۰۰۰");
      for (const [written, sentence] of [
        ["250000.5", "این مبلغ خوانده نشد. آن را تنها با رقم بنویسید، مانند ۲۵۰٬۰۰۰."],
        ["250.000", "این مبلغ خوانده نشد. آن را تنها با رقم بنویسید، مانند ۲۵۰٬۰۰۰."],
        ["۲۵۰۰۰۰۰ ریال", "این مبلغ به ریال است؛ آن را به تومان بنویسید."],
      ] as const) {
        await amount(page).fill(written);
        await pay.click();
        await expect(alert(page, sentence)).toBeVisible();
        await expect(amount(page)).toHaveValue(written);
      }
      await amount(page).fill("1.250.000");
      await expect(amount(page)).toHaveValue("۱٬۲۵۰٬۰۰۰");
    });
    await test.step("the field takes at most fourteen digits, and a sum above the gateway's limit is refused", async () => {
      await amount(page).fill("");
      await page.keyboard.type("1234567890123456");
      await expect(amount(page)).toHaveValue("۱۲٬۳۴۵٬۶۷۸٬۹۰۱٬۲۳۴");
      await expect(page.getByText("عدد بیش از حد بزرگ است")).toBeVisible();
      await pay.click();
      await expect(alert(page, "این مبلغ از درگاه قابل پرداخت نیست.")).toBeVisible();
    });
    await test.step("the default card is chosen, and only verified cards can be", async () => {
      const select = page.getByRole("combobox", { name: /کارت بانکی/ });
      await expect(select).toContainText("بانک سامان");
      await expect(select).toContainText("عبدالرحمان میرم…");
      await select.press("Enter");
      await expect(page.getByRole("option", { name: /در حال بررسی/ })).toHaveAttribute(
        "aria-disabled",
        "true",
      );
      await expect(page.getByRole("option", { name: /رد شده/ })).toHaveAttribute(
        "aria-disabled",
        "true",
      );
      const list = page.getByRole("listbox", { name: "کارت بانکی" });
      for (const [width, height] of [
        [1280, 800],
        [390, 560],
        [1280, 420],
      ] as const) {
        await page.setViewportSize({ width, height });
        await select.scrollIntoViewIfNeeded();
        await expectBeside(list, select);
        for (const choice of await list.getByRole("option").all()) {
          await choice.scrollIntoViewIfNeeded();
          // The ratio is not 1, since the last row of pixels may be visible only in part.
          await expect(choice).toBeInViewport({ ratio: 0.98 });
          expect(await isOnTop(choice)).toBe(true);
        }
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeVisible();
    });
    await test.step("the only gateway is named, without a choice", async () => {
      await expect(page.getByRole("dialog").getByText("زرین‌پال")).toBeVisible();
      await expect(page.getByRole("combobox", { name: /درگاه/ })).toHaveCount(0);
    });
    const bodies: unknown[] = [];
    const keys: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (!request.url().endsWith("/payments/initiate")) return;
      bodies.push(request.postDataJSON());
      keys.push(request.headers()["idempotency-key"]);
    });
    await test.step("a refusal keeps the idempotency key for the next try", async () => {
      await refuse(page, "POST /payments/initiate", 500, { message: "درگاه خراب است." }, 1);
      await amount(page).fill("50000");
      await pay.click();
      await expect(alert(page, "درگاه خراب است.")).toBeVisible();
    });
    await test.step("the browser goes to the bank", async () => {
      await answer(page, "POST /payments/initiate", {
        url: GATEWAY,
        walletDeduction: 0,
        isUsedWallet: false,
      });
      // The status 204 keeps the browser on the page, whose sentence is checked below.
      await intercept(page, `GET ${GATEWAY}`, () => ({ status: 204, body: "" }));
      const left = page.waitForRequest(GATEWAY);
      await pay.click();
      await left;
      await expect(page.getByRole("dialog").getByText("در حال انتقال به درگاه…")).toBeVisible();
    });
    expect(bodies.at(-1)).toEqual({
      purpose: "wallet_topup",
      amount: 50_000,
      cardNumber: "6219861034529007",
    });
    expect(keys).toEqual([expect.any(String), keys[0]]);
    await test.step("a deposit that failed at the bank leads back to the wallet", async () => {
      await answer(page, "POST /payments/verify", {
        success: false,
        purpose: "wallet_topup",
        amount: 50_000,
      });
      await page.goto("/payment/verify?Authority=A00000001&Status=NOK");
      await page.getByRole("link", { name: "بازگشت به کیف پول" }).click();
      await expect(page).toHaveURL("/wallet");
    });
    await test.step("the page says that money for an order that can no longer be delivered is in the wallet", async () => {
      const details =
        "سفارش شما دیگر قابل تحویل نبود. همهٔ مبلغ پرداخت‌شده به کیف پول شما افزوده شد.";
      await answer(page, "POST /payments/verify", {
        success: true,
        purpose: "other",
        amount: 50_000,
        newBalance: 50_000,
        details,
      });
      await page.goto("/payment/verify?Authority=A00000001&Status=OK");
      await expect(page).toHaveURL("/payment/success");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("پول شما در کیف پول است");
      await expect(page.getByText(details)).toBeVisible();
    });
  });

  test("a withdrawal is requested, confirmed and listed at once", async ({ page }) => {
    await answer(page, "GET /transactions", { transactions: [], nextCursor: null });
    await open(page);
    await withdrawButton(page).click();
    await expect(page.getByRole("dialog")).toContainText("این کارت یا شبای آن تازه است.");
    await answer(page, "GET /bankcards", { bankCards: [sampleCard({ isDefault: true })] });
    const cardsCome = await holdBack(page, "GET /bankcards");
    await open(page);
    await withdrawButton(page).click();
    await expect(page.getByRole("dialog")).toContainText("ظرف ۳۰ دقیقه");
    await expect(page.getByRole("dialog")).toContainText("۱ تا ۲۴ ساعت کاری");
    await amount(page).fill("99999");
    await page.keyboard.press("Enter");
    await expect(alert(page, "حداقل مبلغ برداشت ۱۰۰٬۰۰۰ تومان است.")).toBeVisible();
    await expect(amount(page)).toBeFocused();
    await refuse(
      page,
      "POST /withdrawals",
      409,
      { message: "موجودی کیف پول کافی نیست.", code: "balance_too_low" },
      1,
    );
    await amount(page).fill("۵۰۰٬۰۰۰");
    await page.keyboard.press("Enter");
    // A form that is sent before the list of cards has loaded waits for the list.
    await cardsCome();
    await expect(alert(page, "موجودی کیف پول کافی نیست.")).toBeVisible();
    await expect(amount(page)).toHaveAttribute("aria-invalid", "true");
    await refuse(
      page,
      "POST /withdrawals",
      409,
      { message: "پنج درخواست برداشت در انتظار دارید.", code: "too_many_withdrawals" },
      1,
    );
    await page.keyboard.press("Enter");
    await expect(alert(page, "پنج درخواست برداشت در انتظار دارید.")).toBeVisible();

    await answer(page, "POST /withdrawals", {
      message: "",
      withdrawal: { id: "w", amount: 500_000, state: "pending" },
    });
    await answer(page, "GET /wallets/balance", { balance: 734_567 });
    const [first] = sampleTransactions(1);
    await answer(page, "GET /transactions", {
      transactions: [
        { ...first, type: "withdrawal", status: "pending", amount: 500_000, withdrawalId: "w" },
      ],
      nextCursor: null,
    });
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("dialog").getByText("درخواست برداشت با موفقیت انجام شد."),
    ).toBeVisible();
    await expect(amount(page)).toHaveCount(0);
    await expect(balance(page)).toContainText("۷۳۴٬۵۶۷ تومان");
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(withdrawButton(page)).toBeFocused();
    await withdrawButton(page).click();
    await expect(amount(page)).toHaveValue("");
    await page.keyboard.press("Escape");

    const back = page.getByRole("button", { name: "پس گرفتن", exact: true });
    const confirm = page.getByRole("dialog").getByRole("button", { name: "برداشت را پس بگیر" });
    await refuse(
      page,
      "POST /withdrawals/w/take-back",
      409,
      { message: "واریز این برداشت آغاز شده است." },
      1,
    );
    await back.click();
    await confirm.click();
    await expect(page.getByRole("dialog").getByRole("alert")).toContainText("آغاز شده است");
    await answer(page, "POST /withdrawals/w/take-back", { message: "برداشت پس گرفته شد." });
    await answer(page, "GET /wallets/balance", { balance: 1_234_567 });
    await confirm.click();
    await expect(toast(page, "برداشت پس گرفته شد.")).toBeVisible();
    await expect(balance(page)).toContainText("۱٬۲۳۴٬۵۶۷ تومان");
    await expect(page.locator("tbody tr")).toContainText("ناموفق");
    await expect(back).toHaveCount(0);
  });

  test("without a card that can pay, the page and its windows say what to do", async ({ page }) => {
    const notice = page.locator("main > * .notice, main .notice").filter({ hasText: /کارت/ });
    for (const [cards, sentence, hasLink] of [
      [[], "هنوز کارت بانکی ثبت نکرده‌اید.", true],
      [[sampleCard({ status: "rejected" })], "کارت‌های بانکی شما تأیید نشده‌اند.", true],
      [
        [sampleCard({ status: "rejected" }), sampleCard({ id: "2", status: "pending" })],
        "کارت بانکی شما در حال بررسی است. لطفاً کمی بعد دوباره تلاش کنید.",
        false,
      ],
      [
        [sampleCard({ cardNumber: "", cardBank: "" })],
        "شمارهٔ کارت تأییدشده شما اکنون خوانده نمی‌شود.",
        false,
      ],
    ] as const) {
      await answer(page, "GET /bankcards", { bankCards: cards });
      await open(page);
      await expect(notice.filter({ hasText: sentence }).first()).toBeVisible();
      await expect(page.getByRole("link", { name: "افزودن کارت بانکی" })).toHaveCount(
        hasLink ? 1 : 0,
      );
      await depositButton(page).click();
      await expect(page.getByRole("dialog").getByText(sentence)).toBeVisible();
      await expect(amount(page)).toHaveCount(0);
    }
  });
});

test("deposits through the bank, withdraws to the card, and lists both", async ({
  page,
  person,
  enter,
}) => {
  await enter(person.phone);
  await open(page);
  await expect(balance(page)).toContainText("۳٬۰۰۰٬۰۰۰ تومان");
  await depositButton(page).click();
  await amount(page).fill("250000");
  await page.getByRole("dialog").getByRole("button", { name: "پرداخت از درگاه" }).click();
  await page.waitForURL(/127\.0\.0\.1.*StartPay/);
  await page.getByRole("button", { name: "پرداخت", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/wallet");
  await expect(page.getByText("کیف پول شما به مبلغ ۲۵۰٬۰۰۰ تومان شارژ شد.")).toBeVisible();
  await expect(balance(page)).toContainText("۳٬۲۵۰٬۰۰۰ تومان");

  await islandsReady(page);
  await withdrawButton(page).click();
  await amount(page).fill("1000000");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("dialog").getByText("درخواست برداشت با موفقیت انجام شد."),
  ).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "بستن" }).last().click();
  await expect(balance(page)).toContainText("۲٬۲۵۰٬۰۰۰ تومان");
  const rows = page.locator("tbody tr");
  await expect(rows.filter({ hasText: "برداشت" })).toContainText("۱٬۰۰۰٬۰۰۰ تومان");
  await expect(rows.filter({ hasText: "برداشت" })).toContainText("در انتظار");
  await expect(rows.filter({ hasText: "۲۵۰٬۰۰۰ تومان" })).toContainText("انجام شد");
});
