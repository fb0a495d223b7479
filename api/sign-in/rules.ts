import { RESEND_AFTER_SECONDS } from "../../contract/sign-in.ts";
import type { Settings } from "../base/settings.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../base/time.ts";

const SECOND = 1000;

/** Times (UTC milliseconds, newest first) at which codes were sent before. */
export interface EarlierSends {
  /** To this phone, requested by browsers that share its allowance. */
  phone: number[];
  address: number[];
  /** Sends of the whole shop within a day, and the part of them for this address. */
  shopCount: number;
  addressDayCount: number;
}

export type SendLimits = Pick<
  Settings,
  | "SENDS_PER_PHONE_HOUR"
  | "SENDS_PER_PHONE_DAY"
  | "SENDS_PER_ADDRESS_MINUTE"
  | "SENDS_PER_ADDRESS_DAY"
  | "SENDS_PER_DAY"
>;

export type SendDecision =
  { kind: "send" } | { kind: "sent_recently" | "too_many"; retryAfterSeconds: number };

/** Decides whether another code may be sent now, and if not, when (specification, section 4.1). */
export function decideSend(earlier: EarlierSends, limits: SendLimits, now: number): SendDecision {
  const pause = waitUntilFewer(earlier.phone, 1, RESEND_AFTER_SECONDS * SECOND, now);
  if (pause > 0) return { kind: "sent_recently", retryAfterSeconds: Math.ceil(pause / SECOND) };
  const wait = Math.max(
    waitUntilFewer(earlier.phone, limits.SENDS_PER_PHONE_HOUR, HOUR_MS, now),
    waitUntilFewer(earlier.phone, limits.SENDS_PER_PHONE_DAY, DAY_MS, now),
    waitUntilFewer(earlier.address, limits.SENDS_PER_ADDRESS_MINUTE, MINUTE_MS, now),
    earlier.shopCount >= limits.SENDS_PER_DAY ||
      earlier.addressDayCount >= limits.SENDS_PER_ADDRESS_DAY
      ? HOUR_MS
      : 0,
  );
  return wait > 0
    ? { kind: "too_many", retryAfterSeconds: Math.ceil(wait / SECOND) }
    : { kind: "send" };
}

/**
 * Returns the milliseconds until fewer than `limit` of the times lie within the last `windowMs`.
 */
function waitUntilFewer(moments: number[], limit: number, windowMs: number, now: number): number {
  const oldestThatCounts = moments[limit - 1];
  return oldestThatCounts === undefined ? 0 : Math.max(0, oldestThatCounts + windowMs - now);
}
