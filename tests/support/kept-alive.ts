import { Agent } from "node:http";

/**
 * workerd closes a connection after five idle seconds without announcing it. Node closes an idle
 * connection after four, but its timer is late in a busy process, so a request could use a
 * connection that is being closed («other side closed»). One second is safe.
 */
const IDLE_MS = 1_000;

interface Dispatcher {
  constructor: new (options: { keepAliveTimeout: number; keepAliveMaxTimeout: number }) => unknown;
}

/** The symbol under which every copy of undici, also Node's, stores the dispatcher of `fetch`. */
const PLACE = Symbol.for("undici.globalDispatcher.1");

/** Makes every `fetch` of this process close connections that were idle for a second. */
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

/**
 * Makes every request of this process that uses Node's own agent open a connection of its own.
 * Playwright keeps the connections of its requests without a limit, so it would use one that
 * workerd has closed (ECONNRESET).
 * https://nodejs.org/api/http.html#agentkeepsocketalivesocket
 */
export function useConnectionsOnce(): void {
  Agent.prototype.keepSocketAlive = () => false;
}
