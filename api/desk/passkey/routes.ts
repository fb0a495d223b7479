import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { Hono } from "hono";
import {
  PASSKEYS_MAX,
  addPasskey,
  passkeyRefusals,
  provePasskey,
} from "../../../contract/desk/passkey.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { runBatch, readAll, readFirst } from "../../base/batch.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { claimOwnerRemains } from "../operator/statements.ts";
import { checkProof, checkRegistration, proofOptions, registrationOptions } from "./ceremony.ts";
import * as statements from "./statements.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

/** An operator's own passkeys, and showing one of them again. */
export const deskPasskeys = new Hono<OperatorEnv>();
export const deskPasskeyProofs = new Hono<OperatorEnv>();

deskPasskeys.get("/", async (c) => {
  const results = await readAll(statements.findPasskeys(c.var.shop.db, c.var.operator.name));
  return c.json({
    passkeys: results.map((row) => ({
      id: row.id,
      label: row.label,
      isShared: row.device_type === "multiDevice",
      createdAt: toIso(row.created_at),
      lastUsedAt: toIsoOrNull(row.last_used_at),
    })),
  });
});

deskPasskeys.post("/options", async (c) =>
  c.json({ options: await registrationOptions(c.var.shop, c.var.operator) }),
);

deskPasskeys.post("/", body(addPasskey.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { label, credential } = c.var.body;
  const moment = shop.now();
  const made = await checkRegistration(shop, operator, credential as RegistrationResponseJSON);
  if (!made) return refuse(c, passkeyRefusals.notProven);
  const isAdded = await runBatch(db, [
    statements.insertPasskey(db, { ...made, label }, moment),
    statements.claimFewPasskeys(db, operator.name, PASSKEYS_MAX),
    statements.noteProof(db, operator.tokenId, moment),
    noteDecision({ db, operator, moment }, "operator", operator.name, "passkey_made", {
      note: label,
    }),
  ]);
  return isAdded ? c.json({ message: "گذرکلید ساخته شد." }) : refuse(c, passkeyRefusals.tooMany);
});

deskPasskeys.delete("/:id", async (c) => {
  const { db, settings, now } = c.var.shop;
  const { operator } = c.var;
  const moment = now();
  const row = await readFirst(statements.findPasskey(db, c.req.param("id"), operator.name));
  if (!row) return refuse(c, refusals.notFound);
  const isEnded = await runBatch(db, [
    statements.endPasskey(db, row.id, operator.name, moment),
    ...(settings.DESK_PASSKEYS === "required"
      ? [statements.claimPasskeyRemains(db, operator.name)]
      : []),
    claimOwnerRemains(db, moment),
    noteDecision({ db, operator, moment }, "operator", operator.name, "passkey_ended", {
      note: row.label,
    }),
  ]);
  return isEnded ? c.json({ message: "این گذرکلید برداشته شد." }) : refuse(c, passkeyRefusals.last);
});

deskPasskeyProofs.post("/options", async (c) => {
  const { name, tokenId } = c.var.operator;
  return c.json({ options: await proofOptions(c.var.shop, name, "prove", tokenId) });
});

deskPasskeyProofs.post("/", body(provePasskey.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const credential = c.var.body.credential as AuthenticationResponseJSON;
  const moment = shop.now();
  const passkey = await checkProof(shop, credential, "prove", operator.tokenId);
  if (!passkey) return refuse(c, passkeyRefusals.notProven);
  await db.batch([
    statements.noteUse(db, passkey.id, passkey.counter, moment),
    statements.noteProof(db, operator.tokenId, moment),
    noteDecision({ db, operator, moment }, "operator", operator.name, "passkey_shown", {
      note: passkey.label,
    }),
  ]);
  return c.json({ message: "گذرکلید پذیرفته شد." });
});
