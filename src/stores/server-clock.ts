import { onAnswers } from "./call.ts";

/** A device whose clock differs less is right enough; the way of an answer takes time too. */
const TOLERATED_MS = 60_000;

/** Happens in the window when the shop's clock turned out to be another. */
export const CLOCK_SET = "clock-set";

let aheadMs = 0;

/** Learns how far the shop's clock is ahead of the device's, from what the shop says at this moment. */
export function hearTime(serverMs: number): void {
  const differenceMs = serverMs - Date.now();
  const nowAheadMs = Math.abs(differenceMs) > TOLERATED_MS ? differenceMs : 0;
  if (Math.abs(nowAheadMs - aheadMs) < TOLERATED_MS) return;
  aheadMs = nowAheadMs;
  dispatchEvent(new Event(CLOCK_SET));
}

/** Learns it from an answer, unless a cache on the way may have kept that for a while. */
onAnswers((headers) => {
  const said = Date.parse(headers.get("Date") ?? "");
  if (!Number.isNaN(said) && headers.get("Cache-Control")?.includes("no-store")) hearTime(said);
});

/**
 * The time in UTC milliseconds as the shop has it, for what people read: «امروز», «فردا» and ages must
 * not follow a device whose clock is wrong. Measure what passes on the device with `Date.now`.
 */
export const serverNow = (): number => Date.now() + aheadMs;
