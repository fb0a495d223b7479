/** Cloudflare's own limit is 30 seconds; a person with a phone in the hand has left by then. */
const DATABASE_WAIT_MS = 5_000;

/** Told in place of an answer that did not come: whether the statement was carried out is unknown, so it may be asked again. */
const TOO_LATE = "D1_ERROR: the database did not answer in time";

/** Runs one call to the database; `texts` are its statements. */
export type AroundCall = <Answer>(call: () => Promise<Answer>, texts: string[]) => Promise<Answer>;

/** A database whose every call goes through `around`. */
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
    if (!found) throw new Error("A batch takes statements that its own database has prepared");
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

/** A database that answers within five seconds or not at all. `wait` resolves after so many milliseconds. */
export function withDeadline(db: D1Database, wait: (waitMs: number) => Promise<void>): D1Database {
  return aroundCalls(db, (call) => {
    const deadline = wait(DATABASE_WAIT_MS).then(() => {
      throw new Error(TOO_LATE);
    });
    return Promise.race([call(), deadline]);
  });
}
