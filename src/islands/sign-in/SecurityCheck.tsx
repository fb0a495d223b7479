/**
 * Shown in a button while the browser computes the proof of work that the shop requires during a
 * siege.
 */
export function SecurityCheck({ isRunning }: { isRunning: boolean }) {
  return <span aria-live="polite">{isRunning && "در حال بررسی امنیتی…"}</span>;
}
