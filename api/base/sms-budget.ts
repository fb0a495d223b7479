import type { Shop } from "./context.ts";
import { countAgainstLimit, undoCount, windowStart } from "./rate-limit.ts";
import { DAY_MS, MINUTE_MS } from "./time.ts";

/**
 * The maximum number of messages that one phone gets in a day, by kind. Each share is counted
 * separately, so that gifts of strangers never delay messages about the account. Messages about an
 * order, a payment or an operator's decision are already limited by their cause; their number here
 * only stops an endless loop. Codes for signing in are counted elsewhere (api/people/sign-in), and
 * messages of the outbox do not reduce their number.
 */
const SHARES = { gift: 10, restock: 10, account: 20, other: 500 };
type Share = keyof typeof SHARES;

/**
 * The time from the end of the budget's day (midnight UTC, 3:30 in Tehran) to 9:00 in Tehran, when
 * waiting messages are sent.
 */
const MORNING_MS = 330 * MINUTE_MS;

function shareOf({ settings }: Shop, template: string): Share {
  if (template === settings.SMS_TEMPLATE_GIFT) return "gift";
  if (template === settings.SMS_TEMPLATE_BACK_IN_STOCK) return "restock";
  return template === settings.SMS_TEMPLATE_ACCOUNT ? "account" : "other";
}

/**
 * Counts one message to a phone against the phone's budget of today. Returns a function that undoes
 * the count; if the budget is used up, the time at which the message may be tried again (UTC
 * milliseconds).
 */
export async function takeFromBudget(
  shop: Shop,
  { phone, template }: { phone: string; template: string },
): Promise<{ giveBack: () => Promise<void> } | { laterAt: number }> {
  const { db, vault, now } = shop;
  const share = shareOf(shop, template);
  const kind = `sms ${share}`;
  const who = await vault.fingerprint("sms receiver", phone);
  const moment = now();
  if ((await countAgainstLimit(db, kind, who, moment, DAY_MS)) > SHARES[share])
    return { laterAt: windowStart(moment, DAY_MS) + DAY_MS + MORNING_MS };
  return { giveBack: () => undoCount(db, kind, who, moment, DAY_MS) };
}
