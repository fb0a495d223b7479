import { fileURLToPath } from "node:url";
import cloudflare from "@astrojs/cloudflare";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "astro/config";
import { licences } from "./scripts/build/licences.ts";
import { listedImports } from "./scripts/build/listed-imports.ts";
import { contentPolicy } from "./src/content-policy.ts";
import { hasTrustSeal } from "./src/settings.ts";

/** Set only by `npm run dev`: path of the Worker's configuration and origin of the sandbox. */
const { WRANGLER_CONFIG, SANDBOX_ORIGIN } = process.env;

/**
 * Vite wraps each dynamic import in a helper that preloads its files. The helper would be a sixth
 * of the script of public pages, whose only dynamic import (the search) has no stylesheet to
 * preload.
 */
const plainImports = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null,
};

/** Icons are drawn by our own frame, which is lighter. */
const plainIcons = {
  name: "plain-icons",
  enforce: "pre",
  resolveId: (id, importer) =>
    id.endsWith("/Icon.astro") && importer?.includes("/@lucide/astro/")
      ? fileURLToPath(new URL("src/components/PlainIcon.astro", import.meta.url))
      : null,
};

/** Without those that know a store: public pages use stores, and would load all parts. */
const SHARED_PARTS =
  /lucide-react|src\/parts\/(?!Boundary|SecondCode|Toasts|UploadField|draw|island)[^/]+\.tsx$/;

/**
 * What several islands use is one file: of dozens of small ones each costs a request, and the time
 * to read it. The cart loads 30 files so, instead of 45, and 1.7 KB more.
 */
const codeSplitting = {
  groups: [
    // A file takes along what its parts use. Public pages write numbers and ask the shop without any
    // part.
    {
      name: "basics",
      test: /\/(?:persian\/(?:digits|toman)|stores\/(?:call|session))\.ts$/,
      priority: 2,
    },
    { name: "parts", test: SHARED_PARTS, minShareCount: 5, priority: 1 },
  ],
};

/** React with our own start of islands, which puts an error boundary around each. */
const reactIslands = () => {
  const { name, hooks } = react();
  const clientEntrypoint = fileURLToPath(new URL("src/parts/island.tsx", import.meta.url));
  const setUp = (options) =>
    hooks["astro:config:setup"]({
      ...options,
      addRenderer: (renderer) => {
        options.addRenderer({ ...renderer, clientEntrypoint });
      },
    });
  return { name, hooks: { ...hooks, "astro:config:setup": setUp } };
};

export default defineConfig({
  output: "server",
  trailingSlash: "never",
  build: { format: "file", inlineStylesheets: "always" },
  session: false,
  security: { checkOrigin: false, csp: { directives: [...contentPolicy({ hasTrustSeal })] } },
  adapter: cloudflare({
    imageService: "compile",
    ...(WRANGLER_CONFIG && { configPath: WRANGLER_CONFIG }),
  }),
  integrations: [reactIslands()],
  vite: {
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
    plugins: [plainImports, plainIcons, listedImports, tailwindcss(), licences],
    ...(SANDBOX_ORIGIN && { server: { proxy: { "/sandbox": SANDBOX_ORIGIN } } }),
  },
});
