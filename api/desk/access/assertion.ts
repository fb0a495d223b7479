import { Jwt } from "hono/utils/jwt";
import { MINUTE_MS } from "../../base/time.ts";
import type { Shop } from "../../base/context.ts";

/**
 * Reads the token in which Cloudflare Access states who the caller is. It must be signed with a key
 * of the team, be issued for this application only, and name a person. The keys are cached. When a
 * token names an unknown key, they are fetched again, at most once a minute.
 */

const ANSWER_WAIT_MS = 5_000;

type Key = JsonWebKey & { kid: string };

interface Kept {
  keys: Key[];
  readAt: number;
}
const kept = new Map<string, Kept>();

/** Returns the e-mail address of the caller as verified by Access, or null. */
export async function readVouchedEmail(shop: Shop, token: string): Promise<string | null> {
  const { ACCESS_TEAM: team, ACCESS_AUDIENCE: aud, ACCESS_CERTS_URL: url } = shop.settings;
  if (team === undefined || aud === undefined) return null;
  const iss = `https://${team}.cloudflareaccess.com`;
  try {
    const { kid } = Jwt.decode(token).header as { kid?: unknown };
    const keys = await keysFor(url ?? `${iss}/cdn-cgi/access/certs`, String(kid), shop.now());
    const claims = await Jwt.verifyWithJwks(token, {
      keys,
      allowedAlgorithms: ["RS256"],
      verification: { iss, aud },
    });
    // The library would accept a token without an expiry, and the token of a service, which names
    // no person.
    const { exp, type, email } = claims;
    return typeof exp === "number" && type === "app" && typeof email === "string" ? email : null;
  } catch (error) {
    // Only the name of the error is logged, because its message could contain the token.
    const why = error instanceof Error ? error.name : "unknown";
    console.warn(JSON.stringify({ accessRefused: why }));
    return null;
  }
}

async function keysFor(url: string, kid: string, now: number): Promise<Key[]> {
  const known = kept.get(url);
  const isKnown = known?.keys.some((key) => key.kid === kid) === true;
  if (known && (isKnown || known.readAt > now - MINUTE_MS)) return known.keys;
  const answer = await fetch(url, {
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_WAIT_MS),
  });
  if (!answer.ok) throw new Error(`Access answered ${String(answer.status)} for its keys`);
  const { keys } = await answer.json<{ keys: Key[] }>();
  kept.set(url, { keys, readAt: now });
  return keys;
}
