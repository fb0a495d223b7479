/**
 * A clock that never goes back, whatever the machine's does: what has expired stays expired. UTC milliseconds. Each isolate has its
 * own, so that one that starts later may still be behind by as much as its machine's clock is.
 */
export function createSteadyClock(read: () => number): () => number {
  let latest = 0;
  return () => (latest = Math.max(latest, read()));
}
