import { createMiddleware } from "hono/factory";
import type { Edge } from "./environment.ts";

/** For each script by its path, all scripts that it imports, directly or not. */
type Imports = Readonly<Record<string, readonly string[]>>;

/**
 * Written during a build by scripts/build/listed-imports.ts; it does not exist in `npm run dev`.
 */
const IMPORTS_FILE = "/_astro/imports.json";

/**
 * The content of the file, stored for later requests. A promise could not be stored instead,
 * because in Workers a request cannot wait for a promise that another request made.
 */
let imports: Imports | undefined;

/**
 * Adds preload links for the scripts of islands that start at once, and of the page around them.
 * Without the links, the browser finds each script only after it has loaded the script that imports
 * it. The links, and the inline scripts that Astro writes before the first island, are put at the
 * end of the body: an inline script in the middle would make the browser stop and paint half a
 * page. Pages without islands stay unchanged.
 */
export const preloadIslands = createMiddleware<{ Bindings: Edge }>(async (c, next) => {
  await next();
  if (!c.res.headers.get("Content-Type")?.startsWith("text/html")) return;
  const named = new Set<string>();
  let inlineScripts = "";
  async function name(...scripts: (string | null)[]): Promise<void> {
    imports ??= await readImports(c.env.ASSETS, new URL(c.req.url).origin);
    for (const script of scripts.filter((found) => found !== null))
      for (const file of [script, ...(imports?.[script] ?? [])]) named.add(file);
  }
  c.res = new HTMLRewriter()
    .on("body script:not([src]):not([type])", {
      element(script) {
        inlineScripts += "<script>";
        script.onEndTag(() => {
          inlineScripts += "</script>";
        });
        script.removeAndKeepContent();
      },
      text(chunk) {
        inlineScripts += chunk.text;
        chunk.remove();
      },
    })
    .on("astro-island[client=load]", {
      async element(island) {
        // Astro's script must not wait for the island's content, because the content comes before
        // the script.
        island.removeAttribute("await-children");
        await name(island.getAttribute("component-url"), island.getAttribute("renderer-url"));
      },
    })
    .on("script[type=module][src]", {
      async element(script) {
        if (named.size > 0) await name(script.getAttribute("src"));
      },
    })
    .on("body", {
      element(body) {
        body.onEndTag((end) => {
          const links = [...named].map(
            (script) => `<link rel="modulepreload" href="${script}" fetchpriority="low">`,
          );
          end.before(links.join("") + inlineScripts, { html: true });
        });
      },
    })
    .transform(c.res);
});

/**
 * Returns undefined when the file cannot be read; pages then work without preload links, only
 * slower.
 */
async function readImports(assets: Fetcher, origin: string): Promise<Imports | undefined> {
  try {
    const answer = await assets.fetch(new URL(IMPORTS_FILE, origin));
    return answer.ok ? await answer.json<Imports>() : {};
  } catch (error) {
    console.error("The list of imports cannot be read", error);
    return undefined;
  }
}
