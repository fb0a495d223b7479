import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { AstroUserConfig } from "astro";

/**
 * Writes `licences.txt` beside the scripts of the pages: the licence of each package that a browser
 * receives, because these licences require it.
 */

type Plugins = NonNullable<NonNullable<AstroUserConfig["vite"]>["plugins"]>;

const packages = join(import.meta.dirname, "../../node_modules");
/** Packages that a browser receives as a style, font, inline script or drawing, not in a bundle. */
const OUTSIDE_BUNDLES = ["@lucide/astro", "astro", "tailwindcss", "vazirmatn"];

export const licences = {
  name: "licences",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle(_, bundle) {
    const names = Object.values(bundle).flatMap((file) =>
      file.type === "chunk" ? Object.keys(file.modules).flatMap((id) => packageOf(id) ?? []) : [],
    );
    const sorted = [...new Set([...OUTSIDE_BUNDLES, ...names])].sort();
    const source = sorted.map(noticeOf).join(`\n${"-".repeat(80)}\n\n`);
    this.emitFile({ type: "asset", fileName: "licences.txt", source });
  },
} satisfies Plugins[number];

function packageOf(moduleId: string): string | undefined {
  return /.*\/node_modules\/((?:@[^/]+\/)?[^/?]+)/.exec(moduleId.replaceAll("\\", "/"))?.[1];
}

/** Throws for a package without a licence file, because such a package may not be distributed. */
function noticeOf(name: string): string {
  const folder = join(packages, name);
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|ofl)(\.\w+)?$/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no licence file`);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    version: string;
  };
  return `${name} ${version}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
