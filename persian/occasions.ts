import { persianDate, tehranDay } from "./calendar.ts";

/** The occasions for gifts in the Iranian year, with their dates in the Persian calendar. */

export interface Occasion {
  name: "yalda" | "nowruz";
  /** Days from today in Tehran; 0 on the day itself. */
  daysLeft: number;
}

/** An occasion is suggested from this number of days before it. */
const AHEAD_DAYS = 45;

/** Month and day of the Persian calendar: the last evening of autumn, and the first of spring. */
const DATES: Readonly<Record<string, Occasion["name"]>> = { "9/30": "yalda", "1/1": "nowruz" };

/** Returns the next occasion within 45 days of `now` (UTC milliseconds), or null. */
export function nextOccasion(now: number): Occasion | null {
  for (let daysLeft = 0; daysLeft <= AHEAD_DAYS; daysLeft += 1) {
    const { month, day } = persianDate(tehranDay(now) + daysLeft);
    const name = DATES[`${String(month)}/${String(day)}`];
    if (name) return { name, daysLeft };
  }
  return null;
}
