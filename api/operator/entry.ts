import { type Context, Hono } from "hono";
import {
  TOKEN_DAYS,
  acceptInvitation,
  enterAsFirstOwner,
  operatorRefusals,
} from "../../contract/desk/operator.ts";
import { SESSION_HOURS, lookAtDoor } from "../../contract/desk/session.ts";
import { readTogether, runBatch } from "../base/batch.ts";
import {
  type Shop,
  type ShopEnv,
  bearerToken,
  body,
  callerAddress,
  refuse,
} from "../base/context.ts";
import { noteDecision } from "../base/decisions.ts";
import { type TokenRow, findToken, refuseSecret } from "../base/operator.ts";
import { type UseCount, readCount } from "../base/rate-limit.ts";
import { DAY_MS, HOUR_MS } from "../base/time.ts";
import { isSameSecret, randomId, sha256 } from "../base/vault.ts";
import * as statements from "./statements.ts";

/** The edge sets it for pages: the token goes into a cookie, and is one of a session. */
const SESSION_HEADER = "X-Desk-Session";

/** How operators get in: with a secret that works once, and before they have any token. */
export const operatorEntries = new Hono<ShopEnv>();

operatorEntries.get(lookAtDoor.path, async (c) => {
  const { db, settings, now } = c.var.shop;
  const token = bearerToken(c);
  const row =
    token === undefined ? null : await findToken(db, await sha256(token), now()).first<TokenRow>();
  return c.json({
    operator: row?.operator ?? null,
    needsPasskey: settings.DESK_PASSKEYS === "required",
  });
});

operatorEntries.post(acceptInvitation.path, body(acceptInvitation.body), async (c) => {
  const { db, now } = c.var.shop;
  const hash = await sha256(c.var.body.secret);
  const moment = now();
  const [[invited], [refused]] = await readTogether<[statements.InvitedRow, UseCount]>(db, [
    statements.findInvited(db, hash, moment),
    readCount(db, "desk_refused", callerAddress(c), moment),
  ]);
  const entered =
    invited &&
    (await letIn(
      c,
      c.var.shop,
      invited,
      [
        ...statements.acceptInvitation(db, hash, moment),
        ...(invited.purpose === "link" ? [] : statements.beginAnew(db, invited.name, moment)),
      ],
      moment,
    ));
  return entered
    ? c.json(entered)
    : refuseSecret(c, c.var.shop, operatorRefusals.unknownSecret, refused?.count ?? 0);
});

operatorEntries.post(enterAsFirstOwner.path, body(enterAsFirstOwner.body), async (c) => {
  const { db, settings, now } = c.var.shop;
  const { secret, name, phone } = c.var.body;
  const hash = await sha256(secret);
  const moment = now();
  const isRight = isSameSecret(hash, settings.DESK_FIRST_OWNER ?? "");
  const [[known], [refused]] = await readTogether<[statements.OperatorRow, UseCount]>(db, [
    statements.findOperator(db, name),
    readCount(db, "desk_refused", callerAddress(c), moment),
  ]);
  if (isRight && known) return refuse(c, operatorRefusals.nameTaken);
  const owner = { name, role: "owner", phone } as const;
  const entered =
    isRight &&
    (await letIn(
      c,
      c.var.shop,
      owner,
      [
        statements.claimNoOwner(db),
        statements.insertOperator(db, owner, moment),
        // The secret counts as an invitation, so that it works once.
        ...statements.insertInvitation(
          db,
          { hash, operator: name, expiresAt: moment + DAY_MS },
          moment,
        ),
        ...statements.acceptInvitation(db, hash, moment),
        ...statements.beginAnew(db, name, moment),
      ],
      moment,
    ));
  return entered
    ? c.json(entered)
    : refuseSecret(c, c.var.shop, operatorRefusals.unknownSecret, refused?.count ?? 0);
});

/**
 * Lets an operator in, with a new token of the person, or of a session when a page asks; false when
 * a claim among `before` does not hold.
 */
async function letIn(
  c: Context,
  { db }: Shop,
  { name, role }: Pick<statements.OperatorRow, "name" | "role">,
  before: D1PreparedStatement[],
  moment: number,
) {
  const token = randomId(32);
  const isSession = c.req.header(SESSION_HEADER) !== undefined;
  const expiresAt = moment + (isSession ? SESSION_HOURS * HOUR_MS : TOKEN_DAYS * DAY_MS);
  const entry = { id: randomId(), hash: await sha256(token), expiresAt, isSession };
  const isIn = await runBatch(db, [
    ...before,
    statements.insertEntry(db, name, entry, moment),
    noteDecision(
      db,
      {
        operator: { name, network: callerAddress(c) },
        subject: "operator",
        subjectId: name,
        verdict: "entered",
        note: null,
        after: role,
      },
      moment,
    ),
  ]);
  return isIn && { name, role, token, expiresAt: new Date(expiresAt).toISOString() };
}
