import { ownHolds, releaseHold, usesOf } from "./rules.ts";
import type { Discount, Order, Person, Product, World } from "./things.ts";

/** The rules by which a new payment takes over holds of unpaid orders, written a second time. */

interface Line {
  product: Product;
  units: number;
  available: number;
}

const unitsOf = (orders: Order[], product: Product) =>
  orders
    .flatMap(({ items }) => items)
    .filter((item) => item.product === product)
    .reduce((total, { quantity }) => total + quantity, 0);

/**
 * Chooses which earlier holds of a person pass to a new payment for the present cart, and which
 * stay.
 */
export function chooseHolds(
  world: World,
  person: Person,
  { lines, discount }: { lines: Line[]; discount: Discount | null },
) {
  const all = ownHolds(world, person);
  const isSame = (order: Order) => order.cartVersion === person.cart.version;
  const others = all.filter((order) => !isSame(order) && order.holdExpiresAt > world.now);
  const short = lines.filter(
    ({ product, units, available }) => units > available - unitsOf(others, product),
  );
  const isUsedUp = (code: Discount) => {
    const uses = usesOf(world, code, person, person.cart.version);
    return (
      uses.length >= (code.usesMax ?? Infinity) ||
      uses.filter(({ owner }) => owner === person).length >= code.usesPerPerson
    );
  };
  const isInTheWay = (order: Order) =>
    short.some(({ product }) => unitsOf([order], product) > 0) ||
    (discount !== null && order.discount === discount && isUsedUp(discount));
  const left = others.filter((order) => !isInTheWay(order));
  return {
    taken: all.filter((order) => isSame(order) || (others.includes(order) && isInTheWay(order))),
    left,
    reachOf: ({ product, available }: Line) => available - unitsOf(left, product),
  };
}

/** Releases the holds of unpaid orders. Their payments are checked later like lapsed ones. */
export function takeOver(world: World, orders: Order[]): void {
  for (const payment of world.payments) {
    if (!payment.order || !orders.includes(payment.order)) continue;
    Object.assign(payment, { state: "expired", checks: 0, nextCheckAt: world.now + 5 * 60_000 });
    releaseHold(world, payment.order);
  }
}
