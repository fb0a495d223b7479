import { fillCarts, gather, payFromWallet, stockUp } from "../tests/support/crowd.ts";
import { auditShop, openShop } from "../tests/support/shop.ts";

/**
 * More buyers than the machine can serve: `node bench/load.mjs`. Starts a shop of its own on this machine, lets ever more people
 * buy from their wallets each second, prints at which rate waiting and refusing begin, and looks into the books afterwards.
 * Everybody has the same moment to be answered, whether the shop keeps up or not (an open loop).
 */
const RATES = [50, 100, 200, 300, 400, 600, 800];
const SECONDS = 3;
const BUYERS = Math.max(...RATES) * SECONDS;

const shop = await openShop();
try {
  const crowd = await gather(shop, BUYERS, 1_000_000);
  const product = await stockUp(
    shop,
    RATES.reduce((sum, rate) => sum + rate * SECONDS, 0),
  );
  console.log("buyers a second  bought  refused (503)  anything else  middle ms  99 of 100 ms");
  for (const rate of RATES) {
    await fillCarts(shop, crowd, product);
    console.log(line(rate, await rush(crowd, rate)));
  }
  const wrong = await auditShop(shop);
  console.log(Object.keys(wrong).length === 0 ? "The books add up." : wrong);
  process.exitCode = Object.keys(wrong).length === 0 ? 0 : 1;
} finally {
  await shop.close();
}

/** Lets `rate` people a second begin to pay, and waits for all of them. */
async function rush(crowd, rate) {
  const begun = performance.now();
  const answers = [];
  while (answers.length < rate * SECONDS) {
    const due = Math.min(rate * SECONDS, Math.ceil(((performance.now() - begun) / 1_000) * rate));
    while (answers.length < due)
      answers.push(buy(crowd[answers.length], begun + (answers.length / rate) * 1_000));
    await new Promise((done) => setTimeout(done, 2));
  }
  return Promise.all(answers);
}

/** The time counts from when the person wanted to, also when this program was late to send it. */
async function buy(buyer, wantedAt) {
  // What stands between may give up sooner than the shop: then there is no answer of its own to read.
  const { status, headers } = await payFromWallet(buyer).catch(() => ({
    status: 0,
    headers: new Headers(),
  }));
  if (status === 503 && !headers.has("Retry-After"))
    throw new Error("A refusal does not say when to come back");
  return { status, ms: performance.now() - wantedAt };
}

function line(rate, answers) {
  const bought = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  const times = bought.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  const others = answers.length - bought.length - refused.length;
  const columns = [rate, bought.length, refused.length, others, at(0.5), at(0.99)];
  const widths = [15, 6, 13, 13, 9, 12];
  return columns.map((value, index) => String(value).padStart(widths[index])).join("  ");
}
