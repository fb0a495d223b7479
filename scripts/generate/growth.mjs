import { cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { askFile, findDatabase } from "../audit/audit-source.mjs";
import { readInvariants } from "../audit/invariants.mjs";
import { freePort } from "../run/port.mjs";
import { migrate } from "../run/prepare.mjs";
import { startStack } from "../run/stack.mjs";
import { SCREENS, nameThings } from "./growth-calls.mjs";
import { writeGrowth } from "./growth-page.mjs";
import { openMeasured, prepareCalls } from "./growth-shop.mjs";

const HELP = `npm run growth -- --orders 1000,10000

Fills new shops with so many orders (1,000, 10,000, 100,000 and a million when left out), opens the
screens of desk and shop in each and in an empty one, and writes what they read into
docs/figures.md and README.md.
  --data FOLDER   measures the shop of a data folder instead, and leaves marks in it`;
const SIZES = "1000,10000,100000,1000000";
const SEED = "growth";

/**
 * `npm run growth`: measures how many rows each screen reads when it is opened, in shops of several
 * sizes.
 */
export default async function growth(words) {
  const { sizes, data } = readWords(words);
  const folder = mkdtempSync(join(tmpdir(), "armaghan-growth-"));
  const port = await freePort();
  const sandbox = await startStack({ port, dataDir: join(folder, "sandbox"), shop: false });
  try {
    if (data !== undefined) {
      await migrate(data);
      writeGrowth(await measure(data, port));
    } else
      for (const orders of [0, ...sizes]) {
        const dataDir = join(folder, String(orders));
        const seconds = await makeShop(dataDir, orders);
        writeGrowth({ ...(await measure(dataDir, port)), seconds });
        rmSync(dataDir, { recursive: true, maxRetries: 5 });
      }
  } finally {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function readWords(words) {
  try {
    const { values } = parseArgs({
      args: words,
      options: { orders: { type: "string", default: SIZES }, data: { type: "string" } },
    });
    const sizes = values.orders.split(",").map(Number);
    if (sizes.every((size) => Number.isInteger(size) && size > 0))
      return { sizes, data: values.data };
  } catch {
    // An unknown option; the help lists the options.
  }
  throw new Error(HELP);
}

/** Makes a shop with this number of orders, and returns how many seconds that took. */
async function makeShop(dataDir, orders) {
  const { fillShop } = await import("../check/filled-shop.ts");
  const { fillWithHistory } = await import("./fill.ts");
  cpSync(await fillShop(), dataDir, { recursive: true });
  const startedAt = Date.now();
  if (orders > 0) fillWithHistory(dataDir, { orders, seed: SEED, now: startedAt, isDemo: false });
  return Math.round((Date.now() - startedAt) / 1_000);
}

/** Opens each screen, runs each job with nothing to do, and audits the books. */
async function measure(dataDir, port) {
  const { everyJob } = await import("../../api/jobs.ts");
  const shop = await openMeasured(dataDir, port);
  const found = {};
  try {
    const [{ orders, people }] = (
      await shop.db
        .prepare(
          `SELECT (SELECT count(*) FROM orders WHERE paid_at IS NOT NULL) AS orders,
             (SELECT count(*) FROM user) AS people`,
        )
        .all()
    ).results;
    console.log(`\n${orders.toLocaleString("en-US")} orders:`);
    const things = await prepareCalls(shop.db);
    const note = (name, figures) => {
      found[name] = figures;
      console.log(`${name}: ${JSON.stringify(figures)}`);
    };
    // Jobs are measured first, before opened screens can make work for them.
    for (const job of everyJob) note(`The job \`${job}\`, idle`, await shop.idle(job));
    for (const { name, calls } of SCREENS) {
      const named = nameThings(calls, things);
      if (named) note(name, await shop.open(named));
    }
    const bytes = statSync(findDatabase(dataDir)).size;
    return { orders, people, bytes, found, auditSeconds: audit(dataDir) };
  } finally {
    await shop.close();
  }
}

/** Checks every invariant of the books, and returns how many seconds that took. */
function audit(dataDir) {
  const startedAt = Date.now();
  const invariants = readInvariants();
  const answers = askFile(
    findDatabase(dataDir),
    invariants.map(({ sql }) => sql),
  );
  const broken = invariants.filter(
    ({ isWarning }, index) => !isWarning && answers[index].length > 0,
  );
  if (broken.length > 0)
    throw new Error(`The books do not hold: ${broken.map(({ name }) => name).join("; ")}`);
  return Math.round((Date.now() - startedAt) / 100) / 10;
}
