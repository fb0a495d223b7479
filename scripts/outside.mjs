import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pages } from "../contract/pages.ts";
import { buyThrough } from "./outside/buy.mjs";
import { openPrism } from "./outside/prism.mjs";
import { runTool } from "./outside/tool.mjs";

/**
 * `npm run outside [address]`: tries a running shop (`npm start`) with tools that others have
 * written. They are large, so npx brings them, in the versions that stand here.
 *
 * - prism: buys through a proxy that compares each request and answer with the OpenAPI document.
 * - html-validate: checks the HTML of the public pages and of those of a guest.
 * - linkinator: follows every link, picture and script within the shop.
 */
const address = (process.argv[2] ?? "http://localhost:4321").replace(/\/$/, "");
const failed = [];

await part("prism", async () => {
  const prism = await openPrism(`${address}/api/v1`);
  try {
    const calls = await buyThrough(address, prism.address);
    return `a purchase of ${String(calls.length)} calls, and no violation`;
  } finally {
    prism.close();
  }
});

await part("html-validate", async () => {
  const folder = await mkdtemp(join(tmpdir(), "armaghan-pages-"));
  try {
    const paths = [
      ...pages.filter(({ audience }) => audience !== "shopper").map(({ path }) => path),
      "/no-such-page",
    ].map((path) => path.replace("/:type/:urlName", "/giftcard/itunes"));
    for (const path of paths.filter((path) => !path.includes(":"))) {
      const html = await (await fetch(address + path)).text();
      // Astro's own style of its islands stands beside them.
      const own = html.replace(/<style>astro-[^<]*<\/style>/g, "");
      await writeFile(join(folder, `${path.slice(1).replaceAll("/", "_") || "index"}.html`), own);
    }
    const rules = { extends: ["html-validate:standard"] };
    await writeFile(join(folder, ".htmlvalidate.json"), JSON.stringify(rules));
    await runTool("html-validate@11.18.0", ["--formatter=text", folder]);
    return "no complaint";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

await part("linkinator", async () => {
  const elsewhere = `^(?!${address})`;
  const output = await runTool("linkinator@8.1.0", [address, "--recurse", "--skip", elsewhere]);
  return output.trim().split("\n").at(-1) ?? "";
});

process.exitCode = failed.length > 0 ? 1 : 0;

async function part(name, work) {
  try {
    console.log(`${name}: ${await work()}`);
  } catch (error) {
    failed.push(name);
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
