import { join } from "node:path";
import { settingsOf } from "../own/shop-toml.mjs";
import { root } from "../run/root.mjs";
import { edgeConfig, readToml, writeConfig } from "../run/stack-config.mjs";

/**
 * The workers of a shop on a server of its own: the front, the edge with the pages, and the shop.
 */

/**
 * Writes the configs of the workers, the front first. They hold the secrets, so only this user may
 * read them.
 * @param {{ domain: string, server: { trusts: string }, settings: Record<string, string> }} own
 * @param {import("./keys.mjs").Keys} keys
 * @param {{ dataDir: string, launcherToken: string, isOut: boolean }} options
 */
export function writeServerConfigs(own, keys, { dataDir, launcherToken, isOut }) {
  const shop = shopOnServer();
  return [
    writeConfig(dataDir, "front", {
      name: "armaghan-front",
      main: join(root, "server", "front.ts"),
      compatibility_date: shop.compatibility_date,
      services: [
        { binding: "EDGE", service: "armaghan" },
        { binding: "JOBS", service: shop.name, entrypoint: "Jobs" },
      ],
      vars: {
        DOMAIN: own.domain,
        LAUNCHER_TOKEN: launcherToken,
        ...(own.server.trusts === "token" && { PROXY_TOKEN: keys.proxyToken }),
      },
    }),
    writeConfig(dataDir, "edge", edgeConfig({ edgeVars: isOut ? { OUT: "server" } : {} })),
    writeConfig(dataDir, "shop", { ...shop, vars: { ...keys.shop, ...settingsOf(own) } }),
  ];
}

/** The shop's config without secrets, which are variables here. */
export function shopOnServer() {
  const { secrets: _, ...config } = readToml(join(root, "api", "wrangler.toml"));
  return {
    ...config,
    main: join(root, "api", config.main),
    d1_databases: config.d1_databases.map((database) => ({
      ...database,
      migrations_dir: join(root, "api", database.migrations_dir),
    })),
  };
}
