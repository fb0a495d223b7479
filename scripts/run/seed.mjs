import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { storeTutorials } from "../../api/goods/search/tutorials.ts";
import { addLocalOwner } from "../../api/seed/operator.ts";
import { seed } from "../../api/seed/seed.ts";
import { readTutorials } from "../build/index-tutorials.ts";

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
/**
 * On a busy machine the connection to the database may close in a pause between two calls, and the
 * next call fails. Filling only adds missing rows, so another try continues where it stopped.
 */
const TRIES = 5;
async function fillAll() {
  for (let left = TRIES - 1; left > 0; left--)
    try {
      return await fill();
    } catch (error) {
      if (!/fetch failed/.test(String(error))) throw error;
    }
  return fill();
}
try {
  await fillAll();
} finally {
  await proxy.dispose();
}
