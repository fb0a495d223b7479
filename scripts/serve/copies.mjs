import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync, backup } from "node:sqlite";
import { findDatabase } from "../audit/audit-source.mjs";
import { root } from "../run/root.mjs";
import { runNode } from "../run/run-program.mjs";
import { sendAway } from "./away.mjs";
import { lookAtCertificate } from "./certificate.mjs";
import { freeMegabytes, spaceSentence } from "./checks.mjs";
import { thinEffects } from "./effects.mjs";
import { copyPictures, picturesOf, thinPictures } from "./pictures.mjs";
import { readStamp, writeStamp } from "../run/stamp.mjs";

/**
 * Copies of the database and of the pictures of goods while the shop sells, in a folder of their
 * own. Papers and cards are never copied (decision 21).
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const EVERY_MS = 5 * MINUTE_MS;
/** After this time, people who were forgotten in the shop are forgotten in its copies too. */
const KEPT_MS = 30 * DAY_MS;
const PROOF = "proof.json";
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/;
/** All pages in one step: a copy in several steps starts again whenever the shop writes. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Makes a copy at once, every five minutes, or after ten times as long as the last one took, and
 * proves the newest one each night. Waits until the shop answers, since after a kill the runtime
 * has to repair the database before anybody else opens it.
 * @param {{ own: any, keys: any, dataDir: string }} shop
 * @param {() => Promise<boolean>} answers
 * @returns {() => void} ends it
 */
export function startCopies(shop, answers) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const next = async () => {
    let waitMs = 1_000;
    try {
      if (await answers()) waitMs = Math.max(EVERY_MS, 10 * (await copyAndProve(shop)));
    } catch (error) {
      console.error(JSON.stringify({ copyFailed: error.message }));
      waitMs = MINUTE_MS;
    }
    timer = setTimeout(next, waitMs);
  };
  timer = setTimeout(next, 0);
  return () => clearTimeout(timer);
}

/** Whether a copy is being sent to another machine. */
let isSending = false;

/** Returns how many milliseconds the copy took. */
async function copyAndProve({ own, keys, dataDir }) {
  const startedAt = Date.now();
  const folder = resolve(own.server.copies);
  // That much stays free beside a copy.
  const needed = own.server.free_megabytes;
  const file = findDatabase(dataDir);
  const megabytes = Math.ceil(statSync(file).size / 1_000_000);
  if (freeMegabytes(folder) < megabytes + needed)
    throw new Error(spaceSentence(folder, megabytes + needed));
  const name = await copyTo(file, folder, startedAt);
  const ms = Date.now() - startedAt;
  console.log(JSON.stringify({ copy: name, outcome: "done", ms }));
  const names = listCopies(folder);
  const kept = keptOf(names, startedAt);
  for (const old of names) if (!kept.includes(old)) rmSync(join(folder, old));
  await copyPictures(picturesOf(join(folder, name)), folder, { own, keys });
  if (isProofDue(readProof(folder), startedAt)) {
    await lookAtCertificate(own.domain, folder);
    thinReplaced(join(dataDir, REPLACED), startedAt);
    thinEffects(folder, startedAt);
    thinPictures(
      folder,
      kept.map((one) => join(folder, one)),
    );
    await prove(folder, name);
  }
  // A slow line to the other machine does not delay the next copy.
  const { after_copy: command } = own.server;
  if (command !== "" && !isSending) {
    isSending = true;
    const publicKey = keys.shop.DOSSIER_PUBLIC_KEY;
    void sendAway({ copies: folder, name, command, publicKey }).finally(() => (isSending = false));
  }
  return ms;
}

/** Copies a database that is in use, and returns the name of the copy, which is one file. */
export async function copyTo(file, folder, now) {
  const name = `${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}Z.sqlite`;
  const fresh = join(folder, `${name}.new`);
  // A copy that was interrupted has a name that no later one has.
  for (const left of readdirSync(folder).filter((each) => each.includes(".sqlite.new")))
    rmSync(join(folder, left));
  writeFileSync(fresh, "", { mode: 0o600 });
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    await backup(source, fresh, { rate: ALL_PAGES });
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(fresh);
  copy.exec("PRAGMA journal_mode = DELETE");
  copy.close();
  renameSync(fresh, join(folder, name));
  return name;
}

/** The names of the copies, oldest first. */
export const listCopies = (folder) =>
  readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort();

/** When a copy was begun, in UTC milliseconds. */
export const timeOf = (name) =>
  Date.parse(`${name.slice(0, 10)}T${name.slice(11, 19).replaceAll("-", ":")}Z`);

/**
 * Returns the copies to keep: all of the last hour, the first of each hour of the last two days,
 * the first of each day of the last thirty, and always the newest.
 * @param {string[]} names oldest first
 * @param {number} now
 */
export function keptOf(names, now) {
  const spans = new Set();
  return names.filter((name, at) => {
    const age = now - timeOf(name);
    if (at === names.length - 1 || age < HOUR_MS) return true;
    if (age >= KEPT_MS) return false;
    const span = name.slice(0, age < 2 * DAY_MS ? "2026-11-28T13".length : "2026-11-28".length);
    if (spans.has(span)) return false;
    spans.add(span);
    return true;
  });
}

/** The folder of databases that a restore replaced, in the data folder. */
export const REPLACED = "before-restore";

/** Deletes databases that were replaced so long ago that no copy of that time is left either. */
export function thinReplaced(folder, now) {
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (statSync(join(folder, name)).mtimeMs < now - KEPT_MS) rmSync(join(folder, name));
}

/** Three o'clock in Tehran, half an hour before midnight UTC. */
const NIGHT_MS = DAY_MS - HOUR_MS / 2;

/** True once each night, and when no copy was ever proven. */
export function isProofDue(proof, now) {
  const lastNight = now - ((now - NIGHT_MS + DAY_MS) % DAY_MS);
  return proof === null || Date.parse(proof.provenAt) < lastNight;
}

/** @returns {{ copy: string, provenAt: string, findings: number, says: string } | null} */
export function readProof(folder) {
  const text = readStamp(join(folder, PROOF));
  return text === null ? null : JSON.parse(text);
}

/** Checks every page and every invariant of a copy, and stores the result. */
async function prove(folder, name) {
  const startedAt = Date.now();
  const { code, output } = await auditCopy(join(folder, name));
  const lines = output.trimEnd().split("\n");
  const says = lines.at(-1);
  // An audit that could not end has found that the copy cannot be used.
  const findings =
    code === 0 ? 0 : Math.max(1, lines.filter((line) => line.startsWith("✗")).length);
  const proof = { copy: name, provenAt: new Date().toISOString(), findings, says };
  const file = join(folder, PROOF);
  writeStamp(`${file}.new`, JSON.stringify(proof));
  renameSync(`${file}.new`, file);
  const line = JSON.stringify({ proof: name, outcome: says, ms: Date.now() - startedAt });
  if (code === 0) console.log(line);
  else console.error(`${line}\n${output}`);
}

/** Checks every page and every invariant of a database file. The code is 0 when all hold. */
export const auditCopy = (file) =>
  runNode(["--no-warnings", join(root, "scripts", "command.mjs"), "audit", file]);
