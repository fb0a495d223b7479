import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { root } from "../run/root.mjs";

/**
 * Writes the configs of the two workers that are deployed, from the configs in the repository and
 * the operator's shop.toml: `node scripts/build/deploy-configs.mjs`. Without a shop.toml nothing is
 * written.
 */

const NEEDED = ["domain", "database_name", "database_id", "bucket_name"];

/** @returns {{ shop: object, edge: object }} */
export function deployConfigs(settings, { shop, edge }) {
  const missing = NEEDED.filter((name) => typeof settings[name] !== "string" || !settings[name]);
  if (missing.length > 0) throw new Error(`shop.toml lacks ${missing.join(", ")}.`);
  const { domain, database_name, database_id, bucket_name, api_origin } = settings;
  if (/[:/]/.test(domain)) throw new Error("domain is a name like shop.example, without https://.");
  const [database] = shop.d1_databases;
  const [bucket] = shop.r2_buckets;
  return {
    shop: {
      ...shop,
      main: "../../api/index.ts",
      d1_databases: [
        { ...database, database_name, database_id, migrations_dir: "../../api/migrations" },
      ],
      r2_buckets: [{ ...bucket, bucket_name }],
      vars: { PUBLIC_ORIGIN: `https://${domain}`, ...settings.settings },
    },
    edge: {
      ...edge,
      main: "../server/entry.mjs",
      assets: { ...edge.assets, directory: "../client" },
      routes: [{ pattern: domain, custom_domain: true }],
      ...(api_origin && { services: [], vars: { API_ORIGIN: api_origin } }),
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const own = join(root, "shop.toml");
  if (existsSync(own)) {
    const built = JSON.parse(readFileSync(join(root, "dist/server/wrangler.json"), "utf8"));
    const configs = deployConfigs(parse(readFileSync(own, "utf8")), {
      shop: parse(readFileSync(join(root, "api/wrangler.toml"), "utf8")),
      edge: built,
    });
    const folder = join(root, "dist/deploy");
    mkdirSync(folder, { recursive: true });
    for (const [name, config] of Object.entries(configs))
      writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(config, null, 2)}\n`);
    console.log("The configs to deploy are in dist/deploy/.");
  }
}
