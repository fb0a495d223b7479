/** An error of the database, and what the shop does about it. */
interface DatabaseError {
  /** A text that is part of the error's message. */
  text: string;
  /**
   * - `passing`: the database is moving or restarting; the caller may try again.
   * - `overloaded`: it got too many requests; the caller may try again later.
   * - `full`: no write succeeds until somebody frees space.
   */
  means: "passing" | "overloaded" | "full";
  /**
   * Which failed calls the shop repeats by itself.
   * - `all`: every call, because the failed call cannot have run.
   * - `reads`: calls that write nothing, because the failed call may have run.
   * - `none`: no call, because repeating adds to the load.
   */
  repeats: "all" | "reads" | "none";
}

/** The message of the shop's own timeout. The call may or may not have run. */
export const TOO_LATE = "D1_ERROR: the database did not answer in time";

/**
 * The errors that Cloudflare documents for D1
 * (developers.cloudflare.com/d1/observability/debug-d1/#error-list, November 2026), the error of a
 * full database, and the shop's own timeout. Any other error is a bug or a refusal by the schema.
 */
const DATABASE_ERRORS: readonly DatabaseError[] = [
  { text: "reset because its code was updated", means: "passing", repeats: "reads" },
  { text: "Internal error while starting up D1 DB storage", means: "passing", repeats: "all" },
  { text: "Network connection lost", means: "passing", repeats: "reads" },
  { text: "Internal error in D1 DB storage caused object", means: "passing", repeats: "reads" },
  { text: "Cannot resolve D1 DB due to transient issue", means: "passing", repeats: "all" },
  { text: "Can't read from request stream", means: "passing", repeats: "reads" },
  // Not in that list: the object behind the database restarted before it confirmed a write.
  { text: "Failed to get session commit token", means: "passing", repeats: "reads" },
  { text: "D1 DB storage operation exceeded timeout", means: "overloaded", repeats: "none" },
  { text: "D1 DB is overloaded", means: "overloaded", repeats: "none" },
  { text: "isolate exceeded its memory limit", means: "overloaded", repeats: "none" },
  { text: "exceeded its CPU time limit", means: "overloaded", repeats: "none" },
  { text: TOO_LATE, means: "overloaded", repeats: "none" },
  { text: "Exceeded maximum DB size", means: "full", repeats: "none" },
];

/** Returns what an error of the database means; null for other errors. */
export function databaseErrorOf(error: unknown): DatabaseError | null {
  const message = error instanceof Error ? error.message.toLowerCase() : "";
  return DATABASE_ERRORS.find(({ text }) => message.includes(text.toLowerCase())) ?? null;
}
