import cloudflare from "@astrojs/cloudflare";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "astro/config";
import { contentPolicy } from "./src/content-policy.ts";
import { hasTrustSeal } from "./src/settings.ts";

/** Set by `npm run dev` alone: where the edge's configuration lies and where the stand-ins for bank and SMS answer. */
const { WRANGLER_CONFIG, SANDBOX_ORIGIN } = process.env;

/**
 * Vite wraps each dynamic import in a helper that fetches ahead. It would be a sixth of the script of our public pages,
 * whose one dynamic import, the search, has no stylesheet of its own.
 */
const plainImports = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null,
};

export default defineConfig({
  output: "server",
  trailingSlash: "never",
  build: { format: "file", inlineStylesheets: "always" },
  session: false,
  security: {
    checkOrigin: false,
    csp: {
      directives: [...contentPolicy({ hasTrustSeal })],
    },
  },
  adapter: cloudflare({
    imageService: "compile",
    ...(WRANGLER_CONFIG && { configPath: WRANGLER_CONFIG }),
  }),
  integrations: [react()],
  vite: {
    plugins: [plainImports, tailwindcss()],
    ...(SANDBOX_ORIGIN && { server: { proxy: { "/sandbox": SANDBOX_ORIGIN } } }),
  },
});
