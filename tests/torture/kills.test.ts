import { payWithdrawal } from "../support/withdrawal.ts";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCategories } from "../../contract/catalogue.ts";
import { auditAgainstGateway } from "../support/gateway-audit.ts";
import { type TestShop, type TestShopper, auditShop, openShop } from "../support/shop.ts";
import { createMakers } from "./kills/actions.ts";
import { boughtOnce, settleSupply, withUnsent } from "../support/supply.ts";
import { answersOf, attemptAll, completeAll } from "./kills/all-calls.ts";
import { createJournal } from "./kills/journal.ts";
import { createRandom } from "../support/random.ts";
import { amount, report } from "./scale.ts";

/**
 * Kills the server at random times while people buy, pay and withdraw and operators decide. After
 * each start, everything acknowledged exists once; everything else is requested again and then
 * exists once; the books are sound and agree with the bank's.
 */
const ROUNDS = amount(2, 500);
/** Rounds in which one call of each kind is under way when the server is killed. */
const ROUNDS_OF_ALL = amount(1, 100);
const PEOPLE = 8;
/** Actions of one person in a round: more than the server can do before it is killed. */
const DEEDS_MAX = 200;

let shop: TestShop;
let shoppers: TestShopper[];
let productId: string;
let makers: ReturnType<typeof createMakers>;
beforeAll(async () => {
  shop = await openShop({
    zibal: true,
    reloadly: true,
    shopVars: { SENDS_PER_DAY: "1000000", BUY_WITHOUT_PAPERS_TOMAN: "250000" },
  });
  shoppers = await shop.newShoppers(PEOPLE, { balanceToman: 1_000_000_000 });
  productId = await shop.newProduct({ stock: 0, priceToman: 10_000 });
  makers = createMakers(shop, productId);
});
afterAll(() => shop?.close());

/** Does one action after the other until the server is gone. */
async function live(
  shopper: TestShopper,
  journal: ReturnType<typeof createJournal>,
  names: string[],
) {
  for (const name of names) {
    const make = makers[name.split("-")[0] ?? ""];
    // The kill may also hit the preparation of an action; that ends this person's round.
    const action = await make?.(shopper, name).catch((error: unknown) => {
      if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
      throw error;
    });
    if (action === undefined) return;
    if (action !== null && !(await journal.write(action))) return;
  }
}

/** Pays all open withdrawals: a person may have five, and the next round needs some. */
async function decideWithdrawals() {
  const waiting = await shop.sql<{ id: string }>(
    "SELECT id FROM withdrawal WHERE state = 'pending'",
  );
  for (const { id } of waiting) await payWithdrawal(shop, id, `bank-${id}`);
}

/** Reads how long the last start of workerd took, without its launcher. */
function readyAfterMs(logFile: string): number {
  const starts = [...readFileSync(logFile, "utf8").matchAll(/workerd was ready after (\d+) ms/g)];
  return Number(starts.at(-1)?.[1]);
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

test(
  "the server loses nothing that it acknowledged before it was killed",
  async () => {
    const random = createRandom("kills");
    const starts: number[] = [];
    const startsOfWorkerd: number[] = [];
    const sums = { acknowledged: 0, unacknowledged: 0, lost: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      await shop.addCodes(productId, 400);
      const journal = createJournal(shop);
      const lives = shoppers.map((shopper, person) => {
        const names = Array.from({ length: DEEDS_MAX }, (_, index) =>
          [random.pick(Object.keys(makers)), round, person, index].join("-"),
        );
        return live(shopper, journal, names);
      });
      await setTimeout(50 + random.below(750));
      const killedAt = Date.now();
      await shop.stack.restart({ with: "kill" });
      const askedAt = Date.now();
      const first = await shop.ask(getCategories);
      starts.push(Date.now() - killedAt);
      startsOfWorkerd.push(readyAfterMs(shop.stack.logFile) + Date.now() - askedAt);
      expect(first.status).toBe(200);
      await Promise.all(lives);
      const { acknowledged, unknown, lost } = await journal.compare();
      await shop.runJobs();
      await decideWithdrawals();
      sums.lost += lost.length;
      expect({ round, lost, books: await auditShop(shop) }).toEqual({ round, lost: [], books: {} });
      sums.acknowledged += acknowledged;
      sums.unacknowledged += unknown;
    }
    expect(await auditAgainstGateway(shop)).toEqual([]);
    report("kills", {
      rounds: ROUNDS,
      "acknowledged answers": sums.acknowledged,
      "answers that never came": sums.unacknowledged,
      lost: sums.lost,
      "first correct answer after the kill, middle, ms": median(starts),
      "first correct answer after the kill, slowest, ms": Math.max(...starts),
      "of which workerd and the answer, middle, ms": median(startsOfWorkerd),
      "of which workerd and the answer, slowest, ms": Math.max(...startsOfWorkerd),
    });
  },
  amount(300_000, 7_200_000),
);

test(
  "every kind of call that was under way at a kill takes effect once",
  async () => {
    const random = createRandom("kills of all");
    const sums = { acknowledged: 0, unacknowledged: 0 };
    for (let round = 0; round < ROUNDS_OF_ALL; round++) {
      const underWay = await attemptAll(shop, random);
      await answersOf(underWay, random.below(underWay.length / 2));
      await shop.stack.restart({ with: "kill" });
      const acknowledged = await completeAll(shop, underWay);
      sums.acknowledged += acknowledged;
      sums.unacknowledged += underWay.length - acknowledged;
      expect(await auditShop(shop)).toEqual({});
    }
    report("kills-of-all", { rounds: ROUNDS_OF_ALL, ...sums });
  },
  amount(300_000, 7_200_000),
);

test(
  "buys once from a supplier, at whatever step the server was killed",
  async () => {
    for (let round = 0; round < ROUNDS_OF_ALL; round++) {
      const orders = [];
      for (let count = 0; count < 5; count++) orders.push(await withUnsent(shop));
      // The job takes each step for all five orders in turn. One order stops before its turn, and
      // others before sending, after sending, and before their codes are stored.
      const stops = { turn: 2, sending: 7, booking: 11, bringing: 14 };
      await shop.trouble({
        faults: Object.values(stops).map((at) => ({ at, mode: "pause" as const })),
      });
      const job = shop.runJobs("supplies").catch(() => "killed");
      await expect.poll(() => shop.stalled()).toBe(4);
      const states = await shop.sql(
        `SELECT state, count(*) AS count FROM supplier_order
         WHERE state <> 'done' AND ref IN (SELECT value FROM json_each(?1))
         GROUP BY state ORDER BY state`,
        JSON.stringify(orders.map(({ ref }) => ref)),
      );
      expect(states).toEqual([
        { state: "asking", count: 1 },
        { state: "due", count: 2 },
        { state: "working", count: 1 },
      ]);
      await shop.stack.restart({ with: "kill" });
      expect(await job).toBe("killed");
      await settleSupply(shop, ...orders.map(({ ref }) => ref));
      for (const order of orders) {
        await boughtOnce(shop, order);
        expect(await shop.sandbox.sales([order.ref])).toHaveLength(1);
      }
      expect(await auditShop(shop)).toEqual({});
    }
    report("kills-of-supplies", { rounds: ROUNDS_OF_ALL, orders: 5 * ROUNDS_OF_ALL });
  },
  amount(300_000, 7_200_000),
);
