import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

/**
 * Codes, tokens and one-time secrets come from a file or from the standard input: what stands on
 * the command line stays in the shell's history and is seen by every user of the machine.
 */

/** Takes `--file PATH` out of the words. Returns the path, or undefined. */
export function takeFile(words) {
  const at = words.indexOf("--file");
  return at < 0 ? undefined : words.splice(at, 2)[1];
}

/** Reads the lines that are not empty, of a file or of the standard input. */
export async function readSecrets(file, what) {
  if (file === undefined && process.stdin.isTTY)
    console.error(`${what}, one on each line; Ctrl-D ends:`);
  const whole = file === undefined ? await text(process.stdin) : readFileSync(file, "utf8");
  const lines = whole.split(/\r?\n/).map((line) => line.trim());
  const secrets = lines.filter((line) => line !== "");
  if (secrets.length === 0)
    throw new Error(`${what} are read from the standard input, or from --file PATH.`);
  return secrets;
}

/** Reads a single secret. */
export async function readSecret(file, what) {
  const [secret, ...more] = await readSecrets(file, what);
  if (more.length > 0) throw new Error(`${what}: one is needed, and there are ${more.length + 1}.`);
  return secret;
}
