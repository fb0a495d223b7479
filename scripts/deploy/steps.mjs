import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { parse } from "smol-toml";
import { STORE_TUTORIALS } from "../../api/goods/search/tutorial-sql.ts";
import { readTutorials } from "../build/index-tutorials.ts";
import { Refused } from "../own/refused.mjs";
import { keepInOwn } from "../own/shop-toml.mjs";
import { programs, root } from "../run/root.mjs";
import { runNode } from "../run/run-program.mjs";
import { SCHEMA_FOLDER, namesOfSchema } from "../run/schema-stamp.mjs";
import { deployConfigs } from "./configs.mjs";
import { wordsSql } from "./search-words.ts";
import { WORKERS, addressesOf } from "./survey.mjs";

/** Changes of the account, one function for each step of a deployment. */

/** Where wrangler finds the configs of the two workers. */
const CONFIGS = resolve("dist", "deploy");

export async function createDatabase(call, { account }, own) {
  const made = await call("POST", `/accounts/${account}/d1/database`, {
    body: { name: own.database_name, primary_location_hint: own.location },
  });
  keepInOwn("database_id", made.uuid);
  return made.uuid;
}

export const createBucket = (call, { account }, own) =>
  call("POST", `/accounts/${account}/r2/buckets`, { body: { name: own.bucket_name } });

const readToml = (path) => parse(readFileSync(join(root, path), "utf8"));

/** The names of the secrets without which the shop is not deployed. */
export const requiredSecrets = () => readToml("api/wrangler.toml").secrets.required;

/** Writes the configs of both workers into dist/deploy/. */
export function writeConfigs(own, survey, databaseId) {
  const configs = deployConfigs(
    { ...own, account_id: survey.account, database_id: databaseId },
    {
      shop: readToml("api/wrangler.toml"),
      edge: JSON.parse(readFileSync(join(root, "dist/server/wrangler.json"), "utf8")),
    },
    addressesOf(own.domain, survey.zone),
  );
  mkdirSync(CONFIGS, { recursive: true });
  for (const [name, config] of Object.entries(configs))
    writeFileSync(join(CONFIGS, `${name}.json`), `${JSON.stringify(config, null, 2)}\n`);
}

/** The version of the tutorials: the shop gets them again when it changes. */
export const tutorialsVersion = () =>
  createHash("sha256").update(JSON.stringify(readTutorials())).digest("hex").slice(0, 16);

/** Returns the moment to which the database can be taken back. */
export async function readBookmark(call, { account }, databaseId) {
  const found = await call(
    "GET",
    `/accounts/${account}/d1/database/${databaseId}/time_travel/bookmark`,
  );
  return found?.bookmark ?? "unknown";
}

/**
 * Applies the missing files of the schema, with their rows in the table of applied files, as one
 * import: D1 carries it out completely or not at all. `wrangler d1 migrations apply` is not used,
 * because D1's /query may cut a trigger apart.
 */
export async function applySchema({ pending }) {
  const isNew = pending.length === namesOfSchema().length;
  const names = pending.map((name) => `('${name}')`).join(", ");
  const sql = [
    ...pending.map((name) => readFileSync(join(root, SCHEMA_FOLDER, name), "utf8")),
    // The table that wrangler makes, so that its own commands know what was applied.
    `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT,
       name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);`,
    `INSERT INTO d1_migrations (name) VALUES ${names};`,
    ...(isNew ? [wordsSql()] : []),
  ].join("\n");
  await withFile("import.sql", sql, (file) =>
    wrangler("d1", "execute", "DB", "--remote", "--yes", "-c", configOf("shop"), "--file", file),
  );
}

/**
 * Stores the tutorials, statement by statement: an import would stop all other calls to the
 * database for its time.
 */
export async function storeTutorials(call, survey, databaseId) {
  const rows = JSON.stringify(readTutorials());
  for (const sql of STORE_TUTORIALS) await query(call, survey, databaseId, sql, [rows]);
  await query(
    call,
    survey,
    databaseId,
    `INSERT INTO job_place (job, place) VALUES ('tutorials', ?1)
     ON CONFLICT (job) DO UPDATE SET place = excluded.place`,
    [tutorialsVersion()],
  );
}

const query = (call, { account }, databaseId, sql, params = []) =>
  call("POST", `/accounts/${account}/d1/database/${databaseId}/query`, { body: { sql, params } });

/** Lets SQLite measure its indexes, which it does not do by itself when they are new. */
export const optimize = (call, survey, databaseId) =>
  query(call, survey, databaseId, "PRAGMA optimize");

/** Deploys a worker; the first time with its secrets. */
export async function deployWorker(name, secrets = null) {
  const deploy = (...more) => wrangler("deploy", "-c", configOf(name), ...more);
  if (secrets === null) await deploy();
  else
    await withFile("secrets.json", JSON.stringify(secrets), (file) =>
      deploy("--secrets-file", file),
    );
}

const secretsOf = (worker, { account }) =>
  `/accounts/${account}/workers/scripts/${WORKERS[worker]}/secrets`;

/** Gives a worker that is deployed one secret, or takes it away with null. */
export const sendSecret = (call, survey, worker, name, text) =>
  text === null
    ? call("DELETE", `${secretsOf(worker, survey)}/${name}`)
    : call("PUT", secretsOf(worker, survey), { body: { name, text, type: "secret_text" } });

export const takeOut = (call, survey, why) => sendSecret(call, survey, "edge", "OUT", why);

export const letIn = (call, survey) => sendSecret(call, survey, "edge", "OUT", null);

const RULE = "Armaghan: pages arrive as the shop wrote them";

/** Features of a zone that would rewrite pages, add scripts, or refuse readers without a browser. */
const REWRITING = {
  email_obfuscation: false,
  rocket_loader: false,
  automatic_https_rewrites: false,
  bic: false,
  disable_rum: true,
  disable_zaraz: true,
};

/**
 * Switches the rewriting features of the zone off for the shop, with one configuration rule beside
 * the rules that exist.
 */
export async function keepPages(call, { zone }, domain) {
  const path = `/zones/${zone.id}/rulesets/phases/http_config_settings/entrypoint`;
  const right = "Config Rules: Edit";
  const rules = (await call("GET", path, { right }))?.rules ?? [];
  const expression = `(http.host eq "${domain}")`;
  if (rules.some((one) => one.description === RULE && one.expression === expression)) return;
  const rule = {
    action: "set_config",
    action_parameters: REWRITING,
    description: RULE,
    expression,
    enabled: true,
  };
  const others = rules.filter(({ description }) => description !== RULE);
  await call("PUT", path, { body: { rules: [...others, rule] }, right });
}

const configOf = (name) => join(CONFIGS, `${name}.json`);

/** Runs wrangler with the account of the config, and throws what it says when it fails. */
async function wrangler(...args) {
  const env = {
    ...process.env,
    CI: "true",
    NO_COLOR: "1",
    FORCE_COLOR: "0",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_WRITE_LOGS: "false",
  };
  const { code, output } = await runNode([programs.wrangler, ...args], { env });
  if (code !== 0)
    throw new Refused(`wrangler ${args.slice(0, 2).join(" ")} failed:\n${errorOf(output)}`);
}

/** Returns what wrangler says from its first error on, without colours. */
function errorOf(output) {
  const text = stripVTControlCharacters(output).trimEnd();
  const at = text.indexOf("[ERROR]");
  return text.slice(Math.max(0, at)).split("\n").slice(0, 25).join("\n");
}

/** Writes a file that only this user can read, for the time of one call. */
async function withFile(name, text, use) {
  const folder = mkdtempSync(join(tmpdir(), "armaghan-deploy-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    await use(file);
  } finally {
    remove();
    process.removeListener("exit", remove);
  }
}
