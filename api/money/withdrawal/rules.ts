import { toIso } from "../../base/time.ts";
/** Shows from when a withdrawal may be paid; null when that time has come. */
export function dueLater(dueAt: number, now: number): string | null {
  return dueAt <= now ? null : toIso(dueAt);
}
