/**
 * Cloudflare's API, as far as a deployment needs it; wrangler does the rest. Reference:
 * https://developers.cloudflare.com/api/
 */

/** An error whose message tells the operator what is wrong and what to do. */
export class Refused extends Error {}

const API = "https://api.cloudflare.com/client/v4";
const WAIT_MS = 30_000;
/** Error codes of a missing resource: a script, a bucket, a database, a secret, a ruleset. */
const MISSING = [10007, 10006, 7404, 10056, 10003];

const UNREACHABLE =
  "Cloudflare's API cannot be reached. Check the connection; some networks in Iran block it, and " +
  "another network or a VPN helps. Nothing was changed by this call.\n" +
  "  به API کلودفلر نمی‌رسیم. اتصال را بررسی کنید؛ بعضی شبکه‌ها آن را می‌بندند و شبکه‌ای دیگر یا VPN چاره است. این درخواست چیزی را عوض نکرد.";

/**
 * Returns a client for calls with a token. `right` names what the token must be allowed to do, in
 * the words of Cloudflare's page of tokens. Calls return `result`, or null for a missing resource.
 * @param {string} token
 * @param {string} [base] the address of the API; wrangler reads the same variable
 */
export function createCloudflare(token, base = process.env.CLOUDFLARE_API_BASE_URL ?? API) {
  return async function call(method, path, { body, right } = {}) {
    let response;
    let answer;
    try {
      response = await fetch(base + path, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(WAIT_MS),
      });
      answer = await response.json();
    } catch (error) {
      throw new Refused(UNREACHABLE, { cause: error });
    }
    if (answer.success === true) return answer.result ?? {};
    const errors = answer.errors ?? [];
    if (response.status === 404 || errors.some(({ code }) => MISSING.includes(code))) return null;
    if (response.status === 401 || errors.some(({ code }) => code === 9109 || code === 1000))
      throw new Refused(
        "Cloudflare does not accept the token. Run `npx wrangler login` again, or set CLOUDFLARE_API_TOKEN.",
      );
    if (response.status === 403)
      throw new Refused(
        `The token lacks the right “${right ?? "to do this"}” (${method} ${path}). Add it at https://dash.cloudflare.com/profile/api-tokens, or run \`npx wrangler login\`.`,
      );
    throw new Refused(
      `Cloudflare refused ${method} ${path} with status ${response.status}: ${sentencesOf(errors)}`,
    );
  };
}

const sentencesOf = (errors) =>
  errors.map(({ code, message }) => `${message} [${code}]`).join("; ") || "no reason given";
