import {
  addItems,
  applyDiscount as applyDiscountCall,
  emptyCart,
  getCart,
  removeItem,
  setQuantity,
} from "../../../contract/cart.ts";
import { createOrder } from "../../../contract/order.ts";
import { isFrozen } from "./frozen.ts";
import {
  available,
  isUsable,
  isUsedUpBy,
  layDiscount,
  planOrder,
  priceCart,
  refusePurchase,
  removeLine,
  sell,
  setLine,
  rewardOf,
  takesOff,
} from "./rules.ts";
import { chooseHolds, takeOver } from "./own-holds.ts";
import {
  type Step,
  type Turn,
  call,
  chance,
  done,
  learnOrder,
  refusal,
  withBuyer,
} from "./step.ts";
import { type Order, type Person, type Product, type World, sum } from "./things.ts";
import { addCode } from "./world.ts";

/** Steps that fill the cart and buy it from the wallet. */

const LINE_MAX = 10;

/** The cart as an answer shows it. */
function showCart(world: World, person: Person) {
  const priced = priceCart(world, person);
  return {
    cart: {
      version: person.cart.version,
      totalAmount: priced.full,
      totalAmountAfterDiscount: priced.total,
      totalDiscount: priced.full - priced.total,
      totalReward: sum(
        priced.lines.map(({ units, product, total }) => rewardOf(product, units, total)),
      ),
      ...(priced.discount && { discountCode: priced.discount.code }),
      CartItems: priced.lines.map(({ product, requested, units, available: left, total }) => ({
        productId: product.id,
        quantity: units === 0 ? requested : units,
        productQuantity: left,
        total,
      })),
    },
  };
}

export function readCart(turn: Turn): Step {
  return call(turn, getCart, { expect: () => done(showCart(turn.world, turn.person)) });
}

export function put(turn: Turn): Step {
  const { world, random, person } = turn;
  const product = random.pick(world.products);
  const quantity = chance(random, 0.05)
    ? random.pick([0, 11, 1.5, -1])
    : chance(random, 0.8)
      ? 1 + random.below(2)
      : 1 + random.below(LINE_MAX);
  const isLost = chance(random, 0.03);
  return call(turn, setQuantity, {
    body: { productId: isLost ? "no-such-product" : product.id, quantity },
    expect: () => {
      if (!Number.isInteger(quantity) || quantity < 1 || quantity > LINE_MAX)
        return refusal(422, "invalid");
      if (isLost) return refusal(404, "product_not_found");
      if (available(world, product, person) < quantity) return refusal(409, "out_of_stock");
      setLine(person, product, quantity);
      return done(showCart(world, person));
    },
  });
}

export function takeOut(turn: Turn): Step {
  const { world, random, person } = turn;
  if (chance(random, 0.3)) {
    return call(turn, emptyCart, {
      expect: () => {
        for (const product of person.cart.lines.keys()) removeLine(person, product);
        layDiscount(person, null);
        return done(showCart(world, person));
      },
    });
  }
  const product = random.pick(world.products);
  return call(turn, removeItem, {
    params: { productId: product.id },
    expect: () => {
      removeLine(person, product);
      return done(showCart(world, person));
    },
  });
}

/** Merges a guest's cart: the larger quantity wins. */
export function handOver(turn: Turn): Step {
  const { world, random, person } = turn;
  const items = random
    .shuffle(world.products)
    .slice(0, 2)
    .map((product) => ({ product, quantity: 1 + random.below(5) }));
  const discount = chance(random, 0.3) ? random.pick(world.discounts) : null;
  return call(turn, addItems, {
    body: {
      items: items.map(({ product, quantity }) => ({ productId: product.id, quantity })),
      ...(discount && { discountCode: discount.code.toLowerCase() }),
    },
    expect: () => {
      const requested = items.toSorted((one, other) =>
        one.product.id < other.product.id ? -1 : 1,
      );
      for (const { product, quantity } of requested) {
        const most = Math.min(quantity, available(world, product, person) || quantity);
        setLine(person, product, Math.max(person.cart.lines.get(product) ?? 0, most));
      }
      if (discount && isUsable(world, discount, person)) layDiscount(person, discount);
      return done(showCart(world, person));
    },
  });
}

export function applyDiscount(drawn: Turn): Step {
  const turn = withBuyer(drawn);
  const { world, random, person } = turn;
  const discount = chance(random, 0.9) ? random.pick(world.discounts) : null;
  return call(turn, applyDiscountCall, {
    body: { code: discount?.code ?? "NO-SUCH-CODE" },
    expect: () => {
      const { lines } = priceCart(world, person);
      if (lines.length === 0) return refusal(404, "no_active_cart");
      if (discount && isUsedUpBy(world, discount, person))
        return refusal(409, "used_discount_code");
      if (!discount || !isUsable(world, discount, person))
        return refusal(409, "wrong_discount_code");
      const saleTotal = sum(
        lines.map(({ units, product }) => units * (product.sale ?? product.price)),
      );
      if (saleTotal < discount.minPurchase) return refusal(409, "below_minimum_purchase");
      if (saleTotal > 0 && !takesOff(lines, discount)) return refusal(409, "nothing_off");
      layDiscount(person, discount);
      return done(showCart(world, person));
    },
  });
}

/** Buys the cart from the wallet. Returns the order, or the status and code of the refusal. */
export function buyNow(
  world: World,
  person: Person,
  expectedTotal: number | undefined,
): Order | [number, string] {
  if (!person.isVerified) return [403, "identity_needed"];
  const priced = priceCart(world, person);
  const no = refusePurchase(person, priced, expectedTotal);
  if (no) return no;
  const { taken } = chooseHolds(world, person, priced);
  if (person.balance + sum(taken.map(({ held }) => held)) < priced.total)
    return [409, "balance_too_low"];
  takeOver(world, taken);
  const order = planOrder(world, person, priced);
  order.wallet = order.total;
  world.orders.push(order);
  person.balance -= order.total;
  sell(world, order);
  return order;
}

export function drawExpectedTotal({ world, random, person }: Turn): number | undefined {
  if (chance(random, 0.5)) return undefined;
  return priceCart(world, person).total + (chance(random, 0.2) ? 1 : 0);
}

/** The request and the order of each idempotency key. */
const keyed = new WeakMap<World, Map<string, { request: string; order: Order }>>();

export function buy(drawn: Turn): Step {
  const turn = withBuyer(drawn);
  const { world, random, person } = turn;
  const earlier = keyed.get(world) ?? new Map<string, { request: string; order: Order }>();
  keyed.set(world, earlier);
  const expectedTotal = drawExpectedTotal(turn);
  const body = expectedTotal === undefined ? {} : { expectedTotal };
  const key = chance(random, 0.4) ? `buy-${String(random.below(3))}` : undefined;
  let bought: Order | null = null;
  return call(turn, createOrder, {
    body,
    idempotencyKey: key,
    expect: () => {
      if (isFrozen(person)) return refusal(403, "account_frozen");
      const same = key === undefined ? undefined : earlier.get(`${person.id} ${key}`);
      if (same)
        return same.request === JSON.stringify(body)
          ? done({ orderId: same.order.id })
          : refusal(422, "key_reused");
      const outcome = buyNow(world, person, expectedTotal);
      if (Array.isArray(outcome)) return refusal(...outcome);
      bought = outcome;
      if (key !== undefined)
        earlier.set(`${person.id} ${key}`, { request: JSON.stringify(body), order: outcome });
      return done();
    },
    learn: async (answer, shop) => {
      if (bought) await learnOrder(bought, answer.orderId, shop);
    },
  });
}

/** The operator changes a price or adds a code. */
export function changeProduct({ world, random }: Turn): Step {
  const product: Product = random.pick(world.products);
  if (product.type === "manual" || chance(random, 0.5)) {
    const sale = chance(random, 0.5) ? null : Math.ceil(product.price * 0.9);
    return {
      name: `the sale price of ${product.id} becomes ${String(sale)}`,
      act: async (shop) => {
        product.sale = sale;
        await shop.sql("UPDATE product SET sale_price_toman = ?2 WHERE id = ?1", product.id, sale);
      },
    };
  }
  return { name: `one more code of ${product.id}`, act: (shop) => addCode(shop, product) };
}
