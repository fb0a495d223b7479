/** What a database did since this was set to nothing. */
export interface Reads {
  rows: number;
  written: number;
  calls: number;
}

/** Wraps a database so that it counts calls, and the rows that D1 says its statements read and write. */
export function countReads(db: D1Database, reads: Reads): D1Database {
  const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const note = <Answer extends D1Result>(answer: Answer) => {
    reads.rows += answer.meta.rows_read;
    reads.written += answer.meta.rows_written;
    return answer;
  };
  const one = async <Answer extends D1Result>(call: Promise<Answer>) => {
    reads.calls++;
    return note(await call);
  };
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: () => one(statement.all()),
      run: () => one(statement.run()),
      first: async () => (await one(statement.all())).results[0] ?? null,
    } as D1PreparedStatement;
    inner.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (text: string) => wrap(db.prepare(text)),
    batch: async (statements: D1PreparedStatement[]) => {
      reads.calls++;
      const answers = await db.batch(
        statements.map((statement) => inner.get(statement) ?? statement),
      );
      return answers.map(note);
    },
  } as D1Database;
}
