/**
 * Logs an error with ids and names that tell what failed. Logs only the first frame of the stack,
 * because the other lines of the stack may contain data.
 */
export function logError(about: Record<string, unknown>, error: unknown): void {
  const known = error instanceof Error ? error : null;
  console.error(
    JSON.stringify({
      ...about,
      error: known?.name ?? "unknown",
      message: known?.message ?? "unknown",
      at: /^\s+at (.*)$/m.exec(known?.stack ?? "")?.[1],
    }),
  );
}
