import type { Item, Purchase } from "./purchase-row.ts";
import { hash } from "node:crypto";
import { sealContext } from "../../api/buying/code/code-text.ts";
import { PUBLIC_DISCOUNT } from "../../api/seed/demo.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../api/base/time.ts";
import { fillWallet, takeMoney } from "./payment.ts";
import { SUPPORT } from "./people.ts";
import { giveBack } from "./return.ts";
import { type Person, type Product, type World, decide, know, move, openAccount } from "./world.ts";

const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const WEEK_MS = 7 * DAY_MS;

/** Writes an order with everything that follows from it, and returns its id. */
export function purchase(world: World, requested: Purchase): string {
  const { random } = world;
  const { person, at, outcome } = requested;
  const id = random.id();
  const items = itemsOf(world, requested);
  const totalToman = items.reduce((sum, item) => sum + item.totalToman, 0);
  const part = requested.way === "mixed" ? Math.floor(totalToman / 3 / 1_000) * 1_000 : 0;
  const walletToman = requested.way === "wallet" ? totalToman : part;
  if (walletToman > 0) fillWallet(world, person, walletToman, at - 20 * MINUTE_MS);
  const cartVersion = (world.carts.get(person.id) ?? 0) + 1;
  world.carts.set(person.id, cartVersion);
  world.run(
    `INSERT INTO orders (id, user_id, cart_version, state, total_toman, wallet_toman, gateway_toman,
       reward_toman, discount_code_id, request_hash, created_at, updated_at, paid_at,
       min_purchase_toman, look_due_at) VALUES (?, ?, ?, 'paid', ?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?)`,
    id,
    person.id,
    cartVersion,
    totalToman,
    walletToman,
    totalToman - walletToman,
    items.reduce((sum, item) => sum + item.rewardToman * item.quantity, 0),
    requested.hasDiscount ? "seed-discount" : null,
    at,
    at,
    at,
    requested.hasDiscount ? PUBLIC_DISCOUNT.minPurchaseToman : 0,
    outcome === "held" ? at + DAY_MS : null,
  );
  openAccount(world, `clearing:${id}`, "clearing");
  takeMoney(world, { id, person, walletToman, gatewayToman: totalToman - walletToman, at });
  items.forEach((item, position) => deliver(world, requested, id, item, position));
  // A trigger of the table `discount_use` adds up the items.
  if (requested.hasDiscount)
    world.run(
      `INSERT INTO discount_use (order_id, discount_code_id, user_id)
       VALUES (?, 'seed-discount', ?)`,
      id,
      person.id,
    );
  if (outcome === "returned") giveBack(world, requested, id, items, walletToman);
  return id;
}

/**
 * Prices the lines as the shop does: the sale price, minus the discount if there is a discount
 * code, which only orders of one line have.
 */
function itemsOf({ random }: World, { lines, hasDiscount }: Purchase): Item[] {
  return lines.map(({ product, quantity }) => {
    const whole = (product.sale_price_toman ?? product.price_toman) * quantity;
    const { percent, maxDiscountToman } = PUBLIC_DISCOUNT;
    const discount = Math.min(Math.floor((whole * percent) / 100), maxDiscountToman);
    const totalToman = hasDiscount ? whole - discount : whole;
    return { id: random.id(), product, quantity, totalToman, rewardToman: product.reward_toman };
  });
}

function deliver(
  world: World,
  { person, at, outcome }: Purchase,
  orderId: string,
  item: Item,
  position: number,
): void {
  const { random } = world;
  const { product, quantity } = item;
  const isByHand = product.delivery_type === "manual";
  const byHandMs = random.chance(0.93) ? random.between(20, 600) : random.between(1_450, 2_000);
  const deliveredAt = isByHand ? Math.min(at + byHandMs * MINUTE_MS, world.now) : at;
  const isOpen = outcome === "held" || (outcome === "waiting" && isByHand);
  // The buyer of a returned order cancels its manual items before they are delivered.
  const isGivenUp = outcome === "returned" && isByHand;
  const isDelivered = !isOpen && !isGivenUp;
  world.run(
    `INSERT INTO order_item (id, order_id, product_id, product_name, delivery_type, quantity,
       price_toman, total_toman, reward_toman, delivery_status, position, delivered_at,
       waiting_since, sale_price_toman, ordered_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    item.id,
    orderId,
    product.id,
    product.name,
    product.delivery_type,
    quantity,
    product.price_toman,
    item.totalToman,
    item.rewardToman,
    outcome === "held" ? "processing" : "pending",
    position,
    null,
    outcome !== "held" && !isDelivered ? at : null,
    product.sale_price_toman ?? product.price_toman,
    at,
  );
  if (isDelivered || (outcome === "held" && !isByHand)) {
    const isRead = isDelivered && outcome !== "returned" && random.chance(0.85);
    sellCodes(world, person, item, { soldAt: deliveredAt, isRead });
  }
  if (!isDelivered) return;
  world.run(
    "UPDATE order_item SET delivery_status = 'delivered', delivered_at = ?, waiting_since = NULL WHERE id = ?",
    deliveredAt,
    item.id,
  );
  const [from, to] = [`clearing:${orderId}`, "shop:sales"];
  const toman = item.totalToman;
  move(world, { kind: "sale", ref: item.id, from, to, toman, orderId, at: deliveredAt });
  if (isByHand)
    decide(world, {
      operator: SUPPORT,
      subject: "order_item",
      id: item.id,
      verdict: "delivered",
      at: deliveredAt,
    });
  earn(world, person, item, orderId, deliveredAt, outcome === "returned");
}

/** Sells the codes of an item; its buyer may have read them. */
function sellCodes(
  world: World,
  person: Person,
  item: Item,
  { soldAt, isRead }: { soldAt: number; isRead: boolean },
): void {
  const { random, now } = world;
  const readAt = isRead ? Math.min(soldAt + random.between(1, 90) * MINUTE_MS, now) : null;
  for (let unit = 1; unit <= item.quantity; unit++) {
    const codeId = sellCode(world, item, unit, soldAt);
    if (readAt !== null) know(world, codeId, "buyer", person.id, readAt);
  }
  if (readAt !== null)
    world.run(
      `INSERT INTO content_reading (id, order_item_id, user_id, read_at) VALUES (?, ?, ?, ?)`,
      random.id(),
      item.id,
      person.id,
      readAt,
    );
}

function sellCode(
  world: World,
  { id: itemId, product }: Item,
  unit: number,
  soldAt: number,
): string {
  const { random, sealing } = world;
  const id = random.id();
  const letters = hash("sha256", id, "buffer").subarray(0, 16);
  const plain = [...letters].map((byte) => LETTERS.charAt(byte % 32)).join("");
  const batch = batchOf(world, product, soldAt);
  world.run(
    `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, status, order_item_id,
       sold_at, position, last_four) VALUES (?, ?, ?, ?, ?, 'sold', ?, ?, ?, ?)`,
    id,
    product.id,
    batch,
    sealing.seal(plain, sealContext(product.id, id)),
    sealing.fingerprint("code", plain),
    itemId,
    soldAt,
    unit,
    plain.slice(-4),
  );
  return id;
}

/**
 * Returns the batch of a product's codes that was bought in a week. Costs rise towards the present.
 */
function batchOf(world: World, product: Product, at: number): string {
  const week = Math.floor(at / WEEK_MS);
  const name = `${product.id} ${week}`;
  const known = world.batches.get(name);
  if (known) return known.id;
  const age = Math.max(0, Math.floor(world.now / WEEK_MS) - week);
  const price = product.sale_price_toman ?? product.price_toman;
  const share = 0.875 - age * 0.003 + world.random.next() * 0.02;
  const batch = { id: world.random.id(), unitCostToman: Math.floor(price * share) };
  world.batches.set(name, batch);
  world.run(
    "INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at) VALUES (?, ?, ?, ?)",
    batch.id,
    product.id,
    batch.unitCostToman,
    week * WEEK_MS - HOUR_MS,
  );
  return batch.id;
}

/** Adds the cashback of the buyer and the income of the inviter: held for a day, then paid. */
function earn(
  world: World,
  person: Person,
  item: Item,
  orderId: string,
  at: number,
  isCancelled: boolean,
): void {
  const cashback = Math.min(item.rewardToman * item.quantity, item.totalToman);
  const income = person.inviterId === null ? 0 : Math.floor(item.totalToman * 0.005);
  const dueAt = at + DAY_MS;
  const isPaid = !isCancelled && dueAt < world.now;
  for (const [kind, ownerId, toman] of [
    ["reward", person.id, cashback],
    ["referral", person.inviterId, income],
  ] as const) {
    if (ownerId === null || toman === 0) continue;
    const id = `${kind}:${item.id}`;
    world.run(
      `INSERT INTO earning (id, kind, user_id, buyer_id, order_item_id, amount_toman, due_at,
         created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      kind,
      ownerId,
      person.id,
      item.id,
      toman,
      dueAt,
      at,
    );
    if (isPaid) {
      const to = `shopper:${ownerId}`;
      move(world, { kind, ref: item.id, from: "shop:sales", to, toman, orderId, at: dueAt });
    }
    if (isPaid || isCancelled)
      world.run(
        "UPDATE earning SET state = ?, cancelled_toman = ?, settled_at = ? WHERE id = ?",
        isPaid ? "paid" : "cancelled",
        isPaid ? 0 : toman,
        isPaid ? dueAt : at + HOUR_MS,
        id,
      );
  }
}
