/** One statement for each kind of row. */
export type StatementsFor<Rows extends unknown[]> = { [At in keyof Rows]: D1PreparedStatement };
/** The rows found by each statement. */
export type Found<Rows extends unknown[]> = { [At in keyof Rows]: Rows[At][] };

/**
 * Runs several queries in one call and one transaction, and returns the rows of each. `Rows` is the
 * tuple of their row types.
 */
export async function readTogether<Rows extends unknown[]>(
  db: D1Database,
  statements: StatementsFor<Rows>,
): Promise<Found<Rows>> {
  const answers = await db.batch(statements);
  return answers.map(({ results }) => results) as Found<Rows>;
}

/**
 * Runs a decision and its effects as one transaction. Returns false when a fact it relied on no
 * longer holds; then nothing was written.
 */
export async function runBatch(
  db: D1Database,
  statements: D1PreparedStatement[],
): Promise<boolean> {
  try {
    await db.batch(statements);
    return true;
  } catch (error) {
    if (isRefusedBatch(error)) return false;
    throw error;
  }
}

/**
 * True when a `must` row, a CHECK, a UNIQUE index or a trigger refused the batch: another request
 * was faster, or the plan was stale.
 */
function isRefusedBatch(error: unknown): boolean {
  return (
    error instanceof Error &&
    /must hold|SQLITE_CONSTRAINT/.test(error.message) &&
    !isAboutThemselves(error) &&
    !isByNobody(error)
  );
}

/**
 * True when the log refused a decision of an operator about what is their own as a shopper. It is the
 * same for every call of the desk, which answers it in one place.
 */
export const isAboutThemselves = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("nobody decides about themselves");

/**
 * True when the token of an operator ended while their call went on: the log names nobody then. As
 * above, answered in one place.
 */
export const isByNobody = (error: unknown): boolean =>
  error instanceof Error &&
  error.message.includes("NOT NULL constraint failed: desk_decision.operator");
