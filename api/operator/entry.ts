import { Hono } from "hono";
import {
  TOKEN_DAYS,
  acceptInvitation,
  enterAsFirstOwner,
  operatorRefusals,
} from "../../contract/desk/operator.ts";
import { readTogether, runBatch } from "../base/batch.ts";
import { type Shop, type ShopEnv, body, callerAddress, refuse } from "../base/context.ts";
import { noteDecision } from "../base/decisions.ts";
import { refuseSecret } from "../base/operator.ts";
import { type UseCount, readCount } from "../base/rate-limit.ts";
import { DAY_MS } from "../base/time.ts";
import { isSameSecret, randomId, sha256 } from "../base/vault.ts";
import * as statements from "./statements.ts";

/** How operators get in: with a secret that works once, and before they have any token. */
export const operatorEntries = new Hono<ShopEnv>();

operatorEntries.post(acceptInvitation.path, body(acceptInvitation.body), async (c) => {
  const { db, now } = c.var.shop;
  const hash = await sha256(c.var.body.secret);
  const moment = now();
  const [[invited], [refused]] = await readTogether<[statements.OperatorRow, UseCount]>(db, [
    statements.findInvited(db, hash, moment),
    readCount(db, "desk_refused", callerAddress(c), moment),
  ]);
  const entered = invited && (await letIn(c.var.shop, callerAddress(c), invited, hash, [], moment));
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
      c.var.shop,
      callerAddress(c),
      owner,
      hash,
      [
        statements.claimNoOwner(db),
        statements.insertOperator(db, owner, moment),
        ...statements.insertInvitation(
          db,
          { hash, operator: name, expiresAt: moment + DAY_MS },
          moment,
        ),
      ],
      moment,
    ));
  return entered
    ? c.json(entered)
    : refuseSecret(c, c.var.shop, operatorRefusals.unknownSecret, refused?.count ?? 0);
});

/** Lets an operator in by an invitation, once; false when it no longer opens anything. */
async function letIn(
  { db }: Shop,
  network: string,
  { name, role }: Pick<statements.OperatorRow, "name" | "role">,
  invitationHash: string,
  before: D1PreparedStatement[],
  moment: number,
) {
  const token = randomId(32);
  const expiresAt = moment + TOKEN_DAYS * DAY_MS;
  const operator = { name, network };
  const isIn = await runBatch(db, [
    ...before,
    ...statements.enter(
      db,
      name,
      invitationHash,
      { id: randomId(), hash: await sha256(token), expiresAt },
      moment,
    ),
    noteDecision(
      db,
      {
        operator,
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
