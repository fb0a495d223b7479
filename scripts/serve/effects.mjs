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
 * line that could not be stored, the list begins anew: what came before is no longer whole.
 * @param {string} copies
 */
export function openEffects(copies) {
  let hasLost = false;
  const begin = (now) => {
    mkdirSync(folderOf(copies), { recursive: true, mode: 0o700 });
    writeStamp(sinceOf(copies), now);
  };
  return (line) => {
    if (!IS_EFFECT.test(line)) return;
    const now = new Date().toISOString();
    try {
      if (hasLost || !existsSync(sinceOf(copies))) begin(now);
      const kept = JSON.stringify({ at: now, ...JSON.parse(line) });
      const file = join(folderOf(copies), `${now.slice(0, 10)}.jsonl`);
      // On the disk before the power can fail.
      appendFileSync(file, `${kept}\n`, { mode: 0o600, flush: true });
      hasLost = false;
    } catch (error) {
      hasLost = true;
      console.error(JSON.stringify({ effectNotKept: error.message }));
    }
  };
}

/** Begins the list when the shop is started for the first time, before anything can be sold. */
export function beginEffects(copies) {
  if (existsSync(sinceOf(copies))) return;
  mkdirSync(folderOf(copies), { recursive: true, mode: 0o700 });
  writeStamp(sinceOf(copies), new Date().toISOString());
}

/** Deletes days that no copy is old enough to need. */
export function thinEffects(copies, now) {
  const oldest = new Date(now - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  for (const file of listDays(copies))
    if (file.slice(0, 10) < oldest) rmSync(join(folderOf(copies), file));
}

const listDays = (copies) =>
  existsSync(folderOf(copies))
    ? readdirSync(folderOf(copies))
        .filter((name) => DAY_FILE.test(name))
        .sort()
    : [];

/**
 * Reads the effects since a time. `isWhole` is false when the list is missing or began later.
 * @param {string} copies
 * @param {number} since
 * @returns {{ isWhole: boolean, effects: KeptEffect[] }}
 */
export function readEffects(copies, since) {
  const began = readStamp(sinceOf(copies));
  const effects = listDays(copies)
    .filter((file) => Date.parse(file.slice(0, 10)) + DAY_MS >= since)
    .flatMap((file) => readFileSync(join(folderOf(copies), file), "utf8").split("\n"))
    // The last line may have been cut off by the end of the machine.
    .flatMap((line) => parseLine(line))
    .filter(({ at }) => Date.parse(at) >= since);
  return { isWhole: began !== null && Date.parse(began) <= since, effects };
}

function parseLine(line) {
  try {
    return line === "" ? [] : [JSON.parse(line)];
  } catch {
    return [];
  }
}
