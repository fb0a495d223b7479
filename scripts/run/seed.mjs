import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { storeTutorials } from "../../api/search/tutorials.ts";
import { seed } from "../../api/seed/seed.ts";
import { readTutorials } from "../build/index-tutorials.ts";

const [configPath, stateDir] = process.argv.slice(2);
if (!configPath || !stateDir) throw new Error("Usage: node scripts/run/seed.mjs CONFIG STATE_DIR");

const proxy = await getPlatformProxy({
  configPath,
  persist: { path: join(stateDir, "v3") },
  remoteBindings: false,
});
try {
  await storeTutorials(proxy.env.DB, readTutorials());
  await seed(proxy.env, { now: Date.now() });
} finally {
  await proxy.dispose();
}
