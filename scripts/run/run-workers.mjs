import { readFileSync } from "node:fs";
import { onEndAsked } from "./process-group.mjs";
import { startWorkers } from "./workers.mjs";

/** `node scripts/run/run-workers.mjs FILE`: runs the workers of this file until asked to end. */
const run = JSON.parse(readFileSync(process.argv[2], "utf8"));
const miniflare = await startWorkers(run);
onEndAsked(async () => {
  await miniflare.dispose();
  process.exit(0);
});
