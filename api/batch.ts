/** Runs a decision and its effects as one transaction. False when something it relied on no longer holds: then nothing happened. */
export async function runBatch(db: D1Database, statements: D1PreparedStatement[]): Promise<boolean> {
  try {
    await db.batch(statements);
    return true;
  } catch (error) {
    if (isBrokenPromise(error)) return false;
    throw error;
  }
}

/** A `must` row, a CHECK, a UNIQUE index or a path trigger refused: somebody else was faster, or the plan was stale. */
function isBrokenPromise(error: unknown): boolean {
  return error instanceof Error && /must hold|SQLITE_CONSTRAINT/.test(error.message);
}
