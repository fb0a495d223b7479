import { createMiddleware } from "hono/factory";
import { refusals } from "../../contract/endpoint.ts";
import { type ShopperEnv, refuse } from "./context.ts";
import type { Settings } from "./settings.ts";

/**
 * A slot older than this counts as free: the runtime ends a request half a minute after its caller
 * went away, without running `finally`.
 */
const SLOT_KEPT_MS = 30_000;
/** One shopper may use a quarter of the slots, so that one person cannot lock out all others. */
const SHARE_OF_ONE = 4;

interface Slot {
  userId: string;
  since: number;
}

/**
 * Limits how many requests of one kind run at once in an isolate.
 * - Checkouts: the database runs one statement at a time, so more concurrent requests only wait
 *   longer and then time out.
 * - Uploads: an isolate has 128 MB of memory, and each upload takes up to 15.
 *
 * A request without a slot is refused at once, before it has any effect. Its Retry-After is random,
 * so that callers do not all return together. A lane of short requests comes after the middleware
 * that reads the body, so that a slow connection does not occupy a slot. Cloudflare runs many
 * isolates, so a lane limits each isolate and not the whole shop.
 */
export function createLane(
  places: (settings: Settings) => number,
  { slotKeptMs = SLOT_KEPT_MS } = {},
) {
  const slots = new Set<Slot>();
  return createMiddleware<ShopperEnv>(async (c, next) => {
    const { shop, userId } = c.var;
    const most = places(shop.settings);
    const since = shop.now();
    for (const slot of slots) if (Math.abs(since - slot.since) > slotKeptMs) slots.delete(slot);
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
