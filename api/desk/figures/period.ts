import {
  PERSIAN_MONTHS,
  dayOf,
  daysInMonth,
  persianDate,
  readPersian,
  writePersian,
} from "../../../persian/calendar.ts";
import { toPersianDigits } from "../../../persian/digits.ts";

/**
 * A day, a month or a year of the Persian calendar. `before` are the same days of the period before
 * it, which are shown for comparison.
 */
export interface Period {
  span: "day" | "month" | "year";
  name: string;
  title: string;
  /** First and last day; the last one is not after today. */
  from: number;
  to: number;
  isOver: boolean;
  before: { title: string; from: number; to: number };
  previous: string;
  next: string | null;
}

const two = (value: number) => String(value).padStart(2, "0");
const monthTitle = (year: number, month: number) =>
  `${PERSIAN_MONTHS[month - 1] ?? ""} ${toPersianDigits(year)}`;
const monthName = (year: number, month: number) => `${year}-${two(month)}`;

/** Formats a day as «۲۷ آبان»; with its year when `withYear`. */
export function dayTitle(day: number, { withYear = false } = {}): string {
  const { year, month, day: dayOfMonth } = persianDate(day);
  const short = `${toPersianDigits(dayOfMonth)} ${PERSIAN_MONTHS[month - 1] ?? ""}`;
  return withYear ? `${short} ${toPersianDigits(year)}` : short;
}

/** Returns the period that a query names, otherwise the current month. `today` is a day number. */
export function periodOf(
  {
    day,
    month,
    year,
  }: { day?: string | undefined; month?: string | undefined; year?: string | undefined },
  today: number,
): Period {
  const named = readPersian(day ?? month ?? year ?? "");
  if (day !== undefined && named) return dayPeriod(dayOf({ month: 1, day: 1, ...named }), today);
  if (year !== undefined && named) return yearPeriod(named.year, today);
  const { year: thisYear, month: thisMonth } = persianDate(today);
  return monthPeriod(named?.year ?? thisYear, named?.month ?? thisMonth, today);
}

function dayPeriod(day: number, today: number): Period {
  const before = day - 1;
  return {
    span: "day",
    name: writePersian(day),
    title: dayTitle(day, { withYear: true }),
    from: day,
    to: Math.min(day, today),
    isOver: day < today,
    before: { title: dayTitle(before), from: before, to: before },
    previous: writePersian(before),
    next: day >= today ? null : writePersian(day + 1),
  };
}

function monthPeriod(year: number, month: number, today: number): Period {
  const from = dayOf({ year, month, day: 1 });
  const last = from + daysInMonth(year, month) - 1;
  const to = Math.min(last, today);
  const [beforeYear, beforeMonth] = month === 1 ? [year - 1, 12] : [year, month - 1];
  const beforeFrom = dayOf({ year: beforeYear, month: beforeMonth, day: 1 });
  const beforeDays = daysInMonth(beforeYear, beforeMonth);
  // A finished month is compared with the whole month before, although their lengths may differ.
  const days = last < today ? beforeDays : Math.min(to - from + 1, beforeDays);
  return {
    span: "month",
    name: monthName(year, month),
    title: monthTitle(year, month),
    from,
    to,
    isOver: last < today,
    before: {
      title: PERSIAN_MONTHS[beforeMonth - 1] ?? "",
      from: beforeFrom,
      to: beforeFrom + days - 1,
    },
    previous: monthName(beforeYear, beforeMonth),
    next: last >= today ? null : month === 12 ? monthName(year + 1, 1) : monthName(year, month + 1),
  };
}

function yearPeriod(year: number, today: number): Period {
  const from = dayOf({ year, month: 1, day: 1 });
  const last = dayOf({ year: year + 1, month: 1, day: 1 }) - 1;
  const to = Math.min(last, today);
  const beforeFrom = dayOf({ year: year - 1, month: 1, day: 1 });
  const until = last < today ? from - 1 : Math.min(beforeFrom + to - from, from - 1);
  return {
    span: "year",
    name: String(year),
    title: `سال ${toPersianDigits(year)}`,
    from,
    to,
    isOver: last < today,
    before: { title: toPersianDigits(year - 1), from: beforeFrom, to: until },
    previous: String(year - 1),
    next: last >= today ? null : String(year + 1),
  };
}

/** A bar of a chart: a day, or a month of a year. */
export interface Slot {
  name: string;
  title: string;
  from: number;
  to: number;
  /** The same days of the period before; null when it has no such days. */
  before: { from: number; to: number } | null;
  isOpen: boolean;
}

/** Returns the days of a period, or the months of a year, without future ones. */
export function slotsOf(period: Period, today: number): Slot[] {
  if (period.span === "year") return monthsOf(period, today);
  return Array.from({ length: Math.max(0, period.to - period.from + 1) }, (_, place) => {
    const day = period.from + place;
    const same = period.before.from + place;
    // The month before may be shorter, so it may lack a day of this month.
    const isThere = same < period.from;
    return {
      name: writePersian(day),
      title: dayTitle(day),
      from: day,
      to: day,
      before: isThere ? { from: same, to: same } : null,
      isOpen: day >= today,
    };
  });
}

function monthsOf(period: Period, today: number): Slot[] {
  const { year } = persianDate(period.from);
  return PERSIAN_MONTHS.map((title, index) => {
    const month = index + 1;
    const from = dayOf({ year, month, day: 1 });
    const last = from + daysInMonth(year, month) - 1;
    const before = dayOf({ year: year - 1, month, day: 1 });
    return {
      name: monthName(year, month),
      title,
      from,
      to: Math.min(last, today),
      before: { from: before, to: before + daysInMonth(year - 1, month) - 1 },
      isOpen: last >= today,
    };
  }).filter(({ from }) => from <= today);
}
