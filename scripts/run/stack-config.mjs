import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "smol-toml";
import { makeDossierKeys } from "../dossier/dossier.mjs";
import { root } from "./root.mjs";

/**
 * @typedef {object} StackOptions
 * @property {number} port the shop answers on localhost, the sandbox's bank on 127.0.0.1
 * @property {string} dataDir database, uploads, keys, the state of the sandbox and the log of the
 * run
 * @property {boolean} [edge] run the built pages too (`astro build` first); without them the shop
 *   itself answers /api/v1
 * @property {boolean} [shop] run the shop; if false, only the sandbox runs
 * @property {string} [shopMain] another entry of the shop, for tests
 * @property {Record<string, string>} [shopVars]
 * @property {boolean} [zibal] configure the second gateway too
 * @property {boolean} [reloadly] configure the wholesale supplier of codes
 * @property {Record<string, string>} [edgeVars]
 * @property {number} [publicPort] the port that people see, if it differs from `port`
 * @property {string} [demoPhone] ten digits, shown on /sandbox/
 * @property {boolean} [cron] run the scheduled jobs now and every minute
 * @property {boolean} [watch] restart the shop when its sources change
 * @property {"warn" | "log"} [logLevel]
 */

/**
 * Writes one wrangler config for each worker into the run folder. Returns the paths of the configs,
 * beginning with the worker that receives the requests. These files also contain the settings,
 * because a file `.dev.vars` would be shared by all runs.
 * @param {StackOptions} options
 */
export function writeConfigs(options) {
  const { dataDir, edge = false, shop = true } = options;
  const configs = [writeConfig(dataDir, "front", frontConfig(options))];
  if (edge) configs.push(writeConfig(dataDir, "edge", edgeConfig(options)));
  if (shop) configs.push(writeConfig(dataDir, "shop", shopConfig(options)));
  return configs;
}

/**
 * Writes a config and returns its path. Only this user may read the file, because it contains keys.
 */
export function writeConfig(dataDir, name, config) {
  const runDir = join(dataDir, "run");
  mkdirSync(runDir, { recursive: true, mode: 0o700 });
  const path = join(runDir, `${name}.json`);
  writeFileSync(path, JSON.stringify(config, null, 2), { mode: 0o600 });
  return path;
}

/** The path below which tests call a shop without the edge in front of it. */
export const BEHIND_EDGE = "/behind-edge";

/**
 * The shop's config for one run; the worker that fills the database uses it too.
 * @param {StackOptions} options
 */
export function shopConfig({
  port,
  dataDir,
  shopMain,
  zibal = false,
  reloadly = false,
  shopVars = {},
  publicPort = port,
}) {
  // In a local run, the secrets are ordinary variables.
  const { secrets: _, ...config } = readToml(join(root, "api", "wrangler.toml"));
  // The shop does not get these two: only `npm run desk` uses the operator's token, and only the
  // owner uses the private key of dossiers.
  const { DESK_TOKEN: _token, DOSSIER_PRIVATE_KEY: _key, ...secrets } = readSecrets(dataDir);
  return {
    ...config,
    main: shopMain ? resolve(shopMain) : join(root, "api", config.main),
    d1_databases: config.d1_databases.map((database) => ({
      ...database,
      migrations_dir: join(root, "api", database.migrations_dir),
    })),
    vars: {
      ...config.vars,
      ...secrets,
      PUBLIC_ORIGIN: `http://localhost:${publicPort}`,
      ZARINPAL_ORIGIN: `http://127.0.0.1:${port}/sandbox/zarinpal`,
      ZARINPAL_MERCHANT_ID: "2c1a5b7e-6d3f-4f0a-9b8c-1e2d3c4b5a69",
      ZARINPAL_GRAPHQL_ORIGIN: `http://127.0.0.1:${port}/sandbox/zarinpal`,
      ZARINPAL_ACCESS_TOKEN: "sandbox",
      ZARINPAL_TERMINAL_ID: "1915487",
      ...(zibal && {
        ZIBAL_ORIGIN: `http://127.0.0.1:${port}/sandbox/zibal`,
        ZIBAL_API_ORIGIN: `http://127.0.0.1:${port}/sandbox/zibal`,
        ZIBAL_MERCHANT: "zibal",
        ZIBAL_ACCESS_TOKEN: "sandbox",
        ZIBAL_ACCOUNT_ID: "1001",
      }),
      ...(reloadly && {
        RELOADLY_ORIGIN: `http://127.0.0.1:${port}/sandbox/reloadly`,
        RELOADLY_AUTH_ORIGIN: `http://127.0.0.1:${port}/sandbox/reloadly`,
        RELOADLY_CLIENT_ID: "sandbox",
        RELOADLY_CLIENT_SECRET: "sandbox",
      }),
      INQUIRY_ORIGIN: `http://127.0.0.1:${port}/sandbox/inquiry`,
      INQUIRY_TOKEN: "sandbox",
      KAVENEGAR_ORIGIN: `http://127.0.0.1:${port}/sandbox/kavenegar`,
      KAVENEGAR_API_KEY: "sandbox",
      SMS_TEMPLATE_CODE: "armaghan-code",
      PAYOUT_PAYER_NAME: "فروشگاه ارمغان",
      PAYOUT_PAYER_IBAN: "IR120560000000000012345001",
      NOBITEX_ORIGIN: `http://127.0.0.1:${port}/sandbox/nobitex`,
      WALLEX_ORIGIN: `http://127.0.0.1:${port}/sandbox/wallex`,
      RATES_URL: `http://127.0.0.1:${port}/sandbox/rates.json`,
      BOT_ORIGIN: `http://127.0.0.1:${port}/sandbox/bot`,
      BOT_TOKEN: "1001:sandbox",
      EMAIL_ORIGIN: `http://127.0.0.1:${port}/sandbox/email`,
      EMAIL_API_KEY: "sandbox",
      EMAIL_FROM: "Armaghan <post@armaghan.example>",
      DESK_PASSKEYS: "optional",
      ...shopVars,
    },
  };
}

function frontConfig({ port, publicPort = port, edge = false, shop = true, shopMain, demoPhone }) {
  const config = readToml(join(root, "sandbox", "wrangler.toml"));
  const services = [];
  if (edge) services.push({ binding: "EDGE", service: "armaghan" });
  if (shop) {
    services.push({ binding: "SHOP", service: "armaghan-shop" });
    services.push({ binding: "SHOP_JOBS", service: "armaghan-shop", entrypoint: "Jobs" });
  }
  return {
    ...config,
    main: join(root, "sandbox", config.main),
    services,
    vars: {
      SITE: `http://localhost:${publicPort}`,
      ...(demoPhone && { DEMO_PHONE: demoPhone }),
      ...(shopMain && { BEHIND_EDGE }),
    },
  };
}

/** @param {Pick<StackOptions, "edgeVars" | "shop">} options */
export function edgeConfig({ edgeVars = {}, shop = true }) {
  const built = join(root, "dist", "server");
  if (!existsSync(join(built, "wrangler.json")))
    throw new Error("The pages are not built yet: run `npx astro build` first.");
  const config = JSON.parse(readFileSync(join(built, "wrangler.json"), "utf8"));
  for (const key of ["configPath", "userConfigPath", "topLevelName", "definedEnvironments"])
    delete config[key];
  return {
    ...config,
    main: join(built, config.main),
    assets: { ...config.assets, directory: resolve(built, config.assets.directory) },
    services: shop ? config.services : [],
    vars: { ...config.vars, ...edgeVars },
  };
}

/** Returns the config of an edge that runs from its sources and calls the shop at a URL. */
export function edgeSourceConfig(vars) {
  const config = readToml(join(root, "wrangler.toml"));
  delete config.services;
  return {
    ...config,
    main: join(root, config.main),
    assets: { ...config.assets, directory: join(root, config.assets.directory) },
    vars: { ...config.vars, ...vars },
  };
}

/**
 * Reads the secrets of a data folder, and creates missing ones. Existing secrets are kept, because
 * stored ciphertext needs its key. The operator's token is one of the secrets; the database
 * contains only its hash.
 */
export function readSecrets(dataDir) {
  const path = join(dataDir, "secrets.json");
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  const key = () => randomBytes(32).toString("base64");
  const secrets = {
    CODE_KEYS: JSON.stringify({ 1: key() }),
    HMAC_KEY: key(),
    DESK_TOKEN: randomBytes(32).toString("base64url"),
    ...makeDossierKeys(),
    ...kept,
  };
  if (Object.keys(secrets).length > Object.keys(kept).length) {
    mkdirSync(dataDir, { recursive: true });
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, JSON.stringify(secrets, null, 2), { mode: 0o600, flag: "wx" });
    renameSync(fresh, path);
  }
  return secrets;
}

export function readToml(path) {
  return parse(readFileSync(path, "utf8"));
}
