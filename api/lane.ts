import { createMiddleware } from "hono/factory";
import { refusals } from "../contract/endpoint.ts";
import { type ShopperEnv, refuse } from "./context.ts";

/** A request whose caller went away may be ended by the runtime without a word: its place is free again after so long. */
const PLACE_KEPT_MS = 30_000;
/** One shopper may have a quarter of the places, so that nobody keeps all others out alone. */
const SHARE_OF_ONE = 4;

interface Place {
  userId: string;
  since: number;
}

/**
 * Lets only so many requests of one kind be under way at once in an isolate. The database does one thing at a time: beyond some
 * number more at once is nothing but a longer wait for everybody, and a wait that ends in time-outs. Who finds no place hears so
 * at once (503), with a moment to come back that is not the same for all; nothing has happened then. Stands behind what reads the
 * body, so that nobody keeps a place by sending slowly.
 */
export function createLane() {
  const places = new Set<Place>();
  return createMiddleware<ShopperEnv>(async (c, next) => {
    const { shop, userId } = c.var;
    const { CHECKOUTS_AT_ONCE: most } = shop.settings;
    const since = shop.now();
    for (const place of places) if (Math.abs(since - place.since) > PLACE_KEPT_MS) places.delete(place);
    const own = [...places].filter((place) => place.userId === userId).length;
    const isShareTaken = own >= Math.max(1, Math.floor(most / SHARE_OF_ONE));
    if (places.size >= most || isShareTaken) {
      const refusal = isShareTaken ? refusals.tooMany : refusals.unavailable;
      return refuse(c, refusal, { retryAfterSeconds: 1 + Math.floor(Math.random() * 4) });
    }
    const place = { userId, since };
    places.add(place);
    try {
      return await next();
    } finally {
      places.delete(place);
    }
  });
}
