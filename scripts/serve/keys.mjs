import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Refused } from "../own/refused.mjs";
import { checkSecrets, hasSealed, makeSecrets, openSecrets, sentOf } from "../own/secrets.mjs";

/**
 * The keys of a server that starts by itself, in a file that only its user can read. shop.sealed
 * keeps the same secrets for the day on which the server is lost.
 * @typedef {object} Keys
 * @property {Record<string, string>} shop the secrets of the shop
 * @property {string} proxyToken by which the reverse proxy proves itself
 */

const fileOf = (dataDir) => join(dataDir, "keys.json");

/**
 * Reads the keys, or makes them with the operator's answers. `ownerLink` is the secret of the first
 * owner's link if they were made now.
 * @returns {Promise<{ keys: Keys, ownerLink: string | null }>}
 */
export async function readKeys(questions, { dataDir, settings, isNew }) {
  const file = fileOf(dataDir);
  if (existsSync(file)) {
    const keys = parseKeys(file);
    checkSecrets(keys.shop, settings);
    return { keys, ownerLink: null };
  }
  if (!isNew && !hasSealed())
    throw new Refused(
      `The keys of the database are missing: put keys.json back into ${dataDir}, or shop.sealed into this folder.`,
    );
  const secrets = hasSealed()
    ? await openSecrets(questions, settings)
    : await makeSecrets(questions, settings);
  const keys = { shop: sentOf(secrets), proxyToken: randomBytes(32).toString("base64url") };
  storeKeys(dataDir, keys);
  return { keys, ownerLink: secrets.OWNER_LINK };
}

function parseKeys(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Refused(`${file} cannot be read (${error.code ?? "it is no JSON"}).`, {
      cause: error,
    });
  }
}

/** Changes secrets of the shop; null takes one away. */
export function changeKeys(dataDir, changes) {
  const keys = parseKeys(fileOf(dataDir));
  Object.assign(keys.shop, changes);
  for (const [name, value] of Object.entries(changes)) if (value === null) delete keys.shop[name];
  storeKeys(dataDir, keys);
}

/** Stores the keys in one step. */
function storeKeys(dataDir, keys) {
  const file = fileOf(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
