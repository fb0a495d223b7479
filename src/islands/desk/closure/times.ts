import {
  readTypedDay,
  startOfDay,
  startOfPersian,
  tehranDay,
} from "../../../../persian/calendar.ts";
import { formatComing } from "../../../../persian/dates.ts";

/** When a closed shop opens by itself. */
export type Until = "hour" | "tomorrow" | "chosen" | "never";

const HOUR_MS = 3_600_000;
/** The hour at which people of the shop begin to answer. */
const OPENING_HOUR = 8;

/** A time chosen by hand: a day like 1405-09-08, and an hour. */
export interface ChosenTime {
  day: string;
  hour: string;
}

/** Returns when the shop opens (UTC milliseconds); null for never, undefined without a day. */
export function openingTime(
  until: Until,
  chosen: ChosenTime,
  now: number,
): number | null | undefined {
  if (until === "never") return null;
  if (until === "hour") return now + HOUR_MS;
  if (until === "tomorrow") return startOfDay(tehranDay(now) + 1) + OPENING_HOUR * HOUR_MS;
  const day = readTypedDay(chosen.day);
  return day === null ? undefined : startOfPersian(day) + Number(chosen.hour) * HOUR_MS;
}

/** Says until when the shop is closed: «تا فردا ساعت ۰۸:۰۰». */
export const untilWords = (opensAt: number | string | null | undefined, now: number): string =>
  opensAt == null ? "تا وقتی بازش کنید" : `تا ${formatComing(opensAt, now)}`;
