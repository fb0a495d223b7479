import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readStamp, writeStamp } from "../run/stamp.mjs";

/**
 * The list of what a restore cannot undo: codes that somebody saw, payments, refunds and payouts,
 * people who were forgotten. It lies beside the copies, one file for each day, without texts,
 * phones or names.
 * @typedef {import("../../api/base/log-work.ts").Effect & { at: string }} KeptEffect
 */

const DAY_MS = 86_400_000;
/** As long as the oldest copy. */
const KEPT_DAYS = 31;
const IS_EFFECT = /^\{"effect":/;
const DAY_FILE = /^\d{4}-\d\d-\d\d\.jsonl$/;

const folderOf = (copies) => join(copies, "effects");
const sinceOf = (copies) => join(folderOf(copies), "since");

/**
 * Returns a function that appends a line of the shop's log to the list, if it is an effect. After a
 * line that could not be stored the list begins anew.
 * @param {string} copies
 */
export function openEffects(copies) {
  return (line) => {
    if (!IS_EFFECT.test(line)) return;
    const now = new Date().toISOString();
    try {
      beginEffects(copies);
      append(copies, now, [JSON.parse(line)]);
    } catch (error) {
      // The list has a gap, so it begins anew. To delete a file needs no space.
      rmSync(sinceOf(copies), { force: true });
      console.error(JSON.stringify({ effectNotKept: error.message }));
    }
  };
}

/** Begins the list, when there is none, before anything can be sold. */
export function beginEffects(copies) {
  if (readSince(copies) !== null) return;
  mkdirSync(folderOf(copies), { recursive: true, mode: 0o700 });
  writeStamp(sinceOf(copies), new Date().toISOString());
}

/** Since when the list is whole, in UTC milliseconds; null when there is none. */
function readSince(copies) {
  const time = Date.parse(readStamp(sinceOf(copies)) ?? "");
  return Number.isNaN(time) ? null : time;
}

/** Appends effects, each on the disk before the power can fail. */
function append(copies, at, effects) {
  const file = join(folderOf(copies), `${at.slice(0, 10)}.jsonl`);
  // A line begins anew: the one before may have been cut off.
  const lines = effects.map((effect) => `\n${JSON.stringify({ at, ...effect })}\n`);
  appendFileSync(file, lines.join(""), { mode: 0o600, flush: true });
}

/** Notes that the shop runs, so that it is known up to when the list goes. */
export const noteAlive = (copies) =>
  writeStamp(join(folderOf(copies), "alive"), new Date().toISOString());

/** Returns when the shop last ran, as far as the list knows; null when it never did. */
export function lastAlive(copies) {
  const time = Date.parse(readStamp(join(folderOf(copies), "alive")) ?? "");
  return Number.isNaN(time) ? null : time;
}

/**
 * Adds to the list what a database knows, and the list may lack: the last lines before a kill.
 * @param {string} copies
 * @param {import("../../api/base/log-work.ts").Effect[]} effects
 */
export function addEffects(copies, effects) {
  mkdirSync(folderOf(copies), { recursive: true, mode: 0o700 });
  if (effects.length > 0) append(copies, new Date().toISOString(), effects);
}

/** Deletes days that no copy is old enough to need. */
export function thinEffects(copies, now) {
  const oldest = new Date(now - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  const since = readSince(copies);
  if (since !== null && since < Date.parse(oldest))
    writeStamp(sinceOf(copies), `${oldest}T00:00:00Z`);
  for (const file of listDays(copies))
    if (file.slice(0, 10) < oldest) rmSync(join(folderOf(copies), file));
}

const listDays = (copies) =>
  existsSync(folderOf(copies))
    ? readdirSync(folderOf(copies))
        .filter((name) => DAY_FILE.test(name))
        .sort()
    : [];

/** True when the list has everything since a time (UTC milliseconds). */
export function isWholeSince(copies, time) {
  const began = readSince(copies);
  return began !== null && began <= time;
}

/**
 * Reads the effects since a time.
 * @param {string} copies
 * @param {number} since
 * @returns {KeptEffect[]}
 */
export function readEffects(copies, since) {
  return (
    listDays(copies)
      .filter((file) => Date.parse(file.slice(0, 10)) + DAY_MS >= since)
      .flatMap((file) => readFileSync(join(folderOf(copies), file), "utf8").split("\n"))
      // The last line may have been cut off by the end of the machine.
      .flatMap((line) => parseLine(line))
      .filter(({ at }) => Date.parse(at) >= since)
  );
}

function parseLine(line) {
  try {
    return line === "" ? [] : [JSON.parse(line)];
  } catch {
    return [];
  }
}
