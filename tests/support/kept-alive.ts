/**
 * workerd closes a connection that was idle for five seconds and does not announce it. Node keeps one
 * for four, by a timer that comes late in a busy process, so a request could go out on a connection
 * that was closed as it was used («other side closed»). One second leaves room.
 */
const IDLE_MS = 1_000;

interface Dispatcher {
  constructor: new (options: { keepAliveTimeout: number; keepAliveMaxTimeout: number }) => unknown;
}

/** The place in which every copy of undici, Node's own too, keeps what sends the requests of `fetch`. */
const PLACE = Symbol.for("undici.globalDispatcher.1");

/** Makes every `fetch` of this process forget connections that were idle for a second. */
export async function forgetIdleConnections(): Promise<void> {
  // Node loads its undici with the first request.
  await fetch("data:,");
  const found = (globalThis as Record<symbol, unknown>)[PLACE] as Dispatcher | undefined;
  if (!found) throw new Error("This Node keeps what sends the requests of fetch somewhere else.");
  (globalThis as Record<symbol, unknown>)[PLACE] = new found.constructor({
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
}
