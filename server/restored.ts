import { readFirst, runBatch } from "../api/base/batch.ts";
import type { Bindings } from "../api/base/context.ts";
import { noteDecision } from "../api/base/decisions.ts";
import { queueMessage } from "../api/base/outbox.ts";
import { readSettings } from "../api/base/settings.ts";
import { createVault } from "../api/base/vault.ts";
import { noteOperator } from "../api/buying/code/knowers.ts";
import {
  findDeliveredCode,
  findFreeCode,
  replaceCode,
} from "../api/buying/code/replace-statements.ts";
import { keyOf } from "../api/goods/picture/objects.ts";
import { writeDossier } from "../api/desk/dossier/write.ts";
import { forget } from "../api/desk/user/forget.ts";
import { claimNotForgotten } from "../api/desk/user/statements.ts";

/**
 * The worker of `npm run serve -- restore`: does again, with the functions of the shop, what was
 * done after the copy was made.
 */

/** By whom the log of the desk says that it was done. */
const RESTORE = { name: "restore", network: "database" };

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const [, step, name = ""] = new URL(request.url).pathname.split("/");
    switch (step) {
      case "forget":
        return Response.json(await forgetAgain(env, await request.text()));
      case "replace":
        return Response.json(await replaceSeen(env, await request.text()));
      case "picture":
        await env.UPLOADS.put(keyOf(name), await request.arrayBuffer(), {
          httpMetadata: { contentType: "image/jpeg" },
        });
        return Response.json(true);
      default:
        return new Response(null, { status: 404 });
    }
  },
} satisfies ExportedHandler<Bindings>;

/**
 * Forgets a person again. Returns false when the database does not know the person, has forgotten
 * them, or has no key for their dossier.
 */
async function forgetAgain(env: Bindings, id: string): Promise<boolean> {
  const settings = readSettings(env);
  const { DB: db } = env;
  const now = Date.now();
  if (settings.DOSSIER_PUBLIC_KEY === undefined) return false;
  const known = await db
    .prepare("SELECT 1 FROM user WHERE id = ?1 AND forgotten_at IS NULL")
    .bind(id)
    .first();
  if (known === null) return false;
  const shop = { db, settings, vault: createVault(settings) };
  return runBatch(db, [
    claimNotForgotten(db, id),
    ...(await writeDossier(shop, settings.DOSSIER_PUBLIC_KEY, id, now)),
    ...forget(db, id, now),
    noteDecision({ db, operator: RESTORE, moment: now }, "person", id, "forgotten"),
  ]);
}

/**
 * Gives the buyer another code in the place of one that somebody else has seen. Returns false when
 * there is none, or when the code was not delivered to the buyer yet.
 */
async function replaceSeen(env: Bindings, codeId: string): Promise<boolean> {
  const { DB: db } = env;
  const now = Date.now();
  const old = await readFirst(findDeliveredCode(db, codeId));
  if (old === null || old.is_in_hand === 0) return false;
  const free = await readFirst(findFreeCode(db, old.product_id, now));
  if (free === null) return false;
  const template = readSettings(env).SMS_TEMPLATE_ORDER_DELIVERED;
  return runBatch(db, [
    ...replaceCode(db, old, { freeId: free.id }, now),
    noteOperator(db, [old.id], "replacement", RESTORE.name, now),
    queueMessage(
      db,
      { id: `replaced:${old.id}`, userId: old.user_id, template, token: old.order_id },
      now,
    ),
  ]);
}
