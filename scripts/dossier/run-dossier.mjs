import { readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { findSealed, makeDossierKeys, openDossier } from "./dossier.mjs";

const HELP = `npm run dossier -- <command>
  keys <file>              make a key pair: the private key goes into a new file, to be kept offline;
                           the public one is printed, for the secret DOSSIER_PUBLIC_KEY
  open <file> [words]      open the dossiers in the standard input with that private key, and print
                           those that contain the words, each as a line of JSON`;

/** `npm run dossier`: the sealed dossiers about people who were forgotten. */
export default async function runDossier([command, file, ...words]) {
  try {
    if (command === undefined || file === undefined) {
      console.log(HELP);
    } else if (command === "keys") {
      const { DOSSIER_PUBLIC_KEY, DOSSIER_PRIVATE_KEY } = makeDossierKeys();
      writeFileSync(file, `${DOSSIER_PRIVATE_KEY}\n`, { mode: 0o600, flag: "wx" });
      console.log(DOSSIER_PUBLIC_KEY);
    } else if (command === "open") {
      const key = readFileSync(file, "utf8").trim();
      let closed = 0;
      for (const sealed of findSealed(await text(process.stdin))) {
        const line = openLine(key, sealed);
        if (line === null) closed++;
        else if (words.every((word) => line.includes(word))) console.log(line);
      }
      if (closed > 0) console.error(`${closed} stayed closed: they were sealed for another key.`);
    } else throw new Error(`There is no command “${command}”.\n\n${HELP}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Returns a dossier as a line; null when this key does not open it. */
function openLine(key, sealed) {
  try {
    return JSON.stringify(openDossier(key, sealed));
  } catch {
    // It was sealed for an earlier key, or only looks like a dossier. The caller counts such texts.
    return null;
  }
}
