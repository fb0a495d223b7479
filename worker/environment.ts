/** What the edge is given. Exactly one of them answers /api/v1: the shop beside it, or a backend of the operator's own. */
export interface Edge {
  SHOP?: Fetcher;
  /** Origin of another backend that keeps the contract, for example https://shop-backend.example. */
  API_ORIGIN?: string;
  ASSETS: Fetcher;
}

/** Sends a request for a path below the origin to whoever keeps the shop. */
export function callShop(env: Edge, path: string, init: RequestInit): Promise<Response> {
  if (
    env.API_ORIGIN &&
    !/^https:|^http:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]|$)/.test(env.API_ORIGIN)
  ) {
    throw new Error("API_ORIGIN must be an https address: sessions travel there");
  }
  if (env.API_ORIGIN) return fetch(new URL(path, env.API_ORIGIN), { ...init, redirect: "manual" });
  if (!env.SHOP) throw new Error("Neither the SHOP binding nor API_ORIGIN is configured");
  return env.SHOP.fetch(new URL(path, "https://shop.internal"), { ...init, redirect: "manual" });
}
