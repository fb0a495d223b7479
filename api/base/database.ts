import { type Effect, logEffect } from "./log-work.ts";
import { TOO_LATE, databaseErrorOf } from "./database-errors.ts";

/**
 * Shorter than Cloudflare's own limit of 30 seconds, because a person on a phone does not wait that
 * long.
 */
const DATABASE_WAIT_MS = 5_000;

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

type Wait = (waitMs: number) => Promise<void>;

/** Wraps a database so that each call fails after five seconds. */
export function withDeadline(db: D1Database, wait: Wait): D1Database {
  return aroundCalls(db, (call) => {
    const deadline = wait(DATABASE_WAIT_MS).then(() => {
      throw new Error(TOO_LATE);
    });
    return Promise.race([call(), deadline]);
  });
}

const WRITES = /\b(?:INSERT|UPDATE|DELETE|REPLACE)\b/i;
const REPEAT_AFTER_MS = 50;
const REPEAT_SPREAD_MS = 150;

/**
 * Wraps a database so that a call is repeated once after a passing error, if the call wrote nothing
 * or cannot have run. D1 itself repeats single queries only.
 */
export function withRepetition(db: D1Database, wait: Wait): D1Database {
  return aroundCalls(db, async (call, texts) => {
    try {
      return await call();
    } catch (error) {
      const repeats = databaseErrorOf(error)?.repeats ?? "none";
      const isRepeated =
        repeats === "all" || (repeats === "reads" && !texts.some((text) => WRITES.test(text)));
      if (!isRepeated) throw error;
      await wait(REPEAT_AFTER_MS + Math.random() * REPEAT_SPREAD_MS);
      return call();
    }
  });
}

/** The last column of a statement whose rows are effects. */
const IS_EFFECT = /'\w+' AS effect\b/;

/**
 * Wraps a database so that the effects that its statements return (`… AS effect`) are logged before
 * anybody gets an answer.
 */
export function withEffects(db: D1Database): D1Database {
  return aroundCalls(db, async (call, texts) => {
    const answer = await call();
    if (texts.some((text) => IS_EFFECT.test(text)))
      for (const row of effectsIn(answer)) logEffect(row);
    return answer;
  });
}

/** The effects in the answer of one statement, of a batch, or in a single row. */
function effectsIn(answer: unknown): Effect[] {
  if (answer === null || typeof answer !== "object") return [];
  if (Array.isArray(answer)) return answer.flatMap(effectsIn);
  if ("results" in answer) return effectsIn(answer.results);
  return "effect" in answer && "id" in answer && answer.id !== null ? [answer as Effect] : [];
}
