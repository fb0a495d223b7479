import { describe, expect, test } from "vitest";
import { endpoints } from "../../../contract/endpoints.ts";
import { SESSION, addressOf } from "../../support/echo-backend.ts";
import { judge } from "../../support/observatory.ts";
import { sendBytes, sendTo } from "../../support/raw-http.ts";
import { useEchoedEdge } from "../../support/use-shop.ts";

/** Hostile bytes, paths and backend answers at the edge. Its backend records what arrives. */
const edge = useEchoedEdge();

const send = (path: string, asked?: Parameters<typeof sendTo>[2]) => sendTo(edge.port, path, asked);

describe("ambiguous requests", () => {
  const host = () =>
    `Host: localhost:${String(edge.port)}\r\nCookie: ${SESSION}\r\nSec-Fetch-Site: same-origin\r\n`;
  const post = (headers: string, body: string) =>
    `POST /api/v1/carts/guest HTTP/1.1\r\n${host()}${headers}\r\n\r\n${body}`;
  const get = (headers: string) => `GET /api/v1/categories HTTP/1.1\r\n${host()}${headers}\r\n\r\n`;
  const SMUGGLED = "GET /api/v1/products?smuggled=1 HTTP/1.1\r\nHost: localhost\r\n\r\n";

  test.each<[string, () => string]>([
    [
      "two lengths",
      () => post(`Content-Length: 0\r\nContent-Length: ${String(SMUGGLED.length)}`, SMUGGLED),
    ],
    ["a list of lengths", () => post(`Content-Length: 0, ${String(SMUGGLED.length)}`, SMUGGLED)],
    ["a negative length", () => post("Content-Length: -1", SMUGGLED)],
    [
      "an unknown transfer coding",
      () => post("Transfer-Encoding: xchunked\r\nContent-Length: 0", SMUGGLED),
    ],
    ["a space before the colon", () => post("Transfer-Encoding : chunked", `0\r\n\r\n${SMUGGLED}`)],
    [
      "a chunk size that is not hexadecimal",
      () => post("Transfer-Encoding: chunked", `zz\r\nhello\r\n0\r\n\r\n${SMUGGLED}`),
    ],
    [
      "an unfinished chunk",
      () => post("Transfer-Encoding: chunked\r\nContent-Length: 4", `ffff\r\n${SMUGGLED}`),
    ],
    ["a folded line", () => get("X-A: b\r\n X-User-Id: 1")],
    ["a zero byte", () => get("X-A: b\0c")],
    ["no host", () => "GET /api/v1/categories HTTP/1.1\r\n\r\n"],
    ["two hosts", () => get("Host: evil.example")],
    [
      "another host in the request line",
      () => `GET http://evil.example/api/v1/categories HTTP/1.1\r\n${host()}\r\n`,
    ],
    [
      "a user name before the host",
      () => `GET http://localhost@evil.example/api/v1/categories HTTP/1.1\r\n${host()}\r\n`,
    ],
    [
      "a request line of 64 KB",
      () => get("").replace("categories", `categories?${"a".repeat(65_536)}`),
    ],
    ["a tunnel", () => `CONNECT evil.example:443 HTTP/1.1\r\n${host()}\r\n`],
    ["a request line without a version", () => "GET /api/v1/categories\r\n\r\n"],
  ])("are refused: %s", async (_, bytes) => {
    const statuses = await sendBytes(edge.port, bytes());
    expect(statuses.filter((status) => status < 400)).toEqual([]);
    expect(edge.received).toEqual([]);
  });

  test.each<[string, () => string]>([
    ["lines without a carriage return", () => get("X-A: b").replaceAll("\r", "")],
    ["a carriage return inside a line", () => get("X-A: b\rX-User-Id: smuggled")],
    ["64 KB of a header", () => get(`X-Big: ${"smuggled".repeat(8_192)}`)],
    [
      "two thousand headers",
      () => get(Array.from({ length: 2000 }, () => "X-A: smuggled").join("\r\n")),
    ],
    [
      "an upgrade to HTTP/2",
      () => get("Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk"),
    ],
    [
      "a WebSocket",
      () =>
        get(
          "Connection: Upgrade\r\nUpgrade: websocket\r\n" +
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        ),
    ],
  ])("count as one request and smuggle nothing to the shop: %s", async (_, bytes) => {
    const statuses = await sendBytes(edge.port, bytes());
    expect(statuses).toHaveLength(1);
    expect(edge.received.length).toBeLessThanOrEqual(1);
    expect(JSON.stringify(edge.received)).not.toMatch(/smuggled|upgrade|websocket/i);
  });

  test("cannot hide a request with a session behind a body", async () => {
    await sendBytes(
      edge.port,
      post("Content-Length: 6\r\nTransfer-Encoding: chunked", `0\r\n\r\n${SMUGGLED}`),
    );
    const smuggled = edge.received.filter(({ url }) => url.includes("smuggled"));
    for (const { headers } of smuggled)
      expect([headers.authorization, headers["x-visitor"]]).toEqual([undefined, undefined]);
    expect(edge.received.filter(({ method }) => method === "POST").length).toBeLessThanOrEqual(1);
  });
});

describe("paths", () => {
  test.each([
    "/api/v1/../desk/v1/tickets",
    "/api/v1/%2e%2e/desk/v1/tickets",
    "/api/v1/%252e%252e/categories",
    "/api/v1//categories",
    "//api/v1/categories",
    "/api/v1/./categories",
    "/api/v1/categories/",
    "/api/v1/categories;a=b",
    "/api/v1/categories%2f",
    "/api/v1/categories%00",
    "/api/v1/categories%0d%0aX-A:b",
    "/api/v1\\categories",
    "/api/v1/%63ategories",
    "/API/v1/categories",
    "/api/v1/Categories",
    "/api/v1/categories.json",
    "/api/v1/orders/x%2f..%2fy",
    "/api/v1/orders/..",
    "/api/v1/@evil.example/categories",
    "/api/v2/categories",
    "/v1/categories",
    "/desk/v1/test/sql",
    "/test/sql",
    "/sandbox/../api/v1/none",
    "/share/../../secrets.json",
    "/share/%2e%2e/%2e%2e/secrets.json",
    "/_headers",
    "/.assetsignore",
    "/wrangler.json",
    "/.env",
    "/.git/config",
    "/_astro",
    "/share",
  ])("%s reaches no call outside the contract and no private file", async (path) => {
    const { status, headers, body } = await send(path, { headers: { Cookie: SESSION } });
    // After normalization the address may be a public call.
    const calls = edge.received
      .map(({ url }) => url.split("?")[0])
      .filter((url) => url !== "/api/v1/categories" && url !== "/api/v1/products");
    expect(calls).toEqual([]);
    expect(edge.received.length === 1 ? [200, 301, 404] : [301, 302, 404]).toContain(status);
    const location = headers.get("Location");
    if (location !== null) expect(location).toMatch(/^\/(?![/\\])/);
    expect(body).not.toMatch(/Cache-Control:|DESK_TOKEN|compatibility_date/);
  });

  test.each([
    "//evil.example",
    "//evil.example/%2e",
    "///evil.example//",
    "/%09/evil.example",
    "/\\evil.example/",
    "/.//evil.example",
    "/%2f%2fevil.example",
    "//cart?x=%0d%0aSet-Cookie:%20a=b",
    "/dashboard?x=%0d%0aSet-Cookie:%20a=b&next=//evil.example",
    "/share//evil.example",
    "/auth?return=//evil.example",
    "/forgotpassword?return=https://evil.example",
  ])("%s neither redirects elsewhere nor injects a header", async (path) => {
    for (const cookie of ["", SESSION]) {
      const { headers } = await send(path, { headers: { Cookie: cookie } });
      const location = headers.get("Location");
      if (location !== null) expect(new URL(location, edge.url).origin).toBe(edge.url);
      expect(headers.getSetCookie().filter((line) => line.startsWith("a="))).toEqual([]);
    }
  });
});

describe("a hostile backend", () => {
  const hostile = {
    "Content-Type": "text/html",
    "Set-Cookie": ["token=planted; Path=/", "foreign=1"],
    "Access-Control-Allow-Origin": "https://evil.example",
    "Access-Control-Allow-Credentials": "true",
    "Content-Security-Policy": "default-src * 'unsafe-inline'",
    "Strict-Transport-Security": "max-age=0",
    "X-Frame-Options": "ALLOWALL",
    "Referrer-Policy": "unsafe-url",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Cross-Origin-Opener-Policy": "unsafe-none",
    "Cross-Origin-Embedder-Policy": "unsafe-none",
    "Clear-Site-Data": '"*"',
    Refresh: "0;url=https://evil.example",
    Link: "<https://evil.example/script.js>; rel=preload; as=script",
    "Service-Worker-Allowed": "/",
    "Cache-Control": "public, max-age=31536000",
    "X-Secret": "of the backend",
  };

  test("cannot weaken security headers or set cookies", async () => {
    edge.answer(() => ({ headers: hostile, body: "<script>alert(1)</script>" }));
    for (const { method, path } of endpoints.filter(
      (endpoint) => !endpoint.path.startsWith("/auth"),
    )) {
      const answer = await send(addressOf(path), {
        method,
        headers: { Cookie: SESSION, "Sec-Fetch-Site": "same-origin" },
      });
      const { points, score } = judge({ ...answer, redirectsToHttps: true });
      expect([path, Object.entries(points).filter(([, point]) => point < 0), score]).toEqual([
        path,
        [],
        150,
      ]);
      expect(answer.headers.get("Content-Security-Policy")).toMatch(
        /^default-src 'none'.*; sandbox$/,
      );
      expect([path, answer.headers.get("Cache-Control"), answer.headers.getSetCookie()]).toEqual([
        path,
        "private, no-store",
        [],
      ]);
      const foreign = [
        "Access-Control-Allow-Origin",
        "Clear-Site-Data",
        "Refresh",
        "Link",
        "Service-Worker-Allowed",
        "X-Secret",
      ];
      expect([path, foreign.filter((name) => answer.headers.has(name))]).toEqual([path, []]);
    }
  });

  test.each([301, 302, 307, 308])("cannot redirect with %i", async (status) => {
    edge.answer(() => ({ status, headers: { Location: "https://evil.example/" } }));
    const answer = await send("/api/v1/categories");
    expect([
      answer.status,
      answer.headers.get("Location"),
      answer.headers.get("Retry-After"),
    ]).toEqual([503, null, "5"]);
  });

  test("gets an error page with the headers of any page", async () => {
    const names = ({ headers }: { headers: Headers }) =>
      [...headers.keys()].filter((name) => !/^(?:date|cloudflare-cdn)/.test(name));
    const sound = await send("/cart");
    edge.answer(() => ({ status: 500, headers: hostile, body: "<script>alert(1)</script>" }));
    const broken = await send("/products/giftcard/steam");
    expect([broken.status, names(broken)]).toEqual([500, names(sound)]);
    expect(judge({ ...broken, redirectsToHttps: true }).score).toBe(150);
    expect(broken.body).not.toContain("alert(1)");
  });
});
