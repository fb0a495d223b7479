import { afterAll, beforeAll, expect, test } from "vitest";
import { requestCode } from "../../contract/sign-in.ts";
import { findWork } from "../../src/stores/find-work.ts";
import { type TestShop, openShop } from "../support/shop.ts";
import { createRandom } from "../support/random.ts";
import { amount, report } from "./scale.ts";

/**
 * Twenty networks request codes to spend the day's budget, while newcomers want to sign in, most of
 * them from other networks. The long form makes 50,000 requests: `npm run torture siege`. The
 * provider sends at its own pace, so a newcomer counts as served once the provider has their code.
 */

const NETWORKS = 20;
const REQUESTS = amount(400, 50_000);
const NEWCOMERS = amount(8, 400);
/** One newcomer in this number is inside an attacking network. */
const INSIDE_EVERY = 4;
const AT_ONCE = 10;
/** The number of challenges that the attackers solve; limited, since they share this processor. */
const SOLVED_BY_ATTACKERS = amount(4, 600);
const ATTACKERS_BITS = 14;
const BUDGET = amount(80, 2_000);
const PROMISED_MS = 30_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({
    shopVars: {
      SENDS_PER_DAY: String(BUDGET),
      SENDS_PER_ADDRESS_DAY: String(BUDGET / 5),
      SENDS_PER_NETWORK_DAY: String(BUDGET / 4),
    },
  });
});
afterAll(() => shop?.close());

let phones = 0;
let solved = 0;

/** Requests a code for a new phone, and does work of up to `bitsMax` bits. */
async function askCode(address: string, bitsMax: number) {
  const username = `9${String(380_000_000 + ++phones)}`;
  const headers = { "X-Visitor": `visitor-${String(phones)}`, "X-Client-Address": address };
  const ask = (work?: string | null) =>
    shop.ask(requestCode, { body: { username, work }, headers });
  let answer = await ask();
  let requests = 1;
  for (; requests < 4 && answer.body.code === "work_needed"; requests++) {
    const challenge = answer.body.details ?? "";
    if (Number(challenge.split(".")[1]) > bitsMax) break;
    answer = await ask(findWork(challenge));
  }
  return { isSent: answer.status === 200, requests };
}

test("newcomers from elsewhere get their code while twenty networks ask for thousands", async () => {
  const random = createRandom("siege");
  const attacker = () => `10.${String(random.below(NETWORKS))}.9.${String(1 + random.below(250))}`;
  let [attacks, sentToAttackers] = [0, 0];
  const attack = async () => {
    while (attacks < REQUESTS) {
      const bitsMax = solved < SOLVED_BY_ATTACKERS ? ATTACKERS_BITS : 0;
      const { isSent, requests } = await askCode(attacker(), bitsMax);
      solved += requests - 1;
      attacks += requests;
      sentToAttackers += Number(isSent);
    }
  };
  const siege = Array.from({ length: AT_ONCE }, attack);
  const [outside, inside]: [number[], number[]] = [[], []];
  // Newcomers begin after a fifth of the attackers' requests, and then come evenly.
  for (let newcomer = 0; newcomer < NEWCOMERS; newcomer++) {
    const due = REQUESTS * (0.2 + (0.8 * newcomer) / NEWCOMERS);
    await expect
      .poll(() => attacks, { timeout: 300_000, interval: 5 })
      .toBeGreaterThan(due - AT_ONCE);
    const isInside = newcomer % INSIDE_EVERY === 0;
    const address = isInside ? attacker() : `172.16.${String(newcomer % 250)}.${String(newcomer)}`;
    const begun = performance.now();
    const { isSent } = await askCode(address, 18);
    (isInside ? inside : outside).push(isSent ? performance.now() - begun : Infinity);
  }
  await Promise.all(siege);
  const inTime = (waits: number[]) => waits.filter((ms) => ms <= PROMISED_MS).length;
  const slowest = Math.round(Math.max(...outside.filter(Number.isFinite)));
  await shop.trouble({});
  const refused = await askCode(attacker(), 0);
  const refusalCalls = await shop.trouble({});
  expect(refused).toEqual({ isSent: false, requests: 1 });
  const [sent] = await shop.sql<{ count: number }>("SELECT count(*) AS count FROM sign_in_code");
  report("siege", {
    "attacking networks": NETWORKS,
    "their requests": attacks,
    "codes they got": sentToAttackers,
    "challenges they solved": solved,
    "budget of the day": BUDGET,
    "newcomers from elsewhere": outside.length,
    "with a code within 30 seconds": inTime(outside),
    "slowest of them, ms": slowest,
    "newcomers inside the attacking networks": inside.length,
    "of them with a code within 30 seconds": inTime(inside),
    "database calls of a refused request": refusalCalls,
  });
  expect(refusalCalls).toBeLessThanOrEqual(2);
  expect(sent?.count).toBeGreaterThan(BUDGET / 2);
  expect(attacks).toBeGreaterThanOrEqual(REQUESTS);
  expect(inTime(outside) / outside.length).toBeGreaterThanOrEqual(0.99);
}, 1_800_000);
