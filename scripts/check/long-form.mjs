import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../run/root.mjs";

/** The last green run of each part of the attacks in its long form, kept with the sources. */

const file = join(root, "docs", "long-form.json");

/**
 * Browser tests that run only in the long form. Their single steps are also tested by `npm test`.
 */
export const LONG_ONLY = ["desk-day", "desk-goods", "storage", "translated"].map(browserTest);
/** Browser tests of which `npm test` runs only a part. */
const PLAYED_IN_PART = ["found", "screens", "script-in-texts"].map(browserTest);

function browserTest(name) {
  return `tests/e2e/${name}.spec.ts`;
}

/** Test files that have a long form: each is one part of it. */
export function longParts() {
  const attacks = globSync("tests/torture/*.test.ts", { cwd: root });
  return [...attacks, ...PLAYED_IN_PART, ...LONG_ONLY].sort();
}

/** The name of a part, such as `guards`. */
export const partOf = (path) => basename(path).replace(/\.(?:test|spec)\.ts$/, "");

/** The number of newer commits after which a long run counts as old. */
export const STALE_COMMITS = 100;

/**
 * @typedef {object} LongRun
 * @property {string} commit
 * @property {string} date UTC, as in 2026-11-27
 * @property {number} minutes
 * @property {Record<string, Record<string, number | string>>} found the figures of each report
 */

/** @returns {Record<string, LongRun>} by part, such as `guards` */
export function readLongForm() {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Records that a part passed now, at the newest commit. */
export function noteGreen(part, { minutes, found }) {
  const date = new Date().toISOString().slice(0, 10);
  const runs = { ...readLongForm(), [part]: { commit: headCommit(), date, minutes, found } };
  const sorted = Object.fromEntries(Object.entries(runs).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** Returns how many commits are newer than this one; null when git does not have that history. */
function commitsSince(commit) {
  const { status, stdout } = git("rev-list", "--count", `${commit}..HEAD`);
  return status === 0 ? Number(stdout) : null;
}

/**
 * Lists the parts that never ran in the long form, or whose last long run is old. A run with
 * unknown history does not count as old.
 */
export function staleParts() {
  const runs = readLongForm();
  return longParts()
    .map(partOf)
    .filter((part) => !runs[part] || (commitsSince(runs[part].commit) ?? 0) > STALE_COMMITS);
}

function headCommit() {
  return git("rev-parse", "--short=8", "HEAD").stdout.trim() || "unknown";
}

function git(...words) {
  return spawnSync("git", words, { cwd: root, encoding: "utf8" });
}
