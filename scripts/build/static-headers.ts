import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { FILE_HEADERS } from "../../worker/headers.ts";
import { root } from "../run/root.mjs";

/**
 * Writes the headers of files that Cloudflare sends without asking the worker into
 * dist/client/_headers: `node scripts/build/static-headers.ts`.
 */
const { assets } = parse(readFileSync(join(root, "wrangler.toml"), "utf8")) as {
  assets: { run_worker_first: string[] };
};
const path = join(root, "dist", "client", "_headers");
const lines = Object.entries(FILE_HEADERS).map(([name, value]) => `  ${name}: ${value}`);
let text = readFileSync(path, "utf8");
// If two blocks have the same path, only the last one is used, so the lines are added to the
// existing block.
for (const rule of assets.run_worker_first.filter((each) => each.startsWith("!"))) {
  const block = `${rule.slice(1)}\n`;
  if (!text.includes(block)) text += `\n${block}`;
  text = text.replace(block, `${block}${lines.join("\n")}\n`);
}
writeFileSync(path, text);
