import { createMiddleware } from "hono/factory";
import { refusals } from "../../contract/endpoint.ts";
import { type ShopperEnv, refuse } from "./context.ts";

/** A request whose caller went away may be ended by the runtime without a word: its slot is free again after so long. */
const SLOT_KEPT_MS = 30_000;
/** One shopper may have a quarter of the slots, so that nobody keeps all others out alone. */
const SHARE_OF_ONE = 4;

interface Slot {
  userId: string;
  since: number;
}

/**
 * Lets only so many requests of one kind be under way at once in an isolate. The database does one thing at a time: beyond some
 * number more at once is nothing but a longer wait for everybody, and a wait that ends in time-outs. Who finds no slot hears so
 * at once (503), with a moment to come back that is not the same for all; nothing has happened then. Stands behind what reads the
 * body, so that nobody keeps a slot by sending slowly.
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
