/**
 * A relay is a server of the shopkeeper with an address that a provider accepts, for providers that
 * refuse Cloudflare's addresses. The origin of such a provider is then set to the relay's.
 */
interface RelaySettings {
  RELAY_ORIGIN?: string;
  RELAY_TOKEN?: string;
}

/**
 * Returns a `fetch` that sends the header X-Relay-Token with requests to the relay, by which the
 * relay recognises the shop. No provider gets the token.
 */
export function createFetch({
  RELAY_ORIGIN: origin,
  RELAY_TOKEN: token,
}: RelaySettings): typeof globalThis.fetch {
  return (input, init) => {
    const isRelay =
      origin !== undefined && new URL(String(input)).origin === new URL(origin).origin;
    if (!isRelay || token === undefined) return globalThis.fetch(input, init);
    const headers = new Headers(init?.headers);
    headers.set("X-Relay-Token", token);
    return globalThis.fetch(input, { ...init, headers });
  };
}
