import type { Page } from "@playwright/test";
import { deskScreens } from "./desk-screens.ts";
import { helpScreens } from "./help-screens.ts";
import { SAMPLE_CARDS } from "./sample-bank-card.ts";
import { SAMPLE_OVERVIEW, SAMPLE_RECENT } from "./sample-dashboard.ts";
import { SAMPLE_CODES } from "./sample-discount-code.ts";
import { OPENED_GIFT, SEALED_GIFT, sampleGift } from "./sample-gift.ts";
import { sampleReferral } from "./sample-referral.ts";
import { SAMPLE_EVENTS, SAMPLE_SESSIONS } from "./sample-session.ts";
import { sampleTransactions } from "./sample-transaction.ts";
import { sampleCode, sampleItem, sampleOrder, sampleOrders } from "./sample-order.ts";
import { type Screen, visit, dialogReady } from "./screen.ts";
import { answer, expect, haveGuestCart, haveInCart, holdBack } from "./shopper.ts";

/** Every screen of the shop. screens.spec.ts checks the same rules on all of them. */

const ORDER_IN_STATES = sampleOrder({
  OrderItems: [
    sampleItem({
      quantity: 5,
      codes: [
        sampleCode(1),
        sampleCode(2, { state: "used" }),
        sampleCode(3, { state: "refunded", reportUntil: null }),
        sampleCode(4, { state: "reported", ticketId: "ticket-1", reportUntil: null }),
        sampleCode(5),
      ],
    }),
    sampleItem({ id: "item-2", deliveryType: "manual", deliveryStatus: "processing" }),
  ],
});
const ORDER = sampleOrder({
  shouldShow: true,
  walletAmount: 215_000,
  DiscountCode: { code: "ARMAGHAN10", type: "percentage", value: 10 },
  canCancel: true,
  cancelRefund: { toWallet: 0, toCard: 1_093_500, withheld: 121_500, isCardSpared: false },
  OrderItems: [
    sampleItem({ quantity: 2, canReportProblem: true }),
    sampleItem({ id: "item-2", deliveryStatus: "pending", deliveryType: "manual" }),
    sampleItem({ id: "item-3", deliveryStatus: "failed" }),
    sampleItem({
      id: "item-4",
      deliveryStatus: "cancelled",
      Refund: { toWallet: 215_000, toCard: 1_000_000, withheld: 0, isSettled: false },
    }),
  ],
});
const BANK_CARD = {
  cardNumber: "6219861034529007",
  cardOwner: "نگار آزمون",
  cardBank: "بانک سامان",
  cardImage: "",
};
const GIVEN = sampleCode(1, { state: "given", reportUntil: null });
const EMPTY_CART = "هیچ محصولی در سبد خرید یافت نشد.";

const publicScreens: readonly Screen[] = [
  ["/", /گیفت کارت/],
  ["/products/giftcard/itunes", /ناموجود/],
  ["/products/giftcard/xbox-gamepass-ultimate", /گیم‌پس/],
  ["/search?q=%D9%BE%D9%84%DB%8C+%D8%AA%D8%B1%DA%A9%DB%8C%D9%87", /نداریم/],
  ["/search", /مثلاً/],
  ["/tutorials", /آموزش/],
  ["/tutorials/steam-wallet-top-up", /استیم/],
  ["/guide", /راهنما/],
  ["/contact-us", /تماس/],
  ["/about-us", /ارمغان/],
  ["/terms", /کد/],
  ["/offline", /اینترنت/],
].map(([path, sight]) => ({
  name: String(path),
  open: (page) => visit(page, String(path), sight ?? ""),
}));

const REQUEST = { id: "a", createdAt: ORDER.createdAt, status: "pending", rejectionReason: null };

const guestScreens: readonly Screen[] = [
  {
    name: "a missing page",
    open: (page) => visit(page, "/no-such-page", "صفحه مورد نظر یافت نشد!"),
  },
  { name: "the empty cart", open: (page) => visit(page, "/cart", EMPTY_CART) },
  {
    name: "a guest's cart",
    open: async (page) => {
      await haveGuestCart(
        page,
        { productId: "itunes-us-50", quantity: 1 },
        { productId: "steam-global-20", quantity: 3 },
      );
      await visit(page, "/cart", "خلاصهٔ خرید");
    },
  },
  {
    name: "the phone step with a refusal",
    open: async (page) => {
      await visit(page, "/auth", "ورود | ثبت‌نام");
      await page.getByRole("button", { name: "دریافت کد تأیید" }).click();
      await expect(page.getByText("لطفا شماره موبایل خود را وارد کنید.")).toBeVisible();
    },
  },
  {
    name: "the code step",
    open: async (page) => {
      await answer(page, "POST /auth", { message: "", resendAfterSeconds: 60 });
      await visit(page, "/auth", "ورود | ثبت‌نام");
      await page.getByLabel("شمارهٔ موبایل").fill("9120000000");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("رقم ۱ از ۴")).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByText("لطفاً کد تأیید را وارد کنید.")).toBeVisible();
    },
  },
  {
    name: "a gift's page without the end of its link",
    open: (page) => visit(page, "/gift", /لینک هدیه کامل نیست/),
  },
  {
    name: "a sealed gift",
    open: async (page) => {
      await answer(page, "POST /gifts/look", { gift: SEALED_GIFT });
      await visit(page, `/gift#${"A".repeat(24)}`, "هدیه‌ای از طرف سارا");
      await expect(page.getByRole("button", { name: "باز کردن هدیه" })).toBeEnabled();
    },
  },
  {
    name: "an opened gift",
    open: async (page) => {
      await answer(page, "POST /gifts/look", { gift: SEALED_GIFT });
      await answer(page, "POST /gifts/open", { gift: OPENED_GIFT });
      await visit(page, `/gift#${"B".repeat(24)}`, "هدیه‌ای از طرف سارا");
      await page.getByRole("button", { name: "باز کردن هدیه" }).click();
      await expect(page.getByText("QF7M")).toBeVisible();
    },
  },
  {
    name: "the failed payment",
    open: async (page) => {
      const said = { error: "پرداخت شما ناموفق بود.", details: "کارت شما پذیرفته نشد." };
      await leaveRecord(page, "paymentFailed", { ...said, purpose: "cart_checkout" });
      await visit(page, "/payment/failed", "پرداخت ناموفق");
    },
  },
  {
    name: "the successful payment",
    open: async (page) => {
      await leaveRecord(page, "paymentSuccess", {
        amount: 12_345_678,
        refId: "201100220033",
        newBalance: 1_000_000,
        details: null,
      });
      await visit(page, "/payment/success", "شمارهٔ پیگیری");
    },
  },
  {
    name: "a payment page without a payment",
    open: async (page) => {
      // The page redirects to the front page by itself. The status 204 keeps it open.
      await page.route(
        ({ pathname }) => pathname === "/",
        (route) => route.fulfill({ status: 204 }),
      );
      await visit(page, "/payment/success", "دسترسی به این صفحه مجاز نیست");
    },
  },
];

/** Opens an order and unfolds its facts. */
async function openFacts(page: Page): Promise<void> {
  await visit(page, `/orders/${ORDER.id}`, "جزئیات سفارش");
  await page.locator("summary", { hasText: "مبلغ، پرداخت و قلم‌ها" }).click();
  await expect(page.getByText("ARMAGHAN10").first()).toBeVisible();
}

const accountScreens: readonly Screen[] = [
  { name: "no orders", open: (page) => visit(page, "/orders", "هیچ سفارشی یافت نشد.") },
  {
    name: "many orders",
    open: async (page) => {
      await answer(page, "GET /orders", { orders: sampleOrders(12), nextCursor: null });
      await visit(page, "/orders", "تعداد در صفحه");
    },
  },
  {
    name: "an order",
    open: async (page) => {
      await answer(page, `GET /orders/${ORDER.id}`, { order: ORDER });
      await openFacts(page);
    },
  },
  {
    name: "the gifts of an order, and a new one",
    open: async (page) => {
      const OrderItems = [sampleItem({ quantity: 2, codes: [GIVEN, sampleCode(2)] })];
      await answer(page, `GET /orders/${ORDER.id}`, { order: sampleOrder({ OrderItems }) });
      await answer(page, "GET /gifts", { gifts: [sampleGift()] });
      await visit(page, `/orders/${ORDER.id}`, "برای مهدی");
      await page
        .getByRole("button", { name: /^هدیه بدهید/ })
        .first()
        .click();
      await expect(page.getByLabel("برای چه کسی؟")).toBeVisible();
      await dialogReady(page);
    },
  },
  {
    name: "an order with its codes",
    open: async (page) => {
      await answer(page, `GET /orders/${ORDER.id}`, { order: ORDER });
      await answer(page, `GET /orders/${ORDER.id}/items/item-1/content`, [
        "ABCD-EFGH-JKLM-NPQR",
        "STUVWXYZ234567892345ABCDEFGH",
      ]);
      await openFacts(page);
      await page
        .getByRole("button", { name: /^محتوای محصول/ })
        .first()
        .click();
      await expect(page.getByRole("dialog").locator("li")).toHaveCount(2);
      await dialogReady(page);
    },
  },
  {
    name: "codes of an order, used, refunded, reported and unread, beside a waiting item",
    open: async (page) => {
      await answer(page, `GET /orders/${ORDER.id}`, { order: ORDER_IN_STATES });
      await visit(page, `/orders/${ORDER.id}`, "همه را کپی کن");
    },
  },
  {
    name: "a code of an order, opened and reported",
    open: async (page) => {
      await answer(page, `GET /orders/${ORDER.id}`, { order: ORDER_IN_STATES });
      await answer(page, `GET /orders/${ORDER.id}/items/item-1/content`, [
        "ABCDE-FGHIJ-KLMNO-PQRST-UVWXY",
      ]);
      await visit(page, `/orders/${ORDER.id}`, "همه را کپی کن");
      await page
        .getByRole("button", { name: /^دیدن کد/ })
        .first()
        .click();
      await page
        .getByRole("button", { name: /^گزارش مشکل/ })
        .first()
        .click();
      await expect(page.getByRole("button", { name: "فرستادن گزارش" })).toBeVisible();
    },
  },
  {
    name: "codes that wait for the names",
    open: async (page) => {
      const order = { ...ORDER_IN_STATES, shouldShow: false };
      await answer(page, `GET /orders/${ORDER.id}`, { order });
      await visit(page, `/orders/${ORDER.id}`, "ذخیره و دیدن کد");
    },
  },
  {
    name: "an unknown order",
    open: (page) => visit(page, "/orders/no-such-order", "سفارشی یافت نشد."),
  },
  {
    name: "the profile with refusals",
    open: async (page) => {
      const reason = "تصویر کارت ملی ناخوانا است؛ لطفاً عکسی با نور بهتر و بدون بازتاب بفرستید.";
      const authorizations = [
        { id: "a", createdAt: ORDER.createdAt, status: "rejected", rejectionReason: reason },
      ];
      await answer(page, "GET /authorizes", { authorizations, nextCursor: null });
      await visit(page, "/authentication", reason);
      await page.getByRole("button", { name: "ذخیرهٔ تغییرات" }).click();
      await expect(page.getByText("لطفاً نام خود را وارد کنید.")).toBeVisible();
    },
  },
  {
    name: "a first cart, while the papers are looked at",
    open: async (page) => {
      await haveInCart(page, "steam-global-20", 2);
      const createdAt = new Date().toISOString();
      await answer(page, "GET /authorizes", {
        authorizations: [{ ...REQUEST, createdAt }],
        nextCursor: null,
      });
      await visit(page, "/cart", "تا پرداخت، یک قدم مانده");
    },
  },
  {
    name: "the form for papers",
    open: async (page) => {
      await visit(page, "/authentication#identity", "هر سه در یک عکس، خوانا و کنار هم:");
    },
  },
  {
    name: "a shopper's cart",
    open: async (page) => {
      await haveInCart(page, "steam-global-20", 2);
      await haveInCart(page, "netflix-tr-500");
      await answer(page, "GET /wallets/balance", { balance: 3_000_000 });
      const cards = (["verified", "pending"] as const).map((status) => ({
        ...BANK_CARD,
        id: status,
        status,
      }));
      await answer(page, "GET /bankcards", { bankCards: cards });
      await answer(page, "GET /authorizes", {
        authorizations: [{ ...REQUEST, status: "verified" }],
        nextCursor: null,
      });
      await visit(page, "/cart", "خلاصهٔ خرید");
      await expect(page.getByRole("checkbox", { name: /کیف پول/ })).toBeEnabled();
      await page.getByRole("combobox", { name: /کارت بانکی/ }).press("Enter");
      await expect(page.getByRole("option", { name: /در حال بررسی/ })).toBeVisible();
    },
  },
  {
    name: "the payment while it is verified",
    open: async (page) => {
      await holdBack(page, "POST /payments/verify");
      await visit(
        page,
        "/payment/verify?Authority=A0000000000000000000000000001&Status=OK",
        "در حال بررسی نتیجهٔ پرداخت…",
      );
    },
  },
];

const moneyScreens: readonly Screen[] = [
  { name: "the empty overview", open: (page) => visit(page, "/dashboard", "هیچ تیکتی یافت نشد.") },
  {
    name: "the overview",
    open: async (page) => {
      await answer(page, "GET /dashboard/overview", { data: SAMPLE_OVERVIEW });
      await answer(page, "GET /dashboard/recent", { data: SAMPLE_RECENT });
      await visit(page, "/dashboard", "۴۸۲۹۳۱۵");
    },
  },
  {
    name: "devices and events",
    async open(page) {
      await answer(page, "GET /sessions", { sessions: SAMPLE_SESSIONS });
      await answer(page, "GET /account-events", { events: SAMPLE_EVENTS, nextCursor: null });
      await visit(page, "/security", "کسی کد ورود نادرستی وارد کرد");
    },
  },
  {
    name: "the empty wallet without a card",
    open: (page) => visit(page, "/wallet", "هنوز کارت بانکی ثبت نکرده‌اید."),
  },
  {
    name: "the wallet with a refused deposit",
    open: async (page) => {
      await openWallet(page);
      await page.getByRole("button", { name: "افزایش موجودی" }).click();
      await page.getByLabel("مبلغ").fill("99999999999999");
      await page.getByRole("button", { name: "پرداخت از درگاه" }).click();
      await expect(page.getByText("این مبلغ از درگاه قابل پرداخت نیست.")).toBeVisible();
      await dialogReady(page);
    },
  },
  {
    name: "the wallet after a withdrawal",
    open: async (page) => {
      await openWallet(page);
      await answer(page, "POST /withdrawals", { message: "", withdrawal: {} });
      await page.getByRole("button", { name: "برداشت", exact: true }).click();
      await page.getByLabel("مبلغ").fill("12345678");
      await page.keyboard.press("Enter");
      await expect(page.getByText("درخواست برداشت با موفقیت انجام شد.")).toBeVisible();
      await dialogReady(page);
    },
  },
  {
    name: "the bank cards",
    open: async (page) => {
      await answer(page, "GET /bankcards", { bankCards: SAMPLE_CARDS });
      await visit(page, "/banks", "پیش‌فرض");
    },
  },
  {
    name: "the form of a bank card with refusals, while its picture uploads",
    open: async (page) => {
      await holdBack(page, "POST /uploads");
      await answer(page, "GET /bankcards", { bankCards: [], asksNationalCode: true });
      await visit(page, "/banks", "هیچ کارت بانکی یافت نشد.");
      await page.getByRole("button", { name: "افزودن کارت بانکی" }).click();
      await page.getByRole("button", { name: "ثبت کارت" }).click();
      await page
        .locator("input[type=file]")
        .setInputFiles({
          name: "the-picture-of-a-bank-card-with-a-long-name.png",
          mimeType: "image/png",
          buffer: Buffer.alloc(64),
        });
      await expect(page.getByRole("progressbar")).toBeVisible();
      await dialogReady(page);
    },
  },
  {
    name: "no discount codes",
    open: async (page) => {
      await answer(page, "GET /discount-codes", []);
      await visit(page, "/discounts", "هیچ کد تخفیفی یافت نشد.");
    },
  },
  {
    name: "the discount codes",
    open: async (page) => {
      await answer(page, "GET /discount-codes", SAMPLE_CODES);
      await visit(page, "/discounts", "ARMAGHAN10");
    },
  },
  {
    name: "the referrals",
    open: async (page) => {
      await answer(page, "GET /referrals", { referral: sampleReferral() });
      await visit(page, "/referrals", "ناشناس");
      for (const question of await page.locator("main details.collapsible summary").all())
        await question.click();
    },
  },
];

async function openWallet(page: Page): Promise<void> {
  await answer(page, "GET /wallets/balance", { balance: 12_345_678_900 });
  await answer(page, "GET /bankcards", { bankCards: SAMPLE_CARDS });
  await answer(page, "GET /transactions", {
    transactions: sampleTransactions(12),
    nextCursor: null,
  });
  await visit(page, "/wallet", "بازپرداخت");
}

export const screens: readonly Screen[] = [
  ...publicScreens,
  ...guestScreens,
  ...deskScreens,
  ...[...accountScreens, ...moneyScreens, ...helpScreens].map((screen) => ({
    ...screen,
    isSignedIn: true,
  })),
];

/** Stores a record in the browser that an earlier page would have stored there. */
async function leaveRecord(page: Page, name: string, value: unknown): Promise<void> {
  await page.evaluate(([key, text]) => sessionStorage.setItem(key, text), [
    name,
    JSON.stringify(value),
  ] as const);
}
