import type { Shop } from "./context.ts";
import { countAgainstLimit, undoCount, windowStart } from "./rate-limit.ts";
import { DAY_MS, MINUTE_MS } from "./time.ts";

/**
 * How many messages one phone gets in a day, whatever sends them. Each share is counted separately,
 * so that gifts of strangers never delay messages about the account. Messages about an order, a
 * payment or an operator's decision are already limited by their cause; their number here only
 * stops an endless loop. Codes for signing in are counted elsewhere (api/people/sign-in), and
 * messages of the outbox do not reduce them.
 */
const SHARES = { gift: 10, restock: 10, account: 20, other: 500 };
type Share = keyof typeof SHARES;

/** The counted days (UTC) end at 3:30 in Tehran. Messages that waited are sent at 9:00. */
const MORNING_MS = 330 * MINUTE_MS;

function shareOf({ settings }: Shop, template: string): Share {
  if (template === settings.SMS_TEMPLATE_GIFT) return "gift";
  if (template === settings.SMS_TEMPLATE_BACK_IN_STOCK) return "restock";
  return template === settings.SMS_TEMPLATE_ACCOUNT ? "account" : "other";
}

/**
 * Takes one message for a phone out of its budget of today. Returns a function that gives it back,
 * or the time from which it may be tried again (UTC milliseconds).
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
