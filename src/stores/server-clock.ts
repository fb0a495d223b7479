import { onAnswers } from "./call.ts";

/**
 * A smaller difference is ignored: it is harmless, and may only be the travel time of an answer.
 */
const TOLERATED_MS = 60_000;

/** Dispatched on the window when the difference to the shop's clock has changed. */
export const CLOCK_SET = "clock-set";

let aheadMs = 0;

/**
 * Computes how far the shop's clock is ahead of the device's, from the shop's time at this moment.
 */
export function hearTime(serverMs: number): void {
  const differenceMs = serverMs - Date.now();
  const nowAheadMs = Math.abs(differenceMs) > TOLERATED_MS ? differenceMs : 0;
  if (Math.abs(nowAheadMs - aheadMs) < TOLERATED_MS) return;
  aheadMs = nowAheadMs;
  dispatchEvent(new Event(CLOCK_SET));
}

/** Reads the time from an answer, unless a cache may have kept that answer for a while. */
onAnswers((headers) => {
  const said = Date.parse(headers.get("Date") ?? "");
  if (!Number.isNaN(said) && headers.get("Cache-Control")?.includes("no-store")) hearTime(said);
});

/**
 * The shop's time in UTC milliseconds, for what people read: «امروز», «فردا» and ages must not
 * depend on the clock of a device, which may be wrong. Measure durations with `Date.now`.
 */
export const serverNow = (): number => Date.now() + aheadMs;
