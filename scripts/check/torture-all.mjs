import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { findBrowser } from "../run/find-browser.mjs";
import { withMemoryFolder } from "./memory-folder.mjs";
import { buildPages } from "../run/prepare.mjs";
import { onEndAsked } from "../run/process-group.mjs";
import { programs, root } from "../run/root.mjs";
import { runNode } from "../run/run-program.mjs";
import { longParts, noteGreen, partOf, staleParts } from "./long-form.mjs";

const folder = join(root, ".cache", "reports");

/**
 * `npm run torture -- [short] [anew] [seed=N] [title=TEXT] [words…]`: runs the tests that attack
 * the shop, in their long form, part by part, and prints what each part found. A part is one test
 * file. Parts that passed within the last hundred commits are skipped, so a run that was stopped
 * can be continued. `anew`, or a word that names a part, runs them again. It ends at the first part
 * that fails. `title` selects tests by a part of their title, and other words select parts by a
 * part of their path.
 */
export default async function torture(words) {
  onEndAsked(() => process.exit(130));
  const isShort = words.includes("short");
  const seed = words.find((word) => /^seed=\d+$/.test(word))?.slice("seed=".length);
  const title = words.find((word) => word.startsWith("title="))?.slice("title=".length);
  const named = words.filter(
    (word) => !["short", "anew"].includes(word) && !/^(?:seed|title)=/.test(word),
  );
  const parts = listParts(named, isShort || words.includes("anew"));
  await buildPages();
  const env = {
    ...process.env,
    NO_COLOR: "1",
    CHROMIUM_PATH: await findBrowser(),
    TORTURE: isShort ? "short" : "long",
    ...(seed !== undefined && { TEST_SEED: seed }),
  };
  for (const file of parts) {
    const startedAt = performance.now();
    const reports = join(folder, isShort ? "torture" : "long-form");
    rmSync(reports, { recursive: true, force: true });
    const { code } = await withMemoryFolder((memory) =>
      runNode(programFor(file, title), { env: { ...env, ...memory }, shown: true }),
    );
    const found = readReports(reports);
    print(found);
    if (code !== 0) {
      console.log(`\nSomething broke in ${file}: see above.`);
      process.exit(code);
    }
    const minutes = Math.round((performance.now() - startedAt) / 6_000) / 10;
    if (!isShort && title === undefined) noteGreen(partOf(file), { minutes, found });
  }
  console.log("\nNothing broke.");
}

/** The program that plays a part, with its arguments. */
function programFor(file, title) {
  return file.endsWith(".spec.ts")
    ? [programs.playwright, "test", "--reporter=list", ...(title ? ["-g", title] : []), file]
    : [programs.vitest, "run", "--reporter=verbose", ...(title ? ["-t", title] : []), file];
}

/** The test files to run: those that the words name, or those whose last long run is old. */
function listParts(named, all) {
  const files = longParts();
  if (named.length > 0) return files.filter((file) => named.some((word) => file.includes(word)));
  const stale = staleParts();
  return files.filter((file) => all || stale.includes(partOf(file)));
}

function readReports(reports) {
  if (!existsSync(reports)) return {};
  return Object.fromEntries(
    readdirSync(reports)
      .sort()
      .map((file) => [
        basename(file, ".json"),
        JSON.parse(readFileSync(join(reports, file), "utf8")),
      ]),
  );
}

function print(found) {
  for (const [name, figures] of Object.entries(found)) {
    console.log(`\n${name}`);
    for (const [what, figure] of Object.entries(figures)) console.log(`  ${what}: ${figure}`);
  }
}
