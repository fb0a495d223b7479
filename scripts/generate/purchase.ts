import { createHash } from "node:crypto";
import { sealContext } from "../../api/stock/code-text.ts";
import { PUBLIC_DISCOUNT } from "../../api/seed/demo.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../api/base/time.ts";
import { FINANCE, SUPPORT } from "./people.ts";
import { type Person, type Product, type World, decide, move, openAccount } from "./world.ts";

/** What people pay with. */
export type Way = "gateway" | "wallet" | "mixed";
/**
 * How an order ends. `waiting` is a delivery by hand that nobody has made, `held` waits for a look,
 * `returned` is given back whole.
 */
export type Fate = "delivered" | "returned" | "waiting" | "held";

export interface Purchase {
  person: Person;
  at: number;
  lines: readonly { product: Product; quantity: number }[];
  way: Way;
  fate: Fate;
  hasDiscount: boolean;
}

interface Item {
  id: string;
  product: Product;
  quantity: number;
  totalToman: number;
  rewardToman: number;
}

const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const GATEWAY = "gateway:zarinpal";
const WEEK_MS = 7 * DAY_MS;

/** Writes an order with everything that follows from it, and returns its id. */
export function purchase(world: World, wanted: Purchase): string {
  const { random } = world;
  const { person, at, fate } = wanted;
  const id = random.id();
  const items = itemsOf(world, wanted);
  const totalToman = items.reduce((sum, item) => sum + item.totalToman, 0);
  const part = wanted.way === "mixed" ? Math.floor(totalToman / 3 / 1_000) * 1_000 : 0;
  const walletToman = wanted.way === "wallet" ? totalToman : part;
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
    wanted.hasDiscount ? "seed-discount" : null,
    at,
    at,
    at,
    wanted.hasDiscount ? PUBLIC_DISCOUNT.minPurchaseToman : 0,
    fate === "held" ? at + DAY_MS : null,
  );
  if (wanted.hasDiscount)
    world.run("INSERT INTO discount_use VALUES (?, 'seed-discount', ?)", id, person.id);
  openAccount(world, `clearing:${id}`, "clearing");
  takeMoney(world, { id, person, walletToman, gatewayToman: totalToman - walletToman, at });
  items.forEach((item, position) => deliver(world, wanted, id, item, position));
  if (fate === "returned") giveBack(world, wanted, id, items, walletToman);
  return id;
}

/** Prices the lines as the shop does: the sale price, less the discount code on a single line. */
function itemsOf({ random }: World, { lines, hasDiscount }: Purchase): Item[] {
  return lines.map(({ product, quantity }) => {
    const whole = (product.sale_price_toman ?? product.price_toman) * quantity;
    const { percent, maxDiscountToman } = PUBLIC_DISCOUNT;
    const discount = Math.min(Math.floor((whole * percent) / 100), maxDiscountToman);
    const totalToman = hasDiscount ? whole - discount : whole;
    return { id: random.id(), product, quantity, totalToman, rewardToman: product.reward_toman };
  });
}

/** Brings money into a wallet, when there is too little for a purchase. */
export function fillWallet(world: World, person: Person, toman: number, at: number): void {
  const lacking = toman - (world.balances.get(person.id) ?? 0);
  if (lacking <= 0) return;
  const amount = Math.ceil((lacking * (1 + world.random.next() / 2)) / 50_000) * 50_000;
  const id = pay(world, person, { purpose: "wallet_topup", orderId: null, amount, at });
  const to = `shopper:${person.id}`;
  move(world, { kind: "topup", ref: id, from: GATEWAY, to, toman: amount, at, paymentId: id });
}

interface Payment {
  purpose: "wallet_topup" | "cart_checkout";
  orderId: string | null;
  amount: number;
  at: number;
  state?: "paid" | "failed" | "expired" | "review";
  reason?: string;
}

/** Writes a payment that has ended at the gateway. */
export function pay(world: World, person: Person, payment: Payment): string {
  const { random } = world;
  const id = random.id();
  const { at, state = "paid", amount } = payment;
  const begunAt = at - random.between(40, 240) * 1_000;
  world.run(
    `INSERT INTO payment (id, user_id, purpose, order_id, gateway, card_id, amount_toman, state,
       authority, request_hash, created_at, requested_at, expires_at, checks)
     VALUES (?, ?, ?, ?, 'zarinpal', ?, ?, 'pending', ?, '', ?, ?, ?, 1)`,
    id,
    person.id,
    payment.purpose,
    payment.orderId,
    person.cardId,
    amount,
    `G${id.replaceAll("-", "")}000`,
    begunAt,
    begunAt,
    begunAt + 15 * MINUTE_MS,
  );
  world.run(
    "UPDATE payment SET state = ?, ref_id = ?, settled_at = ?, review_reason = ? WHERE id = ?",
    state,
    state === "paid" ? referenceOf(id) : null,
    at,
    payment.reason ?? null,
    id,
  );
  return id;
}

/** The gateway's reference of a payment: as many digits as no real one has. */
function referenceOf(id: string): string {
  const [seed, count] = [id.slice(0, 6), id.slice(24)].map((hex) => Number.parseInt(hex, 16));
  return `${seed}${String(count).padStart(10, "0")}`;
}

function takeMoney(
  world: World,
  order: { id: string; person: Person; walletToman: number; gatewayToman: number; at: number },
): void {
  const { id, person, walletToman, gatewayToman, at } = order;
  const to = `clearing:${id}`;
  const wallet = `shopper:${person.id}`;
  let source = wallet;
  if (gatewayToman > 0) {
    const purpose = "cart_checkout";
    const paymentId = pay(world, person, { purpose, orderId: id, amount: gatewayToman, at });
    if (walletToman > 0) {
      source = `hold:${id}`;
      openAccount(world, source, "hold");
      const held = { from: wallet, to: source, toman: walletToman, at: at - MINUTE_MS };
      move(world, { kind: "hold", ref: id, orderId: id, ...held });
    }
    const toman = gatewayToman;
    const paid = { orderId: id, paymentId, at };
    move(world, { kind: "order_gateway", ref: id, from: GATEWAY, to, toman, ...paid });
  }
  const toman = walletToman;
  move(world, { kind: "order_wallet", ref: id, from: source, to, toman, orderId: id, at });
}

function deliver(
  world: World,
  { person, at, fate }: Purchase,
  orderId: string,
  item: Item,
  position: number,
): void {
  const { random } = world;
  const { product, quantity } = item;
  const isByHand = product.delivery_type === "manual";
  const byHandMs = random.chance(0.93) ? random.between(20, 600) : random.between(1_450, 2_000);
  const deliveredAt = isByHand ? Math.min(at + byHandMs * MINUTE_MS, world.now) : at;
  const isOpen = fate === "held" || (fate === "waiting" && isByHand);
  // What is given up before it was delivered by hand.
  const isGivenUp = fate === "returned" && isByHand;
  const isDelivered = !isOpen && !isGivenUp;
  world.run(
    `INSERT INTO order_item (id, order_id, product_id, product_name, delivery_type, quantity,
       price_toman, total_toman, reward_toman, delivery_status, position, delivered_at,
       waiting_since, sale_price_toman) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    item.id,
    orderId,
    product.id,
    product.name,
    product.delivery_type,
    quantity,
    product.price_toman,
    item.totalToman,
    item.rewardToman,
    fate === "held" ? "processing" : "pending",
    position,
    null,
    fate !== "held" && !isDelivered ? at : null,
    product.sale_price_toman ?? product.price_toman,
  );
  if (isDelivered || (fate === "held" && !isByHand)) {
    const isRead = isDelivered && fate !== "returned" && random.chance(0.85);
    const readAt = isRead
      ? Math.min(deliveredAt + random.between(1, 90) * MINUTE_MS, world.now)
      : null;
    for (let unit = 1; unit <= quantity; unit++)
      sellCode(world, item, unit, isByHand ? deliveredAt : at, readAt);
    if (readAt !== null)
      world.run(
        `INSERT INTO content_reading (id, order_item_id, user_id, read_at) VALUES (?, ?, ?, ?)`,
        random.id(),
        item.id,
        person.id,
        readAt,
      );
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
  earn(world, person, item, orderId, deliveredAt, fate === "returned");
}

function sellCode(
  world: World,
  { id: itemId, product }: Item,
  unit: number,
  soldAt: number,
  readAt: number | null,
): void {
  const { random, sealing } = world;
  const id = random.id();
  const letters = createHash("sha256").update(id).digest().subarray(0, 16);
  const plain = [...letters].map((byte) => LETTERS.charAt(byte % 32)).join("");
  const batch = batchOf(world, product, soldAt);
  world.run(
    `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, status, order_item_id,
       sold_at, position, read_at) VALUES (?, ?, ?, ?, ?, 'sold', ?, ?, ?, ?)`,
    id,
    product.id,
    batch,
    sealing.seal(plain, sealContext(product.id, id)),
    sealing.fingerprint("code", plain),
    itemId,
    soldAt,
    unit,
    readAt,
  );
}

/** The batch that a product was bought with in a week. Costs rise towards the present. */
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

/** Cashback of the buyer and income of the inviter: held for a day, then paid. */
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

/** Gives an order of one line back the way it was paid: to the wallet, or to the card. */
function giveBack(
  world: World,
  { person, at }: Purchase,
  orderId: string,
  items: readonly Item[],
  walletToman: number,
): void {
  const { random, now } = world;
  const givenAt = Math.min(at + random.between(1, 30) * HOUR_MS, now);
  for (const item of items) {
    const id = random.id();
    const isByHand = item.product.delivery_type === "manual";
    const card = item.totalToman - walletToman;
    const arrivedAt = givenAt + DAY_MS < now ? givenAt + DAY_MS : null;
    world.run(
      `INSERT INTO refund (id, order_item_id, order_id, user_id, wallet_toman, gateway_toman,
         reason, note, state, provider_ref, next_attempt_at, created_at, settled_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      item.id,
      orderId,
      person.id,
      walletToman,
      card,
      isByHand ? "shopper" : "operator",
      isByHand ? null : "کد کار نمی‌کند",
      card > 0 && arrivedAt === null ? "sent" : "done",
      card > 0 ? random.digits(12) : null,
      card > 0 && arrivedAt === null ? now + DAY_MS : null,
      givenAt,
      card > 0 ? arrivedAt : givenAt,
    );
    for (let unit = 1; unit <= item.quantity; unit++)
      world.run("INSERT INTO refunded_unit VALUES (?, ?, ?)", item.id, unit, id);
    world.run(
      `UPDATE code SET status = 'free', order_item_id = NULL, sold_at = NULL, position = NULL
       WHERE order_item_id = ? AND read_at IS NULL`,
      item.id,
    );
    world.run(
      `UPDATE order_item SET delivery_status = 'cancelled', delivered_at = NULL,
         waiting_since = NULL WHERE id = ?`,
      item.id,
    );
    const from = isByHand ? `clearing:${orderId}` : "shop:sales";
    const booked = { ref: id, orderId, at: givenAt };
    const wallet = `shopper:${person.id}`;
    move(world, { kind: "refund_wallet", from, to: wallet, toman: walletToman, ...booked });
    if (card > 0) {
      const held = `refund:${id}`;
      openAccount(world, held, "clearing");
      move(world, { kind: "refund_gateway", from, to: held, toman: card, ...booked });
      if (arrivedAt !== null) {
        const paid = { from: held, to: GATEWAY, toman: card, ...booked, at: arrivedAt };
        move(world, { kind: "refund_paid", ...paid });
      }
    }
    if (!isByHand)
      decide(world, {
        operator: FINANCE,
        subject: "order_item",
        id: item.id,
        verdict: "refunded",
        note: "کد کار نمی‌کند",
        at: givenAt,
      });
  }
  world.run(`UPDATE orders SET state = 'refunded', updated_at = ? WHERE id = ?`, givenAt, orderId);
}

/** Writes an order that was given up at the gateway. */
export function giveUp(world: World, { person, at, lines }: Purchase): void {
  const { random } = world;
  const id = random.id();
  const cartVersion = (world.carts.get(person.id) ?? 0) + 1;
  const items = lines.map(({ product, quantity }) => ({
    product,
    quantity,
    toman: (product.sale_price_toman ?? product.price_toman) * quantity,
  }));
  const toman = items.reduce((sum, item) => sum + item.toman, 0);
  world.run(
    `INSERT INTO orders (id, user_id, cart_version, state, total_toman, wallet_toman, gateway_toman,
       reward_toman, request_hash, created_at, updated_at)
     VALUES (?, ?, ?, 'cancelled', ?, 0, ?, 0, '', ?, ?)`,
    id,
    person.id,
    cartVersion,
    toman,
    toman,
    at,
    at,
  );
  items.forEach(({ product, quantity, toman: total }, position) =>
    world.run(
      `INSERT INTO order_item (id, order_id, product_id, product_name, delivery_type, quantity,
         price_toman, total_toman, reward_toman, position, sale_price_toman)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`,
      random.id(),
      id,
      product.id,
      product.name,
      product.delivery_type,
      quantity,
      product.price_toman,
      total,
      position,
      product.sale_price_toman ?? product.price_toman,
    ),
  );
  const state = random.chance(0.7) ? "failed" : "expired";
  pay(world, person, { purpose: "cart_checkout", orderId: id, amount: toman, at, state });
}
