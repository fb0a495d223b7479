import { fillCarts, gather, payFromWallet, stockUp } from "../tests/support/crowd.ts";
import { auditShop, openShop } from "../tests/support/shop.ts";

/**
 * `node bench/load.mjs`: starts a shop in which more and more people per second pay from their
 * wallets. It prints how long they wait and how many are refused at each rate, and then audits the
 * books. Buyers arrive at a fixed rate, even if the shop is slower (an open loop).
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
  console.log("buyers a second  bought  refused (503)  anything else  median ms  99 of 100 ms");
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

/** Starts `rate` payments per second, and waits until all of them are answered. */
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

/** Pays. Measures from the planned time of the request, even if this program sends it later. */
async function buy(buyer, wantedAt) {
  // The connection may fail before the shop answers; status 0 counts as "anything else".
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
