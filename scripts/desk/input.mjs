import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { plain } from "./print.mjs";

/**
 * Codes, tokens and one-time secrets come from a file or from the standard input: the shell's
 * history stores command lines, and every user of the machine can see them while they run.
 */

/** Reads the input that a word names: `-` means the standard input, `@PATH` a file. */
export async function readInput(word, what) {
  if (word === "-") {
    if (process.stdin.isTTY) console.error(`${what}; Ctrl-D ends:`);
    return (await text(process.stdin)).replace(/\r?\n$/, "");
  }
  const path = /^@(.+)$/s.exec(word)?.[1];
  if (!path) throw new Error(`${what} is read from the standard input with -, or from @PATH.`);
  return readText(path).replace(/\r?\n$/, "");
}

/** Reads a text file, or throws an error with a sentence that says that it cannot be read. */
export function readText(path) {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new Error(`${path} cannot be read (${error.code}).`, { cause: error });
  }
}

export function parseJson(json, what) {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error(`${what} is no JSON: ${plain(error.message)}`, { cause: error });
  }
}

/** Returns the lines that are not empty. */
export const readLines = (whole) =>
  whole
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Reads a single secret from the standard input. */
export async function readSecret(what) {
  const [secret, ...more] = readLines(await readInput("-", what));
  if (!secret) throw new Error(`${what} is read from the standard input.`);
  if (more.length > 0) throw new Error(`${what}: one is needed, and there are ${more.length + 1}.`);
  return secret;
}
