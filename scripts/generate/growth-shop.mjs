import { createHash } from "node:crypto";
import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { readSecrets, shopConfig, writeConfig } from "../run/stack-config.mjs";
import { stateDir } from "../run/stack.mjs";
import { countReads } from "./count-reads.mjs";

const DAY_MS = 86_400_000;
/** The session token of the shopper whom `prepareCalls` signs in. */
export const SHOPPER_TOKEN = "somebody-who-bought-much";

/**
 * Opens the shop of a data folder in this process, with a database that counts reads. The sandbox
 * answers at `port`.
 */
export async function openMeasured(dataDir, port) {
  const { createShop } = await import("../../api/shop.ts");
  // The shop would print a line for each call and job.
  console.info = () => {};
  const proxy = await getPlatformProxy({
    configPath: writeConfig(dataDir, "tools", shopConfig({ port, dataDir })),
    persist: { path: join(stateDir(dataDir), "v3") },
    remoteBindings: false,
  });
  const reads = { rows: 0, written: 0, calls: 0 };
  const env = { ...proxy.env, DB: countReads(proxy.env.DB, reads) };
  const bearers = { shopper: SHOPPER_TOKEN, desk: readSecrets(dataDir).DESK_TOKEN };
  const shop = createShop({
    now: () => Date.now(),
    wait: (waitMs) => new Promise((done) => setTimeout(done, waitMs).unref()),
  });
  /**
   * Runs a function, and returns how much it read and wrote in the database and how long it took.
   */
  const count = async (work) => {
    Object.assign(reads, { rows: 0, written: 0, calls: 0 });
    const startedAt = performance.now();
    await work();
    return { ...reads, ms: Math.round(performance.now() - startedAt) };
  };
  /** @param {import("./growth-calls.mjs").Call} call */
  const ask = async ({ who, method, path, body }) => {
    const below = who === "desk" ? "/desk/v1" : "/api/v1";
    const request = new Request(`http://localhost${below}${path}`, {
      method,
      headers: {
        "X-Client-Address": "10.0.0.9",
        ...(bearers[who] && { Authorization: `Bearer ${bearers[who]}` }),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await shop.fetch(request, env, proxy.ctx);
    const text = await answer.text();
    if (!answer.ok)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
  };
  return {
    db: proxy.env.DB,
    /** Measures the calls of a screen, in the order in which they are made. */
    open: (calls) =>
      count(async () => {
        for (const call of calls) await ask(call);
      }),
    /**
     * Runs a job once for everything that is due, and measures a second run, which has nothing to
     * do.
     */
    idle: async (job) => {
      await shop.runJobs(env, [job]);
      return count(() => shop.runJobs(env, [job]));
    },
    close: () => proxy.dispose(),
  };
}

/**
 * Signs in a shopper who has bought much, gives them money and fills their cart. Returns the ids
 * that replace the words in capitals of SCREENS, by word.
 */
export async function prepareCalls(db) {
  const { persianDate, tehranDay, writeGregorian, writePersian } =
    await import("../../persian/calendar.ts");
  const now = Date.now();
  const yesterday = tehranDay(now) - 1;
  const { year } = persianDate(yesterday);
  const person = await db
    .prepare("SELECT id, phone FROM user ORDER BY orders_count DESC, id LIMIT 1")
    .first();
  const order = await db
    .prepare(
      `SELECT o.id, o.number, i.product_id,
         (SELECT ref_id FROM payment WHERE user_id = ?1 AND ref_id IS NOT NULL LIMIT 1) AS reference
       FROM orders o JOIN order_item i ON i.order_id = o.id
       WHERE o.user_id = ?1 AND o.paid_at IS NOT NULL AND i.delivery_type = 'instant'
       ORDER BY o.paid_at DESC LIMIT 1`,
    )
    .bind(person.id)
    .first();
  await db.batch([
    db
      .prepare(
        `INSERT INTO session (token_hash, user_id, created_at, expires_at, last_used_at)
         VALUES (?1, ?2, ?3, ?4, ?3)`,
      )
      .bind(createHash("sha256").update(SHOPPER_TOKEN).digest("hex"), person.id, now, now + DAY_MS),
    db
      .prepare(
        `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman,
           created_at) VALUES ('opening:growth', 'opening', 'shop:capital', ?1, 50000000, ?2)`,
      )
      .bind(`shopper:${person.id}`, now),
    db
      .prepare(
        `INSERT INTO cart_item (user_id, product_id, quantity, added_at)
         SELECT ?1, product_id, 1, ?2 FROM code WHERE status = 'free' LIMIT 1`,
      )
      .bind(person.id, now),
  ]);
  return {
    ORDER: order?.id,
    NUMBER: order?.number,
    PRODUCT: order?.product_id,
    REFERENCE: order?.reference,
    PERSON: person.id,
    PHONE: `0${person.phone}`,
    CARD_END: "1234",
    YESTERDAY: writeGregorian(yesterday),
    DAY: writePersian(yesterday),
    // In a shop without orders there is no day to close.
    OVER: order ? writePersian(yesterday) : undefined,
    MONTH: writePersian(yesterday).slice(0, 7),
    YEAR: String(year),
  };
}
