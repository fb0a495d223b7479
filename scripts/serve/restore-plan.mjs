import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createVault } from "../../api/base/vault.ts";
import { fingerprintCode, sealContext } from "../../api/buying/code/code-text.ts";
import { findDatabase } from "../audit/audit-source.mjs";
import { Refused } from "../own/refused.mjs";
import { freeMegabytes, spaceSentence } from "./checks.mjs";
import { REPLACED, auditCopy, listCopies, timeOf } from "./copies.mjs";
import { addEffects, isWholeSince, lastAlive } from "./effects.mjs";
import { effectsIn } from "./restored-database.mjs";

/**
 * What a restore will do, decided before anything is changed and kept in a file until its end, so
 * that an interrupted restore is carried on with the same copy.
 * @typedef {object} Plan
 * @property {string} copy
 * @property {number} since effects from this time on are not in the copy, UTC milliseconds
 * @property {string | null} kept where the old database is moved to; null when there is none
 * @property {boolean} isWhole whether all codes are known that were seen since
 * @property {number | null} undone how many decisions of the desk the copy lacks; null: unknown
 */

/** The clock may have been set, and a copy has what was committed while it was begun. */
const MARGIN_MS = 10 * 60_000;

const planOf = (dataDir) => join(dataDir, "restoring");

/** Refuses to run a shop whose restore was interrupted. */
export function checkRestored(dataDir) {
  if (existsSync(planOf(dataDir)))
    throw new Refused(
      "A restore was interrupted, so this database may sell codes that somebody has seen. Run it again: npm run serve -- restore",
    );
}

/** Refuses to begin another shop beside the copies of one. */
export function checkNoCopies(folder) {
  if (existsSync(folder) && listCopies(folder).length > 0)
    throw new Refused(
      `There are copies of a database in ${folder}, but no database. Put one back: npm run serve -- restore. For another shop, name another folder as “copies” of [server] in shop.toml.`,
    );
}

/** Stores the plan in one step, on the disk before anything else is done. */
export function keepPlan(dataDir, plan) {
  const file = planOf(dataDir);
  const fresh = openSync(`${file}.new`, "w", 0o600);
  writeSync(fresh, JSON.stringify(plan));
  fsyncSync(fresh);
  closeSync(fresh);
  renameSync(`${file}.new`, file);
}

export { planOf };

/**
 * Returns the plan of an interrupted restore, or makes one.
 * @returns {Promise<Plan>}
 */
export async function planRestore(shop, name, questions) {
  const { dataDir } = shop;
  if (existsSync(planOf(dataDir))) {
    console.log("Carrying on with the restore that was interrupted.");
    return JSON.parse(readFileSync(planOf(dataDir), "utf8"));
  }
  const folder = resolve(shop.own.server.copies);
  const copy = await chooseCopy(folder, name);
  const path = join(folder, copy);
  await checkKeysFit(path, shop.keys.shop);
  checkSpace(path, shop);
  const since = timeOf(copy) - MARGIN_MS;
  const old = readOld(dataDir, path, since);
  addEffects(folder, old.effects);
  const isWhole =
    old.isReadable ||
    (isWholeSince(folder, timeOf(copy)) && (await isListComplete(lastAlive(folder), questions)));
  return {
    copy,
    since,
    isWhole,
    undone: old.undone,
    kept: old.exists
      ? join(dataDir, REPLACED, `${new Date().toISOString().replaceAll(":", "-")}.sqlite`)
      : null,
  };
}

/** Finds the copy to restore, and proves it. A named copy may break invariants. */
async function chooseCopy(folder, name) {
  const copies = existsSync(folder) ? listCopies(folder) : [];
  const all = copies.length === 0 ? "There is none." : `There are:\n  ${copies.join("\n  ")}`;
  if (name !== undefined && !copies.includes(name))
    throw new Refused(`There is no copy ${name} in ${folder}. ${all}`);
  for (const copy of name === undefined ? copies.toReversed() : [name]) {
    const { code, output } = await auditCopy(join(folder, copy));
    if (code === 0) return copy;
    console.error(`${copy} is not sound:\n${output.trimEnd()}`);
    if (name !== undefined && isReadable(join(folder, copy))) return copy;
  }
  throw new Refused(
    `There is no sound copy in ${folder}. ${all}\nA copy that breaks an invariant is restored when you name it.`,
  );
}

function isReadable(file) {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    const [row] = database.prepare("PRAGMA integrity_check").all();
    database.close();
    return row?.["integrity_check"] === "ok";
  } catch {
    // It is not even a database.
    return false;
  }
}

/** Refuses keys of another shop, with which no code of the copy could be opened or recognized. */
async function checkKeysFit(path, { CODE_KEYS, HMAC_KEY }) {
  const database = new DatabaseSync(path, { readOnly: true });
  const code = database
    .prepare("SELECT id, product_id, sealed, fingerprint FROM code LIMIT 1")
    .get();
  database.close();
  if (code === undefined) return;
  const vault = createVault({ CODE_KEYS: JSON.parse(CODE_KEYS), HMAC_KEY });
  const { id, product_id: product, sealed, fingerprint } = code;
  try {
    const plain = await vault.open(String(sealed), sealContext(String(product), String(id)));
    if ((await fingerprintCode(vault, plain)) === fingerprint) return;
  } catch {
    // The sentence below says it.
  }
  throw new Refused(
    "The keys are not those of the copy: its codes could not be read with them. Put the keys.json or the shop.sealed of that shop back.",
  );
}

function checkSpace(path, { dataDir, own }) {
  const megabytes = Math.ceil(statSync(path).size / 1_000_000) + own.server.free_megabytes;
  if (freeMegabytes(dataDir) < megabytes) throw new Refused(spaceSentence(dataDir, megabytes));
}

/**
 * Reads what the database that will be replaced knows since the copy. `isReadable` is false when it
 * is missing, damaged, or that of another shop.
 */
function readOld(dataDir, copy, since) {
  const nothing = { exists: false, isReadable: false, effects: [], undone: null };
  let file = "";
  try {
    file = findDatabase(dataDir);
  } catch {
    return nothing;
  }
  try {
    const database = new DatabaseSync(file);
    const { effects, unreadable } = effectsIn(database, since);
    const isSame = hasItsHistory(database, copy);
    const undone = database
      .prepare(
        "SELECT count(*) AS count FROM desk_decision WHERE created_at >= ?1 AND verdict NOT IN ('viewed', 'listed', 'found')",
      )
      .get(since);
    // Brings what is in the log of the database into its file.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    if (unreadable.length > 0)
      console.error(`The old database is damaged: ${unreadable.join(", ")}.`);
    const isReadable = isSame && unreadable.length === 0;
    return {
      exists: true,
      isReadable,
      effects,
      undone: isReadable ? Number(undone?.["count"]) : null,
    };
  } catch (error) {
    console.error(`The old database cannot be read: ${error.message}. Only the list is used.`);
    return { ...nothing, exists: true };
  }
}

/** True when a database has the newest order and code of the copy. */
function hasItsHistory(database, copy) {
  database.prepare("ATTACH ?1 AS copy").run(copy);
  const row = database
    .prepare(
      `SELECT NOT EXISTS (SELECT id FROM (SELECT id FROM copy.orders ORDER BY rowid DESC LIMIT 1)
         EXCEPT SELECT id FROM main.orders)
       AND NOT EXISTS (SELECT id FROM (SELECT id FROM copy.code ORDER BY rowid DESC LIMIT 1)
         EXCEPT SELECT id FROM main.code) AS is_same`,
    )
    .get();
  database.exec("DETACH copy");
  return row?.["is_same"] === 1;
}

/** Asks whether the list goes up to the last moment of the shop: it may be an older copy itself. */
async function isListComplete(alive, questions) {
  if (alive === null) return false;
  const answer = await questions.ask(
    `The database itself cannot be read. The list of seen codes says that the shop last ran at ${new Date(alive).toISOString()}. Did it sell nothing after that (yes or no)?`,
  );
  return answer.trim().toLowerCase() === "yes";
}
