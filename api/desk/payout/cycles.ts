import { startOfDay, tehranDay } from "../../../persian/calendar.ts";
import { DAY_MS, MINUTE_MS } from "../../base/time.ts";

/**
 * Returns when banks next execute paya orders (UTC milliseconds). `times` are times of the day in
 * Tehran such as «03:45,09:45»; null when there are none.
 */
export function nextCycle(times: string, now: number): number | null {
  const today = startOfDay(tehranDay(now));
  const cycles = times
    .split(",")
    .filter((time) => time !== "")
    .map((time) => {
      const [hours = 0, minutes = 0] = time.split(":").map(Number);
      const at = today + (hours * 60 + minutes) * MINUTE_MS;
      return at > now ? at : at + DAY_MS;
    });
  return cycles.length === 0 ? null : Math.min(...cycles);
}
