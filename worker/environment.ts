/** The bindings of the edge. Exactly one of SHOP and API_ORIGIN answers /api/v1. */
export interface Edge {
  SHOP?: Fetcher;
  /**
   * Origin of an external backend that implements the contract, for example
   * https://shop-backend.example.
   */
  API_ORIGIN?: string;
  /**
   * A secret that proves to that backend that a request comes from this edge. Without it, anybody
   * who finds the backend could claim any address and browser.
   */
  API_TOKEN?: string;
  /**
   * Any text takes the whole shop out: only a page that says so, /up and static files are answered.
   * `npm run deploy` sets it while it changes the database.
   */
  OUT?: string;
  ASSETS: Fetcher;
}

/** Sends a request to the shop: to API_ORIGIN if it is set, otherwise to SHOP. */
export function callShop(env: Edge, path: string, init: RequestInit): Promise<Response> {
  if (
    env.API_ORIGIN &&
    !/^https:|^http:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]|$)/.test(env.API_ORIGIN)
  ) {
    throw new Error("API_ORIGIN must be an https address: sessions travel there");
  }
  if (env.API_ORIGIN) {
    const headers = new Headers(init.headers);
    if (env.API_TOKEN) headers.set("X-Edge-Token", env.API_TOKEN);
    return fetch(new URL(path, env.API_ORIGIN), { ...init, headers, redirect: "manual" });
  }
  if (!env.SHOP) throw new Error("Neither the SHOP binding nor API_ORIGIN is configured");
  return env.SHOP.fetch(new URL(path, "https://shop.internal"), { ...init, redirect: "manual" });
}
