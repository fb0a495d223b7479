import { DAY_MS, HOUR_MS } from "../../api/base/time.ts";
import { GATEWAY, pay } from "./payment.ts";
import { FINANCE } from "./people.ts";
import type { Item, Purchase } from "./purchase-row.ts";
import { type Person, type World, decide, move, openAccount } from "./world.ts";

/** Writes orders that were refunded, or abandoned before they were paid. */

/** Refunds an order of one line to where it was paid from: to the wallet or to the card. */
export function giveBack(
  world: World,
  { person, at }: Purchase,
  orderId: string,
  items: readonly Item[],
  walletToman: number,
): void {
  const { random, now } = world;
  const givenAt = Math.min(at + random.between(1, 30) * HOUR_MS, now);
  for (const item of items) giveItemBack(world, person, item, { orderId, walletToman, givenAt });
  world.run(`UPDATE orders SET state = 'refunded', updated_at = ? WHERE id = ?`, givenAt, orderId);
}

interface Return {
  orderId: string;
  walletToman: number;
  givenAt: number;
}

function giveItemBack(
  world: World,
  person: Person,
  item: Item,
  { orderId, walletToman, givenAt }: Return,
): void {
  const { random, now } = world;
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
     WHERE order_item_id = ? AND known_at IS NULL`,
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
  if (card > 0) moveToCard(world, from, card, booked, arrivedAt);
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

/** Moves a refund to the card; it arrives there a day later. */
function moveToCard(
  world: World,
  from: string,
  toman: number,
  booked: { ref: string; orderId: string; at: number },
  arrivedAt: number | null,
): void {
  const held = `refund:${booked.ref}`;
  openAccount(world, held, "clearing");
  move(world, { kind: "refund_gateway", from, to: held, toman, ...booked });
  if (arrivedAt !== null)
    move(world, { kind: "refund_paid", from: held, to: GATEWAY, toman, ...booked, at: arrivedAt });
}

/** Writes an order that was abandoned at the gateway. */
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
         price_toman, total_toman, reward_toman, position, sale_price_toman, ordered_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
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
      at,
    ),
  );
  const state = random.chance(0.7) ? "failed" : "expired";
  pay(world, person, { purpose: "cart_checkout", orderId: id, amount: toman, at, state });
}
