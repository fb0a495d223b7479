import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";
import { hashPaths, readStamp, writeStamp } from "./stamp.mjs";

export const SCHEMA_FOLDER = "api/migrations";

/** The names of the files of the schema, in the order in which they are applied. */
export function namesOfSchema() {
  return readdirSync(join(root, SCHEMA_FOLDER))
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/**
 * Returns the files of the schema as they are stored in a data folder: one line `hash name` for
 * each.
 * @returns {string[]} in the order in which they are applied
 */
export function filesOfSchema() {
  return namesOfSchema().map((name) => `${hashPaths([`${SCHEMA_FOLDER}/${name}`])} ${name}`);
}

/**
 * Returns the applied files that were removed or have changed since: each file is applied only
 * once, so a folder that was made from a different text of a file cannot be updated.
 * @param {string[]} applied lines of `filesOfSchema` at the time when the folder was made
 * @param {string[]} present the lines of `filesOfSchema` now
 */
export function changedFiles(applied, present) {
  return applied.filter((line) => !present.includes(line)).map((line) => line.split(" ")[1] ?? "");
}

/**
 * Returns whether a data folder has each file of the schema.
 * @throws when the folder was made from another schema; the folder is not changed
 */
export function isUpToDate(dataDir) {
  const stamp = readStamp(stampOf(dataDir));
  if (stamp === null) return false;
  const applied = stamp.split("\n").filter((line) => line !== "");
  const present = filesOfSchema();
  const changed = changedFiles(applied, present);
  if (changed.length > 0)
    throw new Error(
      `The data folder ${dataDir} was made from another schema${since(changed)}, so it cannot be ` +
        "brought up to date. Begin anew: delete the folder with everything in it, or choose another " +
        "one with DATA_DIR.",
    );
  return applied.length === present.length;
}

/**
 * Returns the names of the changed files in parentheses, or an empty text for an old stamp, which
 * contains no names.
 */
function since(changed) {
  const names = changed.filter((name) => name !== "");
  return names.length === 0 ? "" : ` (${names.join(", ")} changed since)`;
}

/** Records that a data folder has each file of the schema in its present form. */
export function noteUpToDate(dataDir) {
  writeStamp(stampOf(dataDir), filesOfSchema().join("\n"));
}

function stampOf(dataDir) {
  return join(dataDir, "migrated");
}
