import { minuteOfDay, PERSIAN_MONTHS, persianDate, tehranDay } from "./calendar.ts";
import { toPersianDigits } from "./digits.ts";

/** The names of the weekdays, from Thursday on, because day 0 was a Thursday. */
const WEEKDAYS = ["پنجشنبه", "جمعه", "شنبه", "یکشنبه", "دوشنبه", "سه‌شنبه", "چهارشنبه"] as const;

/**
 * Formats a time in the Persian calendar at Tehran's time zone: «۱ فروردین ۱۴۰۵ ساعت ۰۰:۴۵». Takes
 * an ISO string or UTC milliseconds.
 */
export function formatDate(moment: string | number | Date): string {
  return `${formatDay(moment)} ساعت ${formatClock(moment)}`;
}

/** Formats the day only: «۱ فروردین ۱۴۰۵». */
export function formatDay(moment: string | number | Date): string {
  const { year, month, day } = dateOf(moment);
  return toPersianDigits(`${day} ${month} ${year}`);
}

/** Formats a day of the Gregorian calendar, given as «2026-11-25»: «۲۵ نوامبر ۲۰۲۶». */
export function formatGregorian(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return toPersianDigits(`${date} ${GREGORIAN_MONTHS[month - 1] ?? ""} ${year}`);
}

/** Names of the Gregorian months, in the form that is used before a year. */
const GREGORIAN_MONTHS =
  "ژانویهٔ فوریهٔ مارس آوریل مهٔ ژوئن ژوئیهٔ اوت سپتامبر اکتبر نوامبر دسامبر".split(" ");

/** Formats a day with its weekday and without its year: «دوشنبه، ۳۰ آذر». */
export function formatWeekday(moment: string | number | Date): string {
  const weekday = WEEKDAYS[tehranDay(timeOf(moment)) % WEEKDAYS.length] ?? "";
  return `${weekday}، ${dayAndMonth(moment)}`;
}

/**
 * Formats a future time as people would say it at `now` (UTC milliseconds): «امروز ساعت ۱۳:۲۸»,
 * «فردا ساعت ۱۳:۲۸», else with the day: «۳ آذر ساعت ۱۳:۲۸».
 */
export function formatComing(moment: string | number | Date, now: number): string {
  const daysAhead = tehranDay(timeOf(moment)) - tehranDay(now);
  const named = daysAhead === 0 ? "امروز" : daysAhead === 1 ? "فردا" : dayAndMonth(moment);
  return `${named} ساعت ${formatClock(moment)}`;
}

/** Formats the day, without the year if it is the year of `now` (UTC milliseconds): «۱ فروردین». */
export function formatShortDay(moment: string | number | Date, now: number): string {
  return dateOf(moment).year === dateOf(now).year ? dayAndMonth(moment) : formatDay(moment);
}

/** Formats the time of day in Tehran: «۱۳:۵۷». */
export function formatClock(moment: string | number | Date): string {
  const minutes = minuteOfDay(timeOf(moment));
  const two = (value: number) => String(value).padStart(2, "0");
  return toPersianDigits(`${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`);
}

function dayAndMonth(moment: string | number | Date): string {
  const { month, day } = dateOf(moment);
  return toPersianDigits(`${day} ${month}`);
}

function dateOf(moment: string | number | Date): { year: string; month: string; day: string } {
  const { year, month, day } = persianDate(tehranDay(timeOf(moment)));
  return { year: String(year), month: PERSIAN_MONTHS[month - 1] ?? "", day: String(day) };
}

const timeOf = (moment: string | number | Date) => new Date(moment).getTime();

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Formats the age of a time, relative to `now` (UTC milliseconds): in seconds, minutes, hours under
 * 24, days under 7, then as a date. A time in the future (clock skew) counts as now.
 */
export function formatRelative(moment: string | number | Date, now: number): string {
  const agoMs = now - new Date(moment).getTime();
  if (agoMs < SECOND_MS) return "همین حالا";
  if (agoMs < MINUTE_MS) return ago(agoMs / SECOND_MS, "ثانیه");
  if (agoMs < HOUR_MS) return ago(agoMs / MINUTE_MS, "دقیقه");
  if (agoMs < DAY_MS) return ago(agoMs / HOUR_MS, "ساعت");
  if (agoMs < 7 * DAY_MS) return ago(agoMs / DAY_MS, "روز");
  return formatDate(moment);
}

/** Formats the age of a time like `formatRelative`, but after seven days only as a day. */
export function formatShortRelative(moment: string | number | Date, now: number): string {
  return now - new Date(moment).getTime() < 7 * DAY_MS
    ? formatRelative(moment, now)
    : formatShortDay(moment, now);
}

function ago(count: number, unit: string): string {
  return `${toPersianDigits(Math.floor(count))} ${unit} پیش`;
}
