import {
  type Discount,
  type Item,
  type Order,
  type Person,
  type Product,
  type World,
  sum,
} from "./things.ts";
import { DAY, HOUR } from "../../support/time.ts";

/** Prices, stock and purchases, written a second time from docs/specification.md. */

export const HOLD_MS = 15 * 60_000;
/** Orders of young accounts with instant codes above these sums, in toman, are held for a look. */
export const LOOK_HOUR_TOMAN = 400_000;
export const LOOK_DAY_TOMAN = 900_000;
const LOOK_YOUNG_DAYS = 7;
const PROFILE_MS = 48 * 60 * 60_000;
const STOCK_COUNTED_MAX = 100;

interface Line {
  product: Product;
  requested: number;
  units: number;
  available: number;
  total: number;
}

interface Priced {
  lines: Line[];
  full: number;
  total: number;
  discount: Discount | null;
}

function isTakeable(code: Product["codes"][number], now: number): boolean {
  return code.state === "free" || (code.state === "held" && code.heldUntil <= now);
}

/** The unpaid orders of a person. */
export const ownHolds = (world: World, person: Person): Order[] =>
  world.orders.filter(({ owner, state }) => owner === person && state === "awaiting");

/** The units that a person may put into their cart: free ones, and those they hold themselves. */
export function available(world: World, product: Product, person: Person): number {
  const own = new Set(ownHolds(world, person).flatMap(({ items }) => items));
  if (product.type === "instant") {
    return Math.min(
      STOCK_COUNTED_MAX,
      product.codes.filter(
        (code) =>
          isTakeable(code, world.now) ||
          (code.state === "held" && code.item !== null && own.has(code.item)),
      ).length,
    );
  }
  return Math.min(STOCK_COUNTED_MAX, Math.max(0, unitsLeft(world, product, own)));
}

/** Counts units of a manual product that no open payment holds. */
function unitsLeft(world: World, product: Product, besides = new Set<Item>()): number {
  const items = world.orders
    .flatMap((order) => order.items)
    .filter((item) => item.product === product && !besides.has(item));
  return (
    product.units -
    sum(
      items.filter(({ heldUntil }) => (heldUntil ?? 0) > world.now).map(({ quantity }) => quantity),
    )
  );
}

/**
 * The orders that use a code now. Unpaid orders of this person do not count. If a version of the
 * cart is given, only the unpaid orders of that version are left out.
 */
export function usesOf(
  world: World,
  discount: Discount,
  person: Person,
  cartVersion?: number,
): Order[] {
  return world.orders.filter(
    (order) =>
      order.discount === discount &&
      !order.isDiscountBack &&
      (order.state === "paid" ||
        order.state === "refunded" ||
        (order.state === "awaiting" &&
          order.holdExpiresAt > world.now &&
          !(
            order.owner === person &&
            (cartVersion === undefined || order.cartVersion === cartVersion)
          ))),
  );
}

/** True when a person may use a code now. */
export const isUsable = (
  world: World,
  discount: Discount,
  person: Person,
  cartVersion?: number,
): boolean =>
  (discount.usesMax === null ||
    usesOf(world, discount, person, cartVersion).length < discount.usesMax) &&
  !isUsedUpBy(world, discount, person, cartVersion);

/** True when this person has used a code as often as one person may. */
export const isUsedUpBy = (
  world: World,
  discount: Discount,
  person: Person,
  cartVersion?: number,
): boolean =>
  usesOf(world, discount, person, cartVersion).filter(({ owner }) => owner === person).length >=
  discount.usesPerPerson;

export const unitPrice = (product: Product) => product.sale ?? product.price;

export function priceCart(world: World, person: Person): Priced {
  const lines = [...person.cart.lines].map(([product, requested]) => {
    const left = available(world, product, person);
    const units = Math.min(requested, left);
    return { product, requested, units, available: left, total: units * unitPrice(product) };
  });
  const before = sum(lines.map(({ total }) => total));
  const laid = person.cart.discount;
  const counts =
    laid !== null &&
    isUsable(world, laid, person) &&
    before >= laid.minPurchase &&
    takesOff(lines, laid);
  if (counts) takeOff(lines, laid);
  return {
    lines,
    full: sum(lines.map(({ units, product }) => units * product.price)),
    total: sum(lines.map(({ total }) => total)),
    discount: counts ? laid : null,
  };
}

/**
 * Applies a discount. A percentage is rounded down for each unit, and a fixed sum may take all.
 * Neither takes a line below its cost and cashback, unless the code may. If the discounts exceed
 * the sum or the cap, they are reduced in proportion, and the rest goes to the largest remainders.
 */
function takeOff(lines: Line[], discount: Discount): void {
  const most = lines.map(({ product, units, total }) => {
    const cost = discount.isAtAnyCost ? 0 : (product.unitCost + product.reward) * units;
    const share =
      discount.type === "fixed"
        ? total
        : units * Math.floor((unitPrice(product) * discount.value) / 100);
    return Math.max(0, Math.min(share, total - cost));
  });
  const all = sum(most);
  const bounds = [all, ...(discount.max === null ? [] : [discount.max])];
  const whole = Math.min(...bounds, ...(discount.type === "fixed" ? [discount.value] : []));
  if (whole === 0) return;
  const shares = lines.map((line, index) => {
    const exact = BigInt(whole) * BigInt(most[index] ?? 0);
    return { line, index, share: Number(exact / BigInt(all)), rest: exact % BigInt(all) };
  });
  const missing = whole - sum(shares.map(({ share }) => share));
  const byRest = shares.toSorted((one, other) =>
    one.rest === other.rest ? one.index - other.index : one.rest > other.rest ? -1 : 1,
  );
  for (const { line, share } of shares) line.total -= share;
  for (const { line } of byRest.slice(0, missing)) line.total -= 1;
}

/** True when a code would take something off these lines. */
export function takesOff(lines: readonly Line[], discount: Discount): boolean {
  const fresh = lines.map((line) => ({ ...line, total: line.units * unitPrice(line.product) }));
  takeOff(fresh, discount);
  return fresh.some(({ units, product, total }) => total < units * unitPrice(product));
}

/** Returns the cashback for units of a product that cost `total`. */
export const rewardOf = (product: Product, units: number, total: number) =>
  Math.min(product.reward * units, total);

/** Returns the refusal for a person who buys their cart; null when they can. */
export function refusePurchase(
  person: Person,
  priced: Priced,
  expectedTotal: number | undefined,
): [number, string] | null {
  if (priced.lines.length === 0) return [404, "no_active_cart"];
  const isShort = priced.lines.some(
    ({ units, requested }) => units === 0 || (units < requested && expectedTotal === undefined),
  );
  if (isShort) return [409, "out_of_stock"];
  if (expectedTotal !== undefined && expectedTotal !== priced.total) return [409, "price_changed"];
  if (expectedTotal === undefined && person.cart.discount !== null && priced.discount === null)
    return [409, "discount_lapsed"];
  return null;
}

export function planOrder(world: World, person: Person, priced: Priced): Order {
  const order: Order = {
    id: "",
    owner: person,
    state: "awaiting",
    cartVersion: person.cart.version,
    total: priced.total,
    wallet: 0,
    gateway: 0,
    discount: priced.discount,
    isDiscountBack: false,
    holdExpiresAt: world.now + HOLD_MS,
    held: 0,
    items: [],
    cancelledAt: null,
    paidAt: null,
    lookDueAt: null,
    profileDueAt: null,
  };
  order.items = priced.lines.map(({ product, units, total }): Item => ({
    id: "",
    order,
    product,
    quantity: units,
    price: unitPrice(product),
    list: product.price,
    total,
    reward: product.reward,
    status: "pending",
    heldUntil: null,
    deliveredAt: null,
    isRead: false,
    proposals: [],
    isRated: false,
    refund: null,
    earnings: [],
  }));
  return order;
}

/** Takes free codes and codes whose hold is over, the first by id. */
function take(
  item: Item,
  count: number,
  now: number,
  state: "held" | "sold",
  heldUntil: number,
): void {
  const free = item.product.codes.filter((code) => isTakeable(code, now)).slice(0, count);
  for (const code of free) Object.assign(code, { state, item, heldUntil });
}

export function holdItem(world: World, item: Item, until: number): void {
  if (item.product.type === "instant") take(item, item.quantity, world.now, "held", until);
  item.heldUntil = until;
}

/** True when an order can be sold now if its holds and those of `others` are used for it. */
export function canSell(world: World, order: Order, others: Order[]): boolean {
  const own = new Set([order, ...others].flatMap(({ items }) => items));
  return order.items.every(({ product, quantity }) => {
    if (product.type === "manual") return unitsLeft(world, product, own) >= quantity;
    const codes = product.codes.filter(
      (code) =>
        isTakeable(code, world.now) ||
        (code.state === "held" && code.item !== null && own.has(code.item)),
    );
    return codes.length >= quantity;
  });
}

/** True when the account is young, or when a young card pays or has filled the wallet. */
function isYoung(world: World, { owner, gateway, wallet }: Order): boolean {
  const before = world.now - LOOK_YOUNG_DAYS * DAY;
  const isFilled = (owner.filledAt ?? 0) > world.now - DAY;
  const cardPays = gateway > 0 || (wallet > 0 && isFilled);
  return owner.joinedAt > before || (cardPays && owner.cardVerifiedAt > before);
}

/** True when a young order exceeds a limit for instant codes. */
function needsLook(world: World, order: Order): boolean {
  const { owner } = order;
  if (!isYoung(world, order)) return false;
  const instant = (one: Order) =>
    sum(one.items.map((item) => (item.product.type === "instant" ? worthOf(item) : 0)));
  const spent = (withinMs: number) =>
    sum(
      world.orders
        .filter((one) => one.owner === owner && (one.paidAt ?? 0) > world.now - withinMs)
        .map(instant),
    );
  const room = Math.min(LOOK_HOUR_TOMAN - spent(HOUR), LOOK_DAY_TOMAN - spent(DAY));
  return instant(order) > Math.max(0, room);
}

/** The list price of an item, or its cost or its total if one of them is more. */
const worthOf = ({ product, quantity, list, total }: Item) =>
  Math.max(total, list * quantity, product.unitCost * quantity);

/** Delivers the rest of a held order, as if it were paid now. */
export function releaseLook(world: World, order: Order): void {
  order.lookDueAt = null;
  for (const item of order.items) {
    if (item.status === "cancelled") continue;
    if (item.product.type === "manual") item.status = "pending";
    else deliver(world, item, item.product.unitCost);
  }
}

/** Marks an order as paid, delivers its instant items and removes its lines from the cart. */
export function sell(world: World, order: Order): void {
  const { owner } = order;
  const isHeld = needsLook(world, order);
  order.state = "paid";
  order.paidAt = world.now;
  order.lookDueAt = isHeld ? world.now + DAY : null;
  order.held = 0;
  if (!owner.hasNames) order.profileDueAt = world.now + PROFILE_MS;
  for (const item of order.items) {
    item.heldUntil = null;
    if (isHeld) item.status = "processing";
    if (item.product.type === "manual") {
      item.product.units -= item.quantity;
      continue;
    }
    for (const code of item.product.codes)
      if (code.state === "held" && code.item === item) code.state = "sold";
    const own = item.product.codes.filter((code) => code.item === item).length;
    take(item, item.quantity - own, world.now, "sold", 0);
    if (!isHeld) deliver(world, item, item.product.unitCost);
  }
  if (owner.cart.version === order.cartVersion && owner.cart.discount !== null)
    layDiscount(owner, null);
  for (const { product } of order.items) removeLine(owner, product);
}

export function deliver(world: World, item: Item, unitCost: number): void {
  const { owner } = item.order;
  item.status = "delivered";
  item.deliveredAt = world.now;
  const dueAt = world.now + DAY;
  const note = (kind: "reward" | "referral", whose: Person, amount: number) => {
    if (amount >= 1)
      item.earnings.push({ kind, owner: whose, amount, state: "held", takenBack: 0, dueAt });
  };
  const reward = Math.min(item.reward * item.quantity, item.total);
  note("reward", owner, reward);
  if (owner.inviter) {
    const profit = item.total - unitCost * item.quantity - reward;
    note("referral", owner.inviter, Math.floor((profit * 30) / 100));
  }
}

/** Releases the money, codes and units that an unpaid order holds. */
export function releaseHold(world: World, order: Order): void {
  order.owner.balance += order.held;
  order.held = 0;
  if (order.state !== "awaiting") return;
  order.state = "cancelled";
  order.cancelledAt = world.now;
  for (const item of order.items) {
    item.heldUntil = null;
    for (const code of item.product.codes)
      if (code.state === "held" && code.item === item)
        Object.assign(code, { state: "free", item: null });
  }
}

export function setLine(person: Person, product: Product, quantity: number): void {
  if (person.cart.lines.get(product) === quantity) return;
  person.cart.lines.set(product, quantity);
  person.cart.version++;
}

export function removeLine(person: Person, product: Product): void {
  if (person.cart.lines.delete(product)) person.cart.version++;
}

export function layDiscount(person: Person, discount: Discount | null): void {
  if (person.cart.discount === discount) return;
  person.cart.discount = discount;
  person.cart.version++;
}
