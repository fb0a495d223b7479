import { createMiddleware } from "hono/factory";
import { refusals } from "../../contract/endpoint.ts";
import { type ShopperEnv, refuse } from "./context.ts";

/**
 * A slot older than this counts as free: the runtime may end a request whose caller went away
 * without running `finally`.
 */
const SLOT_KEPT_MS = 30_000;
/** One shopper may use a quarter of the slots, so that one person cannot lock out all others. */
const SHARE_OF_ONE = 4;

interface Slot {
  userId: string;
  since: number;
}

/**
 * Limits how many requests of one kind run at once in an isolate (CHECKOUTS_AT_ONCE). The database
 * runs one statement at a time: beyond some number, more concurrent requests only mean longer waits
 * that end in timeouts. A request without a slot is refused at once, before it has any effect, with
 * a random Retry-After so that callers do not all return together.
 * Use it after the middleware that reads the body, so that a slow upload does not occupy a slot.
 */
export function createLane() {
  const slots = new Set<Slot>();
  return createMiddleware<ShopperEnv>(async (c, next) => {
    const { shop, userId } = c.var;
    const { CHECKOUTS_AT_ONCE: most } = shop.settings;
    const since = shop.now();
    for (const slot of slots) if (Math.abs(since - slot.since) > SLOT_KEPT_MS) slots.delete(slot);
    const own = [...slots].filter((slot) => slot.userId === userId).length;
    const isShareTaken = own >= Math.max(1, Math.floor(most / SHARE_OF_ONE));
    if (slots.size >= most || isShareTaken) {
      const refusal = isShareTaken ? refusals.tooMany : refusals.unavailable;
      return refuse(c, refusal, { retryAfterSeconds: 1 + Math.floor(Math.random() * 4) });
    }
    const slot = { userId, since };
    slots.add(slot);
    try {
      return await next();
    } finally {
      slots.delete(slot);
    }
  });
}
