import { plainCharacters } from "./characters.ts";

/**
 * Days of the Persian calendar in Tehran, as the number of days since 1970-01-01. Since September
 * 2022, Tehran is three and a half hours ahead of UTC all year, so a day always has 24 hours; in
 * earlier summers the result is an hour off. `Intl` is not used, because loading its data takes a
 * phone 120 ms, and old phones still apply daylight saving time.
 */
export const TEHRAN_MS = 12_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const PERSIAN_MONTHS = [
  "فروردین",
  "اردیبهشت",
  "خرداد",
  "تیر",
  "مرداد",
  "شهریور",
  "مهر",
  "آبان",
  "آذر",
  "دی",
  "بهمن",
  "اسفند",
] as const;

/** A date of the Persian calendar; months and days count from 1. */
export interface PersianDate {
  year: number;
  month: number;
  day: number;
}

/** Returns the day of a moment (UTC milliseconds). */
export function tehranDay(moment: number): number {
  return Math.floor((moment + TEHRAN_MS) / DAY_MS);
}

/** Returns when a day begins, in UTC milliseconds. */
export function startOfDay(day: number): number {
  return day * DAY_MS - TEHRAN_MS;
}

/** Returns the minutes since midnight in Tehran at a moment (UTC milliseconds). */
export function minuteOfDay(moment: number): number {
  return Math.floor((moment - startOfDay(tehranDay(moment))) / MINUTE_MS);
}

/** The day before the first of Farvardin of the year 1. */
const BEFORE_YEAR_ONE = -492_269;

/**
 * Returns the first day of a year. In each cycle of 33 years, eight are leap years. Correct from
 * 1178 to 1634.
 */
function newYearOf(year: number): number {
  return BEFORE_YEAR_ONE + 1 + 365 * (year - 1) + Math.floor((8 * year + 21) / 33);
}

/**
 * The number of days of a year before a month begins: the first six months have 31 days, the others
 * 30.
 */
const daysBefore = (month: number) => (month - 1) * 30 + Math.min(month - 1, 6);

export function daysInMonth(year: number, month: number): number {
  if (month < 12) return month <= 6 ? 31 : 30;
  return newYearOf(year + 1) - newYearOf(year) - daysBefore(12);
}

/** Returns the day of a date, which must exist. */
export function dayOf({ year, month, day }: PersianDate): number {
  return newYearOf(year) + daysBefore(month) + day - 1;
}

export function persianDate(day: number): PersianDate {
  const near = Math.floor((day - BEFORE_YEAR_ONE) / 365.2422) + 1;
  const year = newYearOf(near) > day ? near - 1 : newYearOf(near + 1) <= day ? near + 1 : near;
  const place = day - newYearOf(year);
  const month = place < 186 ? Math.floor(place / 31) + 1 : Math.floor((place - 186) / 30) + 7;
  return { year, month, day: place - daysBefore(month) + 1 };
}

const two = (value: number) => String(value).padStart(2, "0");

/** Writes a day in Latin digits, for addresses and files: 1405-08-27. */
export function writePersian(day: number): string {
  const { year, month, day: dayOfMonth } = persianDate(day);
  return `${year}-${two(month)}-${two(dayOfMonth)}`;
}

/** Writes the Gregorian date of a day: 2026-11-18. */
export function writeGregorian(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Reads a date like 1405-08-27, 1405-08 or 1405. */
export function readPersian(text: string): (Partial<PersianDate> & { year: number }) | null {
  const found = /^(1[34]\d\d)(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text);
  if (!found) return null;
  const [year = 0, month, day] = found.slice(1).map((part) => (part ? Number(part) : undefined));
  if (month !== undefined && (month < 1 || month > 12)) return null;
  if (day !== undefined && (day < 1 || day > daysInMonth(year, month ?? 1))) return null;
  return { year, ...(month !== undefined && { month }), ...(day !== undefined && { day }) };
}

/**
 * Returns the start of a full date like 1405-08-27, in UTC milliseconds; NaN for any other text.
 */
export function startOfPersian(text: string): number {
  const { year, month, day } = readPersian(text) ?? {};
  return year && month && day ? startOfDay(dayOf({ year, month, day })) : NaN;
}

/**
 * Year, month and day are separated by a space, or by one sign with or without spaces. Eight digits
 * need no separator.
 */
const IN_FIGURES = /^(\d{4})(?: ?[^\d\p{L}+] ?| )(\d\d?)(?: ?[^\d\p{L}+] ?| )(\d\d?)\.?$/u;
const IN_DIGITS = /^(\d{4})(\d\d)(\d\d)$/;
const IN_WORDS = /^(?<day>\d\d?) (?<month>\p{L}+)[,،]? (?<year>\d{4})$/u;

/**
 * Reads a full date as people type it («۱۴۰۵/۹/۲», «1405 - 09 - 02», «۲ آذر ۱۴۰۵», «14050902») into
 * 1405-09-02. Returns null for a day that does not exist, and for a year of two digits, because
 * such a year could also be the day.
 */
export function readTypedDay(text: string): string | null {
  const plain = plainCharacters(text).replace(/ي/g, "ی");
  const words = IN_WORDS.exec(plain)?.groups;
  const [, year = "", month = "", day = ""] = words
    ? ["", words["year"], monthNumber(words["month"] ?? ""), words["day"]]
    : (IN_FIGURES.exec(plain) ?? IN_DIGITS.exec(plain) ?? []);
  const whole = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return readPersian(whole) ? whole : null;
}

const monthNumber = (name: string) =>
  String(PERSIAN_MONTHS.findIndex((month) => month === name) + 1);
