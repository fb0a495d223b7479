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
 * The files of the schema with their hashes, as a data folder remembers them: one `hash name` a line.
 * @returns {string[]} in the order in which they are applied
 */
export function filesOfSchema() {
  return namesOfSchema().map((name) => `${hashPaths([`${SCHEMA_FOLDER}/${name}`])} ${name}`);
}

/**
 * Returns the applied files that were removed or have changed since: each file is applied only
 * once, so a folder that was made from another text cannot be updated.
 * @param {string[]} applied lines of `filesOfSchema` at the time when the folder was made
 * @param {string[]} present the present lines
 */
export function changedFiles(applied, present) {
  return applied.filter((line) => !present.includes(line)).map((line) => line.split(" ")[1] ?? "");
}

/**
 * Returns whether a data folder has each file of the schema.
 * @throws when it was made from another schema; it stays as it is
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

/** Older stamps name no files. */
function since(changed) {
  const names = changed.filter((name) => name !== "");
  return names.length === 0 ? "" : ` (${names.join(", ")} changed since)`;
}

/** Remembers that a data folder has each file of the schema as it is now. */
export function noteUpToDate(dataDir) {
  writeStamp(stampOf(dataDir), filesOfSchema().join("\n"));
}

function stampOf(dataDir) {
  return join(dataDir, "migrated");
}
