declare const row: unique symbol;

/** A prepared statement with the type of its rows. The type exists only at compile time. */
export type Statement<Row> = D1PreparedStatement & { readonly [row]?: Row };

type RowOf<Finder> = Finder extends { readonly [row]?: infer Row }
  ? Exclude<Row, undefined>
  : unknown;

/** The rows that each of several statements finds. */
export type Found<Finders extends readonly D1PreparedStatement[]> = {
  -readonly [At in keyof Finders]: RowOf<Finders[At]>[];
};

/** Runs several queries in one call and one transaction, and returns the rows of each. */
export async function readTogether<const Finders extends readonly D1PreparedStatement[]>(
  db: D1Database,
  statements: Finders,
): Promise<Found<Finders>> {
  const answers = await db.batch([...statements]);
  return answers.map(({ results }) => results) as Found<Finders>;
}

/** Returns the first row that a statement finds, or null. */
export const readFirst = <Row>(statement: Statement<Row>): Promise<Row | null> =>
  statement.first<Row>();

/** Returns all rows that a statement finds. */
export const readAll = async <Row>(statement: Statement<Row>): Promise<Row[]> =>
  (await statement.all<Row>()).results;

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
    !isOwnDecision(error) &&
    !isTokenEnded(error)
  );
}

/**
 * True when the log refused a decision, because an operator decided about their own data as a
 * shopper. `api/desk/routes.ts` answers such an error with a refusal.
 */
export const isOwnDecision = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("nobody decides about themselves");

/**
 * True when the operator's token ended during their call: the line of the log then has no operator,
 * so the log refuses it. `api/desk/routes.ts` answers such an error with a refusal.
 */
export const isTokenEnded = (error: unknown): boolean =>
  error instanceof Error &&
  error.message.includes("NOT NULL constraint failed: desk_decision.operator");
