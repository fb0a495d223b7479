import type { Plugin } from "vite";

/**
 * Lists the static imports of every script that pages name, for worker/preload-islands.ts, because
 * the pages are built before the scripts get their names.
 */
export const listedImports: Plugin = {
  name: "listed-imports",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle(_, bundle) {
    const importsOf = (file: string, found = new Set<string>()): Set<string> => {
      const output = bundle[file];
      for (const next of output?.type === "chunk" ? output.imports : [])
        if (!found.has(next)) importsOf(next, found.add(next));
      return found;
    };
    const lists = Object.values(bundle)
      .filter((output) => output.type === "chunk" && output.isEntry)
      .map(({ fileName }) => [`/${fileName}`, [...importsOf(fileName)].map((file) => `/${file}`)]);
    const source = JSON.stringify(Object.fromEntries(lists));
    this.emitFile({ type: "asset", fileName: "_astro/imports.json", source });
  },
};
