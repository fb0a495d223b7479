import { toLatinDigits, toPersianDigits } from "./digits.ts";
import { once } from "./once.ts";

const parts = once(
  () =>
    new Intl.DateTimeFormat("fa-IR-u-ca-persian-nu-arabext", {
      timeZone: "Asia/Tehran",
      day: "numeric",
      month: "long",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hour12: false,
    }),
);

/**
 * Formats a time in the Persian calendar at Tehran's time zone: «۱ فروردین ۱۴۰۵ ساعت ۰۰:۴۵». Takes
 * an ISO string or UTC milliseconds.
 */
export function formatDate(moment: string | number | Date): string {
  const found = partsOf(moment);
  return `${found["day"]} ${found["month"]} ${found["year"]} ساعت ${found["hour"]}:${found["minute"]}`;
}

/** Formats the day only: «۱ فروردین ۱۴۰۵». */
export function formatDay(moment: string | number | Date): string {
  const found = partsOf(moment);
  return `${found["day"]} ${found["month"]} ${found["year"]}`;
}

const weekday = once(
  () =>
    new Intl.DateTimeFormat("fa-IR-u-ca-persian-nu-arabext", {
      timeZone: "Asia/Tehran",
      weekday: "long",
    }),
);

/** Formats a day of this year by its name: «دوشنبه، ۳۰ آذر». */
export function formatWeekday(moment: string | number | Date): string {
  const found = partsOf(moment);
  return `${weekday().format(new Date(moment))}، ${found["day"]} ${found["month"]}`;
}

/**
 * Formats a coming time as people say it at `now` (UTC milliseconds): «امروز ساعت ۱۳:۲۸», «فردا ساعت
 * ۱۳:۲۸», else with the day: «۳ آذر ساعت ۱۳:۲۸».
 */
export function formatComing(moment: string | number | Date, now: number): string {
  const { day, month, hour, minute } = partsOf(moment);
  const named =
    formatDay(moment) === formatDay(now)
      ? "امروز"
      : formatDay(moment) === formatDay(now + DAY_MS)
        ? "فردا"
        : `${day} ${month}`;
  return `${named} ساعت ${hour}:${minute}`;
}

/** Formats the day, without the year if it is that of `now` (UTC milliseconds): «۱ فروردین». */
export function formatShortDay(moment: string | number | Date, now: number): string {
  const found = partsOf(moment);
  const year = found["year"] === partsOf(now)["year"] ? "" : ` ${found["year"]}`;
  return `${found["day"]} ${found["month"]}${year}`;
}

/** Formats the time of day in Tehran: «۱۳:۵۷». */
export function formatClock(moment: string | number | Date): string {
  const { hour, minute } = partsOf(moment);
  return `${hour ?? ""}:${minute ?? ""}`;
}

/** Returns when the day of a time (UTC milliseconds) began in Tehran. */
export function midnightBefore(now: number): number {
  const { hour, minute } = partsOf(now);
  const minutes = Number(toLatinDigits(hour ?? "")) * 60 + Number(toLatinDigits(minute ?? ""));
  return Math.floor(now / MINUTE_MS) * MINUTE_MS - minutes * MINUTE_MS;
}

function partsOf(moment: string | number | Date): Partial<Record<string, string>> {
  return Object.fromEntries(
    parts()
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  );
}

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

/** Formats the age of a time like `formatRelative`, but an old one as its day alone. */
export function formatShortRelative(moment: string | number | Date, now: number): string {
  return now - new Date(moment).getTime() < 7 * DAY_MS
    ? formatRelative(moment, now)
    : formatShortDay(moment, now);
}

function ago(count: number, unit: string): string {
  return `${toPersianDigits(Math.floor(count))} ${unit} پیش`;
}
