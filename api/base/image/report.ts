/** Logs a failure of the image storage. */
export function report(what: string, error?: unknown): void {
  const message = error instanceof Error ? error.message : error;
  console.error(
    JSON.stringify({ what, ...(message !== undefined && { message: String(message) }) }),
  );
}
