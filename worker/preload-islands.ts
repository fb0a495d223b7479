import { createMiddleware } from "hono/factory";
import type { Edge } from "./environment.ts";

/** The scripts that a script imports, directly or not, by its path. */
type Imports = Readonly<Record<string, readonly string[]>>;

/** Written by astro.config.mjs, and by no `npm run dev`. */
const IMPORTS_FILE = "/_astro/imports.json";

/** Kept for later requests. A promise could not be, since it belongs to the request that made it. */
let imports: Imports | undefined;

/**
 * Names the scripts of islands that start at once, and of the page around them, in the page itself.
 * Without this the browser learns of each only from the script that imports it, one round trip
 * after the other. Styles and letters come first: the page is read before it is touched. Pages
 * without islands stay as they are.
 */
export const preloadIslands = createMiddleware<{ Bindings: Edge }>(async (c, next) => {
  await next();
  if (!c.res.headers.get("Content-Type")?.startsWith("text/html")) return;
  const named = new Set<string>();
  async function linksTo(...scripts: (string | null)[]): Promise<string> {
    imports ??= await readImports(c.env.ASSETS, new URL(c.req.url).origin);
    return scripts
      .flatMap((script) => (script === null ? [] : [script, ...(imports?.[script] ?? [])]))
      .filter((script) => !named.has(script) && named.add(script))
      .map((script) => `<link rel="modulepreload" href="${script}" fetchpriority="low">`)
      .join("");
  }
  c.res = new HTMLRewriter()
    .on("astro-island[client=load]", {
      async element(island) {
        const scripts = ["component-url", "renderer-url"].map((name) => island.getAttribute(name));
        island.before(await linksTo(...scripts), { html: true });
      },
    })
    .on("script[type=module][src]", {
      async element(script) {
        if (named.size > 0)
          script.before(await linksTo(script.getAttribute("src")), { html: true });
      },
    })
    .transform(c.res);
});

/** Returns undefined when it cannot be read: pages work without it, only later. */
async function readImports(assets: Fetcher, origin: string): Promise<Imports | undefined> {
  try {
    const answer = await assets.fetch(new URL(IMPORTS_FILE, origin));
    return answer.ok ? await answer.json<Imports>() : {};
  } catch (error) {
    console.error("The list of imports cannot be read", error);
    return undefined;
  }
}
