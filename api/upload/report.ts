/** Says in the log what went wrong with the storage of images. */
export function report(what: string, error?: unknown): void {
  const message = error instanceof Error ? error.message : error;
  console.error(
    JSON.stringify({ what, ...(message !== undefined && { message: String(message) }) }),
  );
}
