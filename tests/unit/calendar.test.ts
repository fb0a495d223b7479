import { expect, test } from "vitest";
import {
  dayOf,
  daysInMonth,
  persianDate,
  readPersian,
  startOfDay,
  tehranDay,
  writeGregorian,
  writePersian,
} from "../../persian/calendar.ts";

const calendar = new Intl.DateTimeFormat("en-u-ca-persian-nu-latn", {
  timeZone: "UTC",
  year: "numeric",
  month: "numeric",
  day: "numeric",
});

/** The date that the platform's own calendar gives. */
function known(day: number) {
  const parts = calendar.formatToParts(day * 86_400_000);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return { year: part("year"), month: part("month"), day: part("day") };
}

test("every day of forty years has the same date as in the platform's calendar, in both directions", () => {
  const first = dayOf({ year: 1390, month: 1, day: 1 });
  const last = dayOf({ year: 1430, month: 1, day: 1 });
  const wrong = [];
  for (let day = first; day < last; day++) {
    const date = persianDate(day);
    if (JSON.stringify(date) !== JSON.stringify(known(day)) || dayOf(date) !== day)
      wrong.push([day, date, known(day)]);
  }
  expect(wrong).toEqual([]);
});

test("a day begins at midnight in Tehran", () => {
  const day = dayOf({ year: 1405, month: 8, day: 27 });
  expect(new Date(startOfDay(day)).toISOString()).toBe("2026-11-17T20:30:00.000Z");
  expect(tehranDay(startOfDay(day))).toBe(day);
  expect(tehranDay(startOfDay(day) - 1)).toBe(day - 1);
  expect([writePersian(day), writeGregorian(day)]).toEqual(["1405-08-27", "2026-11-18"]);
});

test("each month has its number of days, and Esfand has one more in a leap year", () => {
  expect([1, 6, 7, 11, 12].map((month) => daysInMonth(1405, month))).toEqual([31, 31, 30, 30, 29]);
  expect([1403, 1404, 1408].map((year) => daysInMonth(year, 12))).toEqual([30, 29, 30]);
});

test("a typed year, month and day is read as a date, unless there is no such day", () => {
  expect(readPersian("1405")).toEqual({ year: 1405 });
  expect(readPersian("1405-08")).toEqual({ year: 1405, month: 8 });
  expect(readPersian("1405-08-30")).toEqual({ year: 1405, month: 8, day: 30 });
  const none = ["1405-13", "1405-08-31", "1404-12-30", "1405-8", "2026-11-18", "", "۱۴۰۵"];
  expect(none.filter((text) => readPersian(text) !== null)).toEqual([]);
});
