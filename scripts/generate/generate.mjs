import { parseArgs } from "node:util";
import { lockData } from "../run/lock.mjs";
import { seed, storePictures } from "../run/prepare.mjs";
import { readRunSettings } from "../run/setup.mjs";

const HELP = `npm run generate -- --orders 10000 --seed 1

Fills the shop in DATA_DIR, which must not run, with a made-up past of ninety days.
  --orders N   how many orders; 1800 when left out
  --seed S     the same seed and time give the same shop; 1 when left out
  --until T    the present, such as 2026-11-23T12:00:00Z; now when left out
  --demo       also leaves things of each kind that wait for the desk, and closes days`;

/** `npm run generate`: a shop of any size, for screens, tests and measurements. */
export default async function generate(words) {
  const { orders, seed: chosen, until, isDemo } = readWords(words);
  const { dataDir } = readRunSettings();
  const lock = lockData(dataDir);
  try {
    await seed(dataDir);
    const { fillWithHistory } = await import("./fill.ts");
    const startedAt = Date.now();
    const made = fillWithHistory(dataDir, { orders, seed: chosen, now: until, isDemo });
    await storePictures(dataDir);
    const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
    console.log(`${made.orders} orders of ${made.people} people in ${seconds} s: ${dataDir}`);
  } finally {
    lock.release();
  }
}

function readWords(words) {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        orders: { type: "string", default: "1800" },
        seed: { type: "string", default: "1" },
        until: { type: "string" },
        demo: { type: "boolean", default: false },
      },
    });
    const orders = Number(values.orders);
    const until = values.until === undefined ? Date.now() : Date.parse(values.until);
    if (Number.isInteger(orders) && orders > 0 && !Number.isNaN(until))
      return { orders, seed: values.seed, until, isDemo: values.demo };
  } catch {
    // An unknown option; the help lists the options.
  }
  throw new Error(HELP);
}
