import { z } from "zod";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { Id, Phone, longText, nameText } from "./field.ts";
import { orderRefusals } from "./order.ts";
import { Redeem } from "./order-item.ts";

/** Bought codes that are given to somebody by a secret link. Section 4.20. */

/**
 * The most gifts of one giver in 24 hours. Gifts that were called back count too, because each may
 * cost an SMS.
 */
export const GIFTS_PER_DAY_MAX = 10;
/** The opening time of a gift can be at most this many days ahead. */
export const GIFT_AHEAD_DAYS_MAX = 30;
export const GIFT_NAME_MAX = 40;
export const GIFT_MESSAGE_MAX = 240;
/** Wrong gift links that one network may try in a minute. */
export const GIFT_MISSES_PER_MINUTE_MAX = 20;
/** A problem with the code of a gift can be reported for at most this long after its delivery. */
export const GIFT_PROBLEM_DAYS_MAX = 30;

export const giftRefusals = {
  notFound: {
    code: "gift_not_found",
    status: 404,
    message: "هدیه‌ای با این لینک نیست. شاید بخشی از لینک جا مانده است.",
  },
  codeRead: {
    code: "gift_code_read",
    status: 409,
    message: "این کد را دیده‌اید؛ تنها کدی را می‌توان هدیه داد که کسی ندیده باشد.",
  },
  codeGone: {
    code: "gift_code_gone",
    status: 409,
    message: "این کد دیگر در دست شما نیست و نمی‌توان آن را هدیه داد.",
  },
  codeReported: {
    code: "gift_code_reported",
    status: 409,
    message: "برای این کد تیکت بازی دارید؛ تا بسته شدن آن نمی‌توان کد را هدیه داد.",
  },
  alreadyGiven: { code: "gift_already_given", status: 409, message: "این کد پیش‌تر هدیه شده است." },
  phoneMissing: {
    code: "gift_phone_missing",
    status: 422,
    message: "شمارهٔ موبایل گیرنده را وارد کنید.",
  },
  tooFarAhead: {
    code: "gift_too_far_ahead",
    status: 422,
    message: "ساعت هدیه حداکثر ۳۰ روز دیگر باشد.",
  },
  tooManyToday: {
    code: "gift_too_many",
    status: 429,
    message: "در هر شبانه‌روز حداکثر ۱۰ هدیه می‌توان ساخت. فردا دوباره تلاش کنید.",
  },
  opened: { code: "gift_opened", status: 409, message: "این هدیه پیش‌تر باز شده است." },
  calledBack: {
    code: "gift_called_back",
    status: 409,
    message: "فرستنده این هدیه را پس گرفته است.",
  },
  paused: {
    code: "gift_paused",
    status: 409,
    message: "این هدیه فعلاً باز نمی‌شود. از فرستنده بپرسید.",
  },
  early: { code: "gift_early", status: 409, message: "ساعت این هدیه هنوز نرسیده است." },
  phoneNeeded: {
    code: "gift_phone_needed",
    status: 403,
    message: "این هدیه تنها با شماره موبایلی باز می‌شود که برای آن فرستاده شده است.",
  },
  spoilt: {
    code: "gift_spoilt",
    status: 409,
    message: "کد این هدیه جایگزین یا بازپرداخت شده است. از فرستنده بپرسید.",
  },
} as const;

export const Occasion = z.enum(["yalda", "nowruz", "birthday", "thanks", "none"]);
export type Occasion = z.infer<typeof Occasion>;

/**
 * The secret of a gift's link. It follows the «#» of `/gift#…`, so that browsers do not send it in
 * the URL of a request.
 */
const Token = z.string().max(200);
/** A random secret that the receiver's browser creates before it opens the gift, and keeps. */
const OpenerKey = z.string().regex(/^[A-Za-z0-9_-]{22,64}$/);

/** A gift as its giver sees it. */
export const GivenGift = z.object({
  id: z.string(),
  orderItemId: z.string(),
  codeId: z.string(),
  occasion: Occasion,
  recipient: z.string(),
  message: z.string(),
  signature: z.string(),
  phone: z
    .string()
    .nullable()
    .describe("The receiver's phone, ten digits; null if no SMS is sent and no phone is required"),
  isPhoneRequired: z.boolean(),
  state: z.enum(["sealed", "opened"]),
  isPaused: z
    .boolean()
    .describe("True after the giver ended all sessions, until the giver resumes the gift"),
  opensAt: z.iso.datetime(),
  openedAt: z.iso.datetime().nullable(),
  link: z.string().nullable().describe("The secret link of the gift; null after it was opened"),
  sms: z.enum(["none", "waiting", "sent", "failed"]),
});
export type GivenGift = z.infer<typeof GivenGift>;

export const getGifts = {
  method: "GET",
  path: "/gifts",
  summary: "List the gifts made from the codes of an order, except those that were called back",
  access: "shopper",
  query: z.object({ orderId: Id }),
  answer: z.object({ gifts: z.array(GivenGift) }),
  refusals: [refusals.invalid],
} as const satisfies Endpoint;

export const giveCode = {
  method: "POST",
  path: "/gifts",
  summary:
    "Give an unread code to somebody; the giver cannot read it unless the gift is called back",
  access: "shopper",
  body: z.object({
    codeId: Id,
    occasion: Occasion,
    recipient: nameText(1, GIFT_NAME_MAX, "نام گیرنده را بنویسید."),
    message: longText(0, GIFT_MESSAGE_MAX, ""),
    signature: nameText(1, GIFT_NAME_MAX, "نام خود را بنویسید."),
    sendsSms: z
      .boolean()
      .describe("True: the shop sends the link by SMS. False: the giver sends it"),
    phone: Phone.optional(),
    isPhoneRequired: z
      .boolean()
      .describe("True: only a person who is signed in with `phone` can open the gift"),
    opensAt: z.iso
      .datetime()
      .optional()
      .describe("When the SMS is sent and the gift can be opened; when absent, at once"),
  }),
  answer: z.object({ gift: GivenGift }),
  refusals: [
    refusals.invalid,
    refusals.accountFrozen,
    orderRefusals.codeNotFound,
    orderRefusals.profileIncomplete,
    giftRefusals.codeRead,
    giftRefusals.codeGone,
    giftRefusals.codeReported,
    giftRefusals.alreadyGiven,
    giftRefusals.phoneMissing,
    giftRefusals.tooFarAhead,
    giftRefusals.tooManyToday,
  ],
} as const satisfies Endpoint;

export const callGiftBack = {
  method: "POST",
  path: "/gifts/:giftId/call-back",
  summary: "Call back a gift that was not opened, so that its link stops working; safe to repeat",
  access: "shopper",
  answer: Message,
  refusals: [giftRefusals.notFound, giftRefusals.opened],
} as const satisfies Endpoint;

export const resumeGift = {
  method: "POST",
  path: "/gifts/:giftId/resume",
  summary: "Resume a gift that was paused because the giver ended all sessions; safe to repeat",
  access: "shopper",
  answer: z.object({ gift: GivenGift }),
  refusals: [giftRefusals.notFound],
} as const satisfies Endpoint;

/** A gift as anybody with its link sees it, without its code or value. */
export const SealedGift = z.object({
  state: z
    .enum(["sealed", "early", "paused", "opened", "called_back", "spoilt"])
    .describe("`spoilt`: the code was replaced or refunded while the gift was sealed"),
  occasion: Occasion,
  recipient: z
    .string()
    .describe("Name of the receiver; empty after the gift was called back, like `signature`"),
  signature: z.string(),
  opensAt: z.iso.datetime(),
  openedAt: z.iso.datetime().nullable(),
  isYours: z
    .boolean()
    .describe("True when the gift was opened with the `openerKey` of the request"),
  phoneEnd: z
    .string()
    .nullable()
    .describe("The last two digits of the only phone that may open it; null when any may"),
});
export type SealedGift = z.infer<typeof SealedGift>;

export const lookAtGift = {
  method: "POST",
  path: "/gifts/look",
  summary: "Get what anybody with the link may see of a gift, without opening the gift",
  access: "anyone",
  body: z.object({ token: Token, openerKey: OpenerKey.optional() }),
  answer: z.object({ gift: SealedGift }),
  refusals: [refusals.invalid, refusals.tooMany, giftRefusals.notFound],
} as const satisfies Endpoint;

/** An opened gift, for the browser that opened it. */
export const OpenedGift = z.object({
  occasion: Occasion,
  recipient: z.string(),
  signature: z.string(),
  message: z.string(),
  openedAt: z.iso.datetime(),
  code: z.string(),
  Product: z.object({
    name: z.string(),
    imageUrl: z.string(),
    region: z.string(),
    subcategoryUrlName: z.string(),
    redeem: Redeem,
  }),
});
export type OpenedGift = z.infer<typeof OpenedGift>;

export const openGift = {
  method: "POST",
  path: "/gifts/open",
  summary:
    "Open a gift. Only the first `openerKey` can open it, and can open it again. Recorded, never cached, same-origin only",
  access: "anyone",
  body: z.object({ token: Token, openerKey: OpenerKey }),
  answer: z.object({ gift: OpenedGift }),
  refusals: [
    refusals.invalid,
    refusals.tooMany,
    giftRefusals.notFound,
    giftRefusals.opened,
    giftRefusals.calledBack,
    giftRefusals.paused,
    giftRefusals.early,
    giftRefusals.phoneNeeded,
    giftRefusals.spoilt,
  ],
} as const satisfies Endpoint;
