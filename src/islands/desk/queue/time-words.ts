import { tehranDay } from "../../../../persian/calendar.ts";
import { formatClock } from "../../../../persian/dates.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber } from "../../../../persian/toman.ts";

/** The words of the queue for times, which are in UTC milliseconds. */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Returns the time left in words: «۴ دقیقه», «۱:۴۸ ساعت», «۲ روز». After the promised time:
 * «۱۱ دقیقه دیر».
 */
export function timeLeft(dueAt: number, now: number): string {
  const isLate = now >= dueAt;
  const words = lengthWords(Math.abs(dueAt - now), isLate);
  return isLate ? `${words} دیر` : words;
}

function lengthWords(ms: number, isLate: boolean): string {
  // Rounds the time left up, and the delay down.
  const minutes = isLate ? Math.floor(ms / MINUTE_MS) : Math.ceil(ms / MINUTE_MS);
  if (minutes < 60) return `${formatNumber(Math.max(1, minutes))} دقیقه`;
  if (ms >= 2 * DAY_MS) return `${formatNumber(Math.floor(ms / DAY_MS))} روز`;
  const rest = String(minutes % 60).padStart(2, "0");
  return `${toPersianDigits(`${String(Math.floor(minutes / 60))}:${rest}`)} ساعت`;
}

/** Returns a promise in words: «قول ۳۰ دقیقه‌ای، تا ۱۴:۳۶». */
export function promiseWords(startsAt: number, dueAt: number, now: number): string {
  const minutes = Math.round((dueAt - startsAt) / MINUTE_MS);
  const length =
    minutes < 60
      ? `${formatNumber(minutes)} دقیقه‌ای`
      : `${formatNumber(Math.round(minutes / 60))} ساعته`;
  const daysAhead = tehranDay(dueAt) - tehranDay(now);
  const named = { [-1]: "دیروز ", 1: "فردا " }[daysAhead] ?? "";
  return `قول ${length}، تا ${named}${formatClock(dueAt)}`;
}

export const GROUPS = ["late", "hour", "today", "later", "aside"] as const;
type Group = (typeof GROUPS)[number];
export const GROUP_NAMES: Record<Group, string> = {
  late: "دیرشده",
  hour: "تا یک ساعت دیگر",
  today: "امروز",
  later: "فردا و پس از آن",
  aside: "کنارگذاشته",
};

/** Returns the group of the list that a row belongs to. */
export function groupOf(row: { dueAt: string; aside: unknown }, now: number): Group {
  const dueAt = Date.parse(row.dueAt);
  if (row.aside !== null) return "aside";
  if (dueAt <= now) return "late";
  if (dueAt <= now + HOUR_MS) return "hour";
  return tehranDay(dueAt) === tehranDay(now) ? "today" : "later";
}
