import { z } from "zod";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { Id, longText } from "./field.ts";

/** Ratings of delivered items, one per item. Sections 2, 3 and 5. */

export const STARS_MAX = 5;
export const COMMENT_MIN = 10;
export const COMMENT_MAX = 5_000;

/**
 * The texts that the shortcut button adds after the product's name. A rating with such a text is
 * stored but not counted in averages.
 */
export const CANNED_PRAISES = [
  "سریع و بی‌دردسر تحویل داده شد؛ کاملاً راضی‌ام.",
  "درست همان بود که می‌خواستم و کد بدون مشکل فعال شد.",
  "قیمت منصفانه و تحویل فوری؛ حتماً دوباره خرید می‌کنم.",
  "خرید آسان و مطمئنی بود؛ به دوستانم هم پیشنهاد می‌کنم.",
] as const;

export const ratingRefusals = {
  itemNotFound: {
    code: "order_item_not_found",
    status: 404,
    message: "این محصول در سفارش‌های شما پیدا نشد.",
  },
  notDelivered: { code: "not_delivered", status: 409, message: "لطفاً تا تحویل محصول صبر کنید" },
  alreadyRated: {
    code: "already_rated",
    status: 409,
    message: "برای این محصول پیش‌تر نظر داده‌اید.",
  },
} as const;

export const Rating = z.object({
  stars: z.number().int().min(1).max(STARS_MAX),
  comment: z.string(),
  createdAt: z.iso.datetime(),
});
export type Rating = z.infer<typeof Rating>;

export const createRating = {
  method: "POST",
  path: "/ratings",
  summary: "Rate a delivered item; an item can be rated only once",
  access: "shopper",
  body: z.object({
    orderItemId: Id,
    stars: z
      .number({ error: "لطفاً امتیاز خود را انتخاب کنید" })
      .int({ error: "لطفاً امتیاز خود را انتخاب کنید" })
      .min(1, { error: "لطفاً امتیاز خود را انتخاب کنید" })
      .max(STARS_MAX, { error: "لطفاً امتیاز خود را انتخاب کنید" }),
    comment: longText(COMMENT_MIN, COMMENT_MAX, "لطفاً نظر خود را وارد کنید (حداقل 10 کاراکتر)"),
  }),
  answer: Message.extend({ rating: Rating }),
  refusals: [refusals.invalid, ...Object.values(ratingRefusals)],
} as const satisfies Endpoint;
