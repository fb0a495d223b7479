import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Plugin, build } from "esbuild";
import type { createShop } from "../../../api/shop.ts";
import { root } from "../../../scripts/run/root.mjs";

/** Replaces one place in a source of the shop. */
export interface Edit {
  file: string;
  find: RegExp;
  replace: string;
}

export type CreateShop = typeof createShop;

const load = createRequire(import.meta.url);

/** Counts the places that an edit would change. */
export const placesOf = (text: string, { find }: Edit): number =>
  [...text.matchAll(new RegExp(find, "gm"))].length;

/** Returns the text with the place changed. Throws unless there is exactly one. */
function edited(text: string, edit: Edit): string {
  const { file, find, replace } = edit;
  const places = placesOf(text, edit);
  if (places !== 1) throw new Error(`${file} has ${String(places)} places like ${String(find)}`);
  return text.replace(new RegExp(find, "m"), replace);
}

/** Builds the shop from its sources, perhaps with one place changed. */
export function createWorkshop() {
  const folder = mkdtempSync(join(tmpdir(), "armaghan-limits-"));
  let builds = 0;
  return {
    async build(edit: Edit | null): Promise<CreateShop> {
      const changed: string[] = [];
      const change: Plugin = {
        name: "change",
        setup(building) {
          building.onLoad({ filter: /\.ts$/ }, ({ path }) => {
            if (edit === null || path !== join(root, edit.file)) return undefined;
            changed.push(path);
            return { contents: edited(readFileSync(path, "utf8"), edit), loader: "ts" };
          });
        },
      };
      const outfile = join(folder, `shop-${String(++builds)}.cjs`);
      const { outputFiles } = await build({
        entryPoints: [join(root, "api", "shop.ts")],
        bundle: true,
        write: false,
        format: "cjs",
        target: "es2024",
        logLevel: "error",
        plugins: [change],
      });
      if (edit !== null && changed.length !== 1)
        throw new Error(`The shop does not include ${edit.file}`);
      writeFileSync(outfile, outputFiles[0]?.text ?? "");
      return (load(outfile) as { createShop: CreateShop }).createShop;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
