import { Hono } from "hono";
import { acceptInvitation, enterAsFirstOwner } from "../../../contract/desk/operator.ts";
import { operatorRefusals } from "../../../contract/desk/operator-refusals.ts";
import { lookAtDoor } from "../../../contract/desk/session.ts";
import { readTogether, readFirst } from "../../base/batch.ts";
import { type ShopEnv, bearerToken, body, callerAddress, refuse } from "../../base/context.ts";
import { findToken, refuseSecret } from "../../base/operator.ts";
import { readCount } from "../../base/rate-limit.ts";
import { DAY_MS } from "../../base/time.ts";
import { isSameSecret, sha256 } from "../../base/vault.ts";
import { letIn } from "./let-in.ts";
import * as entries from "./entry-statements.ts";
import * as statements from "./statements.ts";

/** Calls for operators who have no token yet: they enter with a secret that works once. */
export const operatorEntries = new Hono<ShopEnv>();

operatorEntries.get(lookAtDoor.path, async (c) => {
  const { db, settings, now } = c.var.shop;
  const token = bearerToken(c);
  const row =
    token === undefined ? null : await readFirst(findToken(db, await sha256(token), now()));
  return c.json({
    operator: row?.operator ?? null,
    needsPasskey: settings.DESK_PASSKEYS === "required",
    lacksPasskey:
      settings.DESK_PASSKEYS === "required" && row?.kind === "session" && row.passkeys === 0,
    hasAccess: settings.ACCESS_TEAM !== undefined,
  });
});

operatorEntries.post(acceptInvitation.path, body(acceptInvitation.body), async (c) => {
  const { db, now } = c.var.shop;
  const hash = await sha256(c.var.body.secret);
  const moment = now();
  const [[invited], [refused]] = await readTogether(db, [
    entries.findInvited(db, hash, moment),
    readCount(db, "desk_refused", callerAddress(c), moment),
  ]);
  const entered =
    invited &&
    (await letIn(
      c,
      c.var.shop,
      invited,
      [
        ...entries.acceptInvitation(db, hash, moment),
        ...(invited.purpose === "link" ? [] : entries.beginAnew(db, invited.name, moment)),
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
  const [[known], [refused]] = await readTogether(db, [
    statements.findOperator(db, name),
    readCount(db, "desk_refused", callerAddress(c), moment),
  ]);
  if (isRight && known) return refuse(c, operatorRefusals.nameTaken);
  const owner = { name, role: "owner", areas: null, phone } as const;
  const entered =
    isRight &&
    (await letIn(
      c,
      c.var.shop,
      owner,
      [
        statements.claimNoOwner(db),
        statements.insertOperator(db, owner, moment),
        // The secret is stored like an invitation, so that it works only once.
        ...entries.insertInvitation(
          db,
          { hash, operator: name, expiresAt: moment + DAY_MS },
          moment,
        ),
        ...entries.acceptInvitation(db, hash, moment),
        ...entries.beginAnew(db, name, moment),
      ],
      moment,
    ));
  return entered
    ? c.json(entered)
    : refuseSecret(c, c.var.shop, operatorRefusals.unknownSecret, refused?.count ?? 0);
});
