import { initiatePayment } from "../../../contract/payment.ts";
import { buyNow, drawExpectedTotal } from "./buying-steps.ts";
import { isFrozen } from "./frozen.ts";
import { chooseHolds, takeOver } from "./own-holds.ts";
import { HOLD_MS, holdItem, planOrder, priceCart, refusePurchase } from "./rules.ts";
import {
  type Step,
  type Turn,
  call,
  chance,
  done,
  learnOrder,
  learnPayment,
  refusal,
  withBuyer,
} from "./step.ts";
import { type Order, type Payment, type Person, type Product, type World, sum } from "./things.ts";
import { DAY } from "../../support/time.ts";

/** Steps that start a payment at the gateway, for the wallet or for a cart. */

const OPEN_HOLDS_MAX = 2;
const OPEN_TOPUPS_MAX = 5;
const GATEWAY_MIN = 1_000;
const GATEWAY_MAX = 100_000_000;

function openPayment(
  world: World,
  payment: Pick<Payment, "owner" | "purpose" | "amount" | "order" | "request">,
): Payment {
  const opened: Payment = {
    id: "",
    authority: "",
    url: "",
    state: "pending",
    isReviewed: false,
    isPaidAtBank: false,
    expiresAt: world.now + HOLD_MS,
    nextCheckAt: world.now + 2 * 60_000,
    ...payment,
  };
  world.payments.push(opened);
  return opened;
}

export function topUp(turn: Turn): Step {
  const { world, random, person } = turn;
  const amount = random.pick([20_000, 100_000, 300_000, 999, 100_000_001]);
  const body = { purpose: "wallet_topup" as const, amount, cardNumber: person.cardNumber };
  let opened: Payment | null = null;
  return call(turn, initiatePayment, {
    body,
    expect: () => {
      if (isFrozen(person)) return refusal(403, "account_frozen");
      if (amount < GATEWAY_MIN || amount > GATEWAY_MAX) return refusal(422, "amount_out_of_range");
      const open = world.payments.filter(
        ({ owner, purpose, state, expiresAt }) =>
          owner === person &&
          purpose === "wallet_topup" &&
          state === "pending" &&
          expiresAt > world.now,
      );
      if (open.length >= OPEN_TOPUPS_MAX) return refusal(409, "too_many_topups");
      if (!person.isVerified) return refusal(403, "identity_needed");
      opened = openPayment(world, {
        owner: person,
        purpose: "wallet_topup",
        amount,
        order: null,
        request: "",
      });
      return done({ walletDeduction: 0, isUsedWallet: false });
    },
    learn: async (answer, shop) => {
      if (opened) await learnPayment(opened, answer.url ?? "", shop);
    },
  });
}

export function checkOut(drawn: Turn): Step {
  const turn = withBuyer(drawn);
  const { world, random, person } = turn;
  const isUsedWallet = chance(random, 0.5);
  const expectedTotal = drawExpectedTotal(turn);
  const stranger = chance(random, 0.04)
    ? world.people.find((other) => other !== person)
    : undefined;
  const body = {
    purpose: "cart_checkout" as const,
    cardNumber: (stranger ?? person).cardNumber,
    isUsedWallet,
    ...(expectedTotal !== undefined && { expectedTotal }),
  };
  let opened: Payment | null = null;
  let bought: Order | null = null;
  return call(turn, initiatePayment, {
    body,
    expect: () => {
      if (isFrozen(person)) return refusal(403, "account_frozen");
      if (stranger) return refusal(404, "card_not_found");
      if (!person.isVerified) return refusal(403, "identity_needed");
      const request = JSON.stringify(body);
      const twin = findTwin(world, person, request);
      if (twin) return done({ walletDeduction: twin.order?.wallet ?? 0, url: twin.url });
      const priced = priceCart(world, person);
      const no = refusePurchase(person, priced, expectedTotal);
      if (no) return refusal(...no);
      const { taken, left, reachOf } = chooseHolds(world, person, priced);
      const balance = person.balance + sum(taken.map(({ held }) => held));
      const [wallet, gateway] = split(priced.total, balance, isUsedWallet);
      if (gateway === 0) {
        const outcome = buyNow(world, person, expectedTotal);
        if (Array.isArray(outcome)) return refusal(...outcome);
        bought = outcome;
        return done({ walletDeduction: outcome.total });
      }
      if (gateway < GATEWAY_MIN) return refusal(422, "amount_out_of_range");
      if (left.length >= OPEN_HOLDS_MAX) return refusal(409, "too_many_holds");
      const isTooLarge = priced.lines.some(
        (line) => line.units > Math.max(1, Math.floor(reachOf(line) / 5)),
      );
      if (left.length > 0 && isTooLarge) return refusal(409, "second_hold_too_large");
      const isShrunk = priced.lines.some((line) => {
        const free = reachOf(line);
        const lapsed = sumLapsed(world, person, line.product, { free, taken });
        return lapsed >= 2 && line.units > Math.max(1, Math.floor(free / (lapsed < 3 ? 2 : 5)));
      });
      if (isShrunk) return refusal(409, "hold_shrunk");
      takeOver(world, taken);
      const order = { ...planOrder(world, person, priced), wallet, gateway, held: wallet };
      for (const item of order.items) Object.assign(item, { order });
      person.balance -= wallet;
      for (const item of order.items) holdItem(world, item, order.holdExpiresAt);
      world.orders.push(order);
      opened = openPayment(world, {
        owner: person,
        purpose: "cart_checkout",
        amount: gateway,
        order,
        request,
      });
      return done({ walletDeduction: wallet, isUsedWallet: wallet > 0 });
    },
    learn: async (answer, shop) => {
      if (opened) await learnPayment(opened, answer.url ?? "", shop);
      if (bought) await learnOrder(bought, answer.orderId ?? "", shop);
    },
  });
}

/**
 * Sums a person's unpaid holds of a product in the last day. Each counts by its duration, at most
 * five minutes, and by its share of the free codes. Holds that are taken over now are included.
 */
function sumLapsed(
  world: World,
  person: Person,
  product: Product,
  { free, taken }: { free: number; taken: Order[] },
): number {
  const lapsed = world.payments.flatMap(({ owner, state, order }) =>
    owner === person && order?.state === "cancelled" && (state === "failed" || state === "expired")
      ? [order]
      : [],
  );
  return sum(
    [...lapsed, ...taken].map(({ holdExpiresAt, cancelledAt, items }) => {
      const createdAt = holdExpiresAt - HOLD_MS;
      const item = items.find((one) => one.product === product);
      if (!item || createdAt <= world.now - DAY) return 0;
      const ms = Math.min((cancelledAt ?? world.now) - createdAt, 5 * 60_000);
      return (ms * Math.min(item.quantity, free)) / (free * 5 * 60_000);
    }),
  );
}

/** Finds an open payment for the same cart and the same request. */
function findTwin(world: World, person: Person, request: string): Payment | undefined {
  return world.payments.find(
    ({ owner, order, state, request: made }) =>
      owner === person &&
      order?.state === "awaiting" &&
      order.holdExpiresAt > world.now &&
      order.cartVersion === person.cart.version &&
      state === "pending" &&
      made === request,
  );
}

/** Splits a total between wallet and gateway. The gateway's part is at least its minimum. */
function split(
  total: number,
  balance: number,
  isUsedWallet: boolean,
): [wallet: number, gateway: number] {
  const wallet = isUsedWallet ? Math.min(balance, total) : 0;
  const gateway = total - wallet;
  return gateway > 0 && gateway < GATEWAY_MIN && total >= GATEWAY_MIN
    ? [total - GATEWAY_MIN, GATEWAY_MIN]
    : [wallet, gateway];
}
