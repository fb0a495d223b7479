import { freeze as freezeCall, releaseFreeze } from "../../../contract/desk/freeze.ts";
import { endReview as endReviewCall } from "../../../contract/desk/review.ts";
import { isInForce } from "./frozen.ts";
import { fillWallet } from "./money.ts";
import { type Step, type Turn, chance, desk, done, pickFitting, refusal } from "./step.ts";
import type { Freeze, Person, World } from "./things.ts";

/** Steps that freeze, release, and settle payments that came during a freeze. */

export function freeze({ random, world }: Turn): Step {
  const buyers = world.orders.map(({ owner }) => owner);
  const person = random.pick(buyers.length > 0 ? buyers : world.people);
  let made: Freeze | null = null;
  return desk(freezeCall, {
    body: { kind: "person", id: person.id, reason: "بررسی" },
    expect: () => {
      made = { id: "", at: world.now, releasedAt: null };
      person.freezes.push(made);
      return done();
    },
    learn: ({ freezeId }) => {
      if (made) made.id = freezeId;
    },
  });
}

export function release({ random, world }: Turn): Step | null {
  const freezes = world.people.flatMap(({ freezes: own }) => own);
  const chosen = pickFitting(random, freezes, isInForce);
  const person = world.people.find(({ freezes: own }) => chosen && own.includes(chosen));
  if (!chosen || !person) return null;
  return desk(releaseFreeze, {
    params: { id: chosen.id },
    body: { reason: "بررسی شد" },
    expect: () => {
      if (chosen.releasedAt !== null) return refusal(409, "released");
      chosen.releasedAt = world.now;
      postponeEarnings(world, person, chosen);
      return done();
    },
  });
}

/** Delays income from a person's purchases by the part of a freeze that no other freeze covers. */
function postponeEarnings(world: World, buyer: Person, { at }: Freeze): void {
  const others = buyer.freezes.filter(isInForce).map((other) => other.at);
  const laterBy = Math.max(0, Math.min(world.now, ...others) - at);
  for (const order of world.orders) {
    if (order.owner !== buyer) continue;
    for (const earning of order.items.flatMap(({ earnings }) => earnings))
      if (earning.state === "held" && earning.dueAt > at) earning.dueAt += laterBy;
  }
}

/** The operator settles a payment in review: the money is on the card or in the shop. */
export function endReview({ world, random }: Turn): Step | null {
  const payment = pickFitting(
    random,
    world.payments,
    ({ state, isReviewed }) => state === "review" && !isReviewed,
  );
  if (!payment) return null;
  const moneyIs = chance(random, 0.7) ? "in_shop" : "on_card";
  return desk(endReviewCall, {
    params: { id: payment.id },
    body: { moneyIs, note: "در پنل درگاه دیدیم" },
    expect: () => {
      if (payment.isReviewed) return refusal(409, "decided");
      if (payment.state !== "review") return refusal(404, "not_found");
      payment.isReviewed = true;
      if (moneyIs === "on_card") return done();
      payment.state = payment.order ? "credited" : "paid";
      fillWallet(world, payment);
      return done();
    },
  });
}
