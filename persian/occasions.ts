import { once } from "./once.ts";

/**
 * The occasions for gifts of the Iranian year. Their dates are those of the Persian calendar, which
 * `Intl` knows, so no table of years has to be kept.
 */

export interface Occasion {
  name: "yalda" | "nowruz";
  /** Days from today in Tehran; 0 on the day itself. */
  daysLeft: number;
}

const DAY_MS = 86_400_000;
/** Before that nobody thinks of it yet. */
const AHEAD_DAYS = 45;

/** Month and day of the Persian calendar: the last evening of autumn, and the first of spring. */
const DATES: Readonly<Record<string, Occasion["name"]>> = { "9/30": "yalda", "1/1": "nowruz" };

const monthAndDay = once(
  () =>
    new Intl.DateTimeFormat("en-US-u-ca-persian", {
      timeZone: "Asia/Tehran",
      month: "numeric",
      day: "numeric",
    }),
);

/** Returns the next occasion within 45 days of `now` (UTC milliseconds), or null. */
export function nextOccasion(now: number): Occasion | null {
  for (let daysLeft = 0; daysLeft <= AHEAD_DAYS; daysLeft += 1) {
    const parts = monthAndDay().formatToParts(now + daysLeft * DAY_MS);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
    const name = DATES[`${part("month")}/${part("day")}`];
    if (name) return { name, daysLeft };
  }
  return null;
}
