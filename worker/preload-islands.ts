import { createMiddleware } from "hono/factory";
import type { Edge } from "./environment.ts";

/** The scripts that a script imports, directly or not, by its path. */
type Imports = Readonly<Record<string, readonly string[]>>;

/** Written by astro.config.mjs, and by no `npm run dev`. */
const IMPORTS_FILE = "/_astro/imports.json";

let imports: Promise<Imports> | undefined;

/**
 * Names the scripts of islands that start at once, and of the page around them, in the page itself.
 * Without this the browser learns of each only from the script that imports it, one round trip
 * after the other. Pages without islands stay as they are.
 */
export const preloadIslands = createMiddleware<{ Bindings: Edge }>(async (c, next) => {
  await next();
  if (!c.res.headers.get("Content-Type")?.startsWith("text/html")) return;
  imports ??= readImports(c.env.ASSETS, new URL(c.req.url).origin);
  const behind = await imports;
  const named = new Set<string>();
  const linksTo = (...scripts: (string | null)[]) =>
    scripts
      .flatMap((script) => (script === null ? [] : [script, ...(behind[script] ?? [])]))
      .filter((script) => !named.has(script) && named.add(script))
      .map((script) => `<link rel="modulepreload" href="${script}">`)
      .join("");
  c.res = new HTMLRewriter()
    .on("astro-island[client=load]", {
      element(island) {
        const scripts = ["component-url", "renderer-url"].map((name) => island.getAttribute(name));
        island.before(linksTo(...scripts), { html: true });
      },
    })
    .on("script[type=module][src]", {
      element(script) {
        if (named.size > 0) script.before(linksTo(script.getAttribute("src")), { html: true });
      },
    })
    .transform(c.res);
});

/** Pages work without it, only later. */
async function readImports(assets: Fetcher, origin: string): Promise<Imports> {
  try {
    const answer = await assets.fetch(new URL(IMPORTS_FILE, origin));
    return answer.ok ? await answer.json<Imports>() : {};
  } catch (error) {
    console.error("The list of imports cannot be read", error);
    imports = undefined;
    return {};
  }
}
