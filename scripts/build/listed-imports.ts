import type { Plugin } from "vite";

/**
 * Writes a list of the static imports of every script that pages load. worker/preload-islands.ts
 * reads the list, because the pages are built before the names of the scripts are known.
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
