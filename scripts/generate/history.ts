import type { DatabaseSync } from "node:sqlite";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../api/base/time.ts";
import { addOperators, addPeople } from "./people.ts";
import { complain, give, rate, withdraw } from "./afterwards.ts";
import { purchase } from "./purchase.ts";
import type { PaymentMethod } from "./purchase-row.ts";
import { giveUp } from "./return.ts";
import { createRandom } from "./random.ts";
import { type Sealing } from "./sealing.ts";
import { type Person, type Product, type World, openWorld } from "./world.ts";

/**
 * Fills a shop with an invented history: people, purchases, refunds, withdrawals, tickets, ratings
 * and gifts over ninety days until now. The same seed and time give the same shop.
 */

export interface HistoryOptions {
  orders: number;
  seed: string;
  /** UTC milliseconds. */
  now: number;
}

export const HISTORY_DAYS = 90;
const TEHRAN_MS = 12_600_000;
/**
 * The largest number of database transactions. There are few, because each commit writes every
 * changed page, and the orders of one commit change most pages of the indexes.
 */
const COMMITS = 20;
const ORDERS_PER_COMMIT_MIN = 4_000;
/** Weights of purchases for each hour of a day, from midnight. */
const HOURS = [5, 3, 2, 1, 1, 1, 2, 3, 5, 7, 8, 9, 9, 8, 8, 9, 10, 11, 12, 13, 14, 13, 11, 8];

export function openHistory(
  database: DatabaseSync,
  sealing: Sealing,
  requested: HistoryOptions,
): World {
  const random = createRandom(`${requested.seed} ${requested.orders}`);
  return openWorld(database, { random, sealing, now: requested.now });
}

/** Writes the history into the database and returns its people. */
export function writeHistory(
  database: DatabaseSync,
  world: World,
  { orders }: Pick<HistoryOptions, "orders">,
): Person[] {
  const from = world.now - HISTORY_DAYS * DAY_MS;
  const products = world.all<Product>(
    `SELECT id, name, delivery_type, price_toman, sale_price_toman, reward_toman FROM product
     WHERE is_active = 1 ORDER BY position, id`,
  );
  if (products.length === 0) throw new Error("The shop has no products to sell yet.");
  const [known] = world.all<{ count: number }>("SELECT count(*) AS count FROM user");
  const batch = work(database);
  const people = batch(() => {
    addOperators(world, from);
    return addPeople(world, Math.max(12, Math.round(orders / 6)), from, known?.count ?? 0);
  });
  const moments = momentsOf(world, orders, from);
  const weights = products.map((_, place) => 1 / (1 + ((place * 37) % products.length)));
  const perCommit = Math.max(ORDERS_PER_COMMIT_MIN, Math.ceil(orders / COMMITS));
  for (let done = 0; done < moments.length; done += perCommit)
    batch(() => {
      for (const at of moments.slice(done, done + perCommit))
        live(world, people, products, weights, at);
    });
  batch(() => {
    for (const person of people) withdraw(world, person);
    finish(world, moments);
  });
  return people;
}

/** Runs a function as one database transaction. */
export function work(database: DatabaseSync) {
  return <Result>(write: () => Result): Result => {
    database.exec("BEGIN");
    try {
      const result = write();
      database.exec("COMMIT");
      return result;
    } catch (error) {
      database.exec("ROLLBACK");
      throw error;
    }
  };
}

/**
 * Returns the times at which orders are made: more orders towards the present, on some days, and in
 * the evening.
 */
function momentsOf({ random, now }: World, orders: number, from: number): number[] {
  const firstDay = Math.floor((from + TEHRAN_MS) / DAY_MS) + 1;
  const lastDay = Math.floor((now + TEHRAN_MS) / DAY_MS);
  const startOf = (day: number) => day * DAY_MS - TEHRAN_MS;
  const slots: { at: number; weight: number }[] = [];
  for (let day = firstDay; day <= lastDay; day++) {
    const growth = 0.7 + (0.6 * (day - firstDay)) / HISTORY_DAYS;
    // There are more orders on Thursdays and Fridays, and on a few very busy days.
    const week = (day + 5) % 7 < 2 ? 1.2 : 1;
    const luck = 0.85 + random.next() * 0.3 + (random.chance(0.03) ? 0.5 : 0);
    HOURS.forEach((weight, hour) => {
      const at = startOf(day) + hour * HOUR_MS;
      const share = Math.min(1, Math.max(0, (now - at) / HOUR_MS));
      slots.push({ at, weight: weight * growth * week * luck * share });
    });
  }
  const whole = slots.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  let made = 0;
  const moments: number[] = [];
  for (const { at, weight } of slots) {
    sum += weight;
    const until = Math.round((sum / whole) * orders);
    for (; made < until; made++)
      moments.push(Math.min(at + random.between(0, HOUR_MS - 1), now - MINUTE_MS));
  }
  return moments.toSorted((one, other) => one - other);
}

/** Writes one order, and the actions that follow it. */
function live(
  world: World,
  people: readonly Person[],
  products: readonly Product[],
  weights: readonly number[],
  at: number,
): void {
  const { random } = world;
  const person = pickCustomer(world, people, at);
  const product = products[random.weigh(weights)] ?? random.pick(products);
  const quantity = random.chance(0.85) ? 1 : random.between(2, 4);
  const lines = [{ product, quantity }];
  const other = random.chance(0.15) ? random.pick(products) : product;
  if (other !== product) lines.push({ product: other, quantity: 1 });
  const way: PaymentMethod =
    (["gateway", "wallet", "mixed"] as const)[random.weigh([70, 22, 8])] ?? "gateway";
  const isOpen = product.delivery_type === "manual" && at > world.now - DAY_MS / 3;
  const isReturned = lines.length === 1 && random.chance(0.012) && way !== "mixed";
  const toman = (product.sale_price_toman ?? product.price_toman) * quantity;
  const hasDiscount = lines.length === 1 && !isReturned && toman >= 500_000 && random.chance(0.05);
  const outcome = isReturned ? "returned" : isOpen ? "waiting" : "delivered";
  const requested = { person, at, lines, way, outcome, hasDiscount } as const;
  const orderId = purchase(world, requested);
  if (at > world.now - 28 * DAY_MS && random.chance(0.3))
    giveUp(world, { ...requested, at: at - 20 * MINUTE_MS });
  if (outcome !== "delivered") return;
  if (random.chance(0.04)) rate(world, person, orderId, product, at);
  if (random.chance(0.02)) complain(world, person, orderId, at);
  if (random.chance(0.01)) give(world, person, orderId, at);
}

/** Picks a person who had joined by then; earlier people come back more often. */
function pickCustomer({ random }: World, people: readonly Person[], at: number): Person {
  for (let look = 0; look < 40; look++) {
    const person = people[Math.floor(random.next() ** 1.6 * people.length)];
    if (person && person.joinedAt + 3 * HOUR_MS < at) return person;
  }
  const [first] = people;
  if (!first) throw new Error("There is nobody to buy.");
  return first;
}

/**
 * Adds rows that the shop would have written meanwhile: versions of carts, and baskets without a
 * purchase.
 */
function finish(world: World, moments: readonly number[]): void {
  for (const [userId, bought] of world.carts)
    world.run("UPDATE cart SET version = ? WHERE user_id = ?", bought + 1, userId);
  const baskets = new Map<number, number>();
  for (const at of moments) {
    const day = Math.floor((at + TEHRAN_MS) / DAY_MS);
    baskets.set(day, (baskets.get(day) ?? 0) + 1);
  }
  for (const [day, orders] of baskets) {
    const share = 0.35 + world.random.next() * 0.08;
    world.run(
      `INSERT INTO day_sum (day, baskets) VALUES (?1, ?2)
       ON CONFLICT (day) DO UPDATE SET baskets = baskets + excluded.baskets`,
      day,
      Math.round(orders / share),
    );
  }
}
