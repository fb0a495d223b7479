import type { ServerState } from "../api/base/server-state.ts";

/**
 * The first worker of a shop that runs on a server of its own, behind a reverse proxy. It tells the
 * edge who asks, and answers the launcher (scripts/serve/engine.mjs).
 */
interface Env {
  EDGE: Fetcher;
  JOBS: { runJobs(server: ServerState): Promise<void> };
  DOMAIN: string;
  /** The proxy proves itself with this token; without one, every request is believed. */
  PROXY_TOKEN?: string;
  /** The launcher proves itself with this token, which is new at each start. */
  LAUNCHER_TOKEN: string;
}

/** Headers that only Cloudflare, the runtime or the proxy may set. */
const OURS = /^(?:cf-|mf-|x-forwarded-|x-proxy-token$|x-launcher-token$|x-client-address$)/;

/** The number of requests under way, and whether new ones are refused because the shop ends. */
let active = 0;
let isEnding = false;

export default {
  async fetch(request: Request, env: Env, context: ExecutionContext): Promise<Response> {
    const { headers } = request;
    if (headers.has("X-Launcher-Token"))
      return isSame(headers.get("X-Launcher-Token"), env.LAUNCHER_TOKEN)
        ? answerLauncher(request, env)
        : new Response(null, { status: 403 });
    if (isEnding) return unavailable();
    active++;
    const answer = answerVisitor(request, env).finally(() => active--);
    // Goes on when the visitor leaves, so the count stays right.
    context.waitUntil(answer.catch(() => undefined));
    return answer;
  },
};

/** Answers the launcher; its token never leaves this machine. */
async function answerLauncher(request: Request, env: Env): Promise<Response> {
  const path = new URL(request.url).pathname;
  if (path === "/jobs") await env.JOBS.runJobs(await request.json());
  else if (path === "/end") isEnding = true;
  return Response.json({ active });
}

async function answerVisitor(request: Request, env: Env): Promise<Response> {
  const { headers } = request;
  const url = new URL(request.url);
  const isBelieved =
    env.PROXY_TOKEN === undefined || isSame(headers.get("X-Proxy-Token"), env.PROXY_TOKEN);
  const isOwn = [env.DOMAIN, `www.${env.DOMAIN}`].includes(url.hostname);
  // A monitor on this machine needs no proxy.
  if (!isBelieved && url.pathname !== "/up")
    return new Response("This address is for the reverse proxy of the shop.\n", { status: 403 });
  if (!isOwn && url.pathname !== "/up") return new Response("Another shop.\n", { status: 421 });
  if (url.pathname.startsWith("/cdn-cgi/")) return new Response("Not found\n", { status: 404 });
  const body = await bodyOf(request);
  if (body === "too large") return new Response(null, { status: 413 });
  url.port = "";
  url.hostname = isOwn ? url.hostname : env.DOMAIN;
  url.protocol = isBelieved && headers.get("X-Forwarded-Proto") === "http" ? "http:" : "https:";
  const asked = new Request(url, {
    method: request.method,
    headers: headersOf(headers, isBelieved),
    body,
    redirect: "manual",
  });
  return env.EDGE.fetch(asked);
}

/** Returns the headers for the edge, with the visitor's address as Cloudflare tells it. */
function headersOf(asked: Headers, isBelieved: boolean): Headers {
  const headers = new Headers([...asked].filter(([name]) => !OURS.test(name.toLowerCase())));
  // The proxy adds the address that it sees behind those that the visitor claims.
  const address = isBelieved && asked.get("X-Forwarded-For")?.split(",").at(-1)?.trim();
  headers.set("CF-Connecting-IP", address || "unknown");
  return headers;
}

/** More than the largest picture with its form; the shop has smaller limits of its own. */
const BODY_MAX_BYTES = 8_000_000;

/**
 * Reads the body first: if a worker answers without reading it, the runtime cannot use the
 * connection for the next request.
 */
async function bodyOf(request: Request): Promise<Blob | "too large" | null> {
  if (request.body === null || ["GET", "HEAD"].includes(request.method)) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > BODY_MAX_BYTES) return "too large";
    chunks.push(chunk);
  }
  return new Blob(chunks);
}

const unavailable = () => new Response(null, { status: 503, headers: { "Retry-After": "5" } });

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Compares in the same time for each text of the same length. */
function isSame(given: string | null, token: string): boolean {
  const [one, other] = [bytesOf(given ?? ""), bytesOf(token)];
  return one.length === other.length && crypto.subtle.timingSafeEqual(one, other);
}
