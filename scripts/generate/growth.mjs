import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { getPlatformProxy } from "wrangler";
import { findDatabase } from "../audit/audit-source.mjs";
import { configForTools, migrate, seed } from "../run/prepare.mjs";
import { readSecrets } from "../run/stack-config.mjs";
import { stateDir } from "../run/stack.mjs";

const HELP = `npm run growth -- --orders 100000

Fills a new shop with so many orders (100,000 when left out), makes the main calls of shop and desk,
and prints what each reads.`;
const SEED = "growth";

/**
 * The calls: who makes them, and what they ask.
 * @type {[who: string, name: string, address: string, options?: { cart: boolean }][]}
 */
const CALLS = [
  ["guest", "GET /products?type=giftcard", "/api/v1/products?type=giftcard"],
  ["guest", "GET /search", "/api/v1/search?q=steam"],
  ["shopper", "GET /carts", "/api/v1/carts"],
  ["shopper", "GET /orders", "/api/v1/orders"],
  ["shopper", "GET /orders/:orderId", "/api/v1/orders/ORDER"],
  ["shopper", "GET /transactions", "/api/v1/transactions"],
  ["shopper", "GET /dashboard/overview", "/api/v1/dashboard/overview"],
  ["shopper", "POST /orders (wallet)", "/api/v1/orders", { cart: true }],
  ["desk", "GET /figures (month)", "/desk/v1/figures"],
  ["desk", "GET /figures (year)", "/desk/v1/figures?year=YEAR"],
  ["desk", "GET /figures.csv", "/desk/v1/figures.csv?table=products"],
  ["desk", "GET /closings", "/desk/v1/closings"],
  ["desk", "GET /queue", "/desk/v1/queue"],
  ["desk", "GET /orders", "/desk/v1/orders"],
  ["desk", "GET /withdrawals", "/desk/v1/withdrawals"],
  ["desk", "GET /deliveries", "/desk/v1/deliveries"],
  ["desk", "GET /tickets", "/desk/v1/tickets"],
  ["desk", "GET /decisions", "/desk/v1/decisions"],
  ["desk", "GET /health", "/desk/v1/health"],
];

/** `npm run growth`: what calls read in a shop with many orders. */
export default async function growth(words) {
  const orders = readOrders(words);
  const dataDir = mkdtempSync(join(tmpdir(), "armaghan-growth-"));
  try {
    await migrate(dataDir);
    await seed(dataDir);
    const { fillWithHistory } = await import("./fill.ts");
    const startedAt = Date.now();
    const made = fillWithHistory(dataDir, { orders, seed: SEED, now: Date.now(), isDemo: false });
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    const bytes = statSync(findDatabase(dataDir)).size;
    console.log(
      `${show(made.orders)} orders of ${show(made.people)} people: made in ${seconds} s, ${show(Math.round(bytes / 1e6))} MB\n`,
    );
    await measure(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

function readOrders(words) {
  try {
    const { values } = parseArgs({
      args: words,
      options: { orders: { type: "string", default: "100000" } },
    });
    const orders = Number(values.orders);
    if (Number.isInteger(orders) && orders > 0) return orders;
  } catch {
    // An unknown option; the help says which there are.
  }
  throw new Error(HELP);
}

async function measure(dataDir) {
  const { createShop } = await import("../../api/shop.ts");
  const { persianDate, tehranDay } = await import("../../persian/calendar.ts");
  const proxy = await getPlatformProxy({
    configPath: configForTools(dataDir),
    persist: { path: join(stateDir(dataDir), "v3") },
    remoteBindings: false,
  });
  try {
    const reads = { rows: 0, written: 0 };
    const env = { ...proxy.env, DB: counted(proxy.env.DB, reads) };
    const { DESK_TOKEN } = readSecrets(dataDir);
    const { orderId, token } = await signIn(proxy.env.DB);
    const shop = createShop({
      now: () => Date.now(),
      wait: (waitMs) => new Promise((done) => setTimeout(done, waitMs).unref()),
    });
    console.log("| Call | Rows read | Rows written | Milliseconds |\n| --- | --- | --- | --- |");
    for (const [who, name, address, { cart = false } = {}] of CALLS) {
      if (cart) await fillCart(proxy.env.DB);
      const path = address
        .replace("ORDER", orderId)
        .replace("YEAR", String(persianDate(tehranDay(Date.now())).year));
      const bearer = { guest: undefined, shopper: token, desk: DESK_TOKEN }[who];
      const request = new Request(`http://localhost${path}`, {
        method: name.split(" ")[0],
        headers: {
          "X-Client-Address": "10.0.0.9",
          ...(bearer && { Authorization: `Bearer ${bearer}` }),
          ...(cart && { "Content-Type": "application/json" }),
        },
        ...(cart && { body: "{}" }),
      });
      reads.rows = reads.written = 0;
      const startedAt = performance.now();
      const answer = await shop.fetch(request, env, proxy.ctx);
      const text = await answer.text();
      // A call that this version does not have yet.
      if (answer.status === 404) continue;
      if (!answer.ok)
        throw new Error(`${name} was answered ${answer.status}: ${text.slice(0, 200)}`);
      const ms = Math.round(performance.now() - startedAt);
      const label = `\`${name}\`${who === "desk" ? " of the desk" : ""}`;
      console.log(`| ${label} | ${show(reads.rows)} | ${show(reads.written)} | ${ms} |`);
    }
  } finally {
    await proxy.dispose();
  }
}

/** Counts the rows that statements read and write. */
function counted(db, reads) {
  const note = (answer) => {
    reads.rows += answer.meta.rows_read;
    reads.written += answer.meta.rows_written;
    return answer;
  };
  const inner = new WeakMap();
  const wrap = (statement) => {
    const wrapped = {
      bind: (...values) => wrap(statement.bind(...values)),
      all: async () => note(await statement.all()),
      run: async () => note(await statement.run()),
      first: async () => note(await statement.all()).results[0] ?? null,
    };
    inner.set(wrapped, statement);
    return wrapped;
  };
  return {
    prepare: (text) => wrap(db.prepare(text)),
    batch: async (statements) =>
      (await db.batch(statements.map((statement) => inner.get(statement)))).map(note),
  };
}

/** Signs in somebody who has bought much, and gives them money. */
async function signIn(db) {
  const { user_id: userId, id: orderId } = await db
    .prepare(
      `SELECT o.user_id, o.id FROM orders o JOIN user u ON u.id = o.user_id
       WHERE o.paid_at IS NOT NULL ORDER BY u.orders_count DESC, o.paid_at DESC LIMIT 1`,
    )
    .first();
  const token = "somebody-who-bought-much";
  const hash = createHash("sha256").update(token).digest("hex");
  const now = Date.now();
  await db.batch([
    db
      .prepare(
        `INSERT INTO session (token_hash, user_id, created_at, expires_at, last_used_at)
         VALUES (?1, ?2, ?3, ?3 + 86400000, ?3)`,
      )
      .bind(hash, userId, now),
    db
      .prepare(
        `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman,
           created_at) VALUES ('opening:growth', 'opening', 'shop:capital', ?1, 50000000, ?2)`,
      )
      .bind(`shopper:${userId}`, now),
  ]);
  return { orderId, token };
}

/** Puts something that is in stock into the cart of whoever is signed in. */
async function fillCart(db) {
  await db
    .prepare(
      `INSERT INTO cart_item (user_id, product_id, quantity, added_at)
       SELECT s.user_id, (SELECT product_id FROM code WHERE status = 'free' LIMIT 1), 1, ?1
       FROM session s ORDER BY s.created_at DESC LIMIT 1`,
    )
    .bind(Date.now())
    .run();
}

const show = (count) => count.toLocaleString("en-US");
