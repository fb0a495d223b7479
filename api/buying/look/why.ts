import { formatToman } from "../../../persian/toman.ts";

/** The limit that held an order for a look, as it was when the order was paid. */
export interface WhyHeld {
  /**
   * `hour` and `day` are the limits for young accounts and cards, `unusual` is the limit for a day
   * of an older account.
   */
  look_rule: "hour" | "day" | "unusual" | null;
  /**
   * The sum that the limit counted, including the order itself, and the limit; null for older
   * orders.
   */
  look_sum_toman: number | null;
  look_limit_toman: number | null;
}

/** Why an order is held, and until when (UTC milliseconds). */
export interface Held extends WhyHeld {
  dueAt: number;
}

const RULES = {
  hour: "حساب یا کارت پرداخت تازه است و کدهای آنیِ یک ساعت آن",
  day: "حساب یا کارت پرداخت تازه است و کدهای آنیِ یک روز آن",
  unusual: "حساب تازه نیست، ولی کدهای آنیِ یک روز آن بسیار بیش از خریدهای پیشین است و",
} as const;

/**
 * Says to an operator which limit held an order; empty for older orders, for which this was not
 * stored.
 */
export function whyHeld({
  look_rule: rule,
  look_sum_toman: sum,
  look_limit_toman: limit,
}: WhyHeld): string {
  if (rule === null) return "";
  return `${RULES[rule]} با این سفارش به ${formatToman(sum ?? 0)} رسید؛ سقف ${formatToman(limit ?? 0)} است`;
}
