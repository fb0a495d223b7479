import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findDatabase } from "../audit/audit-source.mjs";
import { openQuestions } from "../own/ask.mjs";
import { Refused } from "../own/refused.mjs";
import { changeSecrets, openSecrets, ownerLinkOf } from "../own/secrets.mjs";
import { readOwn, settingsOf } from "../own/shop-toml.mjs";
import { lockData } from "../run/lock.mjs";
import { isUpToDate } from "../run/schema-stamp.mjs";
import { stateDir } from "../run/stack.mjs";
import { unpackAway } from "./away.mjs";
import { checkFolder, checkPort } from "./checks.mjs";
import { changeKeys, readKeys } from "./keys.mjs";
import { addEffects, beginEffects, lastAlive } from "./effects.mjs";
import { END_WAIT_MS, keepRunning, prepare } from "./launcher.mjs";
import { checkNoCopies, checkRestored } from "./restore-plan.mjs";
import { effectsIn, inTransaction } from "./restored-database.mjs";
import { restore } from "./restore.mjs";

/** `npm run serve`: runs the shop on this machine until it is ended. */
export default async function run(words) {
  // Database, uploads, keys and copies are for this user only.
  process.umask(0o077);
  // Until the shop runs, the programs that this one started end with it.
  const endAtOnce = () => process.exit(130);
  for (const signal of SIGNALS) process.on(signal, endAtOnce);
  try {
    const [command, name] = words;
    if (command === "secret" && words.length === 2) await changeSecret(name);
    else if (command === "prepare" && words.length === 1) await prepareShop();
    else if (command === "unpack" && words.length === 2) await unpack(name);
    else if (command === "restore" && words.length <= 2) await restoreShop(name);
    else if (words.every((word) => word === "--out")) await serve({ isOut: words.length > 0 });
    else throw new Refused(HELP);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** The shop notes each minute that it runs. */
const CATCH_UP_MS = 10 * 60_000;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

const HELP = `npm run serve                  runs the shop on this machine, as shop.toml says
npm run serve -- --out         the same, with one page instead of everything
npm run serve -- prepare       asks, builds and makes the database, and ends
npm run serve -- restore       puts the newest sound copy of the database back, or the one that is named
npm run serve -- unpack FILE   unpacks a sealed copy from another machine, to be restored
npm run serve -- secret NAME   changes a secret, and those that belong to it, in the keys and in shop.sealed`;

/** Changes secrets in the keys of the shop and in their sealed copy. */
async function changeSecret(name) {
  const questions = openQuestions();
  const own = await readOwn(questions, { asksLocation: false });
  const dataDir = resolve(own.server.folder);
  const { changes, store } = await changeSecrets(questions, settingsOf(own), name);
  changeKeys(dataDir, changes);
  store();
  process.stdin.destroy();
  console.log(
    `Changed: ${Object.keys(changes).join(", ")}. A shop that runs has the new value after it was started again. Replace your second copy of shop.sealed; the recovery key is the same.`,
  );
}

async function serve({ isOut }) {
  const shop = await prepareShop();
  catchUp(shop);
  for (const signal of SIGNALS) process.removeAllListeners(signal);
  await keepRunning({ ...shop, isOut });
}

/** Does everything that comes before the first request. */
async function prepareShop() {
  const questions = openQuestions();
  const shop = await open(questions, { restores: false });
  process.stdin.destroy();
  await prepare(shop.dataDir);
  return shop;
}

/** Opens a sealed copy with the private key in shop.sealed. */
async function unpack(file) {
  const questions = openQuestions();
  const own = await readOwn(questions, { asksLocation: false });
  const secrets = await openSecrets(questions, settingsOf(own));
  process.stdin.destroy();
  const copies = resolve(own.server.copies);
  try {
    await unpackAway(resolve(file), copies, secrets["DOSSIER_PRIVATE_KEY"]);
  } catch (error) {
    throw new Refused(`${file} cannot be unpacked: ${error.message}`, { cause: error });
  }
  console.log(`Unpacked into ${copies}. Restore it: npm run serve -- restore`);
}

/** Adds to the list of effects what the shop did just before it was killed. */
function catchUp({ dataDir, own }) {
  const copies = resolve(own.server.copies);
  const alive = lastAlive(copies);
  beginEffects(copies);
  if (alive === null) return;
  const since = alive - CATCH_UP_MS;
  addEffects(
    copies,
    inTransaction(findDatabase(dataDir), (database) => effectsIn(database, since).effects),
  );
}

async function restoreShop(name) {
  const questions = openQuestions();
  const shop = await open(questions, { restores: true });
  await restore(shop, name, questions);
  process.stdin.destroy();
  shop.lock.release();
}

/** Reads settings and keys, checks the machine, and takes the lock of the data folder. */
async function open(questions, { restores }) {
  const own = await readOwn(questions, { asksLocation: false });
  const { server } = own;
  const dataDir = resolve(server.folder);
  const isNew = !existsSync(stateDir(dataDir));
  checkFolder(dataDir, { isNew, ...server });
  checkFolder(resolve(server.copies), { isNew, ...server });
  const lock = lockOf(dataDir);
  await waitForEngine(dataDir);
  await checkPort(server);
  checkSchema(dataDir);
  if (!restores) {
    checkRestored(dataDir);
    if (isNew) checkNoCopies(resolve(server.copies));
  }
  const { keys, ownerLink } = await readKeys(questions, {
    dataDir,
    settings: settingsOf(own),
    isNew: isNew && !restores,
  });
  if (ownerLink !== null)
    console.error(
      `The first owner enters the desk with this link, which works until there is an owner:\n\n  ${ownerLinkOf(own.domain, ownerLink)}\n`,
    );
  return { own, keys, dataDir, lock };
}

function lockOf(dataDir) {
  try {
    return lockData(dataDir);
  } catch (error) {
    throw new Refused(error.message, { cause: error });
  }
}

/** Waits for the workers of a launcher that was killed: they first end what is under way. */
async function waitForEngine(dataDir) {
  for (const end = Date.now() + END_WAIT_MS; ; await setTimeout(100))
    try {
      return lockData(dataDir, "engine").release();
    } catch (error) {
      if (Date.now() > end) throw new Refused(error.message, { cause: error });
    }
}

/** A database of another schema stays as it is: it is a shop's only one. */
function checkSchema(dataDir) {
  try {
    isUpToDate(dataDir);
  } catch (error) {
    throw new Refused(
      `The database in ${dataDir} was made from another schema than that of this version. Go back to the version that made it; delete nothing.`,
      { cause: error },
    );
  }
}
