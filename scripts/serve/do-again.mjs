import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { startWorkers } from "../run/workers.mjs";

/**
 * `node scripts/serve/do-again.mjs FILE`: puts the pictures of goods back, forgets people and
 * replaces codes with the functions of the shop, while it does not run. FILE is JSON: the config of
 * the worker server/restored.ts, the ids, and the files of the pictures. Prints the ids for which it
 * could not be done.
 */

const { config, stateDir, cacheDir, pictures, forget, replace } = JSON.parse(
  readFileSync(process.argv[2], "utf8"),
);
const miniflare = await startWorkers({ configs: [config], stateDir, cacheDir });
try {
  for (const file of pictures) await call(`/picture/${basename(file)}`, readFileSync(file));
  const notDone = [...(await refused("/forget", forget)), ...(await refused("/replace", replace))];
  console.log(JSON.stringify({ notDone }));
} finally {
  await miniflare.dispose();
}

/** Calls the worker with each id, and returns those that it could not serve. */
async function refused(path, ids) {
  const left = [];
  for (const id of ids) {
    if ((await call(path, id)) === false) left.push(id);
  }
  return left;
}

async function call(path, body) {
  const answer = await miniflare.dispatchFetch(`http://restored${path}`, { method: "POST", body });
  if (answer.ok) return answer.json();
  console.error(`${path} failed: ${answer.status} ${await answer.text()}`);
  return false;
}
