import type { Context } from "hono";
import { TOKEN_DAYS } from "../../../contract/desk/token.ts";
import { SESSION_HOURS } from "../../../contract/desk/session.ts";
import { runBatch } from "../../base/batch.ts";
import { type Shop, callerAddress } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import { DAY_MS, HOUR_MS, toIso } from "../../base/time.ts";
import { randomId, sha256 } from "../../base/vault.ts";
import * as entries from "./entry-statements.ts";
import type * as statements from "./statements.ts";

/**
 * The edge sets this header when a page calls. Then the new token is for a session, and the edge
 * puts it into a cookie.
 */
const SESSION_HEADER = "X-Desk-Session";

/**
 * Makes a new token with which an operator enters: a token of a session when a page calls,
 * otherwise a personal token. Returns false when a claim in `before` does not hold. `isProven` is
 * true when the person has just shown a passkey.
 */
export async function letIn(
  c: Context,
  { db }: Shop,
  { name, role }: Pick<statements.OperatorRow, "name" | "role">,
  before: D1PreparedStatement[],
  moment: number,
  { isProven = false }: { isProven?: boolean } = {},
) {
  const token = randomId(32);
  const isSession = c.req.header(SESSION_HEADER) !== undefined;
  const expiresAt = moment + (isSession ? SESSION_HOURS * HOUR_MS : TOKEN_DAYS * DAY_MS);
  const entry = { id: randomId(), hash: await sha256(token), expiresAt, isSession, isProven };
  const isIn = await runBatch(db, [
    ...before,
    entries.insertEntry(db, name, entry, moment),
    noteDecision(
      { db, operator: { name, network: callerAddress(c) }, moment },
      "operator",
      name,
      "entered",
      { after: role },
    ),
  ]);
  return isIn && { name, role, token, expiresAt: toIso(expiresAt) };
}
