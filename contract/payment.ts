import { z } from "zod";
import { type Endpoint, refusals } from "./endpoint.ts";
import { GATEWAY_NAMES, type GatewayName as Gateway } from "../persian/gateway.ts";
import { ShortNumber, AmountToman, CardNumber } from "./field.ts";
import { questionRefusals } from "./question.ts";

/** Payment of a cart or a wallet top-up through a gateway. Sections 4 and 7. */

export const HOLD_MINUTES = 15;
export const OPEN_HOLDS_MAX = 2;
export const OPEN_TOPUPS_MAX = 5;
/** Zarinpal's minimum payment is ten thousand rial. */
export const GATEWAY_MIN_TOMAN = 1_000;
/** Zarinpal's minimum refund is twenty thousand rial. */
export const GATEWAY_REFUND_MIN_TOMAN = 2_000;
/** Zarinpal's maximum payment: it refuses more with code -41. */
export const GATEWAY_MAX_TOMAN = 100_000_000;
/**
 * Money taken by a failed payment is back on the card within this time, by the rules of the banks.
 */
export const FAILED_PAYMENT_RETURN_HOURS = 72;

export const paymentRefusals = {
  cartEmpty: { code: "no_active_cart", status: 404, message: "No active cart found." },
  outOfStock: {
    code: "out_of_stock",
    status: 409,
    message: "موجودی یکی از محصولات سبد خرید کافی نیست.",
  },
  priceChanged: {
    code: "price_changed",
    status: 409,
    message: "قیمت سبد خرید تغییر کرده است. لطفاً دوباره بررسی کنید.",
  },
  discountLapsed: {
    code: "discount_lapsed",
    status: 409,
    message: "کد تخفیف سبد خرید دیگر معتبر نیست.",
  },
  balanceTooLow: { code: "balance_too_low", status: 409, message: "موجودی کیف پول کافی نیست." },
  cardNotFound: {
    code: "card_not_found",
    status: 404,
    message: "این کارت بانکی در حساب شما ثبت نشده است.",
  },
  cardNotVerified: {
    code: "card_not_verified",
    status: 409,
    message: "تنها با کارت بانکی تأییدشده می‌توان پرداخت کرد.",
  },
  identityNeeded: {
    code: "identity_needed",
    status: 403,
    message: "برای خرید ابتدا احراز هویت خود را کامل کنید.",
  },
  cardUsed: { code: "card_used", status: 409, message: "این کارت برای شخص دیگری تأیید شده است." },
  beyondAllowance: {
    code: "beyond_allowance",
    status: 403,
    message: "این مبلغ از سقف خرید بدون مدرک بیشتر است. برای خرید، هویت خود را تأیید کنید.",
  },
  tooManyHolds: {
    code: "too_many_holds",
    status: 409,
    message: "دو پرداخت نیمه‌کاره دارید. آن‌ها را کامل یا لغو کنید، یا چند دقیقه صبر کنید.",
  },
  secondHoldTooLarge: {
    code: "second_hold_too_large",
    status: 409,
    message:
      "تا پایان پرداخت نیمه‌کاره قبلی، تنها بخشی از موجودی را می‌توان برای شما نگه داشت. تعداد را کمتر کنید.",
  },
  holdShrunk: {
    code: "hold_shrunk",
    status: 409,
    message:
      "چون پرداخت‌های قبلی این محصول کامل نشد، تا یک روز تعداد کمتری از آن برای شما کنار گذاشته می‌شود. تعداد را کمتر کنید.",
  },
  tooManyTopups: {
    code: "too_many_topups",
    status: 409,
    message: "چند افزایش موجودی نیمه‌کاره دارید. آن‌ها را کامل کنید یا چند دقیقه صبر کنید.",
  },
  amountOutOfRange: {
    code: "amount_out_of_range",
    status: 422,
    message: "این مبلغ از درگاه قابل پرداخت نیست.",
  },
  inProgress: {
    code: "in_progress",
    status: 409,
    message: "این درخواست در حال انجام است. لطفاً چند لحظه صبر کنید.",
  },
  gatewayDown: {
    code: "gateway_down",
    status: 503,
    message: "درگاه پرداخت پاسخ نداد. لطفاً دوباره تلاش کنید.",
  },
  gatewayRefused: {
    code: "gateway_refused",
    status: 409,
    message:
      "درگاه پرداخت این پرداخت را نپذیرفت و مبلغی از حساب شما کم نشد. لطفاً به پشتیبانی پیام دهید.",
  },
  gatewayBusy: {
    code: "gateway_busy",
    status: 429,
    message: "تعداد پرداخت‌ها در درگاه بیش از حد است. لطفاً چند دقیقه صبر کنید.",
  },
  gatewayNotOffered: {
    code: "gateway_not_offered",
    status: 422,
    message: "این درگاه اکنون در دسترس نیست. درگاه دیگری را انتخاب کنید.",
  },
  paymentNotFound: { code: "payment_not_found", status: 404, message: "این پرداخت پیدا نشد." },
  paymentUnknown: {
    code: "payment_unknown",
    status: 503,
    message: "نتیجهٔ پرداخت هنوز از بانک نرسیده است. چند لحظه دیگر دوباره بررسی می‌شود.",
  },
} as const;

export const GatewayName = z.enum(Object.keys(GATEWAY_NAMES) as [Gateway, ...Gateway[]], {
  error: "این درگاه را نمی‌شناسیم.",
});

export const PaymentPurpose = z.enum(["wallet_topup", "cart_checkout"]);
export type PaymentPurpose = z.infer<typeof PaymentPurpose>;

/**
 * The total that the shopper last saw. If it is sent and differs from the current total, nothing is
 * bought.
 */
const ExpectedTotal = z.number().int().min(0).optional();

/** A gateway from `GET /payments/gateways`; when absent, the first of them. */
const ChosenGateway = GatewayName.optional();

export const initiatePayment = {
  method: "POST",
  path: "/payments/initiate",
  summary:
    "Pay at the gateway. If the wallet covers the cart, the cart is bought at once and `url` is the page of the order",
  access: "shopper",
  sells: true,
  body: z.discriminatedUnion(
    "purpose",
    [
      z.object({
        purpose: z.literal("wallet_topup"),
        amount: AmountToman,
        cardNumber: CardNumber,
        gateway: ChosenGateway,
      }),
      z.object({
        purpose: z.literal("cart_checkout"),
        cardNumber: CardNumber,
        isUsedWallet: z.boolean({ error: "استفاده از کیف پول را مشخص کنید." }).default(false),
        expectedTotal: ExpectedTotal,
        gateway: ChosenGateway,
      }),
    ],
    { error: "هدف پرداخت مشخص نیست." },
  ),
  takesKey: true,
  answer: z.object({
    url: z.string(),
    walletDeduction: z.number().int().describe("Toman that the wallet pays"),
    isUsedWallet: z.boolean(),
    orderId: z.string().optional(),
  }),
  refusals: [
    refusals.invalid,
    refusals.accountFrozen,
    refusals.tooMany,
    refusals.keyReused,
    paymentRefusals.cartEmpty,
    paymentRefusals.outOfStock,
    questionRefusals.answersNeeded,
    paymentRefusals.priceChanged,
    paymentRefusals.discountLapsed,
    paymentRefusals.balanceTooLow,
    paymentRefusals.cardNotFound,
    paymentRefusals.cardNotVerified,
    paymentRefusals.identityNeeded,
    paymentRefusals.cardUsed,
    paymentRefusals.beyondAllowance,
    paymentRefusals.tooManyHolds,
    paymentRefusals.secondHoldTooLarge,
    paymentRefusals.holdShrunk,
    paymentRefusals.tooManyTopups,
    paymentRefusals.amountOutOfRange,
    paymentRefusals.inProgress,
    paymentRefusals.gatewayDown,
    paymentRefusals.gatewayRefused,
    paymentRefusals.gatewayBusy,
    paymentRefusals.gatewayNotOffered,
  ],
} as const satisfies Endpoint;

export const getGateways = {
  method: "GET",
  path: "/payments/gateways",
  summary: "List the payment gateways that the shopper can choose; the first one is the default",
  access: "shopper",
  openBeforeSecondCode: "The answer is the same for everybody",
  answer: z.object({ gateways: z.array(GatewayName).min(1) }),
  refusals: [],
} as const satisfies Endpoint;

export const getAllowance = {
  method: "GET",
  path: "/payments/allowance",
  summary: "Get the toman that the shopper may still spend without a verified identity",
  access: "shopper",
  answer: z.object({
    perDay: z
      .number()
      .int()
      .describe("Toman that may be spent in 24 hours; 0 when a verified identity is always needed"),
    left: z.number().int().describe("Toman of `perDay` that may still be spent now"),
  }),
  refusals: [],
} as const satisfies Endpoint;

export const PaymentResult = z.object({
  success: z.boolean(),
  purpose: z.enum(["wallet_topup", "cart_checkout", "other"]),
  amount: z.number().int().describe("Toman that were paid at the gateway"),
  orderId: z.string().optional(),
  orderNumber: ShortNumber.optional(),
  lookUntil: z.iso
    .datetime()
    .optional()
    .describe("Set when the shop checks the order first: the latest time at which the check ends"),
  refId: z.string().optional(),
  newBalance: z.number().int().optional().describe("Wallet balance after the payment, toman"),
  error: z.string().optional(),
  details: z.string().optional(),
});
export type PaymentResult = z.infer<typeof PaymentResult>;

/** The gateway's id of a payment. */
export const Authority = z
  .string()
  .regex(/^[A-Za-z0-9]{8,64}$/, { error: "شناسه پرداخت درست نیست." });

export const verifyPayment = {
  method: "POST",
  path: "/payments/verify",
  summary: "Verify a payment at the gateway and settle it. A repeated call gives the same answer",
  access: "shopper",
  body: z.object({ authority: Authority }),
  answer: PaymentResult,
  refusals: [
    refusals.invalid,
    refusals.tooMany,
    paymentRefusals.paymentNotFound,
    paymentRefusals.paymentUnknown,
  ],
} as const satisfies Endpoint;
