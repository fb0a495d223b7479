import { getOverview } from "../../../contract/dashboard.ts";
import {
  decideWithdrawal as decideWithdrawalCall,
  holdWithdrawal as holdWithdrawalCall,
} from "../../../contract/desk/withdrawal.ts";
import { getOrder } from "../../../contract/order.ts";
import { verifyPayment } from "../../../contract/payment.ts";
import { getReferrals } from "../../../contract/referral.ts";
import { updateProfile } from "../../../contract/user.ts";
import { getBalance } from "../../../contract/wallet.ts";
import { requestWithdrawal, takeBackWithdrawal } from "../../../contract/withdrawal.ts";
import { isFrozen } from "./frozen.ts";
import { runJobs, verify } from "./money.ts";
import {
  type Step,
  type Turn,
  call,
  chance,
  desk,
  done,
  pickFitting,
  refusal,
  seenItems,
  seenOrders,
} from "./step.ts";
import { type Person, type Withdrawal, type World, sum } from "./things.ts";
import { renewSessions } from "./world.ts";

/** Steps of the bank, the wallet and the clock. */

const NOBODY = "00000000-0000-4000-8000-000000000000";
const WITHDRAWAL_MIN = 100_000;
const OPEN_WITHDRAWALS_MAX = 5;

export function payAtBank({ world, random }: Turn): Step | null {
  const payment = pickFitting(
    random,
    world.payments,
    ({ state, isPaidAtBank }) => state === "pending" && !isPaidAtBank,
  );
  if (!payment || payment.isPaidAtBank) return null;
  return {
    name: `somebody pays ${payment.authority}`,
    act: async (shop) => {
      payment.isPaidAtBank = true;
      await shop.pay(payment.authority);
    },
  };
}

export function comeBack(turn: Turn): Step | null {
  const { world, random } = turn;
  const payment = pickFitting(
    random,
    world.payments,
    ({ isPaidAtBank, state }) => isPaidAtBank && state === "pending",
  );
  if (!payment) return null;
  const { owner } = payment;
  const asker = chance(random, 0.95) ? owner : turn.person;
  return call({ ...turn, person: asker }, verifyPayment, {
    body: { authority: payment.authority },
    expect: () => {
      if (asker !== owner) return refusal(404, "payment_not_found");
      verify(world, payment);
      const isDone = payment.state === "paid" || payment.state === "credited";
      return done({
        success: isDone,
        purpose: payment.state === "credited" ? "other" : payment.purpose,
        amount: payment.amount,
        ...(isDone && { newBalance: owner.balance }),
        ...(payment.state === "paid" && payment.order && { orderId: payment.order.id }),
      });
    },
  });
}

export function withdraw(turn: Turn): Step {
  const { world, random, person } = turn;
  const amount = random.pick([
    100_000,
    150_000,
    99_999,
    Math.max(1, person.balance),
    person.balance + 1,
  ]);
  let made: Withdrawal | null = null;
  return call(turn, requestWithdrawal, {
    body: { amount },
    expect: () => {
      if (isFrozen(person)) return refusal(403, "account_frozen");
      if (amount < WITHDRAWAL_MIN) return refusal(422, "amount_too_small");
      if (!person.isVerified) return refusal(403, "identity_needed");
      if (person.balance < amount) return refusal(409, "balance_too_low");
      const open = world.withdrawals.filter(
        ({ owner, state }) => owner === person && state === "pending",
      );
      if (open.length >= OPEN_WITHDRAWALS_MAX) return refusal(409, "too_many_withdrawals");
      made = { id: "", owner: person, amount, state: "pending", isInHand: false };
      person.balance -= amount;
      world.withdrawals.push(made);
      return done({ withdrawal: { amount, state: "pending" } });
    },
    learn: (answer) => {
      if (made) made.id = answer.withdrawal.id;
    },
  });
}

export function decideWithdrawal({ world, random }: Turn): Step | null {
  const withdrawal = pickFitting(random, world.withdrawals, ({ state }) => state === "pending");
  if (!withdrawal) return null;
  const isPaid = chance(random, 0.5);
  return desk(decideWithdrawalCall, {
    params: { id: withdrawal.id },
    body: isPaid
      ? { status: "paid", reference: withdrawal.id }
      : { status: "rejected", rejectionReason: "کارت اشتباه است" },
    expect: () => {
      if (withdrawal.state !== "pending") return refusal(409, "decided");
      if (isPaid && !withdrawal.isInHand) return refusal(409, "not_in_hand");
      if (isPaid && isFrozen(withdrawal.owner)) return refusal(409, "frozen");
      withdrawal.state = isPaid ? "paid" : "rejected";
      if (!isPaid) withdrawal.owner.balance += withdrawal.amount;
      return done();
    },
  });
}

export function holdWithdrawal({ world, random }: Turn): Step | null {
  const withdrawal = pickFitting(random, world.withdrawals, ({ state }) => state === "pending");
  if (!withdrawal) return null;
  const inHand = chance(random, 0.7);
  return desk(holdWithdrawalCall, {
    params: { id: withdrawal.id },
    body: { inHand },
    expect: () => {
      if (withdrawal.state !== "pending") return refusal(409, "decided");
      withdrawal.isInHand = inHand;
      return done();
    },
  });
}

export function takeWithdrawalBack(turn: Turn): Step | null {
  const { world, random, person } = turn;
  const withdrawal = pickFitting(random, world.withdrawals, ({ state }) => state === "pending");
  if (!withdrawal) return null;
  return call(turn, takeBackWithdrawal, {
    params: { id: withdrawal.id },
    expect: () => {
      if (withdrawal.owner !== person) return refusal(404, "not_found");
      if (withdrawal.state === "taken_back") return done();
      if (withdrawal.state !== "pending") return refusal(409, "decided");
      if (withdrawal.isInHand) return refusal(409, "in_hand");
      withdrawal.state = "taken_back";
      person.balance += withdrawal.amount;
      return done();
    },
  });
}

const earned = (world: World, person: Person, isPending: boolean) =>
  sum(
    seenItems(world)
      .flatMap(({ earnings }) => earnings)
      .filter(
        ({ kind, owner, state }) =>
          kind === "referral" &&
          owner === person &&
          (isPending ? state === "held" : state === "paid" || state === "taken_back"),
      )
      .map(({ amount, takenBack }) => amount - takenBack),
  );

export function lookAround(turn: Turn): Step {
  const { world, random, person } = turn;
  const own = seenOrders(world).filter(({ owner }) => owner === person);
  return random.pick([
    () => call(turn, getBalance, { expect: () => done({ balance: person.balance }) }),
    () =>
      call(turn, getOverview, {
        expect: () =>
          done({
            data: {
              walletBalance: person.balance,
              ordersCount: own.length,
              ticketsCount: world.tickets.filter(({ owner }) => owner === person).length,
            },
          }),
      }),
    () =>
      call(turn, getReferrals, {
        expect: () => {
          const invitees = world.people.filter(({ inviter }) => inviter === person);
          const bought = seenOrders(world).filter(
            ({ owner, state }) => invitees.includes(owner) && state === "paid",
          );
          return done({
            referral: {
              totalRegistrations: invitees.length,
              totalPurchases: bought.length,
              totalIncome: earned(world, person, false),
              pendingIncome: earned(world, person, true),
            },
          });
        },
      }),
    () =>
      call(turn, getOrder, {
        params: { orderId: NOBODY },
        expect: () => refusal(404, "order_not_found"),
      }),
    () =>
      desk(decideWithdrawalCall, {
        params: { id: NOBODY },
        body: { status: "paid", reference: "1" },
        expect: () => refusal(404, "not_found"),
      }),
  ])();
}

/** The first name and the last name that each verified identity of the model proves. */
const PROVEN_NAME = "آزمون";

export function completeProfile(turn: Turn): Step {
  const { world, random, person } = turn;
  const name = random.pick([PROVEN_NAME, "سارا"]);
  // `isVerified` is not in the contract: nobody verifies themselves.
  const body = { firstName: name, lastName: name, isVerified: true };
  return call(turn, updateProfile, {
    body,
    expect: () => {
      if (person.isVerified && name !== PROVEN_NAME) return refusal(409, "name_locked");
      person.hasNames = true;
      for (const order of world.orders) if (order.owner === person) order.profileDueAt = null;
      return done();
    },
  });
}

const JUMPS = [20 * 60_000, 20 * 60_000, 25 * 60 * 60_000, 49 * 60 * 60_000];

/** Lets enough time pass for every open payment to expire. */
export function passTime({ world, random }: Turn): Step {
  const byMs = random.pick(JUMPS);
  return {
    name: `${String(byMs / 60_000)} minutes pass`,
    act: async (shop) => {
      world.now += byMs;
      shop.setClock(world.now);
      await renewSessions(shop, world.now);
    },
  };
}

export function doJobs({ world }: Turn): Step {
  return {
    name: "the jobs run",
    act: async (shop) => {
      runJobs(world);
      await shop.runJobs();
    },
  };
}
