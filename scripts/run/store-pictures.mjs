import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { getPlatformProxy } from "wrangler";

const [configPath, stateDir, folder] = process.argv.slice(2);
if (!configPath || !stateDir || !folder)
  throw new Error("Usage: node scripts/run/store-pictures.mjs CONFIG STATE_DIR FOLDER");

const proxy = await getPlatformProxy({
  configPath,
  persist: { path: join(stateDir, "v3") },
  remoteBindings: false,
});
try {
  for (const id of readdirSync(folder))
    await proxy.env.UPLOADS.put(id, readFileSync(join(folder, id)), {
      httpMetadata: { contentType: "image/png" },
    });
} finally {
  await proxy.dispose();
}
