import type { Random } from "../scale.ts";
import type { Item, Order, Payment, Person, World } from "./things.ts";

/** What a step is made of: a call with the answer that the model expects, and what the answer teaches the model. */

type Row = Record<string, unknown>;

/** A shop that is held against the model. */
export interface ModelledShop {
  ask(call: {
    method: string;
    path: string;
    token: string;
    body?: unknown;
    headers: Record<string, string>;
  }): Promise<{ status: number; body: Row }>;
  deskToken: string;
  sql(text: string, ...values: (string | number | null)[]): Promise<Row[]>;
  readAll(texts: readonly string[]): Promise<Row[][]>;
  runJobs(): Promise<unknown>;
  /** UTC milliseconds. */
  setClock(moment: number): void;
  pay(authority: string): Promise<unknown>;
}

type Expected = { status: number; body?: Row; /** A bare list of so many. */ length?: number };

export interface Step {
  name: string;
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path?: string;
  /** Without one it is the operator who asks. */
  token?: string;
  key?: string;
  body?: unknown;
  /** Changes the model, and says what the shop will answer. */
  expect?: () => Expected;
  /** What cannot be predicted, such as ids, is taken over from an answer that was as expected. */
  learn?: (body: Row, shop: ModelledShop) => void | Promise<void>;
  /** What is no call: time passes, somebody pays at the bank, the operator fills a shelf. */
  act?: (shop: ModelledShop) => void | Promise<void>;
}

export interface Turn {
  world: World;
  random: Random;
  person: Person;
}

export const refusal = (status: number, code: string): Expected => ({ status, body: { code } });
export const done = (body: Record<string, unknown> = {}): Expected => ({ status: 200, body });

export const chance = (random: Random, probability: number) => random.next() < probability;

/** A call of this turn's shopper. */
export function call(
  { person }: Turn,
  method: Step["method"],
  path: string,
  rest: Omit<Step, "name" | "method" | "path">,
): Step {
  return {
    name: `${person.id}: ${String(method)} ${path}`,
    method: method ?? "GET",
    path: `/api/v1${path}`,
    token: person.token,
    ...rest,
  };
}

export function desk(
  method: Step["method"],
  path: string,
  rest: Omit<Step, "name" | "method" | "path">,
): Step {
  return {
    name: `operator: ${String(method)} ${path}`,
    method: method ?? "GET",
    path: `/desk/v1${path}`,
    ...rest,
  };
}

/** Mostly one of those that fit, else any; nothing when there are none. */
export function pickFitting<Thing>(
  random: Random,
  things: readonly Thing[],
  fits: (thing: Thing) => boolean,
): Thing | undefined {
  const fitting = things.filter(fits);
  return fitting.length > 0 && chance(random, 0.85)
    ? random.pick(fitting)
    : things.length > 0
      ? random.pick(things)
      : undefined;
}

/** Mostly somebody who has something in the cart, and may buy. */
export function withBuyer(turn: Turn): Turn {
  const person = pickFitting(
    turn.random,
    turn.world.people,
    ({ cart, isVerified }) => isVerified && cart.lines.size > 0,
  );
  return { ...turn, person: person ?? turn.person };
}

/** Paid orders, which alone are seen. */
export const seenOrders = (world: World): Order[] =>
  world.orders.filter(({ state }) => state === "paid" || state === "refunded");
export const seenItems = (world: World): Item[] => seenOrders(world).flatMap(({ items }) => items);

/** The order gets the ids that the shop has given it. */
export async function learnOrder(order: Order, id: string, shop: ModelledShop): Promise<void> {
  order.id = id;
  for (const { id: itemId, product_id: productId } of await shop.sql(
    "SELECT id, product_id FROM order_item WHERE order_id = ?1",
    id,
  )) {
    const item = order.items.find(({ product }) => product.id === productId);
    if (item) item.id = String(itemId);
  }
}

export async function learnPayment(
  payment: Payment,
  url: string,
  shop: ModelledShop,
): Promise<void> {
  payment.url = url;
  payment.authority = url.split("/").at(-1) ?? "";
  const [row] = await shop.sql(
    "SELECT order_id FROM payment WHERE authority = ?1",
    payment.authority,
  );
  if (payment.order) await learnOrder(payment.order, String(row?.["order_id"]), shop);
}
