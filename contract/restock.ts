import { z } from "zod";
import { cartRefusals } from "./cart.ts";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { Id } from "./field.ts";

/** SMS alerts, sent once, when a sold-out product can be bought again. */

/** The most open alerts of one shopper. */
export const OPEN_ALERTS_MAX = 50;
/**
 * The most alert requests of one shopper per day. Each can cost an SMS, and shoppers could cause
 * these SMS themselves: by reserving the last code and letting the reservation expire.
 */
export const ALERT_REQUESTS_PER_DAY_MAX = 100;

export const restockRefusals = {
  inStock: {
    code: "in_stock",
    status: 409,
    message: "این محصول همین حالا موجود است. صفحه را تازه کنید و آن را بخرید.",
  },
  tooManyAlerts: {
    code: "too_many_alerts",
    status: 409,
    message: "هم‌زمان برای بیش از ۵۰ محصول نمی‌توانیم خبرتان کنیم.",
  },
} as const;

export const RESTOCK_ALERT_KEPT = "وقتی موجود شد با پیامک خبرتان می‌کنیم.";

export const addRestockAlert = {
  method: "POST",
  path: "/restock-alerts",
  summary: "Request one SMS for the time when a sold-out product is back; safe to repeat",
  access: "shopper",
  openBeforeSecondCode: "Shows nothing; the message goes to the phone of the account",
  body: z.object({ productId: Id }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.tooMany,
    cartRefusals.productNotFound,
    restockRefusals.inStock,
    restockRefusals.tooManyAlerts,
  ],
} as const satisfies Endpoint;

export const removeRestockAlert = {
  method: "DELETE",
  path: "/restock-alerts/:productId",
  summary: "Remove the alert for a product; no error when there is none",
  access: "shopper",
  answer: Message,
  refusals: [],
} as const satisfies Endpoint;
