/** Shorter than Cloudflare's own limit of 30 seconds: by then a person on a phone has left. */
const DATABASE_WAIT_MS = 5_000;

/** Thrown on timeout. The statement may or may not have run, so the caller may retry. */
const TOO_LATE = "D1_ERROR: the database did not answer in time";

/** Runs one call to the database; `texts` is the SQL of its statements. */
export type AroundCall = <Answer>(call: () => Promise<Answer>, texts: string[]) => Promise<Answer>;

/** Wraps a database so that every call goes through `around`. */
export function aroundCalls(db: D1Database, around: AroundCall): D1Database {
  const inner = new WeakMap<
    D1PreparedStatement,
    { statement: D1PreparedStatement; text: string }
  >();
  function wrap(statement: D1PreparedStatement, text: string): D1PreparedStatement {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), text),
      first: (...column: [string]) => around(() => statement.first(...column), [text]),
      run: () => around(() => statement.run(), [text]),
      all: () => around(() => statement.all(), [text]),
      raw: () => around(() => statement.raw(), [text]),
    } as D1PreparedStatement;
    inner.set(wrapped, { statement, text });
    return wrapped;
  }
  function unwrap(wrapped: D1PreparedStatement) {
    const found = inner.get(wrapped);
    if (!found) throw new Error("A batch takes only statements prepared by the same database");
    return found;
  }
  return {
    prepare: (text: string) => wrap(db.prepare(text), text),
    batch: (statements: D1PreparedStatement[]) => {
      const found = statements.map(unwrap);
      return around(
        () => db.batch(found.map(({ statement }) => statement)),
        found.map(({ text }) => text),
      );
    },
  } as D1Database;
}

/** Wraps a database so that each call fails after five seconds. `wait` resolves after `waitMs`. */
export function withDeadline(db: D1Database, wait: (waitMs: number) => Promise<void>): D1Database {
  return aroundCalls(db, (call) => {
    const deadline = wait(DATABASE_WAIT_MS).then(() => {
      throw new Error(TOO_LATE);
    });
    return Promise.race([call(), deadline]);
  });
}
