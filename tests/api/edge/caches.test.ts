import { describe, expect, test, vi } from "vitest";
import { endpoints } from "../../../contract/endpoints.ts";
import type { Received } from "../../support/echo-backend.ts";
import { sendTo } from "../../support/raw-http.ts";
import { type CacheHabits, createSharedCache } from "../../support/shared-cache.ts";
import { useEchoedEdge } from "../../support/use-shop.ts";

/** Shared caches between the shop and people, such as a CDN or the proxy of an office. */
const edge = useEchoedEdge();

const TOKENS = { anna: "token-of-anna-anna-anna", babak: "token-of-babak-babak-babak" };
const cookieOf = (token: string) =>
  `token=${token}; __Host-visitor=${"v".repeat(31)}${token.at(-1) ?? ""}; signed_in=1`;

/** A backend that answers with the session it received and allows caching for a year. */
function answerWithSession({ headers }: Received) {
  const who = headers.authorization ?? "nobody";
  return {
    headers: {
      "Cache-Control": "public, max-age=31536000",
      ETag: '"1"',
      "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT",
    },
    body: JSON.stringify({ who, visitor: headers["x-visitor"], categories: [], products: [] }),
  };
}

const pages = `
  / /tutorials /tutorials/steam-wallet-top-up /guide /cart /auth /verify/email?token=x /no-such-page
  /dashboard /wallet /banks /discounts /referrals /authentication /orders /orders/x /tickets/x
  /payment/verify?Authority=x /payment/failed /theme.js /sitemap.xml /robots.txt //dashboard`
  .trim()
  .split(/\s+/);
const reads = endpoints
  .filter(({ method }) => method === "GET")
  .map(({ path }) => `/api/v1${path.replace(/:\w+/g, "x")}`);

describe.each<[string, CacheHabits]>([
  ["obeys every rule", { obeysVary: true, isGreedy: false }],
  ["ignores the Vary header", { obeysVary: false, isGreedy: false }],
  ["caches everything that is not forbidden", { obeysVary: false, isGreedy: true }],
])("a cache that %s", (_, habits) => {
  test("shows each visitor only their own answers, whatever the backend allows", async () => {
    edge.answer(answerWithSession);
    const cache = createSharedCache(edge.port, habits);
    const crawl = async (cookie?: string) => {
      const headers = {
        "Sec-Fetch-Site": "same-origin",
        ...(cookie !== undefined && { Cookie: cookie }),
      };
      const answers = new Map<string, string>();
      for (const path of [...pages, ...reads]) {
        const { status, body, headers: answered } = await cache.get(path, headers);
        answers.set(
          path,
          [status, answered.get("Location"), body, JSON.stringify([...answered])].join(" "),
        );
      }
      return answers;
    };
    const [guestFirst, anna, babak, guest] = [
      await crawl(),
      await crawl(cookieOf(TOKENS.anna)),
      await crawl(cookieOf(TOKENS.babak)),
      await crawl(),
    ];
    const mentions = (answers: Map<string, string>, who: string) =>
      [...answers].filter(([, text]) => text.includes(who)).map(([path]) => path);
    expect(mentions(anna, "anna").length).toBeGreaterThan(10);
    expect([
      mentions(babak, "anna"),
      mentions(guest, "anna"),
      mentions(guest, "babak"),
      mentions(guestFirst, "token-of"),
    ]).toEqual([[], [], [], []]);
    for (const path of ["/dashboard", "/orders/x"]) {
      expect([
        path,
        guestFirst.get(path)?.slice(0, 3),
        anna.get(path)?.slice(0, 3),
        guest.get(path)?.slice(0, 3),
      ]).toEqual([path, "302", "200", "302"]);
    }
    // Without hits the cache would prove nothing.
    expect(cache.hits()).toBeGreaterThan(0);
    expect(cache.kept().flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  });
});

describe("a search", () => {
  const FOUND = JSON.stringify({ products: [], found: "frogs" });
  const searched = () => edge.received.filter(({ url }) => url.startsWith("/api/v1/search"));

  test("is sent to the shop once for all requests of one query, without anything else of the request", async () => {
    edge.answer(() => ({ body: FOUND }));
    const ask = (query: string, cookie = "") =>
      sendTo(edge.port, `/api/v1/search?${query}`, { headers: { Cookie: cookie } });
    const first = await ask("query=%20two%0A%20frogs&user=anna&_=1", cookieOf(TOKENS.anna));
    expect([first.body, first.headers.get("Cache-Control")]).toEqual([FOUND, "private, no-store"]);
    await vi.waitFor(async () => {
      const before = searched().length;
      const again = await ask("query=two%20frogs&query=other");
      expect([again.body, searched().length]).toEqual([FOUND, before]);
      expect(again.headers.get("Cache-Control")).toBe("public, max-age=5");
    }, 30_000);
    await ask("query=three%20frogs");
    const queries = new Set(searched().map(({ url }) => url));
    expect([...queries]).toEqual([
      "/api/v1/search?query=two+frogs",
      "/api/v1/search?query=three+frogs",
    ]);
    for (const { headers } of searched()) expect(headers.authorization).toBeUndefined();
  });

  test("is not cached when it was refused or failed", async () => {
    for (const status of [429, 500]) {
      edge.answer(() => ({ status, body: '{"code":"x"}' }));
      const path = `/api/v1/search?query=frog${String(status)}`;
      for (let count = 0; count < 3; count++)
        expect((await sendTo(edge.port, path, {})).status).toBe(status);
      expect(searched()).toHaveLength(3);
    }
  });
});

test("pages are rendered without a session", async () => {
  edge.answer(answerWithSession);
  for (const path of pages)
    await sendTo(edge.port, path, { headers: { Cookie: cookieOf(TOKENS.anna) } });
  expect(edge.received.length).toBeGreaterThan(0);
  for (const { headers } of edge.received)
    expect([headers.authorization, headers.cookie, headers["x-visitor"]]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
});

describe("headers and cookies of one request", () => {
  const POISON = "poisoned.example";
  const names = `
    X-Forwarded-Host X-Forwarded-Proto X-Forwarded-Port X-Forwarded-Prefix X-Forwarded-Scheme
    X-Forwarded-For X-Host X-Original-URL X-Rewrite-URL X-Original-Host Forwarded Origin Referer
    User-Agent Accept Accept-Language Range If-None-Match X-Astro-Path X-Astro-Locals
    X-HTTP-Method-Override Cookie`
    .trim()
    .split(/\s+/);
  const poisoned = Object.fromEntries(
    names.map((name) => [name, name === "Range" ? "bytes=0-1" : `${POISON}/${name}`]),
  );

  // No other test requests these paths, so that the edge has not cached them yet.
  test.each([
    ["/about-us", 200],
    ["/tutorials/redeem-xbox-code", 200],
    ["/tutorials/spotify-premium-code", 200],
    ["/cart", 200],
    ["/no-such-page", 404],
    ["/dashboard", 302],
    ["/share/none.png", 302],
    ["/sitemap.xml", 200],
    ["/robots.txt", 200],
    ["/tutorials/rss.xml", 200],
    ["/api/v1/none", 404],
    ["/theme.js", 200],
  ])("do not change the next answer for %s", async (path, status) => {
    edge.answer();
    const first = await sendTo(edge.port, `${path}?utm_source=${POISON}&x=<script>`, {
      headers: { ...poisoned, Cookie: `junk=${POISON.repeat(200)}` },
    });
    const next = await sendTo(edge.port, path);
    expect(next.status).toBe(status);
    expect(JSON.stringify([next.body, ...next.headers])).not.toContain(POISON);
    const own = JSON.stringify([
      first.body,
      ...[...first.headers].filter(([name]) => name !== "location"),
    ]);
    expect(own).not.toContain(POISON);
    expect(first.body === next.body || path === "/theme.js").toBe(true);
  });

  test("with another host get a redirect that is not cached for the shop's host", async () => {
    edge.answer();
    const other = await sendTo(edge.port, "/tutorials/amazon-gift-card", {
      headers: { Host: POISON },
    });
    expect([other.status, other.body]).toEqual([301, ""]);
    expect((await sendTo(edge.port, "/tutorials/amazon-gift-card")).body).not.toContain(POISON);
  });

  test("do not appear on the error page", async () => {
    edge.answer(() => ({ status: 500, body: POISON }));
    const { status, body, headers } = await sendTo(edge.port, "/products/giftcard/steam", {
      headers: { ...poisoned, Cookie: "" },
    });
    expect([status, headers.get("Cache-Control")]).toEqual([500, "private, no-store"]);
    expect(JSON.stringify([body, ...headers])).not.toContain(POISON);
  });
});
