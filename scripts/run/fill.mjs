import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { unstable_splitSqlQuery as splitSql } from "wrangler";
import { readTutorials } from "../build/index-tutorials.ts";
import { root } from "./root.mjs";
import { namesOfSchema, SCHEMA_FOLDER } from "./schema-stamp.mjs";
import { startWorkers } from "./workers.mjs";

/**
 * `node scripts/run/fill.mjs FILE`: fills the database and the bucket of a data folder while its
 * shop does not run. FILE is JSON that names the steps.
 * @typedef {object} Filling
 * @property {string} config of the worker api/seed/fill-worker.ts
 * @property {string} stateDir
 * @property {string} [cacheDir] where bundles are kept
 * @property {boolean} [schema] whether to apply the missing files of the schema
 * @property {boolean} [texts] whether to store the tutorials, and in a new database the words of the
 *   search
 * @property {string} [tokenHash] the hash of the operator's token: add it and the demo shop's rows
 * @property {string} [pictures] a folder: put its pictures into the bucket
 */

/** @type {Filling} */
const { config, stateDir, cacheDir, schema, texts, tokenHash, pictures } = JSON.parse(
  readFileSync(process.argv[2], "utf8"),
);
const miniflare = await startWorkers({ configs: [config], stateDir, cacheDir });
try {
  if (schema) await send("schema", JSON.stringify(namesOfSchema().map(readSchema)));
  if (texts) await send("texts", JSON.stringify(readTutorials()));
  if (tokenHash) {
    const rows = { now: Date.now(), tutorials: readTutorials(), tokenHash };
    await send("rows", JSON.stringify(rows));
  }
  for (const id of pictures ? readdirSync(pictures) : [])
    await send(`pictures/${id}`, readFileSync(join(pictures, id)));
} finally {
  await miniflare.dispose();
}

function readSchema(name) {
  return { name, statements: splitSql(readFileSync(join(root, SCHEMA_FOLDER, name), "utf8")) };
}

async function send(step, body) {
  const answer = await miniflare.dispatchFetch(`http://fill/${step}`, { method: "POST", body });
  if (!answer.ok) throw new Error(`The step ${step} failed: ${await answer.text()}`);
}
