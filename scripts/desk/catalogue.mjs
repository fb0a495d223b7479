import { statSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { CATALOGUE_MAX_BYTES } from "../../contract/desk/catalogue-file.ts";
import { ask, need } from "./call.mjs";
import { parseJson, readText } from "./input.mjs";
import { plain } from "./print.mjs";

const CHANGES_SHOWN = 40;

export const catalogueCommands = {
  /** Prints the changes that a file would make, and makes them after a confirmation. */
  import: async (path, ...words) => {
    const isSure = words[0] === "--yes";
    if (words.length > (isSure ? 1 : 0)) throw new Error("Only --yes may stand behind the file.");
    const catalogue = readCatalogue(need(path, "Which file? `import catalogue.json`"));
    const body = { catalogue };
    const { fingerprint, changes, unchanged } = await ask("POST", "/catalogue/preview", body);
    console.log(`${changes.length} to be made or changed, ${unchanged} as the file says.`);
    for (const change of changes.slice(0, CHANGES_SHOWN)) printChange(change);
    if (changes.length > CHANGES_SHOWN) console.log(`  and ${changes.length - CHANGES_SHOWN} more`);
    if (changes.length === 0 || !(isSure || (await isWanted()))) return;
    const done = await ask("POST", "/catalogue/import", { catalogue, fingerprint });
    console.log(`${plain(done.message)} (${done.changed})`);
  },
};

function readCatalogue(path) {
  if (statSync(path, { throwIfNoEntry: false })?.size > CATALOGUE_MAX_BYTES)
    throw new Error(`${path} is larger than 1 MB: no catalogue is. Nothing was sent.`);
  return parseJson(readText(path), path);
}

function printChange({ kind, name, isNew, fields }) {
  const words = fields.map(({ name: field, from, to }) =>
    plain(`${field} ${from || "–"} → ${to || "–"}`).replaceAll("\n", " / "),
  );
  console.log(
    `  ${isNew ? "new" : "change"} ${kind} ${plain(name)}${isNew ? "" : `: ${words.join(", ")}`}`,
  );
}

/**
 * Asks for a confirmation at a terminal. Without a terminal, returns false, so that nothing is
 * changed.
 */
async function isWanted() {
  if (!process.stdin.isTTY) {
    console.log("Nothing was changed. Repeat it with --yes to carry it out.");
    return false;
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question("Carry it out? Write yes: ");
  lines.close();
  return answer.trim() === "yes";
}
