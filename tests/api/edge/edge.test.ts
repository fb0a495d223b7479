import { beforeAll, describe, expect, test } from "vitest";
import { endpoints } from "../../../contract/endpoints.ts";
import { EDGE_TOKEN, SESSION, TOKEN, VISITOR } from "../../support/echo-backend.ts";
import { signInAtEdge } from "../../support/edge-visitor.ts";
import { png } from "../../support/images.ts";
import { shopperAddresses } from "../../support/pages.ts";
import { useEchoedEdge, useSharedShop } from "../../support/use-shop.ts";

/** The built edge in front of the shop, as clients use it. */
const shop = useSharedShop({ edge: true });
/** Otherwise the health of the shop would be late, since no job has run yet. */
beforeAll(() => shop.stack.runJobs());

interface Options {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const at = (path: string, options: Options = {}) =>
  fetch(`${shop.stack.url}${path}`, { redirect: "manual", ...options });
const sameOrigin = () => ({ Origin: shop.stack.url, "Content-Type": "application/json" });

const signIn = (phone: string, address: string) => signInAtEdge(shop, phone, address);

describe("the session", () => {
  test("is stored in an HttpOnly cookie, and the token never reaches the page", async () => {
    const { setCookies, answer } = await signIn("9380000001", "10.2.0.1");
    expect(answer).toEqual({ message: "خوش آمدید." });
    const [token, hint, visitor] = setCookies;
    expect(visitor).toMatch(/^__Host-visitor=[A-Za-z0-9_-]{32}; .*HttpOnly; Secure; SameSite=Lax$/);
    expect(token).toMatch(
      /^token=[A-Za-z0-9_-]{43}; Max-Age=2678400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(hint).toMatch(/^signed_in=1; Max-Age=2678400; Path=\/; Secure; SameSite=Lax$/);
  });

  test("is sent to the shop as a bearer token; the browser's own bearer is dropped", async () => {
    const { cookie } = await signIn("9380000002", "10.2.0.2");
    expect((await at("/api/v1/users/profile", { headers: { Cookie: cookie } })).status).toBe(200);
    const token = /token=([^;]+)/.exec(cookie)?.[1] ?? "";
    expect(
      (await at("/api/v1/users/profile", { headers: { Authorization: `Bearer ${token}` } })).status,
    ).toBe(401);
  });

  test("is deleted when the shop does not know it, and only then", async () => {
    const answer = await at("/api/v1/users/profile", {
      headers: { Cookie: "token=abcdefghijklmnopqrstuvwxyz; signed_in=1" },
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: "Invalid token." });
    expect(answer.headers.getSetCookie().join("\n")).toMatch(
      /token=; Max-Age=0[\s\S]*signed_in=; Max-Age=0/,
    );
    const wrongCode = await at("/api/v1/auth/verify", {
      method: "POST",
      headers: { ...sameOrigin(), Cookie: "token=abcdefghijklmnopqrstuvwxyz" },
      body: JSON.stringify({ username: "9380000003", otp: "1234" }),
    });
    expect(wrongCode.status).toBe(401);
    expect(wrongCode.headers.getSetCookie()).toEqual([]);
  });

  test("is refused together with a second cookie, which is deleted, and is ended only by signing out", async () => {
    const { cookie } = await signIn("9380000005", "10.2.0.5");
    const planted = "token=abcdefghijklmnopqrstuvwxyz";
    for (const both of [`${planted}; ${cookie}`, `${cookie}; ${planted}`]) {
      const answer = await at("/api/v1/users/profile", { headers: { Cookie: both } });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: "two_sessions" });
      const page = await at("/orders/x", { headers: { Cookie: both } });
      expect(page.status).toBe(200);
      const gone = [answer, page].flatMap(({ headers }) => headers.getSetCookie());
      for (const path of ["/api", "/api/v1/", "/api/v1/users", "/orders", "/orders/x/"])
        expect(gone).toContainEqual(expect.stringContaining(`token=; Max-Age=0; Path=${path};`));
      expect(gone.filter((one) => one.includes("Path=/;"))).toEqual([]);
    }
    expect((await at("/api/v1/users/profile", { headers: { Cookie: cookie } })).status).toBe(200);

    const both = `${planted}; ${cookie}`;
    const entrance = await at("/auth", { headers: { Cookie: both } });
    expect(entrance.status).toBe(200);
    expect(entrance.headers.getSetCookie().join("\n")).toContain("token=; Max-Age=0; Path=/;");
    const left = await at("/api/v1/auth/logout", {
      method: "POST",
      headers: { ...sameOrigin(), Cookie: both },
    });
    expect(left.status).toBe(200);
    expect(left.headers.getSetCookie().join("\n")).toContain("token=; Max-Age=0; Path=/;");
    expect((await at("/api/v1/users/profile", { headers: { Cookie: cookie } })).status).toBe(401);
  });

  test("does not work in another browser", async () => {
    const { cookie } = await signIn("9380000006", "10.2.0.6");
    const token = /token=[^;]+/.exec(cookie)?.[0] ?? "";
    const stolen = `${token}; __Host-visitor=${"v".repeat(32)}`;
    expect((await at("/api/v1/users/profile", { headers: { Cookie: stolen } })).status).toBe(401);
    expect((await at("/api/v1/users/profile", { headers: { Cookie: cookie } })).status).toBe(200);
  });

  test("survives another site's form, which comes without cookies", async () => {
    const forged = await at("/api/v1/orders", {
      method: "POST",
      headers: { Origin: "https://evil.example", "Content-Type": "text/plain" },
      body: "{}",
    });
    expect([forged.status, forged.headers.getSetCookie()]).toEqual([401, []]);
  });

  test("ends with signing out, in the shop too", async () => {
    const { cookie } = await signIn("9380000004", "10.2.0.4");
    const left = await at("/api/v1/auth/logout", {
      method: "POST",
      headers: { ...sameOrigin(), Cookie: cookie },
      body: "{}",
    });
    expect(left.headers.getSetCookie().join("\n")).toMatch(/token=; Max-Age=0/);
    expect((await at("/api/v1/users/profile", { headers: { Cookie: cookie } })).status).toBe(401);
  });

  test("begins with a code, and codes are limited by the address of the connection, not of a header", async () => {
    const ask = (phone: number, headers: Record<string, string>) =>
      at("/api/v1/auth", {
        method: "POST",
        headers: { ...sameOrigin(), "CF-Connecting-IP": "10.2.0.9", ...headers },
        body: JSON.stringify({ username: String(phone) }),
      });
    const statuses = [];
    for (let index = 0; index < 12; index++) {
      const spoofed = `192.0.2.${String(index)}`;
      const claims = {
        "X-Forwarded-For": spoofed,
        "X-Real-IP": spoofed,
        "X-Client-Address": spoofed,
        "X-Visitor": spoofed,
      };
      statuses.push((await ask(9_380_001_000 + index, claims)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  });
});

describe("another site", () => {
  test("cannot read delivered codes", async () => {
    const path = "/api/v1/orders/o/items/i/content";
    const cookie = { Cookie: "token=abcdefghijklmnopqrstuvwxyz" };
    expect((await at(path, { headers: cookie })).status).toBe(403);
    expect(
      (await at(path, { headers: { ...cookie, "Sec-Fetch-Site": "cross-site" } })).status,
    ).toBe(403);
    expect(
      (await at(path, { headers: { ...cookie, "Sec-Fetch-Site": "same-origin" } })).status,
    ).toBe(401);
  });

  test("may call without cookies, as a guest", async () => {
    const answer = await at("/api/v1/carts/guest", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"cart":[]}',
    });
    expect(answer.status).toBe(200);
  });
});

describe("guarded pages", () => {
  test.each(shopperAddresses)(
    "%s redirects a guest to /auth with the return path",
    async (path) => {
      const answer = await at(path);
      expect(answer.status).toBe(302);
      expect(answer.headers.get("Location")).toBe(`/auth?return=${encodeURIComponent(path)}`);
    },
  );

  test.each([
    "/dashboard/",
    "//dashboard",
    "/dashboard.html",
    "/dashboard/.",
    "/%64ashboard",
    "/dashboard/index.html",
    "/./dashboard",
    "/x/../dashboard",
    "///dashboard//",
  ])("are not reached by writing the path as %s", async (path) => {
    // fetch would normalize the path, so node:http sends it.
    const { status, location, body } = await rawGet(path);
    expect([301, 302, 404]).toContain(status);
    if (status === 301) expect(location).toBe("/dashboard");
    if (status === 302) expect(location).toMatch(/^\/auth\?return=/);
    expect(body).not.toContain("astro-island");
  });

  test.each([
    "/%2e%2e/dashboard",
    "/dashboard%2f",
    "/%5cdashboard",
    "/%252e%252e/dashboard",
    "/dash%00board",
    "/dashboard;x",
    "/%",
    "/%zz",
    "/%C0",
    "/dashboard/%E0%A4",
    "/products/giftcard/%D9%BE%D9",
    "/tutorials/%D8",
    "/desk/orders/%E0%A4",
    "/pictures/%ff",
  ])("answer %s with a redirect or the 404 page", async (path) => {
    const { status, body } = await rawGet(path);
    expect([301, 302, 404]).toContain(status);
    if (status === 404) expect(body).toContain("صفحه مورد نظر یافت نشد!");
  });

  test.each(["/api/v1/orders/%E0%A4", "/desk/v1/orders/%C0"])(
    "a call to %s is answered like any other that does not exist",
    async (path) => {
      const { status, body } = await rawGet(path);
      expect([status, JSON.parse(body)]).toEqual([
        404,
        expect.objectContaining({ code: "not_found" }),
      ]);
    },
  );

  test("open with the cookie, and /auth redirects to the dashboard", async () => {
    const cookie = { Cookie: "token=abcdefghijklmnopqrstuvwxyz" };
    const dashboard = await at("/dashboard", { headers: cookie });
    expect(dashboard.status).toBe(200);
    expect(dashboard.headers.get("Cache-Control")).toBe("private, no-store");
    const auth = await at("/auth", { headers: cookie });
    expect([auth.status, auth.headers.get("Location")]).toEqual([302, "/dashboard"]);
    expect((await at("/auth")).status).toBe(200);
  });

  test("redirect the legacy password page to /auth", async () => {
    expect((await at("/forgotpassword")).headers.get("Location")).toBe("/auth");
  });
});

describe("the edge's access to the shop", () => {
  test.each([
    "/api/v1/admin",
    "/api/v1",
    "/api/v1/users",
    "/api/v2/carts",
    "/api/v1/orders/x/items",
    "/api/v1/test/sql",
    "/api/v1/jobs",
  ])("is closed for %s", async (path) => {
    expect((await at(path)).status).toBe(404);
  });

  test("refuses a wrong method with 405", async () => {
    const answer = await at("/api/v1/carts/guest");
    expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST"]);
    expect((await at("/api/v1/categories", { method: "DELETE" })).status).toBe(405);
  });

  test("answers every call with JSON and without a fault, whatever is sent", async () => {
    const { cookie } = await signIn("9380000007", "10.2.0.7");
    const bodies = [
      "",
      "{",
      "null",
      '{"__proto__":{"a":1}}',
      `{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`,
      "\u0000",
      "﻿{}",
    ];
    for (const endpoint of endpoints.filter(({ path }) => !path.startsWith("/auth/logout"))) {
      const path = `/api/v1${endpoint.path.replace(/:\w+/g, "x'--")}`;
      const send = async (body?: string) => {
        const headers = { ...sameOrigin(), Cookie: cookie };
        const answer = await at(path, {
          method: endpoint.method,
          headers,
          ...(body !== undefined && { body }),
        });
        const text = await answer.text();
        expect([endpoint.method, endpoint.path, body, answer.status < 500]).toEqual([
          endpoint.method,
          endpoint.path,
          body,
          true,
        ]);
        expect(() => JSON.parse(text) as unknown).not.toThrow();
        expect(text).not.toMatch(/SQLITE|D1_|at \w+ \(|\.ts:/);
      };
      await Promise.all(endpoint.method === "GET" ? [send()] : bodies.map((body) => send(body)));
    }
  });

  test("reads the first of repeated query parameters, and the last of repeated JSON names", async () => {
    const found = async (query: string, headers: Record<string, string> = {}) =>
      (await at(`/api/v1/search?${query}`, { headers })).text();
    const itunes = await found("query=itunes");
    expect(itunes).toContain("itunes");
    expect(await found("query=itunes&query=steam&query[]=xbox&QUERY=psn")).toBe(itunes);
    expect(await found("query=itunes", { Query: "steam", Cookie: "query=steam" })).toBe(itunes);
    const body = '{"cart":5,"cart":[]}';
    const request = { method: "POST", headers: sameOrigin(), body };
    expect((await at("/api/v1/carts/guest", request)).status).toBe(200);
  });

  test("refuses too large bodies with 413", async () => {
    const answer = await at("/api/v1/carts/guest", {
      method: "POST",
      headers: sameOrigin(),
      body: JSON.stringify({ cart: [], junk: "x".repeat(100_000) }),
    });
    expect(answer.status).toBe(413);
  });

  test("is described by an OpenAPI document that lists every call", async () => {
    const document = (await (await at("/api/v1/openapi.json")).json()) as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    expect(document.openapi).toMatch(/^3\.1/);
    for (const { method, path } of endpoints) {
      expect(document.paths[path.replace(/:(\w+)/g, "{$1}")]).toHaveProperty(method.toLowerCase());
    }
  });
});

describe("the edge's access to the desk", () => {
  const withToken = () => ({ Authorization: `Bearer ${shop.deskToken}` });

  test("accepts an operator's token and no browser cookie", async () => {
    const { cookie } = await signIn("9380000011", "10.2.0.11");
    const listed = await at("/desk/v1/bankcards", { headers: withToken() });
    expect([listed.status, listed.headers.get("Cache-Control")]).toEqual([
      200,
      "private, no-store",
    ]);
    const token = /token=([^;]+)/.exec(cookie)?.[1] ?? "";
    const strangers: Record<string, string>[] = [
      {},
      { Cookie: cookie },
      { Cookie: `token=${shop.deskToken}; signed_in=1` },
      { Authorization: `Bearer ${token}` },
    ];
    for (const headers of strangers) {
      const answer = await at("/desk/v1/bankcards", { headers: { ...sameOrigin(), ...headers } });
      expect(await answer.json()).toMatchObject({ code: "unknown_operator" });
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
    }
    // The desk ignores cookies, so other sites cannot misuse them.
    const foreign = {
      ...withToken(),
      Cookie: cookie,
      Origin: "https://evil.example",
      "Content-Type": "application/json",
    };
    const decided = await at("/desk/v1/bankcards/none", {
      method: "PUT",
      headers: foreign,
      body: '{"status":"verified"}',
    });
    expect([decided.status, decided.headers.getSetCookie()]).toEqual([404, []]);
  });

  test("refuses its token for shoppers' calls", async () => {
    for (const headers of [withToken(), { Cookie: `token=${shop.deskToken}` }]) {
      expect((await at("/api/v1/users/profile", { headers })).status).toBe(401);
    }
  });

  test("shows an image at a signed address", async () => {
    const { cookie } = await signIn("9380000012", "10.2.0.12");
    const form = new FormData();
    form.append("image", new Blob([png()], { type: "image/png" }), "card.png");
    const sent = await fetch(`${shop.stack.url}/api/v1/uploads`, {
      method: "POST",
      headers: { Origin: shop.stack.url, Cookie: cookie },
      body: form,
    });
    const { imageUrl } = (await sent.json()) as { imageUrl: string };
    const link = await at(`/desk/v1/uploads/${imageUrl.split("/").at(-1) ?? ""}/link`, {
      headers: withToken(),
    });
    const { url } = (await link.json()) as { url: string };
    const image = await at(url);
    expect([
      image.status,
      image.headers.get("Content-Type"),
      image.headers.get("Cache-Control"),
    ]).toEqual([200, "image/png", "private, no-store"]);
    expect(image.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none';.* sandbox$/);
    expect((await at(`${url}0`)).status).toBe(404);
  });

  test.each([
    ["GET", "/desk/v1"],
    ["GET", "/desk/v1/test/sql"],
    ["POST", "/desk/v1/bankcards"],
    ["DELETE", "/desk/v1/bankcards/x"],
    ["GET", "/desk/v1/bankcards/x"],
    ["GET", "/desk/v1/users/profile"],
    ["POST", "/desk/v1/images/x"],
  ])("is closed for %s %s", async (method, path) => {
    expect((await at(path, { method, headers: withToken() })).status).toBe(404);
  });
});

describe("every answer", () => {
  test.each(["/_image?href=/favicon.svg", "/_server-islands/Footer"])(
    "is 404 for %s, an address of the framework",
    async (path) => expect((await at(path)).status).toBe(404),
  );

  test("is the 404 page for an unknown page", async () => {
    for (const path of ["/no-such-page", "/products/giftcard/none", "/products/none/itunes"]) {
      const answer = await at(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("صفحه مورد نظر یافت نشد!");
    }
  });

  test("is 404 for the data explorer of local runs", async () => {
    expect((await at("/cdn-cgi/explorer")).status).toBe(404);
    expect((await at("/cdn-cgi/explorer/api/d1/database")).status).toBe(404);
  });
});

describe("a backend of the operator's own", () => {
  const own = useEchoedEdge();
  const cookie = `token=${TOKEN}`;

  test("receives the calls of the shop with bearer and visitor, without cookies", async () => {
    own.answer(() => ({
      headers: { "Set-Cookie": "foreign=1" },
      body: '{"message":"ok","token":"token-of-the-own-backend"}',
    }));
    const verified = await fetch(`${own.url}/api/v1/auth/verify`, {
      method: "POST",
      headers: { Origin: own.url, "Content-Type": "application/json", Cookie: SESSION },
      body: '{"username":"9120000000","otp":"1234"}',
    });
    expect(await verified.json()).toEqual({ message: "ok" });
    const cookies = verified.headers.getSetCookie().join("\n");
    expect(cookies).toMatch(/^token=token-of-the-own-backend;/);
    expect(cookies).not.toContain("foreign");
    expect(own.received).toMatchObject([{ url: "/api/v1/auth/verify" }]);
    expect(own.received[0]?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      "x-visitor": VISITOR,
    });
    expect(own.received[0]?.headers.cookie).toBeUndefined();
  });

  test.each([
    ["Invalid token.", true],
    ["User not found.", true],
    ["User no longer exists.", true],
    ["Something else.", false],
  ])("ends the session when it answers 401 with «%s»: %s", async (message, isEnd) => {
    own.answer(() => ({ status: 401, body: JSON.stringify({ message }) }));
    const answer = await fetch(`${own.url}/api/v1/carts`, { headers: { Cookie: cookie } });
    expect(answer.status).toBe(401);
    expect(/token=; Max-Age=0/.test(answer.headers.getSetCookie().join("\n"))).toBe(isEnd);
  });

  test.each([400, 403, 404, 409, 422, 500])(
    "ends the session also when it answers %i with one of those sentences, in either field",
    async (status) => {
      for (const [body, isEnd] of [
        ['{"message":"Invalid token."}', true],
        ['{"error":"User not found."}', true],
        ['{"message":"","error":"User no longer exists."}', true],
        ['{"message":7,"error":"Invalid token."}', true],
        ['{"message":"Something else.","error":"Invalid token."}', false],
        ["Invalid token.", false],
      ] as const) {
        own.answer(() => ({ status, body }));
        const answer = await fetch(`${own.url}/api/v1/carts`, { headers: { Cookie: cookie } });
        expect([body, answer.status, await answer.text()]).toEqual([body, status, body]);
        expect([body, /token=; Max-Age=0/.test(answer.headers.getSetCookie().join("\n"))]).toEqual([
          body,
          isEnd,
        ]);
      }
    },
  );

  test.each([
    ["/auth", 201, '{"message":"ok","resendAfterSeconds":60}'],
    ["/auth/verify", 201, '{"message":"ok","token":"token-of-the-own-backend"}'],
    ["/auth/verify", 204, ""],
    ["/auth/verify", 200, '{"message":"ok"}'],
    ["/auth/verify", 200, '{"message":"ok","token":"short"}'],
    ["/auth/verify", 200, "ok"],
  ])("signs nobody in when it answers %s with %i and «%s»", async (path, status, body) => {
    own.answer(() => ({ status, body }));
    const answer = await fetch(`${own.url}/api/v1${path}`, {
      method: "POST",
      headers: { Origin: own.url, "Content-Type": "application/json" },
      body: '{"username":"9120000000","otp":"1234"}',
    });
    expect(answer.status).toBe(502);
    expect(await answer.json()).toEqual({ message: "", error: "", code: "bad_answer" });
    expect(answer.headers.getSetCookie().join()).not.toContain("token");
  });

  test("receives the calls of operators with their bearer only", async () => {
    const headers = { Authorization: "Bearer token-of-an-operator", Cookie: SESSION };
    const answer = await fetch(`${own.url}/desk/v1/tickets?status=Open`, { headers });
    expect([
      answer.status,
      answer.headers.get("Cache-Control"),
      answer.headers.getSetCookie(),
    ]).toEqual([200, "private, no-store", []]);
    expect(own.received).toMatchObject([{ url: "/desk/v1/tickets?status=Open" }]);
    const sent = own.received[0]?.headers;
    expect([sent?.authorization, sent?.cookie, sent?.["x-visitor"]]).toEqual([
      "Bearer token-of-an-operator",
      undefined,
      undefined,
    ]);
  });

  test("can distinguish the edge from a client that claims to be the edge", async () => {
    const headers = { "X-Edge-Token": "claimed", Authorization: "Bearer token-of-an-operator" };
    for (const path of ["/api/v1/carts", "/desk/v1/tickets", "/products/giftcard/valorant"])
      await (await fetch(own.url + path, { headers })).text();
    expect(own.received.length).toBeGreaterThanOrEqual(3);
    for (const { url, headers: sent } of own.received)
      expect([url, sent["x-edge-token"]]).toEqual([url, EDGE_TOKEN]);
  });

  test("supplies the data of the pages", async () => {
    await fetch(`${own.url}/products/giftcard/valorant`);
    expect(own.received.map(({ url }) => url)).toContain("/api/v1/categories");
  });

  test("causes the error page with a reference number and no internals when it fails", async () => {
    own.answer(() => ({ status: 500, body: '{"message":"of the backend"}' }));
    const answer = await fetch(`${own.url}/products/giftcard/itunes`);
    const page = await answer.text();
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([
      500,
      "private, no-store",
    ]);
    expect(page).toContain("Unexpected Application Error!");
    expect(page).toMatch(/شمارهٔ پیگیری:\s*<bdi[^>]*>\s*[0-9A-F]{8}/);
    expect(page).not.toMatch(/ at \w+ \(|of the backend|127\.0\.0\.1:/);
  });
});

async function rawGet(
  path: string,
): Promise<{ status: number; location: string | undefined; body: string }> {
  const { request } = await import("node:http");
  const { port } = new URL(shop.stack.url);
  return new Promise((resolve, reject) => {
    request(
      { host: "127.0.0.1", port, path, headers: { Host: `localhost:${port}` } },
      (response) => {
        let body = "";
        response.on("data", (chunk: Buffer) => (body += chunk.toString()));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, body }),
        );
      },
    )
      .on("error", reject)
      .end();
  });
}
