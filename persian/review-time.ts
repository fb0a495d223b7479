import { minuteOfDay } from "./calendar.ts";
import { formatClock } from "./dates.ts";
import { toPersianDigits } from "./digits.ts";

/**
 * Computes the time by which identity, card and name requests and withdrawals are answered (section
 * 4.17): within 30 minutes when sent between 8 and 24 o'clock in Tehran, by 8:30 when sent at
 * night. All times are UTC milliseconds.
 */
const MINUTE_MS = 60_000;
export const REVIEW_MINUTES = 30;
const OPENING_HOUR = 8;

/** The rule in words, for texts that do not depend on the present time. */
export const REVIEW_RULE = `تا ${toPersianDigits(REVIEW_MINUTES)} دقیقه، ${toPersianDigits(OPENING_HOUR)} تا ۲۴`;

/** Returns when the review of a request that was sent at a time starts, and when it must end. */
export function reviewOf(sentAt: number): { startsAt: number; endsAt: number } {
  const early = OPENING_HOUR * 60 - minuteOfDay(sentAt);
  const wholeMinute = Math.floor(sentAt / MINUTE_MS) * MINUTE_MS;
  const startsAt = early > 0 ? wholeMinute + early * MINUTE_MS : sentAt;
  return { startsAt, endsAt: startsAt + REVIEW_MINUTES * MINUTE_MS };
}

/** Says when a request that is sent now is answered: «تا ۱۳:۵۷», at night «از ۸ صبح». */
export function answerTime(now: number): string {
  const { startsAt, endsAt } = reviewOf(now);
  return startsAt > now ? `از ${toPersianDigits(OPENING_HOUR)} صبح` : `تا ${formatClock(endsAt)}`;
}

/** Says what is promised before a request is sent. */
export function promiseBefore(now: number): string {
  return reviewOf(now).startsAt > now
    ? `الان ${formatClock(now)} است؛ ${answerTime(now)} بررسی می‌شود.`
    : `اگر الان بفرستید، ${answerTime(now)} پاسخ می‌دهیم.`;
}

/** Says what is promised after a request was sent at a time. */
export function promiseAfter(sentAt: number, now: number): string {
  const { startsAt, endsAt } = reviewOf(sentAt);
  if (now >= endsAt) return "بررسی بیش از معمول طول کشیده است؛ هنوز در نوبت است.";
  const sent = `ساعت ${formatClock(sentAt)} فرستادید.`;
  return startsAt > now
    ? `${sent} از ${toPersianDigits(OPENING_HOUR)} صبح بررسی می‌شود.`
    : `${sent} تا ${formatClock(endsAt)} پاسخ می‌دهیم.`;
}

/**
 * Returns the minutes left until the promised end, rounded up; null before the review starts and
 * after the end.
 */
export function minutesLeft(sentAt: number, now: number): number | null {
  const { startsAt, endsAt } = reviewOf(sentAt);
  return now < startsAt || now >= endsAt ? null : Math.ceil((endsAt - now) / MINUTE_MS);
}
