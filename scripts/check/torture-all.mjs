import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { buildPages } from "../run/prepare.mjs";
import { onEndAsked } from "../run/process-group.mjs";
import { programs, root } from "../run/root.mjs";
import { runNode } from "../run/run-program.mjs";

const reports = join(root, ".cache", "reports", "torture");

/**
 * `npm run torture -- [short] [seed=N] [title=TEXT] [words…]`: runs the tests that attack the shop,
 * in their long form, and prints a report. `title` chooses tests by a part of their title, other
 * words choose test files by a part of their path.
 */
export default async function torture(words) {
  onEndAsked(() => process.exit(130));
  const seed = words.find((word) => /^seed=\d+$/.test(word))?.slice("seed=".length);
  const title = words.find((word) => word.startsWith("title="))?.slice("title=".length);
  const files = words.filter((word) => word !== "short" && !/^(?:seed|title)=/.test(word));
  rmSync(reports, { recursive: true, force: true });
  await buildPages();
  const env = {
    ...process.env,
    NO_COLOR: "1",
    TORTURE: words.includes("short") ? "short" : "long",
    ...(seed !== undefined && { TEST_SEED: seed }),
  };
  const filters = files.length > 0 ? files : ["tests/torture/"];
  const options = ["--reporter=verbose", ...(title === undefined ? [] : ["-t", title])];
  const { code } = await runNode([programs.vitest, "run", ...options, ...filters], {
    env,
    shown: true,
  });
  for (const [part, figures] of readReports()) {
    console.log(`\n${part}`);
    for (const [name, figure] of Object.entries(figures))
      console.log(`  ${name}: ${String(figure)}`);
  }
  console.log(code === 0 ? "\nNothing broke." : "\nSomething broke: see above.");
  process.exit(code ?? 1);
}

function readReports() {
  if (!existsSync(reports)) return [];
  const files = readdirSync(reports).sort();
  return files.map((file) => [
    basename(file, ".json"),
    JSON.parse(readFileSync(join(reports, file), "utf8")),
  ]);
}
