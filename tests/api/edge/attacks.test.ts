import { describe, expect, test } from "vitest";
import { deskEndpoints } from "../../../contract/desk/endpoints.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { EDGE_TOKEN, SESSION, TOKEN, VISITOR, addressOf } from "../../support/echo-backend.ts";
import { sendTo } from "../../support/raw-http.ts";
import { useEchoedEdge } from "../../support/use-shop.ts";

/** Attacks of other sites and false clients on the edge. Its backend records what arrives. */
const edge = useEchoedEdge();

const send = (path: string, asked?: Parameters<typeof sendTo>[2]) => sendTo(edge.port, path, asked);

const writes = endpoints.filter(({ method }) => method !== "GET");

describe("another site", () => {
  const types = [
    undefined,
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "Text/Plain; charset=utf-8",
    "text/plain ;application/json",
    "application/json, text/plain",
    "x",
  ];
  const sites = [
    undefined,
    "cross-site",
    "same-site",
    "none",
    "same-origin, cross-site",
    "x",
    "same-origin",
  ];
  const origins = () => {
    const { host, port } = new URL(edge.url);
    return [
      undefined,
      "null",
      "https://evil.example",
      `http://evil.${host}`,
      `https://${host}`,
      `http://localhost:${String(Number(port) + 1)}`,
      `${edge.url}.evil.example`,
      `${edge.url}/`,
      edge.url,
    ];
  };
  const isOurs = (origin: string | undefined, site: string | undefined) =>
    (origin === undefined || origin === edge.url) &&
    (site === undefined || site === "same-origin") &&
    (origin !== undefined || site !== undefined);

  test.each(writes.map((endpoint) => [endpoint.method, endpoint.path] as const))(
    "cannot make a signed-in browser call %s %s, whatever headers are sent",
    async (method, path) => {
      const claims = origins().flatMap((origin) => sites.map((site) => ({ origin, site })));
      const answers = claims
        .filter(({ origin, site }) => !isOurs(origin, site))
        .map(async ({ origin, site }, index) => {
          const type = types[(index + path.length) % types.length];
          const headers = {
            Cookie: SESSION,
            ...(origin !== undefined && { Origin: origin }),
            ...(site !== undefined && { "Sec-Fetch-Site": site }),
            ...(type !== undefined && { "Content-Type": type }),
          };
          const { status, headers: answered } = await send(addressOf(path), {
            method,
            headers,
            body: '{"a":"b"}',
          });
          expect([status, answered.getSetCookie(), headers]).toEqual([403, [], headers]);
        });
      await Promise.all(answers);
      expect(edge.received).toEqual([]);
    },
  );

  test("is distinguished from the shop's own pages, whose writes are accepted", async () => {
    for (const [name, value] of [
      ["Origin", edge.url],
      ["Sec-Fetch-Site", "same-origin"],
    ] as const) {
      const headers = { [name]: value, Cookie: SESSION, "Content-Type": "application/json" };
      await send("/api/v1/orders", { method: "POST", headers, body: "{}" });
    }
    expect(edge.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /api/v1/orders",
      "POST /api/v1/orders",
    ]);
  });

  test("cannot sign anybody in or out, with or without cookies", async () => {
    edge.answer(() => ({ status: 401, body: '{"message":"Invalid token."}' }));
    for (const { method, path } of writes) {
      const headers = { Origin: "https://evil.example", "Content-Type": "text/plain" };
      const { headers: answered } = await send(addressOf(path), { method, headers, body: "{}" });
      expect([path, answered.getSetCookie()]).toEqual([path, []]);
    }
    expect(
      edge.received.filter(({ url }) => url.startsWith("/api/v1/auth/") || url === "/api/v1/auth"),
    ).toEqual([]);
  });
});

describe("a read", () => {
  const own = () => ({ Cookie: SESSION, Origin: edge.url });
  const readable = new Set(
    endpoints.filter(({ method }) => method === "GET").map(({ path }) => path),
  );

  test("is refused with 405 by calls that write", async () => {
    for (const { path } of writes.filter((endpoint) => !readable.has(endpoint.path))) {
      for (const method of ["GET", "HEAD"]) {
        const { status, headers } = await send(addressOf(path), { method, headers: own() });
        expect([path, status, headers.get("Allow")]).toEqual([
          path,
          405,
          expect.stringMatching(/POST|PUT|DELETE/),
        ]);
      }
    }
    expect(edge.received).toEqual([]);
  });

  test("keeps its method, even when a header, parameter or field names another", async () => {
    const names = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"];
    const override = Object.fromEntries(names.map((name) => [name, "DELETE"]));
    await send("/api/v1/carts?_method=DELETE", { headers: { ...own(), ...override } });
    const written = { ...own(), ...override, "Content-Type": "application/x-www-form-urlencoded" };
    await send("/api/v1/orders?_method=DELETE", {
      method: "POST",
      headers: written,
      body: "_method=DELETE",
    });
    expect(edge.received.map(({ method }) => method)).toEqual(["GET", "POST"]);
    for (const { headers } of edge.received)
      for (const name of names) expect(headers[name.toLowerCase()]).toBeUndefined();
  });

  test.each(["PATCH", "OPTIONS", "TRACE", "PROPFIND", "PURGE"])(
    "cannot be made with the method %s",
    async (method) => {
      for (const path of [
        "/",
        "/dashboard",
        "/api/v1/carts",
        "/api/v1/none",
        "/desk/v1/tickets",
        "/theme.js",
      ]) {
        const { status } = await send(path, { method, headers: own() });
        expect([path, [404, 405, 501].includes(status)]).toEqual([path, true]);
      }
      expect(edge.received).toEqual([]);
    },
  );
});

describe("headers that a client invents", () => {
  const claims = [
    "Authorization",
    "X-User-Id",
    "X-User",
    "X-Remote-User",
    "X-Visitor",
    "X-Client-Address",
    "X-Forwarded-For",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "X-Real-IP",
    "X-Original-URL",
    "X-Rewrite-URL",
    "Forwarded",
    "True-Client-IP",
    "Client-IP",
    "Via",
    "CF-Access-Authenticated-User-Email",
    "CF-IPCountry",
    "CF-Ray",
    "Cookie2",
    "Proxy-Authorization",
    "X-Api-Key",
    "X-Edge-Token",
    "Traceparent",
    "Referer",
  ];
  const claimed = Object.fromEntries(claims.map((name) => [name, "claimed.example"]));
  /** The headers that the edge and its runtime send. */
  const FORWARDED = `
    accept authorization content-type content-length transfer-encoding host connection
    idempotency-key if-none-match user-agent x-visitor x-client-address x-edge-token cf-worker`
    .trim()
    .split(/\s+/);

  test("are not forwarded to the shop", async () => {
    const headers = { ...claimed, Cookie: SESSION, "Sec-Fetch-Site": "same-origin" };
    for (const { method, path } of endpoints) await send(addressOf(path), { method, headers });
    expect(edge.received).toHaveLength(endpoints.length);
    for (const { url, headers: seen } of edge.received) {
      expect([url, Object.keys(seen).filter((name) => !FORWARDED.includes(name))]).toEqual([
        url,
        [],
      ]);
      expect([url, JSON.stringify(seen).includes("claimed.example")]).toEqual([url, false]);
      // A search has the same result for everybody, and is cached at the edge.
      const isPublic = url.startsWith("/api/v1/search");
      expect([url, seen.authorization, seen["x-visitor"]]).toEqual(
        isPublic ? [url, undefined, undefined] : [url, `Bearer ${TOKEN}`, VISITOR],
      );
      expect(seen).toMatchObject({ "x-client-address": "127.0.0.1", "x-edge-token": EDGE_TOKEN });
    }
  });

  test("cannot replace the address that the network reports", async () => {
    // Cloudflare replaces a client's CF-Connecting-IP; a local run has no network to set it.
    await send("/api/v1/carts", { headers: { ...claimed, "CF-Connecting-IP": "192.0.2.7" } });
    expect(edge.received[0]?.headers["x-client-address"]).toBe("192.0.2.7");
  });

  test("cannot contain a session, except in a well-formed cookie", async () => {
    for (const token of [
      "short",
      "a b c d e f g h i j k",
      `x${"y".repeat(3000)}`,
      "%0d%0aX-User-Id: 1%0d%0a12345",
      'quoted"quoted"quoted"',
    ]) {
      await send("/api/v1/carts", {
        headers: { Cookie: `token=${token}; __Host-visitor=${token}` },
      });
    }
    expect(
      edge.received.map(({ headers }) => [headers.authorization, headers["x-visitor"]]),
    ).toEqual(Array.from({ length: 5 }, () => [undefined, undefined]));
  });

  test("are dropped from desk calls, except the operator's token", async () => {
    for (const { method, path } of deskEndpoints) {
      const headers = { ...claimed, Authorization: "Bearer of-an-operator", Cookie: SESSION };
      await send(`/desk/v1${path.replace(/:\w+/g, "x")}`, { method, headers });
    }
    expect(edge.received).toHaveLength(deskEndpoints.length);
    for (const { headers } of edge.received) {
      expect(Object.keys(headers).filter((name) => !FORWARDED.includes(name))).toEqual([]);
      expect(headers.authorization).toBe("Bearer of-an-operator");
      expect(headers["x-edge-token"]).toBe(EDGE_TOKEN);
      expect(JSON.stringify(headers)).not.toMatch(/claimed\.example|abcdefgh/);
    }
  });
});
