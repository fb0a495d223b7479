/** One statement for each kind of row. */
export type StatementsFor<Rows extends unknown[]> = { [At in keyof Rows]: D1PreparedStatement };
/** The rows that each of them found. */
export type Found<Rows extends unknown[]> = { [At in keyof Rows]: Rows[At][] };

/** The rows that each of several statements finds, asked in one call and at one moment of the database. `Rows` names the rows of each. */
export async function readTogether<Rows extends unknown[]>(
  db: D1Database,
  statements: StatementsFor<Rows>,
): Promise<Found<Rows>> {
  const answers = await db.batch(statements);
  return answers.map(({ results }) => results) as Found<Rows>;
}

/** Runs a decision and its effects as one transaction. False when something it relied on no longer holds: then nothing happened. */
export async function runBatch(
  db: D1Database,
  statements: D1PreparedStatement[],
): Promise<boolean> {
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
