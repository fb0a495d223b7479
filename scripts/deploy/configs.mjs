import { join } from "node:path";
import { LOCATIONS } from "../own/shop-toml.mjs";
import { root } from "../run/root.mjs";

/**
 * Returns the configs of the two workers that are deployed, from the configs in the repository and
 * the operator's shop.toml. `addresses` are the names that lead to the pages.
 * @returns {{ shop: object, edge: object }}
 */
export function deployConfigs(settings, { shop, edge }, addresses = [settings.domain]) {
  const { account_id, domain, location, database_name, database_id, bucket_name, api_origin } =
    settings;
  const [database] = shop.d1_databases;
  const [bucket] = shop.r2_buckets;
  return {
    shop: {
      ...shop,
      account_id,
      main: join(root, "api", "index.ts"),
      d1_databases: [
        {
          ...database,
          database_name,
          database_id,
          migrations_dir: join(root, "api", "migrations"),
        },
      ],
      r2_buckets: [{ ...bucket, bucket_name }],
      // A request calls the database several times in sequence, so the worker runs near it.
      placement: { region: LOCATIONS[location] },
      vars: { PUBLIC_ORIGIN: `https://${domain}`, ...settings.settings },
    },
    edge: {
      ...edge,
      account_id,
      main: join(root, "dist", "server", "entry.mjs"),
      assets: { ...edge.assets, directory: join(root, "dist", "client") },
      routes: addresses.map((pattern) => ({ pattern, custom_domain: true })),
      ...(api_origin && { services: [], vars: { API_ORIGIN: api_origin } }),
    },
  };
}
