import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { storeTutorials } from "../../api/goods/search/tutorials.ts";
import { addLocalOwner } from "../../api/seed/operator.ts";
import { seed } from "../../api/seed/seed.ts";
import { readTutorials } from "../build/index-tutorials.ts";
import { retryLostConnection } from "./lost-connection.mjs";

const [configPath, stateDir, tokenHash] = process.argv.slice(2);
if (!configPath || !stateDir || !tokenHash)
  throw new Error("Usage: node scripts/run/seed.mjs CONFIG STATE_DIR SHA256_OF_DESK_TOKEN");

const proxy = await getPlatformProxy({
  configPath,
  persist: { path: join(stateDir, "v3") },
  remoteBindings: false,
});
const fill = async () => {
  await storeTutorials(proxy.env.DB, readTutorials());
  await seed(proxy.env, { now: Date.now() });
  await proxy.env.DB.batch(addLocalOwner(proxy.env.DB, tokenHash, Date.now()));
};
try {
  await retryLostConnection(fill);
} finally {
  await proxy.dispose();
}
