import {
  readTypedDay,
  startOfDay,
  startOfPersian,
  tehranDay,
} from "../../../../persian/calendar.ts";
import { formatClock, formatComing, formatWeekday } from "../../../../persian/dates.ts";

/** When a closed shop opens by itself. */
export type Until = "hour" | "morning" | "chosen" | "never";

const HOUR_MS = 3_600_000;
/** The hour at which people of the shop begin to answer. */
const OPENING_HOUR = 8;
/** Search engines keep pages that answer 503 for about this long. */
const LONG_MS = 48 * HOUR_MS;

/** A time chosen by hand: a day like 1405-09-08, and an hour. */
export interface ChosenTime {
  day: string;
  hour: string;
}

/** Returns the next morning of the shop, which may be this one. */
function nextMorning(now: number): number {
  const today = startOfDay(tehranDay(now)) + OPENING_HOUR * HOUR_MS;
  return now < today ? today : startOfDay(tehranDay(now) + 1) + OPENING_HOUR * HOUR_MS;
}

/** Returns when the shop opens (UTC milliseconds); null for never, undefined without a day. */
export function openingTime(
  until: Until,
  chosen: ChosenTime,
  now: number,
): number | null | undefined {
  if (until === "never") return null;
  if (until === "hour") return now + HOUR_MS;
  if (until === "morning") return nextMorning(now);
  const day = readTypedDay(chosen.day);
  return day === null ? undefined : startOfPersian(day) + Number(chosen.hour) * HOUR_MS;
}

/** Says for operators until when the shop is closed: «تا فردا ساعت ۰۸:۰۰». */
export const untilWords = (opensAt: number | null, now: number): string =>
  opensAt === null ? "تا وقتی بازش کنید" : `تا ${formatComing(opensAt, now)}`;

/** Says to shoppers when the shop opens, as the closed page does. */
export const openingWords = (opensAt: number): string =>
  `باز می‌شود: ${formatWeekday(opensAt)}، ساعت ${formatClock(opensAt)}`;

/** True for a closure after which search engines may have dropped the pages. */
export const isLong = (opensAt: number | null, now: number): boolean =>
  opensAt === null || opensAt > now + LONG_MS;
