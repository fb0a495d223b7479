import { isFrozen } from "./frozen.ts";
import { takeOver } from "./own-holds.ts";
import { canSell, isUsable, ownHolds, releaseHold, sell, unitPrice } from "./rules.ts";
import { type Item, type Order, type Payment, type World, sum } from "./things.ts";
import { DAY, MINUTE } from "../../support/time.ts";

/** Payments, refunds and earnings, written a second time from docs/specification.md. */

const GATEWAY_REFUND_MIN = 2_000;
const CARD_REFUNDS_PER_DAY = 3;
/**
 * The time after which a payment is checked again. The shop plans this check before it asks the
 * gateway, unless a check is planned already.
 */
const CHECK_LEASE_MS = 5 * MINUTE;

/** Settles a payment that the bank confirmed: delivers the order if it still can, else credits. */
function settle(world: World, payment: Payment): void {
  const { owner, order } = payment;
  payment.nextCheckAt = null;
  if (isFrozen(owner)) {
    payment.state = "review";
    if (order) releaseHold(world, order);
    return;
  }
  if (!order) {
    payment.state = "paid";
    fillWallet(world, payment);
    return;
  }
  const same = ownHolds(world, owner).filter(
    (one) => one !== order && one.cartVersion === order.cartVersion,
  );
  if (canDeliver(world, order, same)) {
    takeOver(world, same);
    payment.state = "paid";
    if (order.held === 0) owner.balance -= order.wallet;
    sell(world, order);
    return;
  }
  payment.state = "credited";
  releaseHold(world, order);
  fillWallet(world, payment);
}

/** Credits a payment to its owner's wallet, and records that its card filled the wallet. */
export function fillWallet(world: World, { owner, amount }: Payment): void {
  owner.balance += amount;
  owner.filledAt = world.now;
}

function canDeliver(world: World, order: Order, same: Order[]): boolean {
  const { owner, cartVersion } = order;
  const isBoughtBefore = world.orders.some(
    (other) =>
      other.owner === owner &&
      other.cartVersion === cartVersion &&
      (other.state === "paid" || other.state === "refunded"),
  );
  const freed = sum(same.map(({ held }) => held));
  const hasWallet = order.held > 0 || owner.balance + freed >= order.wallet;
  const hasDiscount =
    order.discount === null || isUsable(world, order.discount, owner, cartVersion);
  const isInTime = order.state === "awaiting" && order.holdExpiresAt > world.now;
  const costsTheSame = order.items.every(({ product, price }) => unitPrice(product) === price);
  return (
    !isBoughtBefore &&
    hasWallet &&
    hasDiscount &&
    (isInTime || costsTheSame) &&
    canSell(world, order, same)
  );
}

/** The shopper returns from the bank. */
export function verify(world: World, payment: Payment): void {
  if (["paid", "credited", "review"].includes(payment.state)) return;
  if (payment.isPaidAtBank) settle(world, payment);
  else if (payment.state === "pending") {
    payment.state = "failed";
    payment.nextCheckAt = null;
    if (payment.order) releaseHold(world, payment.order);
  } else payment.nextCheckAt ??= world.now + CHECK_LEASE_MS;
}

/** Runs the jobs of a minute. */
export function runJobs(world: World): void {
  const due = world.payments.filter(
    ({ nextCheckAt }) => nextCheckAt !== null && nextCheckAt <= world.now,
  );
  for (const payment of due) check(world, payment);
  const unsettled = world.payments.filter(({ state, nextCheckAt, isPaidAtBank }) => {
    const isOpen = ["pending", "failed", "expired"].includes(state);
    const isTurn = state !== "pending" || (nextCheckAt ?? Infinity) <= world.now;
    return isOpen && isTurn && isPaidAtBank;
  });
  for (const payment of unsettled) settle(world, payment);
  for (const order of world.orders) {
    if (order.profileDueAt !== null && order.profileDueAt <= world.now)
      refund(world, order, order.items.filter(isLeft));
    if (order.lookDueAt !== null && order.lookDueAt <= world.now)
      refund(world, order, order.items.filter(isLeft));
  }
  sendRefunds(world);
  payEarnings(world);
}

/** Minutes between the checks of an expired payment; there is none after the last. */
const LATE_WAITS = [5, 15, 60, 6 * 60, 24 * 60];

/** Checks a due payment at the bank and plans its next check. */
function check(world: World, payment: Payment & { checks?: number }): void {
  if (payment.isPaidAtBank) return settle(world, payment);
  if (payment.state === "pending") {
    if (payment.expiresAt > world.now)
      throw new Error("The model's clock jumps over a payment's whole life or not at all");
    payment.state = "expired";
    payment.nextCheckAt = world.now + 5 * MINUTE;
    payment.checks = 0;
    if (payment.order) releaseHold(world, payment.order);
    return;
  }
  payment.checks = (payment.checks ?? 0) + 1;
  const wait = payment.state === "expired" ? LATE_WAITS[payment.checks] : undefined;
  payment.nextCheckAt = wait === undefined ? null : world.now + wait * MINUTE;
}

export const isLeft = (item: Item) => item.status !== "cancelled";

const discountOf = ({ price, quantity, total }: Item) => price * quantity - total;

/**
 * Returns the discount that a refund of these items withholds: that of the kept items, if what is
 * left no longer reaches the minimum purchase. For a refund by the shop the result is negative:
 * withheld discount is given back.
 */
function withheldBy(order: Order, items: Item[], isGivenUp: boolean): number {
  const isCounted = (item: Item) =>
    (item.refund?.givenUpAt ?? null) === null && !(isGivenUp && items.includes(item));
  const counted = sum(order.items.filter(isCounted).map(({ price, quantity }) => price * quantity));
  const kept = order.items.filter((item) => isLeft(item) && !items.includes(item));
  const due = counted < (order.discount?.minPurchase ?? 0) ? sum(kept.map(discountOf)) : 0;
  const before = sum(order.items.map(({ refund: given }) => given?.withheld ?? 0));
  return Math.min(due - before, isGivenUp ? sum(items.map(({ total }) => total)) : 0);
}

/** True after three cancelled orders in a day: then card payments are refunded to the wallet. */
function isCardSpared(world: World, order: Order): boolean {
  const spared = world.orders.filter(
    (other) =>
      other !== order &&
      other.owner === order.owner &&
      other.items.some(
        ({ refund: given }) =>
          given !== null && given.gateway > 0 && (given.givenUpAt ?? 0) > world.now - DAY,
      ),
  );
  return spared.length >= CARD_REFUNDS_PER_DAY;
}

/**
 * Refunds items of a paid order: to the card what the gateway received, the rest to the wallet.
 */
export function refund(world: World, order: Order, items: Item[], isGivenUp = false): void {
  const { owner } = order;
  let toWithhold = withheldBy(order, items, isGivenUp);
  const isSpared = isGivenUp && isCardSpared(world, order);
  for (const item of items) {
    const withheld = Math.min(toWithhold, item.total);
    toWithhold -= withheld;
    const total = item.total - withheld;
    const left = isSpared
      ? 0
      : order.gateway - sum(order.items.map(({ refund: given }) => given?.gateway ?? 0));
    const paidReward = sum(
      item.earnings
        .filter(({ kind, state }) => kind === "reward" && state === "paid")
        .map(({ amount }) => amount),
    );
    const toCard = Math.min(total, left);
    const missing = Math.max(0, paidReward - owner.balance - (total - toCard));
    const requested = Math.max(0, toCard - missing);
    const gateway = requested < GATEWAY_REFUND_MIN ? 0 : requested;
    const wallet = total - gateway;
    owner.balance += wallet;
    item.refund = {
      wallet,
      gateway,
      withheld,
      givenUpAt: isGivenUp ? world.now : null,
      state: gateway > 0 ? "due" : "done",
      nextAt: world.now,
    };
    shelve(item);
    takeBack(item);
    item.status = "cancelled";
    item.deliveredAt = null;
  }
  if (order.items.some(isLeft)) return;
  order.state = "refunded";
  order.isDiscountBack =
    !order.items.some(({ isRead }) => isRead) &&
    !world.orders.some(
      (other) => other.isDiscountBack && other.owner === owner && other.discount === order.discount,
    );
  order.lookDueAt = null;
  order.profileDueAt = null;
}

function shelve(item: Item): void {
  const { product } = item;
  if (product.type === "manual") {
    if (item.status !== "delivered") product.units += item.quantity;
  } else if (!item.isRead) {
    for (const code of product.codes)
      if (code.item === item) Object.assign(code, { state: "free", item: null });
  }
}

function takeBack(item: Item): void {
  for (const earning of item.earnings) {
    if (earning.state === "held") earning.state = "cancelled";
    if (earning.state !== "paid") continue;
    earning.state = "taken_back";
    earning.takenBack = Math.min(earning.amount, earning.owner.balance);
    earning.owner.balance -= earning.takenBack;
  }
}

/** Sends refunds to the gateway, one of an order at a time. */
function sendRefunds(world: World): void {
  for (const { items } of world.orders) {
    const refunds = items.flatMap((item) => item.refund ?? []);
    const sent = refunds.find(({ state }) => state === "sent");
    if (sent && sent.nextAt <= world.now) sent.state = "done";
    const [next] = refunds
      .filter(({ state }) => state === "due")
      .toSorted((one, other) => one.nextAt - other.nextAt);
    if (!sent && next) Object.assign(next, { state: "sent", nextAt: world.now + MINUTE });
  }
}

function payEarnings(world: World): void {
  for (const { items, profileDueAt } of world.orders) {
    for (const item of items) {
      const hasTicket = world.tickets.some(
        (ticket) => ticket.item === item && ticket.status !== "Closed",
      );
      for (const earning of item.earnings) {
        if (earning.state !== "held" || earning.dueAt > world.now) continue;
        if (earning.kind === "referral" && !earning.owner.isVerified) {
          earning.dueAt = world.now + DAY;
          continue;
        }
        if (hasTicket || profileDueAt !== null) continue;
        if (isFrozen(earning.owner) || isFrozen(item.order.owner)) continue;
        earning.state = "paid";
        earning.owner.balance += earning.amount;
      }
    }
  }
}
