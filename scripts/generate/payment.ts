import { MINUTE_MS } from "../../api/base/time.ts";
import { type Person, type World, move, openAccount } from "./world.ts";

/** Writes top-ups through the gateway, and payments of orders from wallet and gateway. */

export const GATEWAY = "gateway:zarinpal";

/** Tops a wallet up when its balance is too small for a purchase. */
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

/**
 * Returns a reference of a payment, with a number of digits that no reference of a real gateway
 * has.
 */
function referenceOf(id: string): string {
  const [seed, count] = [id.slice(0, 6), id.slice(24)].map((hex) => Number.parseInt(hex, 16));
  return `${seed}${String(count).padStart(10, "0")}`;
}

/**
 * Books the price of an order from wallet and gateway, as the shop does when a payment is settled.
 */
export function takeMoney(
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
