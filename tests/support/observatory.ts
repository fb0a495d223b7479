/**
 * Scores an answer like Mozilla's HTTP Observatory, by its published tests and points
 * (mdn/mdn-http-observatory, version 1.6.3, src/grader/charts.js and src/analyzer/tests). Its own
 * package needs a database and a web server. A local run has no certificate, so the caller states
 * `redirectsToHttps`. The shop is assumed not to be in the list of preloaded hosts.
 */

export interface Seen {
  headers: Headers;
  body: string;
  /** True when plain HTTP redirects straight to the same address over HTTPS. */
  redirectsToHttps: boolean;
}

export interface Verdict {
  score: number;
  /** Points per test. A test with points below zero has failed. */
  points: Record<string, number>;
}

const START = 100;
/** Bonus points are added only from this score on. */
const EXTRA_CREDIT_FROM = 90;

export function judge(seen: Seen): Verdict {
  const { headers, body } = seen;
  const points = {
    "content security policy": judgePolicy(headers),
    cookies: judgeCookies(headers),
    "cross-origin sharing": judgeSharing(headers),
    redirection: seen.redirectsToHttps ? 0 : -20,
    "referrer policy": judgeReferrer(headers),
    "strict transport security": judgeTransport(headers),
    "subresource integrity": judgeScripts(headers, body),
    "content type options": isOnly(headers, "X-Content-Type-Options", ["nosniff"]) ? 0 : -5,
    framing: judgeFraming(headers),
    "resource policy": judgeChoice(
      headers,
      "Cross-Origin-Resource-Policy",
      ["same-origin", "same-site"],
      ["cross-origin"],
    ),
    "embedder policy": judgeChoice(
      headers,
      "Cross-Origin-Embedder-Policy",
      ["require-corp", "credentialless"],
      ["unsafe-none"],
    ),
    "opener policy": judgeChoice(
      headers,
      "Cross-Origin-Opener-Policy",
      ["same-origin", "same-origin-allow-popups", "noopener-allow-popups"],
      ["unsafe-none"],
    ),
  };
  const all = Object.values(points);
  const withoutExtra = START + sum(all.filter((point) => point < 0));
  return {
    points,
    score: Math.max(0, withoutExtra >= EXTRA_CREDIT_FROM ? START + sum(all) : withoutExtra),
  };
}

const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
const isOnly = (headers: Headers, name: string, values: readonly string[]): boolean =>
  values.includes(headers.get(name)?.trim().toLowerCase() ?? "");

const BROAD = [
  "ftp:",
  "http:",
  "https:",
  "*",
  "http://*",
  "http://*.*",
  "https://*",
  "https://*.*",
];

/** Parses the sources of each directive. Null when malformed; a repeated directive is malformed. */
export function readPolicy(policy: string): Map<string, string[]> | null {
  const directives = new Map<string, string[]>();
  for (const entry of policy.split(";")) {
    const [name = "", ...sources] = entry.trim().toLowerCase().split(/\s+/);
    if (name === "") continue;
    if (directives.has(name)) return null;
    directives.set(name, sources.length === 0 && name.endsWith("-src") ? ["'none'"] : sources);
  }
  return directives;
}

function judgePolicy(headers: Headers): number {
  const text = headers.get("Content-Security-Policy");
  if (text === null) return -25;
  // A comma separates several policies. The shop sends one, so several are judged as malformed.
  const directives = text.includes(",") ? null : readPolicy(text);
  if (directives === null || directives.size === 0) return -25;
  const sources = (name: string) => directives.get(name) ?? directives.get("default-src") ?? ["*"];
  const inline = (name: string) =>
    sources(name).some(
      (source) => source === "data:" || (source === "'unsafe-inline'" && !hasHash(sources(name))),
    );
  const isBroad = (name: string) => sources(name).some((source) => BROAD.includes(source));
  const isPlain = (source: string) => source.startsWith("http:") || source.startsWith("ftp:");
  const passive = ["img-src", "media-src"];
  const active = [...directives]
    .filter(([name]) => !passive.includes(name))
    .flatMap(([, list]) => list);

  if (isBroad("script-src") || inline("script-src") || isBroad("object-src")) return -20;
  if (active.some(isPlain)) return -20;
  if ([...sources("script-src"), ...sources("style-src")].includes("'unsafe-eval'")) return -10;
  if (passive.some((name) => sources(name).some(isPlain))) return -10;
  if (isBroad("style-src") || inline("style-src")) return 0;
  return directives.get("default-src")?.join() === "'none'" ? 10 : 5;
}

const hasHash = (sources: readonly string[]) =>
  sources.some((source) => /^'(?:sha(?:256|384|512)|nonce)-/.test(source));

function judgeCookies(headers: Headers): number {
  const cookies = headers.getSetCookie();
  if (cookies.length === 0) return 0;
  const isTransportSafe = judgeTransport(headers) >= 0;
  const judged = cookies.map((cookie) => {
    const isSession = /login|sess/i.test(cookie.split("=")[0] ?? "");
    const sameSite = /;\s*samesite(?:=([^;]*))?/i.exec(cookie)?.[1]?.trim().toLowerCase();
    const isSecure = /;\s*secure/i.test(cookie);
    if (isSession && !isSecure) return isTransportSafe ? -10 : -40;
    if (isSession && !/;\s*httponly/i.test(cookie)) return -30;
    if (/;\s*samesite/i.test(cookie) && !["lax", "strict", "none"].includes(sameSite ?? ""))
      return -20;
    if (!isSecure) return sameSite === "none" ? -20 : isTransportSafe ? -5 : -20;
    return sameSite === undefined ? 0 : 5;
  });
  return Math.min(...judged);
}

function judgeSharing(headers: Headers): number {
  const origin = headers.get("Access-Control-Allow-Origin");
  const isWithCookies =
    headers.get("Access-Control-Allow-Credentials")?.trim().toLowerCase() === "true";
  return origin !== null && origin.trim() !== "*" && isWithCookies ? -50 : 0;
}

function judgeReferrer(headers: Headers): number {
  const policy = headers.get("Referrer-Policy");
  if (policy === null) return 0;
  const isPrivate = [
    "no-referrer",
    "same-origin",
    "strict-origin",
    "strict-origin-when-cross-origin",
  ];
  return isPrivate.includes(policy.split(",").at(-1)?.trim().toLowerCase() ?? "") ? 5 : -5;
}

const SIX_MONTHS_SECONDS = 15_552_000;

function judgeTransport(headers: Headers): number {
  const header = headers.get("Strict-Transport-Security");
  const seconds = Number(/(?:^|;)\s*max-age=(\d+)/i.exec(header ?? "")?.[1]);
  if (header === null || header.includes(",") || Number.isNaN(seconds)) return -20;
  return seconds < SIX_MONTHS_SECONDS ? -10 : 0;
}

function judgeScripts(headers: Headers, body: string): number {
  const type = headers.get("Content-Type")?.split(";")[0]?.trim();
  if (type !== undefined && type !== "text/html") return 0;
  const scripts = [...body.matchAll(/<script\b[^>]*\ssrc="([^"]*)"[^>]*>/gi)];
  const judged = scripts.map(([tag, address = ""]) => {
    const hasIntegrity = /\sintegrity="[^"]+"/i.test(tag);
    if (!/^(?:https?:)?\/\//i.test(address)) return hasIntegrity ? 5 : 0;
    const isSecure = address.startsWith("https:");
    if (hasIntegrity) return isSecure ? 5 : -20;
    return isSecure ? -5 : -50;
  });
  return Math.min(...judged, ...(judged.length === 0 ? [0] : []));
}

function judgeFraming(headers: Headers): number {
  const isInPolicy =
    readPolicy(headers.get("Content-Security-Policy") ?? "")?.has("frame-ancestors") === true;
  return isInPolicy || isOnly(headers, "X-Frame-Options", ["deny", "sameorigin"]) ? 5 : -20;
}

function judgeChoice(
  headers: Headers,
  name: string,
  closed: readonly string[],
  open: readonly string[],
): number {
  if (!headers.has(name)) return 0;
  if (isOnly(headers, name, closed)) return 10;
  return isOnly(headers, name, open) ? 0 : -5;
}
