import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { beforeAll, describe, expect, test } from "vitest";
import { deskEndpoints } from "../../../contract/desk/endpoints.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { root } from "../../../scripts/run/root.mjs";
import { signInAtEdge } from "../../support/edge-visitor.ts";
import { png } from "../../support/images.ts";
import { judge, readPolicy } from "../../support/observatory.ts";
import { shopperAddresses } from "../../support/pages.ts";
import { useSharedShop } from "../../support/use-shop.ts";

/** The headers that the built edge adds to every answer. */
const shop = useSharedShop({ edge: true });
let cookie: string;
let imageUrl: string;
beforeAll(async () => {
  // Otherwise the health of the shop would be late, since no job has run yet.
  await shop.stack.runJobs();
  ({ cookie } = await signInAtEdge(shop, "9380000101", "10.3.0.1"));
  const form = new FormData();
  form.append("image", new Blob([png()], { type: "image/png" }), "card.png");
  const sent = await fetch(`${shop.stack.url}/api/v1/uploads`, {
    method: "POST",
    headers: { Origin: shop.stack.url, Cookie: cookie },
    body: form,
  });
  ({ imageUrl } = (await sent.json()) as { imageUrl: string });
});

interface Question {
  path: string;
  method?: string;
  isSignedIn?: boolean;
  headers?: Record<string, string>;
}

async function ask({ path, method = "GET", isSignedIn = false, headers = {} }: Question) {
  const answer = await fetch(`${shop.stack.url}${path}`, {
    method,
    redirect: "manual",
    headers: { ...(isSignedIn && { Cookie: cookie }), ...headers },
  });
  return { status: answer.status, headers: answer.headers, body: await answer.text() };
}
type Answer = Awaited<ReturnType<typeof ask>>;

/** One file of each kind and folder, since the edge treats files of a kind alike. */
const files = [
  ...new Map(
    readdirSync(join(root, "dist/client"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^[^._]/.test(entry.name))
      .map(
        (entry) =>
          `${entry.parentPath.replaceAll("\\", "/").split("dist/client")[1] ?? ""}/${entry.name}`,
      )
      .map((path) => [
        path.replace(
          /[^/]*(?=\.\w+$)/,
          path.startsWith("/_astro/") || path.split("/").length > 2 ? "" : "$&",
        ),
        path,
      ]),
  ).values(),
];

const open = (paths: readonly string[], question: Partial<Question> = {}) =>
  paths.map((path) => ({ ...question, path }) satisfies Question);
const callsThat = (method: string) =>
  endpoints
    .filter((endpoint) => endpoint.method === method)
    .map(({ path }) => `/api/v1${path.replace(/:\w+/g, "x")}`);

/** Every class of address. `isPersonal` marks classes that show or decide something personal. */
const classes: Record<
  string,
  { questions: () => Question[]; status?: number; isPersonal?: boolean }
> = {
  "the front page": { questions: () => open(["/"]), status: 200 },
  listings: {
    questions: () => open(["/products/giftcard/itunes", "/products/giftcard/steam"]),
    status: 200,
  },
  texts: {
    questions: () =>
      open(["/tutorials", "/tutorials/steam-wallet-top-up", "/guide", "/terms", "/offline"]),
    status: 200,
  },
  "the cart": { questions: () => open(["/cart"]), status: 200 },
  "signing in": { questions: () => open(["/auth"]), status: 200, isPersonal: true },
  "pages behind a secret link": {
    questions: () => open(["/verify/email?token=secret"]),
    status: 200,
    isPersonal: true,
  },
  "the ends of a payment": {
    questions: () => open(["/payment/failed", "/payment/success"]),
    status: 200,
  },
  "the account": {
    questions: () => open(shopperAddresses, { isSignedIn: true }),
    status: 200,
    isPersonal: true,
  },
  "unknown pages": {
    questions: () =>
      open([
        "/no-such-page",
        "/products/giftcard/none",
        "/tutorials/none",
        "/art/none.svg",
        "/_astro/none.js",
        "/%",
      ]),
    status: 404,
  },
  "files for programs": {
    questions: () =>
      open(["/sitemap.xml", "/robots.txt", "/tutorials/rss.xml", "/manifest.webmanifest"]),
    status: 200,
  },
  "drawn pictures": {
    questions: () => open(["/art/itunes.svg", "/art/tutorials/steam-wallet-top-up.svg"]),
    status: 200,
  },
  "files of the build": { questions: () => open(files), status: 200 },
  redirects: { questions: () => open(["/%63art", "/share/none.png", "/forgotpassword"]) },
  "redirects that depend on the session": {
    questions: () => [...open(["/dashboard", "/orders/x"]), { path: "/auth", isSignedIn: true }],
    status: 302,
    isPersonal: true,
  },
  "writes to pages": {
    questions: () => open(["/", "/dashboard"], { method: "POST" }),
    status: 405,
  },
  "calls that a shopper reads": { questions: () => open(callsThat("GET"), { isSignedIn: true }) },
  "calls of a guest": { questions: () => open(callsThat("GET")) },
  "refused calls": {
    questions: () =>
      endpoints
        .map(({ method, path }) => ({
          path: `/api/v1${path}`,
          method,
          isSignedIn: true,
          headers: { Origin: "null" },
        }))
        .filter(({ method }) => method !== "GET"),
    status: 403,
    isPersonal: true,
  },
  "unknown calls": {
    questions: () => open(["/api/v1/none", "/api", "/desk/v1", "/desk/v1/none"]),
    status: 404,
  },
  "calls with the wrong method": {
    questions: () => open(["/api/v1/carts", "/api/v1/categories"], { method: "DELETE" }),
  },
  "the desk without a token": {
    questions: () =>
      deskEndpoints
        .filter(({ role }) => role !== "anyone")
        .map(({ method, path }) => ({ method, path: `/desk/v1${path}` })),
    status: 401,
    isPersonal: true,
  },
  "an uploaded image": {
    questions: () => open([imageUrl], { isSignedIn: true }),
    status: 200,
    isPersonal: true,
  },
};

const everywhere: Record<string, string> = {
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "credentialless",
};

/** Checks that hold for every answer. */
function expectProtected({ headers, body, status }: Answer, path: string): void {
  const found = Object.fromEntries(
    Object.keys(everywhere).map((name) => [name, headers.get(name)]),
  );
  expect([path, found]).toEqual([path, everywhere]);
  expect(headers.get("Referrer-Policy")).toBe(
    path.startsWith("/verify/") ? "no-referrer" : "strict-origin-when-cross-origin",
  );
  expect(headers.get("Permissions-Policy")).toMatch(
    /camera=\(\).*geolocation=\(\).*microphone=\(\).*payment=\(\)/,
  );

  const policy = readPolicy(headers.get("Content-Security-Policy") ?? "");
  const nothing = ["default-src", "base-uri", "object-src", "frame-ancestors"].map((name) =>
    policy?.get(name)?.join(" "),
  );
  expect([path, nothing]).toEqual([path, Array.from({ length: 4 }, () => "'none'")]);
  expect(policy?.get("form-action")?.join(" ")).toMatch(/^'(?:self|none)'$/);
  expect(headers.get("Content-Security-Policy")).not.toMatch(/unsafe|\*|https?:/);
  expect(body).not.toMatch(/<meta[^>]+content-security-policy/i);

  const type = headers.get("Content-Type") ?? "";
  if (/^text\/|xml/.test(type))
    expect([path, type]).toEqual([path, expect.stringMatching(/; charset=utf-8$/i)]);
  expect([path, headers.get("Access-Control-Allow-Origin")]).toEqual([path, null]);
  expect([path, status < 500]).toEqual([path, true]);
  if (headers.has("Set-Cookie")) expect(headers.get("Cache-Control")).toBe("private, no-store");
  if (headers.get("Cache-Control") === "private, no-store")
    expect(headers.get("Cloudflare-CDN-Cache-Control")).toBe("no-store");

  // tests/unit/https.test.ts tests the redirect to HTTPS; a local run has no HTTPS.
  const { score, points } = judge({ headers, body, redirectsToHttps: true });
  expect([path, Object.entries(points).filter(([, point]) => point < 0)]).toEqual([path, []]);
  expect([path, score]).toEqual([path, expect.toSatisfy((reached: number) => reached >= 145)]);
}

describe("every answer is protected, and personal answers are not cached", () => {
  test.each(Object.entries(classes))("%s", async (_, { questions, status, isPersonal }) => {
    const asked = questions();
    expect(asked.length).toBeGreaterThan(0);
    for (const question of asked) {
      const answer = await ask(question);
      expectProtected(answer, question.path);
      if (status !== undefined)
        expect([question.method, question.path, answer.status]).toEqual([
          question.method,
          question.path,
          status,
        ]);
      if (isPersonal)
        expect([question.path, answer.headers.get("Cache-Control")]).toEqual([
          question.path,
          "private, no-store",
        ]);
    }
  });

  test("calls of shoppers are private, whatever they answer", async () => {
    const own = endpoints.filter(({ method, access }) => method === "GET" && access === "shopper");
    for (const { path } of own) {
      const question = {
        path: `/api/v1${path.replace(/:\w+/g, "x")}`,
        isSignedIn: true,
        headers: { "Sec-Fetch-Site": "same-origin" },
      };
      expect([path, (await ask(question)).headers.get("Cache-Control")]).toEqual([
        path,
        "private, no-store",
      ]);
    }
  });

  test("scripts and fonts are sent without running the worker, and cached by browsers", async () => {
    const { body: text } = await ask({ path: "/cart" });
    const script = /\/_astro\/[^"]+\.js/.exec(text)?.[0] ?? "";
    const font = /\/fonts\/[^"]+\.woff2/.exec(text)?.[0] ?? "";
    const cacheOf = async (path: string) => (await ask({ path })).headers.get("Cache-Control");
    expect(await cacheOf(script)).toBe("public, max-age=31536000, immutable");
    expect(await cacheOf(font)).toBe("public, max-age=2592000");
    // If the worker had run, the answer would have been its 404 page.
    expect((await ask({ path: "/_astro/none.js" })).body).toBe("");
    expect((await ask({ path: "/none.js" })).body).not.toBe("");
  });

  test("the 404 page has the headers of other pages", async () => {
    const names = async (path: string) =>
      [...(await ask({ path })).headers.keys()].filter((name) => !/^(?:date|cf-)/.test(name));
    expect(await names("/no-such-page")).toEqual(await names("/cart"));
  });

  test("the security score falls with each header that is removed", async () => {
    const { headers, body } = await ask({ path: "/" });
    const whole = judge({ headers, body, redirectsToHttps: true }).score;
    expect(whole).toBe(150);
    for (const name of ["Content-Security-Policy", "Referrer-Policy", ...Object.keys(everywhere)]) {
      const less = new Headers(headers);
      less.delete(name);
      // The content policy forbids frames too, so the score does not need this header.
      const { score } = judge({ headers: less, body, redirectsToHttps: true });
      if (name === "X-Frame-Options") expect(score).toBe(whole);
      else
        expect([name, score]).toEqual([
          name,
          expect.toSatisfy((reached: number) => reached < whole),
        ]);
    }
  });
});

test("no file of the build costs a request of the worker, except the pictures of /share/", () => {
  const { assets } = parse(readFileSync(join(root, "wrangler.toml"), "utf8")) as {
    assets: { run_worker_first: string[] };
  };
  const free = assets.run_worker_first
    .filter((rule) => rule.startsWith("!"))
    .map((rule) => rule.slice(1).replace(/\*$/, ""));
  const billed = files.filter((path) => !free.some((begin) => path.startsWith(begin)));
  expect(billed.filter((path) => !path.startsWith("/share/"))).toEqual([]);
});
