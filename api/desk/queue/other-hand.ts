import { readFirst } from "../../base/batch.ts";
import { createMiddleware } from "hono/factory";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import type { QueueKind } from "../../../contract/desk/queue.ts";
import type { Shop } from "../../base/context.ts";
import { refuse } from "../../base/context.ts";
import type { Operator, OperatorEnv } from "../../base/operator.ts";
import { sourceOf } from "./sources.ts";
import { type Named, findHold } from "./statements.ts";

/** For each noun in a path, the kinds of waiting things that its calls decide. */
const KINDS_OF_PATH: Record<string, readonly QueueKind[] | undefined> = {
  authorizes: ["identity"],
  bankcards: ["bank_card"],
  "name-requests": ["name_request"],
  deliveries: ["delivery"],
  "order-items": ["delivery"],
  tickets: ["ticket"],
  withdrawals: ["withdrawal"],
  reviews: ["payment", "refund"],
  looks: ["look"],
  earnings: ["earning"],
  proposals: ["proposal"],
};

/**
 * Returns the kinds that a call could decide, and the id and action in its path. An id that cannot
 * be decoded matches nothing.
 */
export function thingOfPath(path: string) {
  const [noun = "", written = "", act = ""] = path.split("/").slice(3);
  const kinds = KINDS_OF_PATH[noun] ?? [];
  try {
    return { kinds, id: decodeURIComponent(written), act };
  } catch {
    return { kinds: [], id: "", act };
  }
}

/**
 * Refuses a decision about a thing that another operator holds. It runs before all calls that
 * decide. The thing must first be released or taken over.
 */
export const refuseOtherHand = createMiddleware<OperatorEnv>(async (c, next) => {
  const { shop, operator } = c.var;
  if (c.req.method === "GET") return next();
  const { kinds, id, act } = thingOfPath(c.req.path);
  // Calls that revoke a verification or read answers do not decide about a waiting thing.
  if (id === "" || act === "revocation" || act === "answers") return next();
  for (const kind of kinds) {
    const other = await findOtherHand(shop, { kind, id }, operator);
    if (other !== null) return refuse(c, deskRefusals.heldByOther, { details: other });
  }
  return next();
});

/** Returns the other operator who has a waiting thing open; null if nobody else has. */
export async function findOtherHand(
  shop: Shop,
  thing: Named,
  operator: Operator,
): Promise<string | null> {
  const { db, now } = shop;
  const hold = await readFirst(findHold(db, thing, now()));
  if (hold === null || hold.operator === operator.name) return null;
  const { findOne, read } = sourceOf(thing.kind);
  const row: unknown = await findOne(db, thing.id).first();
  return row !== null && read(row, shop).promised !== null ? hold.operator : null;
}
