import { afterEach, expect, test, vi } from "vitest";
import { aroundCalls } from "../../api/base/database.ts";
import { type Track, runTracks } from "../../api/jobs.ts";
import { createShop } from "../../api/shop.ts";
import { setQuantity } from "../../contract/cart.ts";
import { refundItem } from "../../contract/desk/refund.ts";
import { createOrder } from "../../contract/order.ts";
import { initiatePayment, verifyPayment } from "../../contract/payment.ts";
import { openStage } from "../torture/limits/stage.ts";
import { HOUR } from "../support/time.ts";

/** Cloudflare allows an invocation 1,000 calls to the database. */
const CALLS_MAX = 900;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Messages to one phone: fewer than its daily budget. */
const OF_ONE = 30;

/** A shop that counts the calls to its database in each invocation of a track. */
function openJobStage(vars: Record<string, string> = {}) {
  const counts: { track: Track; calls: number }[] = [];
  const stage = openStage({
    vars,
    create(time) {
      const shop = createShop(time);
      const runTrack: typeof shop.runTrack = async (env, track, until) => {
        const invocation = { track, calls: 0 };
        counts.push(invocation);
        const DB = aroundCalls(env.DB, (call) => {
          invocation.calls++;
          return call();
        });
        return shop.runTrack({ ...env, DB }, track, until);
      };
      return { ...shop, runTrack };
    },
  });
  const run = () => runTracks((track, until) => stage.shop.runTrack(track, until), stage.now);
  const count = async (rows: string) =>
    Number((await stage.shop.sql(`SELECT count(*) AS count FROM ${rows}`))[0]?.["count"]);

  async function addMessages(many: number): Promise<void> {
    for (let first = 1; first <= many; first += OF_ONE) {
      const { id } = await stage.newShopper();
      await stage.shop.sql(
        `INSERT INTO outbox (id, user_id, template, token, next_attempt_at, created_at)
         WITH RECURSIVE n (i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
         SELECT 'message-' || i, ?1, 'armaghan-code', '1', ?4, ?4 FROM n`,
        id,
        first,
        Math.min(first + OF_ONE - 1, many),
        stage.now(),
      );
    }
  }

  /** Starts payments whose shoppers have paid and not come back. */
  async function addPayments(many: number): Promise<void> {
    for (let count = 0; count < many; count++) {
      const { ask, cardNumber } = await stage.newShopper();
      const body = { purpose: "wallet_topup" as const, amount: 10_000, cardNumber };
      const { url } = (await ask(initiatePayment, { body })).body;
      stage.bank.pay(url.split("/").at(-1) ?? "");
    }
  }

  /** Buys items through the gateway, and lets the desk refund each of them. */
  async function addRefunds(many: number): Promise<void> {
    const productId = await stage.newProduct({ deliveryType: "manual", stock: many });
    for (let count = 0; count < many; count++) {
      const { ask, cardNumber, id } = await stage.newShopper();
      await ask(setQuantity, { body: { productId, quantity: 1 } });
      const body = { purpose: "cart_checkout" as const, cardNumber, isUsedWallet: false };
      const authority = (await ask(initiatePayment, { body })).body.url.split("/").at(-1) ?? "";
      stage.bank.pay(authority);
      await ask(verifyPayment, { body: { authority } });
      const [item] = await stage.shop.sql(
        "SELECT i.id FROM order_item i JOIN orders o ON o.id = i.order_id WHERE o.user_id = ?1",
        id,
      );
      const params = { orderItemId: String(item?.["id"]) };
      await stage.desk(refundItem, { params, body: { reason: "دیر شد" } });
    }
  }

  return { stage, counts, run, count, addMessages, addPayments, addRefunds };
}

test("a run does the work of a busy minute, within the limits of an invocation", async () => {
  const { stage, counts, run, count, addMessages, addPayments, addRefunds } = openJobStage();
  await addRefunds(100);
  await addPayments(300);
  stage.pass(5 * 60_000);
  await addMessages(300);
  expect(await count("payment WHERE next_check_at IS NOT NULL AND purpose = 'wallet_topup'")).toBe(
    300,
  );
  expect(await count("refund WHERE state = 'due'")).toBe(100);

  await run();
  expect(await count("payment WHERE state = 'paid' AND purpose = 'wallet_topup'")).toBe(300);
  expect(await count("refund WHERE state = 'due'")).toBe(0);
  expect(await count("outbox WHERE sent_at IS NULL")).toBe(0);
  for (const { track, calls } of counts) expect([track, calls <= CALLS_MAX]).toEqual([track, true]);
  expect(await count("job_run")).toBe(25);
});

test("a provider that does not answer delays only the jobs that need it", async () => {
  const { stage, run, count, addMessages, addPayments } = openJobStage({
    PROVIDER_TIMEOUT_MS: "20",
  });
  await addPayments(20);
  stage.pass(5 * 60_000);
  await addMessages(40);
  vi.spyOn(console, "warn").mockReturnValue();
  const asked: string[] = [];
  vi.stubGlobal("fetch", (input: string, init?: RequestInit) => {
    if (!input.includes("/verify/lookup.json")) return stage.bank.fetch(input, init);
    asked.push(input);
    return new Promise(() => {});
  });
  await run();
  expect(await count("payment WHERE state = 'paid'")).toBe(20);
  expect([asked.length, await count("outbox WHERE sent_at IS NOT NULL")]).toEqual([5, 0]);
  expect(await count(`outbox WHERE next_attempt_at <= ${String(stage.now())}`)).toBe(35);

  vi.stubGlobal("fetch", stage.bank.fetch);
  stage.pass(HOUR);
  await run();
  expect(await count("outbox WHERE sent_at IS NULL")).toBe(0);
});

test("payments that were never sent to the gateway are not mistaken for its silence", async () => {
  const { stage, run, count, addPayments } = openJobStage();
  await addPayments(15);
  await stage.shop.sql(
    "UPDATE payment SET state = 'initiating', authority = NULL, url = NULL, next_check_at = 1",
  );
  await addPayments(15);
  stage.pass(5 * 60_000);
  await run();
  expect(await count("payment WHERE state = 'paid'")).toBe(15);
  expect(await count(`payment WHERE next_check_at <= ${String(stage.now())}`)).toBe(0);
});

test("old rows are deleted in portions, within one run", async () => {
  const { stage, run, count } = openJobStage();
  await stage.shop.sql(
    `INSERT INTO rate_limit (kind, who, window_start, count)
     WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
     SELECT 'old', i, 0, 1 FROM n`,
  );
  // When its time is over, a track still does one portion of each job.
  await stage.shop.runTrack("rest", 0);
  expect(await count("rate_limit")).toBe(7_000);
  await run();
  expect(await count("rate_limit")).toBe(0);
});

test("a job that makes no progress is tried once in a run", async () => {
  const { stage, counts, run, count } = openJobStage();
  vi.spyOn(console, "error").mockReturnValue();
  const productId = await stage.newProduct({ deliveryType: "manual", stock: 30, rewardToman: 100 });
  for (let index = 0; index < 25; index++) {
    const { ask } = await stage.newShopper({ balanceToman: 100_000 });
    await ask(setQuantity, { body: { productId, quantity: 1 } });
    await ask(createOrder, { body: {} });
  }
  await stage.shop.sql(
    `INSERT INTO earning
       (id, kind, user_id, buyer_id, order_item_id, amount_toman, due_at, created_at)
     SELECT 'reward:' || i.id, 'reward', o.user_id, o.user_id, i.id, 100, 0, 0
     FROM order_item i JOIN orders o ON o.id = i.order_id`,
  );
  await stage.shop.sql(
    `CREATE TRIGGER broken BEFORE UPDATE ON earning BEGIN SELECT RAISE(ABORT, 'broken'); END`,
  );
  await run();
  expect(await count("earning WHERE state = 'held'")).toBe(25);
  expect(counts.find(({ track }) => track === "rest")?.calls).toBeLessThan(60);
});
