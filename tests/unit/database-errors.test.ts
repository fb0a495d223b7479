import { describe, expect, it } from "vitest";
import { withRepetition } from "../../api/base/database.ts";
import { databaseErrorOf } from "../../api/base/database-errors.ts";

/** Each error of Cloudflare's list, and whether the shop repeats a read and a write after it. */
const LIST = {
  "D1 DB reset because its code was updated.": ["passing", "read"],
  "Internal error while starting up D1 DB storage caused object to be reset.": [
    "passing",
    "read",
    "write",
  ],
  "Network connection lost.": ["passing", "read"],
  "Internal error in D1 DB storage caused object to be reset.": ["passing", "read"],
  "Cannot resolve D1 DB due to transient issue on remote node.": ["passing", "read", "write"],
  "Can't read from request stream because client disconnected.": ["passing", "read"],
  "Failed to get session commit token: internal error": ["passing", "read"],
  "D1 DB storage operation exceeded timeout which caused object to be reset.": ["overloaded"],
  "D1 DB is overloaded. Requests queued for too long.": ["overloaded"],
  "D1 DB is overloaded. Too many requests queued.": ["overloaded"],
  "D1 DB's isolate exceeded its memory limit and was reset.": ["overloaded"],
  "D1 DB exceeded its CPU time limit and was reset.": ["overloaded"],
  "Exceeded maximum DB size": ["full"],
};
const TEXTS = {
  read: "WITH n AS (SELECT 1) SELECT updated_at FROM n",
  write: "WITH n AS (SELECT 1) UPDATE cart SET version = 2",
};

/** A database whose first call fails with `message`. Returns the number of calls it gets. */
async function callsAfter(message: string, text: string): Promise<number> {
  let calls = 0;
  const answer = async () => {
    if (++calls === 1) throw new Error(`D1_ERROR: ${message}`);
    return {};
  };
  const statement = { bind: () => statement, run: answer } as unknown as D1PreparedStatement;
  const db = { prepare: () => statement, batch: answer } as unknown as D1Database;
  const repeated = withRepetition(db, () => Promise.resolve());
  await repeated.batch([repeated.prepare("SELECT 1"), repeated.prepare(text)]).catch(() => null);
  return calls;
}

describe.each(Object.entries(LIST))("%s", (message, [means, ...repeated]) => {
  it("has a meaning", () => {
    expect(databaseErrorOf(new Error(`D1_ERROR: ${message}`))).toMatchObject({ means });
  });
  it.each(["read", "write"] as const)("decides whether a %s is repeated", async (kind) => {
    expect(await callsAfter(message, TEXTS[kind])).toBe(repeated.includes(kind) ? 2 : 1);
  });
});

it("a refusal by the schema is not treated as a database error, and is not repeated", async () => {
  const message = "UNIQUE constraint failed: user.phone: SQLITE_CONSTRAINT";
  expect(databaseErrorOf(new Error(`D1_ERROR: ${message}`))).toBeNull();
  expect(await callsAfter(message, TEXTS.read)).toBe(1);
});
