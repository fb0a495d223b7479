import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/root.mjs";

/**
 * @typedef {object} Invariant
 * @property {string} name the invariant as a sentence
 * @property {string} sql selects the ids of the rows that break it
 * @property {boolean} isWarning the rows wait for too long, but the books are right
 */

/** Reads the invariants in api/audit/invariants.sql. @returns {Invariant[]} */
export function readInvariants() {
  const text = readFileSync(join(root, "api", "audit", "invariants.sql"), "utf8");
  return [...text.matchAll(/^-- (warning: )?(.+)\n((?:SELECT|WITH)\b[^;]*);$/gm)].map(
    ([, warning, name = "", sql = ""]) => ({ name, sql, isWarning: warning !== undefined }),
  );
}
