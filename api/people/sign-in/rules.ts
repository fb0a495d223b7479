import {
  RESEND_AFTER_SECONDS,
  WORK_DOUBLES_AFTER,
  WORK_DOUBLES_AFTER_GUESSES,
} from "../../../contract/sign-in.ts";
import type { Settings } from "../../base/settings.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../base/time.ts";
import { type Work, WORK_LEVEL_MAX } from "./work.ts";

const SECOND = 1000;

/**
 * The times (UTC milliseconds, newest first) of earlier codes, and counts of the last 24 hours.
 * Counts stop at the limit that they are compared with; for a known browser all but `workedCount`
 * are 0.
 */
export interface EarlierSends {
  /** Codes to this phone, requested by browsers that share an allowance with the requester. */
  phone: number[];
  /** Codes to this phone that the requester's wide network requested. */
  phoneFromNetwork: number[];
  address: number[];
  addressDayCount: number;
  networkDayCount: number;
  shopCount: number;
  /** Codes that the requester's wide network got by doing work. */
  workedCount: number;
  /** True when a code was already sent for this work. */
  isWorkUsed: boolean;
  /** True for the browser that ended all sessions of the phone recently. */
  mayReturn: boolean;
}

export type SendLimits = Pick<
  Settings,
  | "SENDS_PER_PHONE_HOUR"
  | "SENDS_PER_PHONE_DAY"
  | "SENDS_PER_PHONE_NETWORK_DAY"
  | "SENDS_PER_ADDRESS_MINUTE"
  | "SENDS_PER_ADDRESS_DAY"
  | "SENDS_PER_NETWORK_DAY"
  | "SENDS_PER_DAY"
  | "SENDS_BUDGETS_MAX"
>;

export type SendDecision =
  | { kind: "send" }
  | { kind: "work"; level: number }
  | { kind: "sent_recently" | "too_many"; retryAfterSeconds: number };

/**
 * Decides whether another code may be sent now; if not, when, or after how much work
 * (specification, section 4.1). Only the limits of the phone refuse; the other limits only require
 * work.
 */
export function decideSend(
  earlier: EarlierSends,
  limits: SendLimits,
  work: Work | null,
  now: number,
): SendDecision {
  if (earlier.mayReturn) return { kind: "send" };
  const pause = waitUntilFewer(earlier.phone, 1, RESEND_AFTER_SECONDS * SECOND, now);
  if (pause > 0) return { kind: "sent_recently", retryAfterSeconds: Math.ceil(pause / SECOND) };
  const wait = Math.max(
    waitUntilFewer(earlier.phone, limits.SENDS_PER_PHONE_HOUR, HOUR_MS, now),
    waitUntilFewer(earlier.phone, limits.SENDS_PER_PHONE_DAY, DAY_MS, now),
    waitUntilFewer(earlier.phoneFromNetwork, limits.SENDS_PER_PHONE_NETWORK_DAY, DAY_MS, now),
  );
  if (wait > 0) return { kind: "too_many", retryAfterSeconds: Math.ceil(wait / SECOND) };
  const isBusy =
    waitUntilFewer(earlier.address, limits.SENDS_PER_ADDRESS_MINUTE, MINUTE_MS, now) > 0 ||
    earlier.addressDayCount >= limits.SENDS_PER_ADDRESS_DAY ||
    earlier.networkDayCount >= limits.SENDS_PER_NETWORK_DAY ||
    earlier.shopCount >= siegeBegins(limits);
  const level = Math.min(
    WORK_LEVEL_MAX,
    Math.floor(earlier.workedCount / WORK_DOUBLES_AFTER) +
      workDoublesFrom(limits).filter((count) => earlier.shopCount >= count).length,
  );
  const isWorkDone = work !== null && work.level >= level - 1 && !earlier.isWorkUsed;
  return isBusy && !isWorkDone ? { kind: "work", level } : { kind: "send" };
}

/**
 * Returns the number of a day's messages to unknown browsers after which each further message costs
 * work: half the budget.
 */
export function siegeBegins(limits: Pick<SendLimits, "SENDS_PER_DAY">): number {
  return Math.ceil(limits.SENDS_PER_DAY / 2);
}

/** Returns the maximum of a day's messages to unknown browsers, even when work is done. */
export function sendsCap(limits: Pick<SendLimits, "SENDS_PER_DAY" | "SENDS_BUDGETS_MAX">): number {
  return limits.SENDS_PER_DAY * limits.SENDS_BUDGETS_MAX;
}

/** Shares of the cap at which the work doubles. Higher shares would make counting expensive. */
const WORK_DOUBLES_AT = [0.25, 0.3];

/** Returns the two numbers of a day's messages at which the work doubles. */
export function workDoublesFrom(limits: SendLimits): [number, number] {
  const [first = 0, second = 0] = WORK_DOUBLES_AT.map((share) =>
    Math.ceil(sendsCap(limits) * share),
  );
  return [first, second];
}

/**
 * Returns up to which number a day's messages are counted. A higher count would not change the
 * work.
 */
export function sendsCounted(limits: SendLimits): number {
  return Math.max(siegeBegins(limits), ...workDoublesFrom(limits));
}

/**
 * Returns how many of the last messages before the cap are reserved for phones with a verified
 * identity.
 */
export function sendsReserved(limits: Pick<SendLimits, "SENDS_PER_DAY">): number {
  return Math.floor(limits.SENDS_PER_DAY / 3);
}

/**
 * Returns how many codes a network may get by work before work of this level is no longer enough.
 */
export function workedBelow(level: number): number {
  return (Math.min(WORK_LEVEL_MAX, level) + 2) * WORK_DOUBLES_AFTER;
}

/** Wrong guesses of a day from unknown browsers. */
export interface WrongGuesses {
  /** Wrong guesses at codes of this phone. */
  phone: number;
  /** Wrong guesses at all codes of the shop, counted up to the limit. */
  shop: number;
  /** Wrong guesses at codes that the guesser's wide network requested. */
  network: number;
}

export type GuessLimits = Pick<Settings, "WRONG_GUESSES_PER_PHONE_DAY" | "WRONG_GUESSES_PER_DAY">;

/**
 * Returns how often the work for another guess at a code doubles; null when no work is needed. The
 * work doubles with each wrong guess beyond the phone's limit, so that attackers can hardly make
 * more guesses than the limit. It also doubles with the wrong guesses of the guesser's network.
 */
export function guessWorkLevel(wrong: WrongGuesses, limits: GuessLimits): number | null {
  const beyond = wrong.phone - limits.WRONG_GUESSES_PER_PHONE_DAY;
  if (beyond < 0 && wrong.shop < limits.WRONG_GUESSES_PER_DAY) return null;
  return Math.min(
    WORK_LEVEL_MAX,
    Math.max(0, beyond, Math.floor(wrong.network / WORK_DOUBLES_AFTER_GUESSES)),
  );
}

/**
 * Returns the milliseconds until fewer than `limit` of the times lie within the last `windowMs`.
 */
function waitUntilFewer(moments: number[], limit: number, windowMs: number, now: number): number {
  const oldestThatCounts = moments[limit - 1];
  return oldestThatCounts === undefined ? 0 : Math.max(0, oldestThatCounts + windowMs - now);
}
