import { z } from "zod";
import { cartRefusals } from "./cart.ts";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { Id } from "./field.ts";

/** Being told by SMS, once, when a sold-out product can be bought again. */

/** Products that one shopper may wait for at the same time. */
export const OPEN_ALERTS_MAX = 50;
/** Wishes of one shopper in a day: each may become an SMS, and who holds the last code and lets it go again brings a product back. */
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
  summary: "Ask to be told when a sold-out product is back; asking again changes nothing",
  access: "shopper",
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
  summary: "Do not wait for a product any more; not having waited changes nothing",
  access: "shopper",
  answer: Message,
  refusals: [],
} as const satisfies Endpoint;
