import { toIso } from "../../base/time.ts";
/** Shows when a withdrawal may be paid; null when that is now or has passed. */
export function dueLater(dueAt: number, now: number): string | null {
  return dueAt <= now ? null : toIso(dueAt);
}
