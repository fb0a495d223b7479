/**
 * Returns a monotonic clock in UTC milliseconds: it never goes back, so an expired thing stays
 * expired. Each isolate has its own clock; a new isolate may be behind another one, because the
 * clocks of machines differ.
 */
export function createSteadyClock(read: () => number): () => number {
  let latest = 0;
  return () => (latest = Math.max(latest, read()));
}
