import { z } from "zod";
import { emptyDatabase } from "../guards/in-code.ts";
import { type Call, findCall } from "./document.ts";
import type { Sent } from "./requests.ts";
import type { Received } from "./send.ts";

/**
 * Tables that a refused call may change, because they count or record attempts. A search without
 * results is recorded after its answer, perhaps while the next call runs.
 */
const COUNTERS = new Set([
  "rate_limit",
  "sign_in_code",
  "second_code",
  "account_event",
  "search_miss",
]);
/** Reading calls that record the reader. */
const RECORDED = /\/content$/;
/** The log of the operators, which has a line for each view. */
const LOG = "desk_decision";

/** Texts that only the shop's own code and database would produce. */
const INTERNALS = new RegExp(
  [
    "D1_|SQLITE|constraint|must hold|RAISE|no such (?:table|column)",
    "\\bat \\S+ \\(|\\.[tj]s:\\d|node_modules",
    "(?:Type|Syntax|Zod)Error|undefined is not|Cannot read",
  ].join("|"),
  "i",
);
/** Names of tables that never occur in answers. */
const TABLES = new RegExp(`\\b(?:${tablesOfShop().join("|")})\\b`);

function tablesOfShop(): string[] {
  const database = emptyDatabase();
  const tables = database
    .prepare(
      "SELECT name FROM sqlite_master WHERE name LIKE '%\\_%' ESCAPE '\\' AND type = 'table'",
    )
    .all();
  database.close();
  return tables.map(({ name }) => String(name));
}

/** Returns the fault of an answer, or null. */
export function judge(calls: readonly Call[], sent: Sent, answer: Received): string | null {
  const { status, text } = answer;
  if (status >= 500) return `answered ${String(status)}`;
  // The log and the queue of the desk use names of tables for the kinds of their rows.
  const namesTables = /\/desk\/v1\/(?:decisions|queue)/.test(sent.path);
  if (
    !sent.path.includes("/openapi.json") &&
    (INTERNALS.test(text) || (!namesTables && TABLES.test(text)))
  )
    return "reveals internals";
  const call = findCall(calls, sent.method === "HEAD" ? "GET" : sent.method, sent.path);
  const changed = String(answer.headers["x-changed"] ?? "").split(",");
  const isLogged = call?.isDesk === true && status < 400;
  const harm = changed.filter(
    (table) => table !== "" && !COUNTERS.has(table) && !(isLogged && table === LOG),
  );
  if (status >= 400 && harm.length > 0) return `refused and changed ${harm.join(", ")}`;
  const outside = String(answer.headers["x-called-providers"] ?? "");
  if (status >= 400 && outside !== "") return `refused and called a provider: ${outside}`;
  if (
    ["GET", "HEAD"].includes(sent.method) &&
    harm.length > 0 &&
    !(call && RECORDED.test(call.path))
  ) {
    return `only read and changed ${harm.join(", ")}`;
  }
  // The desk does not tell strangers which calls exist.
  if (!call && status === 401 && /^\/+desk\//.test(sent.path)) return null;
  if (!call)
    return status === 404 || status === 405
      ? null
      : `is no call and was answered ${String(status)}`;
  return judgeForm(call, sent, answer);
}

function judgeForm(call: Call, sent: Sent, { status, headers, text }: Received): string | null {
  const expected = call.answers.get(status);
  if (expected === undefined) return `answered ${String(status)}, which the document does not list`;
  if (headers["x-content-type-options"] !== "nosniff") return "lacks nosniff";
  if (headers["cache-control"] === undefined) return "lacks Cache-Control";
  if ([429, 503].includes(status) && headers["retry-after"] === undefined)
    return "lacks Retry-After";
  if (sent.method === "HEAD") return text === "" ? null : "answered HEAD with a body";
  const type = String(headers["content-type"]);
  if (Array.isArray(expected))
    return expected.includes(type.replace(/;.*/, "")) ? null : `is of the type ${type}`;
  if (!/^application\/json\b/.test(type)) return `is of the type ${type}`;
  const { error } = expected.safeParse(JSON.parse(text));
  return error ? `has another form: ${z.prettifyError(error)}` : null;
}
