import { toIso } from "../../base/time.ts";
/** Returns the time from which a withdrawal may be paid; null when it may already be paid. */
export function dueLater(dueAt: number, now: number): string | null {
  return dueAt <= now ? null : toIso(dueAt);
}
