import type { Shop } from "./context.ts";
import { countAgainstLimit, undoCount, windowStart } from "./rate-limit.ts";
import { DAY_MS, MINUTE_MS } from "./time.ts";

/**
 * The messages that one phone gets in a day, whatever sends them. Each share is its own, so that
 * gifts of strangers never keep back what an account has to tell. What an order, a payment or an
 * operator causes is bounded by its cause; the number only ends a loop. Codes for signing in are
 * counted apart (api/people/sign-in), and no message of the outbox takes from them.
 */
const SHARES = { gift: 10, restock: 10, account: 20, other: 500 };
type Share = keyof typeof SHARES;

/** Counted days end at half past three in the night here; what waited goes out at nine. */
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
