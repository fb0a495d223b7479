import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * The programs that scripts run, as paths of files, so that they do not depend on a shell or on
 * PATH.
 */
export const programs = {
  astro: join(root, "node_modules", "astro", "bin", "astro.mjs"),
  wrangler: join(root, "node_modules", "wrangler", "bin", "wrangler.js"),
  prettier: join(root, "node_modules", "prettier", "bin", "prettier.cjs"),
  oxlint: join(root, "node_modules", "oxlint", "bin", "oxlint"),
  knip: join(root, "node_modules", "knip", "bin", "knip.js"),
  vitest: join(root, "node_modules", "vitest", "vitest.mjs"),
  playwright: join(root, "node_modules", "@playwright", "test", "cli.js"),
};
