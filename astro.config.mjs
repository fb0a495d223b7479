import { fileURLToPath } from "node:url";
import cloudflare from "@astrojs/cloudflare";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "astro/config";
import { licences } from "./scripts/build/licences.ts";
import { listedImports } from "./scripts/build/listed-imports.ts";
import { contentPolicy } from "./src/content-policy.ts";
import { hasTrustSeal } from "./src/settings.ts";

/** Set only by `npm run dev`: the path of the worker's config and the origin of the sandbox. */
const { WRANGLER_CONFIG, SANDBOX_ORIGIN } = process.env;

/**
 * Vite wraps each dynamic import in a helper that preloads its files. Public pages do not need the
 * helper, because their only dynamic import (the search) has no stylesheet, and it would make up a
 * sixth of their script.
 */
const plainImports = {
  name: "plain-imports",
  enforce: "pre",
  load: (id) =>
    id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : null,
};

/**
 * Replaces the component that draws the frame of each icon by src/components/PlainIcon.astro, which
 * is smaller.
 */
const plainIcons = {
  name: "plain-icons",
  enforce: "pre",
  resolveId: (id, importer) =>
    id.endsWith("/Icon.astro") && importer?.includes("/@lucide/astro/")
      ? fileURLToPath(new URL("src/components/PlainIcon.astro", import.meta.url))
      : null,
};

/**
 * Modules that every page needs: they format numbers, count the items of a guest's cart and call
 * the shop.
 */
const BASICS =
  /\/(?:add-button|persian\/(?:digits|toman)|stores\/(?:call|guest-cart|record|session))\.ts$/;

/** Parts that only tables or only dialogs use: many pages have no table and no dialog. */
const TABLE_PARTS = "DataTable|ListRow|PagedTable|Pagination";
const DIALOG_PARTS = "ConfirmModal|Confirmation|LeaveQuestion|Modal";
/**
 * Parts that stay out of the shared file: fields that few forms use, and parts that import a store.
 * Public pages import the same stores, and would load the whole shared file with them.
 */
const LONE_PARTS = "AmountField|Select|Boundary|SecondCode|Toasts|UploadField|draw|island";

const partsNamed = (names) => new RegExp(`/src/parts/(?:${names})\\.tsx$`);
const APART = partsNamed([TABLE_PARTS, DIALOG_PARTS, LONE_PARTS].join("|"));
/**
 * Parts that many pages share. Pages without a table also use the last file, `use-is-desktop.ts`.
 */
const SHARED_PARTS = /lucide-react|\/src\/parts\/(?:[^/]+\.tsx|use-is-desktop\.ts)$/;

/**
 * Puts modules that several islands share into a few files, because each of dozens of small files
 * would cost a request and the time to parse it. A file also contains the modules that its own
 * modules import, unless a group with a higher priority contains them.
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

/**
 * The React integration, with this project's own client entry, which puts an error boundary around
 * each island.
 */
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
