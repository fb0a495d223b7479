import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/root.mjs";

/**
 * @typedef {object} Invariant
 * @property {string} name what must hold, as a sentence
 * @property {string} sql one question: the ids of whatever breaks it
 * @property {boolean} isWarning it looks at the clock: something waits too long, and nothing is wrong with the books
 */

/** The sentences of api/audit/invariants.sql with their questions. @returns {Invariant[]} */
export function readInvariants() {
  const text = readFileSync(join(root, "api", "audit", "invariants.sql"), "utf8");
  return [...text.matchAll(/^-- (warning: )?(.+)\n((?:SELECT|WITH)\b[^;]*);$/gm)].map(
    ([, warning, name = "", sql = ""]) => ({
      name,
      sql,
      isWarning: warning !== undefined,
    }),
  );
}
