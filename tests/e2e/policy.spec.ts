import type { Page } from "@playwright/test";
import { TRUST_SEAL_ORIGIN, contentPolicy } from "../../src/content-policy.ts";
import { islandsReady, watch } from "./shop.ts";
import { expect, test } from "./shopper.ts";

/** The content policy refuses foreign scripts, styles, frames and requests inside a page. */

const ELSEWHERE = "http://evil.example";

/** Lets another site answer everything with `body`. Returns the list of requests that reach it. */
async function openElsewhere(page: Page, body = "globalThis.intruded = true"): Promise<string[]> {
  const requests: string[] = [];
  await page.context().route(`${ELSEWHERE}/**`, (route) => {
    requests.push(route.request().url());
    const contentType = route.request().url().endsWith(".js") ? "text/javascript" : "text/html";
    return route.fulfill({ contentType, body });
  });
  return requests;
}

/** Actions, named by the directive that refuses them. Each returns once it is refused or done. */
const intrusions: Record<string, (page: Page) => Promise<unknown>> = {
  "script-src-elem inline": (page) =>
    insert(page, "script", { textContent: "globalThis.intruded = true" }),
  "script-src-attr inline": (page) =>
    insert(page, "div", { innerHTML: "<img src=/none.png onerror='globalThis.intruded = true'>" }),
  "script-src eval": (page) =>
    page.evaluate(
      () =>
        new Promise<void>((resolve) =>
          setTimeout(() => {
            try {
              // oxlint-disable-next-line no-eval -- the test checks that it is refused
              globalThis.eval("globalThis.intruded = true");
            } catch {
              // The console does not report this violation, but the event does.
            }
            resolve();
          }),
        ),
    ),
  "script-src-elem evil.example": (page) =>
    insert(page, "script", { src: `${ELSEWHERE}/script.js` }),
  "script-src-elem data": (page) =>
    insert(page, "script", { src: "data:text/javascript,globalThis.intruded = true" }),
  "style-src-elem inline": (page) =>
    insert(page, "style", { textContent: "body { display: none }" }),
  "style-src-attr inline": (page) =>
    insert(page, "div", { innerHTML: "<p style='position: fixed'></p>" }),
  "style-src-elem evil.example": (page) =>
    insert(page, "link", { rel: "stylesheet", href: `${ELSEWHERE}/style.css` }),
  "img-src evil.example": (page) => insert(page, "img", { src: `${ELSEWHERE}/image.png` }),
  "connect-src evil.example": (page) =>
    page.evaluate((address) => fetch(address).catch(() => null), `${ELSEWHERE}/stolen`),
  "frame-src evil.example": (page) => insert(page, "iframe", { src: `${ELSEWHERE}/frame` }),
  "object-src evil.example": (page) =>
    insert(page, "object", { data: `${ELSEWHERE}/object`, type: "text/html" }),
  "base-uri evil.example": (page) => insert(page, "base", { href: `${ELSEWHERE}/` }),
  "form-action evil.example": (page) =>
    page.evaluate((action) => {
      const form = Object.assign(document.createElement("form"), { action, method: "post" });
      document.body.append(form);
      form.requestSubmit();
    }, `${ELSEWHERE}/form`),
};

async function insert(page: Page, tag: string, properties: Record<string, string>): Promise<void> {
  await page.evaluate(
    ([name, values]) => document.body.append(Object.assign(document.createElement(name), values)),
    [tag, properties] as const,
  );
}

// These tests intercept the requests of all pages of a context, so each needs its own.
test.use({ hasOwnContext: true });

for (const path of ["/", "/auth"]) {
  test(`${path} refuses everything that is not the shop's own, and reports each violation`, async ({
    context,
  }) => {
    const page = await context.newPage();
    const complaints = await watch(page, new Set([404]));
    const requests = await openElsewhere(page);
    await page.goto(path);
    await islandsReady(page);
    expect(complaints).toEqual([]);

    for (const [name, intrude] of Object.entries(intrusions)) {
      await test.step(name, async () => {
        complaints.length = 0;
        await intrude(page);
        const [directive = "", what = ""] = name.split(" ");
        await expect
          .poll(() =>
            complaints.filter((complaint) => complaint.includes(`refused ${directive}: `)).join(),
          )
          .toContain(what);
      });
    }
    expect(requests).toEqual([]);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.evaluate(() => "intruded" in globalThis)).toBe(false);
  });
}

test("no page of the shop can be framed by another site", async ({ context, baseURL }) => {
  const page = await context.newPage();
  const paths = [
    "/",
    "/cart",
    "/auth",
    "/terms",
    "/no-such-page",
    "/api/v1/categories",
    "/art/itunes.svg",
  ];
  const frames = paths.map((path) => `<iframe src="${baseURL ?? ""}${path}"></iframe>`).join("");
  await openElsewhere(page, `<!doctype html><title>x</title>${frames}`);
  await page.goto(`${ELSEWHERE}/`, { waitUntil: "load" });
  const shown = page.frames().filter((frame) => frame !== page.mainFrame());
  expect(shown).toHaveLength(paths.length);
  for (const frame of shown) expect(frame.url()).toBe("chrome-error://chromewebdata/");
});

test("the trust seal is shown, and its site gets only the shop's origin, without cookies", async ({
  page,
  baseURL,
}) => {
  const imagePolicy = (hasTrustSeal: boolean) =>
    contentPolicy({ hasTrustSeal }).find((part) => part.startsWith("img-src")) ?? "";
  const seen: Record<string, string>[] = [];
  await page.route(`${TRUST_SEAL_ORIGIN}/**`, async (route) => {
    seen.push(await route.request().allHeaders());
    await route.fulfill({
      contentType: "image/svg+xml",
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="100"/>',
    });
  });
  // Adds the seal to policy and footer, as a shop with a seal in its settings does.
  await page.route("**/verify/email*", async (route) => {
    const response = await route.fetch();
    const policy = response.headers()["content-security-policy"] ?? "";
    expect(policy).toContain(imagePolicy(false));
    const seal = `<img id="seal" src="${TRUST_SEAL_ORIGIN}/logo.aspx?id=1" referrerpolicy="origin" alt="">`;
    await route.fulfill({
      headers: {
        ...response.headers(),
        "content-security-policy": policy.replace(imagePolicy(false), imagePolicy(true)),
      },
      body: (await response.text()).replace("</footer>", `${seal}</footer>`),
    });
  });
  await page.goto("/verify/email");
  await expect
    .poll(() => page.locator("#seal").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(90);
  expect(seen.map(({ referer, cookie }) => ({ referer, cookie }))).toEqual([
    { referer: `${baseURL ?? ""}/`, cookie: undefined },
  ]);
});
