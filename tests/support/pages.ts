import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pages } from "../../contract/pages.ts";
import { root } from "../../scripts/run/root.mjs";

/** An address of each page for shoppers only, with `x` for its parameters. */
export const shopperAddresses = pages
  .filter(({ audience }) => audience === "shopper")
  .map(({ path }) => path.replace(/:\w+/g, "x"));

/** The pages of src/pages: their paths in the form of contract/pages.ts, and their layouts. */
export function pagesInFiles(): { path: string; isOfAccount: boolean }[] {
  const folder = join(root, "src", "pages");
  return (
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => file.replaceAll("\\", "/"))
      // These pages are shown at other addresses, and have none of their own.
      .filter((file) => file.endsWith(".astro") && !/^(?:404|500|closed)\.astro$/.test(file))
      .map((file) => ({
        path: `/${file.replace(/\.astro$/, "").replace(/(?:^|\/)index$/, "")}`.replace(
          /\[(\w+)\]/g,
          ":$1",
        ),
        isOfAccount: readFileSync(join(folder, file), "utf8").includes("layouts/Account.astro"),
      }))
  );
}
