/** Says, in a button, that the browser does the work that the shop asks for when many ask. */
export function SecurityCheck({ isRunning }: { isRunning: boolean }) {
  return <span aria-live="polite">{isRunning && "در حال بررسی امنیتی…"}</span>;
}
