/**
 * The work of a database since these counters were reset.
 * @typedef {{ rows: number, written: number, calls: number }} Reads
 */

/**
 * Wraps a D1 database so that it counts calls, and the rows that D1 says its statements read and
 * write.
 * @param {any} db
 * @param {Reads} reads
 * @returns {any}
 */
export function countReads(db, reads) {
  const inner = new WeakMap();
  const note = (answer) => {
    reads.rows += answer.meta.rows_read;
    reads.written += answer.meta.rows_written;
    return answer;
  };
  const one = async (call) => {
    reads.calls++;
    return note(await call);
  };
  const wrap = (statement) => {
    const wrapped = {
      bind: (...values) => wrap(statement.bind(...values)),
      all: () => one(statement.all()),
      run: () => one(statement.run()),
      first: async (column) => {
        const row = (await one(statement.all())).results[0] ?? null;
        return column === undefined || row === null ? row : row[column];
      },
    };
    inner.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (text) => wrap(db.prepare(text)),
    batch: async (statements) => {
      reads.calls++;
      const answers = await db.batch(statements.map((statement) => inner.get(statement)));
      return answers.map(note);
    },
  };
}
