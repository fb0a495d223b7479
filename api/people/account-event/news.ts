import type { Shop } from "../../base/context.ts";
import { queueMessageUnlessRecent, queueMessagesOf } from "../../base/outbox.ts";
import { DAY_MS, MINUTE_MS } from "../../base/time.ts";

/** Messages to an account's phone about actions that a thief would do first. */

/** The sentences of the messages. */
export const NEWS = {
  new_browser: "مرورگر تازه‌ای وارد حساب شما شد",
  card_added: "کارت بانکی تازه‌ای در حساب شما ثبت شد",
  withdrawal_asked: "برداشت از کیف پول شما درخواست شد",
  large_purchase: "خریدی بزرگ‌تر از همیشه از حساب شما انجام شد",
} as const;
/**
 * A message of the same kind is sent again only after this time, however often its cause repeats.
 */
const QUIET_MS = 10 * MINUTE_MS;

/** Part of the batch that adds a card or requests a withdrawal: queues the SMS about it. */
export function tellOfNews(
  { db, settings }: Shop,
  userId: string,
  kind: "card_added" | "withdrawal_asked",
  now: number,
): D1PreparedStatement {
  return queueMessageUnlessRecent(
    db,
    {
      subject: `news:${kind}:${userId}`,
      userId,
      template: settings.SMS_TEMPLATE_ACCOUNT,
      token: tokenOf(kind, now),
    },
    QUIET_MS,
    now,
  );
}

/** SQL text: the number of the UTC day of the time `?2`. */
const DAY = `(CAST(?2 AS INTEGER) / ${String(DAY_MS)})`;

/**
 * Queues the SMS about a browser that must enter a second code, once per browser and day. Must come
 * after its session is opened.
 */
export function tellOfBrowser(
  { db, settings }: Shop,
  tokenHash: string,
  now: number,
): D1PreparedStatement {
  return queueMessagesOf(
    db,
    `SELECT 'news:browser:' || user_id || ':' || visitor_hash || ':' || ${DAY},
       user_id, ?3, ?4, ?2, ?2
     FROM session WHERE token_hash = ?1 AND needs_second_code = 1`,
    tokenHash,
    now,
    settings.SMS_TEMPLATE_ACCOUNT,
    tokenOf("new_browser", now),
  );
}

/** Purchases of a day below this sum cause no message. */
const LARGE_TOMAN = 2_000_000;
/** The number of newest earlier orders that are compared; reading more would cost too much. */
const ORDERS_LOOKED_AT = 100;
/**
 * SQL text: the sum that person `?1` paid within a day before `?2`, and their largest order before
 * that day.
 */
const PAID_TODAY = `(SELECT coalesce(sum(total_toman), 0) FROM orders
    WHERE user_id = ?1 AND paid_at > ?2 - ${String(DAY_MS)})`;
const LARGEST_BEFORE = `(SELECT coalesce(max(total_toman), 0) FROM (
    SELECT total_toman FROM orders WHERE user_id = ?1 AND paid_at <= ?2 - ${String(DAY_MS)}
    ORDER BY paid_at DESC LIMIT ${String(ORDERS_LOOKED_AT)}))`;

/**
 * Queues the SMS about purchases of one day that together cost more than any earlier order, once a
 * day. Must come after the order is paid.
 */
export function tellOfLargePurchase(
  { db, settings }: Shop,
  userId: string,
  now: number,
): D1PreparedStatement {
  return queueMessagesOf(
    db,
    `SELECT 'news:purchase:' || ?1 || ':' || ${DAY}, ?1, ?3, ?4, ?2, ?2
     WHERE ${PAID_TODAY} > ?5 AND ${PAID_TODAY} > ${LARGEST_BEFORE}`,
    userId,
    now,
    settings.SMS_TEMPLATE_ACCOUNT,
    tokenOf("large_purchase", now),
    LARGE_TOMAN,
  );
}

/** Returns the token of a message about an account: its kind and its time. */
export const tokenOf = (kind: string, now: number) => `${kind}~${String(now)}`;
