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

/** For every page, also public ones: they write numbers, count a guest's cart and ask the shop. */
const BASICS =
  /\/(?:add-button|persian\/(?:digits|toman)|stores\/(?:call|guest-cart|record|session))\.ts$/;

/** The parts of tables, and of dialogs: many pages have neither. */
const TABLE_PARTS = "DataTable|ListRow|PagedTable|Pagination";
const DIALOG_PARTS = "ConfirmModal|Confirmation|LeaveQuestion|Modal";
/** Fields of a few forms; and those that know a store: public pages use it, and would load all. */
const LONE_PARTS = "AmountField|Select|Boundary|SecondCode|Toasts|UploadField|draw|island";

const partsNamed = (names) => new RegExp(`/src/parts/(?:${names})\\.tsx$`);
const APART = partsNamed([TABLE_PARTS, DIALOG_PARTS, LONE_PARTS].join("|"));
/** Tables use the last one, and so do pages without a table. */
const SHARED_PARTS = /lucide-react|\/src\/parts\/(?:[^/]+\.tsx|use-is-desktop\.ts)$/;

/**
 * What several islands use is one file: of dozens of small ones each costs a request, and the time
 * to read it. A file takes along what its parts use, unless a file before it has that.
 */
const codeSplitting = {
  groups: [
    { name: "basics", test: BASICS, priority: 4 },
    {
      name: "parts",
      test: (id) => SHARED_PARTS.test(id) && !APART.test(id),
      minShareCount: 5,
      priority: 3,
    },
    { name: "tables", test: partsNamed(TABLE_PARTS), priority: 2 },
    { name: "dialogs", test: partsNamed(DIALOG_PARTS), priority: 1 },
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
