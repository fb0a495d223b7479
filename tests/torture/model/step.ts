import type { DeskEndpoint } from "../../../contract/desk/endpoint.ts";
import { DESK_PATH } from "../../../contract/desk/endpoints.ts";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { BASE_PATH } from "../../../contract/endpoints.ts";
import {
  type AnswerOf,
  type AnyRequest,
  type RequestOf,
  addressOf,
} from "../../../contract/request.ts";
import type { Answer } from "../../support/shop.ts";
import { type WireRequest, requestBelow } from "../../support/wire-request.ts";
import type { Random } from "../../support/random.ts";
import type { Item, Order, Payment, Person, World } from "./things.ts";

/** Builds the steps of a sequence: a call with the answer that the model predicts, or an event. */

type Row = Record<string, unknown>;

/** A shop whose answers are compared with the model. */
export interface ModelledShop {
  ask(request: WireRequest): Promise<Answer>;
  deskToken: string;
  sql(text: string, ...values: (string | number | null)[]): Promise<Row[]>;
  readAll(texts: readonly string[]): Promise<Row[][]>;
  runJobs(): Promise<unknown>;
  /** UTC milliseconds. */
  setClock(at: number): void;
  pay(authority: string): Promise<unknown>;
}

interface Expected {
  status: number;
  /** The fields that the answer must have; it may have more. */
  body?: Row;
  /** The length of an answer that is a bare list. */
  length?: number;
}

/** The prediction for one call. */
interface Prediction<Body> {
  /** Changes the model and returns the answer that the shop must give. */
  expect: () => Expected;
  /** Copies ids and other unpredictable values into the model once the answer was as expected. */
  learn?: (body: Body, shop: ModelledShop) => void | Promise<void>;
}

/** A call to the shop. */
interface CallStep extends Prediction<Row> {
  name: string;
  endpoint: Endpoint | DeskEndpoint;
  /** Gets the shop as a parameter, because the token of an operator belongs to a shop. */
  requestTo: (shop: ModelledShop) => WireRequest;
}

/** An event that is not a call: time passes, a person pays at the bank, stock is added. */
interface EventStep {
  name: string;
  act: (shop: ModelledShop) => void | Promise<void>;
}

export type Step = CallStep | EventStep;

export interface Turn {
  world: World;
  random: Random;
  person: Person;
}

export const refusal = (status: number, code: string): Expected => ({ status, body: { code } });
export const done = (body: Record<string, unknown> = {}): Expected => ({ status: 200, body });

export const chance = (random: Random, probability: number) => random.next() < probability;

/** A call by this turn's shopper. */
export function call<Call extends Endpoint>(
  { person }: Turn,
  endpoint: Call,
  { expect, learn, ...request }: RequestOf<Call> & Prediction<AnswerOf<Call>>,
): CallStep {
  return {
    name: nameOf(person.id, endpoint, request),
    endpoint,
    requestTo: () => requestBelow(BASE_PATH, person.token, endpoint, request),
    expect,
    learn: learn as CallStep["learn"],
  };
}

/** A call by the first operator, or by another with a token of their own. */
export function desk<Call extends DeskEndpoint>(
  endpoint: Call,
  { expect, learn, ...request }: RequestOf<Call> & Prediction<AnswerOf<Call>>,
  token?: string,
): CallStep {
  return {
    name: nameOf(token ?? "operator", endpoint, request),
    endpoint,
    requestTo: ({ deskToken }) => requestBelow(DESK_PATH, token ?? deskToken, endpoint, request),
    expect,
    learn: learn as CallStep["learn"],
  };
}

/** Names caller, call and body, for the list of steps that led to a mismatch. */
function nameOf(
  who: string,
  { method, path }: Pick<Endpoint, "method" | "path">,
  request: AnyRequest,
): string {
  const body = request.body === undefined ? "" : ` ${JSON.stringify(request.body)}`;
  return `${who}: ${method} ${addressOf(path, request)}${body}`;
}

/** Usually picks a thing that fits, otherwise any thing. Undefined when there are no things. */
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

/** Usually gives the turn to a verified person whose cart is not empty. */
export function withBuyer(turn: Turn): Turn {
  const person = pickFitting(
    turn.random,
    turn.world.people,
    ({ cart, isVerified }) => isVerified && cart.lines.size > 0,
  );
  return { ...turn, person: person ?? turn.person };
}

/** Lists paid and refunded orders; shoppers see no others. */
export const seenOrders = (world: World): Order[] =>
  world.orders.filter(({ state }) => state === "paid" || state === "refunded");
export const seenItems = (world: World): Item[] => seenOrders(world).flatMap(({ items }) => items);

/** Copies the ids of an order and its items from the shop. */
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
    "SELECT id, order_id FROM payment WHERE authority = ?1",
    payment.authority,
  );
  payment.id = String(row?.["id"]);
  if (payment.order) await learnOrder(payment.order, String(row?.["order_id"]), shop);
}
