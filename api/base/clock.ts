/**
 * Returns a monotonic clock in UTC milliseconds, so that expired things stay expired.
 * Each isolate has its own: a new isolate may still be behind if its machine's clock is.
 */
export function createSteadyClock(read: () => number): () => number {
  let latest = 0;
  return () => (latest = Math.max(latest, read()));
}
