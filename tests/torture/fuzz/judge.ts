import { type Call, findCall } from "./document.ts";
import type { Asked } from "./requests.ts";
import type { Heard } from "./send.ts";

/** Tables that a refusal may touch: they count what was tried. */
const COUNTERS = new Set(["rate_limit", "sign_in_code"]);
/** Calls that only read, and write down who looked. */
const RECORDED = /\/content$|\/link$/;

const INSIDES =
  /D1_|SQLITE|constraint|must hold|RAISE|no such (?:table|column)|\bat \S+ \(|\.[tj]s:\d|node_modules|TypeError|SyntaxError|ZodError|undefined is not|Cannot read/i;
const TABLES =
  /\b(?:identity_request|bank_card|order_item|cart_item|sign_in_code|wallet_transaction|code_batch|discount_use|email_verification|content_reading|desk_decision|known_browser|restock_alert)\b/;

/** What is wrong with an answer; null when nothing is. */
export function judge(calls: readonly Call[], asked: Asked, heard: Heard): string | null {
  const { status, text } = heard;
  if (status >= 500) return `answered ${String(status)}`;
  if (!asked.path.includes("/openapi.json") && (INSIDES.test(text) || TABLES.test(text)))
    return "shows its insides";
  const call = findCall(calls, asked.method === "HEAD" ? "GET" : asked.method, asked.path);
  const changed = String(heard.headers["x-changed"] ?? "").split(",");
  const harm = changed.filter((table) => table !== "" && !COUNTERS.has(table));
  if (status >= 400 && harm.length > 0) return `refused and changed ${harm.join(", ")}`;
  const outside = String(heard.headers["x-asked-outside"] ?? "");
  if (status >= 400 && outside !== "") return `refused and asked outside: ${outside}`;
  if (
    ["GET", "HEAD"].includes(asked.method) &&
    harm.length > 0 &&
    !(call && RECORDED.test(call.path))
  ) {
    return `only read and changed ${harm.join(", ")}`;
  }
  // Whoever is no operator does not even learn which calls there are.
  if (!call && status === 401 && /^\/+desk\//.test(asked.path)) return null;
  if (!call)
    return status === 404 || status === 405
      ? null
      : `is no call and was answered ${String(status)}`;
  return judgeForm(call, asked, heard);
}

function judgeForm(call: Call, asked: Asked, { status, headers, text }: Heard): string | null {
  const expected = call.answers.get(status);
  if (expected === undefined) return `answered ${String(status)}, which the document does not name`;
  if (headers["x-content-type-options"] !== "nosniff") return "may be sniffed";
  if (headers["cache-control"] === undefined) return "does not say whether it may be kept";
  if ([429, 503].includes(status) && headers["retry-after"] === undefined)
    return "does not say when to ask again";
  if (asked.method === "HEAD") return text === "" ? null : "answered HEAD with a body";
  const type = String(headers["content-type"]);
  if (Array.isArray(expected)) return expected.includes(type) ? null : `is of the type ${type}`;
  if (!/^application\/json\b/.test(type)) return `is of the type ${type}`;
  const found = expected.safeParse(JSON.parse(text));
  return found.success
    ? null
    : `has another form: ${found.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ")}`;
}
