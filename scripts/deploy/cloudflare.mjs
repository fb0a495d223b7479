import { Refused } from "../own/refused.mjs";

/**
 * Cloudflare's API, as far as a deployment needs it; wrangler does the rest. Reference:
 * https://developers.cloudflare.com/api/
 */

const API = "https://api.cloudflare.com/client/v4";
const WAIT_MS = 30_000;
/** Error codes of a missing resource: a script, a bucket, a database, a secret, a ruleset. */
const MISSING = [10007, 10006, 7404, 10056, 10003];
/** Sentences for errors that the operator can mend, by their codes. */
const KNOWN = {
  1001: "An account-owned token cannot list accounts: write its “account_id” into shop.toml.",
  10042:
    "R2 is not switched on in this account. Switch it on at https://dash.cloudflare.com, under R2.",
  10214:
    "Another version of this worker is deployed than the newest one. Run `npm run deploy` first.",
  10215:
    "Another version of this worker is deployed than the newest one. Run `npm run deploy` first.",
};

const UNREACHABLE =
  "Cloudflare's API cannot be reached. Check the connection; some networks in Iran block it, and " +
  "another network or a VPN helps. It is not known whether this call changed anything; run the command again.\n" +
  "  به API کلودفلر نمی‌رسیم. اتصال را بررسی کنید؛ بعضی شبکه‌ها آن را می‌بندند و شبکه‌ای دیگر یا VPN چاره است. سپس همین دستور را دوباره بزنید.";

/**
 * Returns a client for calls with a token. `right` names what the token must be allowed to do, in
 * the words of Cloudflare's page of tokens. Reading and deleting return null for a missing resource.
 * @param {string} firstToken
 * @param {{ base?: string, renew?: () => Promise<string> }} [options] `base`: the address of the
 *   API, which wrangler reads from the same variable; `renew`: returns a token when one ran out
 */
export function createCloudflare(
  firstToken,
  { base = process.env.CLOUDFLARE_API_BASE_URL ?? API, renew } = {},
) {
  let token = firstToken;
  return async function call(method, path, { body, right } = {}) {
    let { response, answer } = await send(method, path, body);
    if (response.status === 401 && renew !== undefined) {
      const renewed = await renew();
      if (renewed !== token) {
        token = renewed;
        ({ response, answer } = await send(method, path, body));
      }
    }
    if (answer.success === true) return answer.result ?? {};
    const errors = answer.errors ?? [];
    const isMissing = response.status === 404 || errors.some(({ code }) => MISSING.includes(code));
    if (isMissing && (method === "GET" || method === "DELETE")) return null;
    throw new Refused(sentenceOf(response.status, errors, `${method} ${path}`, right));
  };

  async function send(method, path, body) {
    try {
      const response = await fetch(base + path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(WAIT_MS),
      });
      return { response, answer: await response.json() };
    } catch (error) {
      throw new Refused(UNREACHABLE, { cause: error });
    }
  }
}

function sentenceOf(status, errors, call, right) {
  const known = errors.find(({ code }) => Object.hasOwn(KNOWN, code));
  if (known) return KNOWN[known.code];
  const isForbidden = errors.some(({ message }) => /unauthorized to access/i.test(message));
  if (status === 403 || isForbidden)
    return `The token lacks the right “${right ?? "to do this"}” (${call}). Make a token with the rights of docs/deploy.md at https://dash.cloudflare.com/profile/api-tokens, and set CLOUDFLARE_API_TOKEN.`;
  if (status === 401 || errors.some(({ code }) => code === 9109 || code === 1000))
    return "Cloudflare does not accept the token. Run `npx wrangler login` again, or set CLOUDFLARE_API_TOKEN.";
  const reasons = errors.map(({ code, message }) => `${message} [${code}]`).join("; ");
  return `Cloudflare refused ${call} with status ${status}: ${reasons || "no reason given"}`;
}
