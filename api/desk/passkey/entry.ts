import { readFirst } from "../../base/batch.ts";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { Hono } from "hono";
import {
  CHALLENGES_PER_MINUTE,
  enterWithPasskey,
  passkeyRefusals,
  startEntry,
} from "../../../contract/desk/passkey.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { type ShopEnv, body, callerAddress, refuse } from "../../base/context.ts";
import { refuseSecret } from "../../base/operator.ts";
import { checkRateLimit, readCount } from "../../base/rate-limit.ts";
import { letIn } from "../operator/let-in.ts";
import { checkProof, proofOptions } from "./ceremony.ts";
import * as statements from "./statements.ts";

/** Entering the desk with a name and a passkey. */
export const passkeyEntries = new Hono<ShopEnv>();

passkeyEntries.post("/options", body(startEntry.body), async (c) => {
  const { shop } = c.var;
  const who = callerAddress(c);
  const limit = { kind: "desk_challenge", who, max: CHALLENGES_PER_MINUTE };
  const waitSeconds = await checkRateLimit(shop.db, limit, shop.now());
  if (waitSeconds !== null) return refuse(c, refusals.tooMany, { retryAfterSeconds: waitSeconds });
  return c.json({ options: await proofOptions(shop, c.var.body.name, "enter", null) });
});

passkeyEntries.post("/", body(enterWithPasskey.body), async (c) => {
  const { shop } = c.var;
  const { db } = shop;
  const moment = shop.now();
  const credential = c.var.body.credential as AuthenticationResponseJSON;
  const passkey = await checkProof(shop, credential, "enter", null);
  const entered =
    passkey &&
    (await letIn(
      c,
      shop,
      { name: passkey.operator, role: passkey.role },
      [
        statements.claimPasskeyWorks(db, passkey.id),
        statements.noteUse(db, passkey.id, passkey.counter, moment),
      ],
      moment,
      { isProven: true },
    ));
  if (entered) return c.json(entered);
  const refused = await readFirst(readCount(db, "desk_refused", callerAddress(c), moment));
  return refuseSecret(c, shop, passkeyRefusals.refused, refused?.count ?? 0);
});
