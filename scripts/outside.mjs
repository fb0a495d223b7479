import { pages } from "../contract/pages.ts";
import { findHtmlFaults } from "./check/html-faults.mjs";
import { buyThrough } from "./outside/buy.mjs";
import { openPrism } from "./outside/prism.mjs";
import { runTool } from "./outside/tool.mjs";

/**
 * `npm run outside [address]`: tests a running shop (`npm start`) with tools from other projects.
 * Two are large, so npx downloads them, in the versions named here.
 *
 * - prism: buys through a proxy that compares each request and answer with the OpenAPI document.
 * - html-validate: checks the HTML of the public pages and of those of a guest, as `npm test` does
 *   with all pages (tests/api/edge/markup.test.ts).
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
  const paths = [
    ...pages.filter(({ audience }) => audience !== "shopper").map(({ path }) => path),
    "/no-such-page",
  ].map((path) => path.replace("/:type/:urlName", "/giftcard/itunes"));
  const faults = [];
  for (const path of paths.filter((path) => !path.includes(":")))
    for (const fault of await findHtmlFaults(await (await fetch(address + path)).text()))
      faults.push(`${path} ${fault}`);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return "no complaint";
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
