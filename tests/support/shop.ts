import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { createVault } from "../../api/base/vault.ts";
import { DEMO_SHOPPER } from "../../api/seed/demo.ts";
import { setQuantity } from "../../contract/cart.ts";
import type { DeskEndpoint } from "../../contract/desk/endpoint.ts";
import { DESK_PATH } from "../../contract/desk/endpoints.ts";
import { type Endpoint, type RefusalAnswer, everyRefusal } from "../../contract/endpoint.ts";
import { BASE_PATH } from "../../contract/endpoints.ts";
import { getOrders } from "../../contract/order.ts";
import { initiatePayment, verifyPayment } from "../../contract/payment.ts";
import {
  type AnswerOf,
  type AnyRequest,
  type Askable,
  type RequestArguments,
  addressOf,
} from "../../contract/request.ts";
import { getBalance } from "../../contract/wallet.ts";
import type { JobName } from "../../api/jobs.ts";
import { readInvariants } from "../../scripts/audit/invariants.mjs";
import {
  type ProductOptions,
  type Row,
  type ShopperOptions,
  codeRows,
  person,
  productRows,
  shopperRows,
} from "./fill.ts";
import { createSandbox } from "./sandbox.ts";
import { type TestStack, type TestStackOptions, openStack } from "./stack.ts";
import type { Trouble } from "./trouble.ts";

/** The real shop in workerd with its D1 and R2, the sandbox outside, and no edge: what an API test talks to. */

/** The answer to a request that need not follow the contract. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** The answer to a call of the contract: what it promises on success, or the fields of a refusal. */
export interface AnswerTo<Call extends Askable> {
  status: number;
  headers: Headers;
  body: AnswerOf<Call> & Partial<RefusalAnswer>;
}

interface More {
  headers?: Record<string, string>;
}

export type TestShop = Awaited<ReturnType<typeof openShop>>;
export type TestShopper = Awaited<ReturnType<TestShop["newShopper"]>>;

let people = 0;

export async function openShop(options: TestStackOptions = {}) {
  const stack: TestStack = await openStack({
    shopMain: "tests/support/shop-worker.ts",
    ...options,
  });
  const secrets = JSON.parse(await readFile(join(stack.dataDir, "secrets.json"), "utf8")) as {
    CODE_KEYS: string;
    HMAC_KEY: string;
    DESK_TOKEN: string;
  };
  const vault = createVault({
    CODE_KEYS: JSON.parse(secrets.CODE_KEYS) as Record<string, string>,
    HMAC_KEY: secrets.HMAC_KEY,
  });
  const sandbox = createSandbox(stack.url);

  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${stack.url}${path}`, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === "" ? {} : JSON.parse(text)) as Answer["body"],
    };
  }

  /** Sends any request below /api/v1, also one that the contract does not allow. */
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    send(method, `${BASE_PATH}${path}`, body, headers);

  const operatorHeaders = { Authorization: `Bearer ${secrets.DESK_TOKEN}` };
  /** Sends any request below /desk/v1, as an operator of this shop. */
  const deskCall = (method: string, path: string, body?: unknown) =>
    send(method, `${DESK_PATH}${path}`, body, operatorHeaders);

  /** Makes a call of the contract, and holds the answer to it. */
  async function askBelow<Call extends DeskEndpoint>(
    base: string,
    endpoint: Call,
    request: AnyRequest & More = {},
  ): Promise<AnswerTo<Call>> {
    const { body, headers = {}, idempotencyKey, ...target } = request;
    const answer = await send(endpoint.method, base + addressOf(endpoint.path, target), body, {
      ...headers,
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    });
    expect(findBreach(endpoint, answer)).toBeNull();
    return answer as AnswerTo<Call>;
  }

  /** Makes a call of the contract as a guest. */
  const ask = <Call extends Endpoint>(endpoint: Call, ...[request]: RequestArguments<Call, More>) =>
    askBelow(BASE_PATH, endpoint, request);

  /** As `ask` and `desk`, with a request that the contract may refuse. */
  const askUntyped = <Call extends Endpoint>(endpoint: Call, request: AnyRequest & More = {}) =>
    askBelow(BASE_PATH, endpoint, request);
  const deskUntyped = <Call extends DeskEndpoint>(endpoint: Call, request: AnyRequest = {}) =>
    askBelow(DESK_PATH, endpoint, { ...request, headers: operatorHeaders });

  /** Makes calls with the token of a session. */
  function withToken(token: string) {
    const bearer = { Authorization: `Bearer ${token}` };
    return {
      ask: <Call extends Endpoint>(endpoint: Call, ...[request]: RequestArguments<Call, More>) =>
        askBelow(BASE_PATH, endpoint, {
          ...request,
          headers: { ...bearer, ...request?.headers },
        }),
      askUntyped: <Call extends Endpoint>(endpoint: Call, request: AnyRequest & More = {}) =>
        askUntyped(endpoint, { ...request, headers: { ...bearer, ...request.headers } }),
      /** Sends any request, also one that the contract does not allow. */
      call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
        call(method, path, body, { ...bearer, ...headers }),
    };
  }

  /** Makes a call of the desk's contract as an operator of this shop. */
  const desk = <Call extends DeskEndpoint>(
    endpoint: Call,
    ...[request]: RequestArguments<Call, More>
  ) => askBelow(DESK_PATH, endpoint, { ...request, headers: operatorHeaders });

  /** Looks into the database, or puts something there that no call can make. */
  async function sql<Row = Record<string, unknown>>(
    text: string,
    ...values: unknown[]
  ): Promise<Row[]> {
    const answer = await send("POST", "/test/sql", { sql: text, values });
    if (answer.status !== 200) throw new Error(String(answer.body["error"]));
    return answer.body as unknown as Row[];
  }

  /** What a statement of the shop answers with, how it finds it (`detours`: a whole table or a sort), and how many rows it reads for it. */
  async function measure(make: (db: D1Database) => D1PreparedStatement) {
    const { text, values } = make(recorder) as unknown as { text: string; values: unknown[] };
    const plan = (await sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...values)).map(
      ({ detail }) => detail,
    );
    const response = await fetch(`${stack.url}/test/sql`, {
      method: "POST",
      body: JSON.stringify({ sql: text, values }),
    });
    const rows = (await response.json()) as unknown[];
    const detours = plan.filter((detail) => /^SCAN (?!CONSTANT)|TEMP B-TREE/.test(detail));
    return { plan, detours, rows, rowsRead: Number(response.headers.get("X-Rows-Read")) };
  }

  /** Runs statements of the shop as one batch, as the shop would; false when something they rely on does not hold. */
  async function runStatements(make: (db: D1Database) => D1PreparedStatement[]): Promise<boolean> {
    const answer = await send("POST", "/test/batch", make(recorder));
    return (answer.body as unknown as { isDone: boolean }).isDone;
  }

  /** Puts rows in, all in one call: a call for each would cost more than what is tested. */
  async function put(...rows: Row[]): Promise<void> {
    const answer = await send("POST", "/test/batch", rows);
    expect(answer).toMatchObject({ status: 200, body: { isDone: true } });
  }

  /** What several questions find, in their order. */
  async function readAll(texts: readonly string[]): Promise<Record<string, unknown>[][]> {
    const answer = await send("POST", "/test/read", texts);
    expect(answer.status).toBe(200);
    return answer.body as unknown as Record<string, unknown>[][];
  }

  async function newShopper(options: ShopperOptions = {}) {
    const [shopper] = await newShoppers(1, options);
    if (!shopper) throw new Error("No shopper was made");
    return shopper;
  }

  /** Many at once cost little more than one. */
  async function newShoppers(count: number, options: ShopperOptions = {}) {
    const numbers = Array.from({ length: count }, () => ++people);
    for (let at = 0; at < count; at += 500)
      await put(...(await shopperRows(vault, numbers.slice(at, at + 500), options)));
    return numbers.map(act);
  }

  /** What somebody who exists can do. */
  function act(number: number) {
    const { id, phone, token, cardId, cardNumber } = person(number);
    const session = withToken(token);
    const { ask } = session;
    return {
      id,
      phone,
      token,
      cardId,
      cardNumber,
      ...session,
      put: async (productId: string, quantity = 1) => {
        const answer = await ask(setQuantity, { body: { productId, quantity } });
        expect(answer.status).toBe(200);
      },
      balance: async () => (await ask(getBalance)).body.balance,
      orders: async () => (await ask(getOrders)).body.orders,
      initiate: (options: { isUsedWallet?: boolean; key?: string } = {}) =>
        ask(initiatePayment, {
          body: {
            purpose: "cart_checkout",
            cardNumber,
            isUsedWallet: options.isUsedWallet ?? false,
          },
          idempotencyKey: options.key,
        }),
      verify: (authority: string) => ask(verifyPayment, { body: { authority } }),
    };
  }

  /** A product of its own for a test: instant with `stock` codes, or manual with `stock` units. */
  async function newProduct(options: ProductOptions = {}): Promise<string> {
    const [id] = await newProducts(1, options);
    return id ?? "";
  }

  async function newProducts(count: number, options: ProductOptions = {}): Promise<string[]> {
    const ids = Array.from({ length: count }, () => `test-product-${String(++people)}`);
    for (let at = 0; at < count; at += 500)
      await put(...(await productRows(vault, ids.slice(at, at + 500), options)));
    return ids;
  }

  const addCodes = async (productId: string, count: number, unitCostToman = 50_000) =>
    put(...(await codeRows(vault, [productId], count, unitCostToman)));

  /** The demo shopper's browser: their calls go through the edge, which this shop must run with. */
  let visitor:
    Promise<(method: string, path: string, body?: unknown) => Promise<Answer["body"]>> | undefined;
  async function visit() {
    const cookies: string[] = [];
    const ask = async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${stack.url}/api/v1${path}`, {
        method,
        headers: {
          Origin: stack.url,
          "Content-Type": "application/json",
          Cookie: cookies.join("; "),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      cookies.push(...answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? ""));
      expect([path, answer.status]).toEqual([path, 200]);
      return (await answer.json()) as Answer["body"];
    };
    const { phone } = DEMO_SHOPPER;
    await ask("POST", "/auth", { username: phone });
    const [message] = await sandbox.messages(phone);
    await ask("POST", "/auth/verify", { username: phone, otp: message?.code ?? "" });
    return ask;
  }

  /** Starts to pay for one unit of a product, as a visitor of the pages does. */
  async function sellOne(productId: string): Promise<void> {
    const ask = await (visitor ??= visit());
    await ask("PUT", "/carts/quantity", { productId, quantity: 1 });
    await ask("POST", "/payments/initiate", {
      purpose: "cart_checkout",
      cardNumber: DEMO_SHOPPER.cardNumber,
      isUsedWallet: false,
    });
  }

  /** Buys one unit from the wallet, as a visitor of the pages does, and rates it. */
  async function rateOne(productId: string, stars: number, comment: string): Promise<void> {
    const ask = await (visitor ??= visit());
    await ask("PUT", "/carts/quantity", { productId, quantity: 1 });
    const { orderId } = (await ask("POST", "/orders", {})) as unknown as { orderId: string };
    const { order } = (await ask("GET", `/orders/${orderId}`)) as unknown as {
      order: { OrderItems: { id: string }[] };
    };
    await ask("POST", "/ratings", { orderItemId: order.OrderItems[0]?.id, stars, comment });
  }

  return {
    stack,
    sandbox,
    sellOne,
    rateOne,
    vault,
    call,
    ask,
    askUntyped,
    withToken,
    desk,
    deskUntyped,
    deskCall,
    deskToken: secrets.DESK_TOKEN,
    sql,
    readAll,
    runStatements,
    measure,
    newShopper,
    newShoppers,
    newProduct,
    newProducts,
    put,
    addCodes,
    /** Sets the shop's clock ahead of the machine's. */
    turnClock: (aheadMs: number) => send("POST", "/test/clock", { aheadMs }),
    /** Runs the jobs of a minute, or only those that are named. */
    runJobs: (...only: JobName[]) =>
      send("POST", only.length === 0 ? "/test/jobs" : `/test/jobs?only=${only.join()}`),
    /** Plans what goes wrong in the database from now on; answers with how many calls it got under the plan before. */
    trouble: async (plan: Trouble) =>
      Number((await send("POST", "/test/trouble", plan)).body["calls"]),
    /** How many calls to the database wait for somebody to let go of them. */
    stalled: async () => Number((await send("POST", "/test/stalled")).body["count"]),
    /** Carries out what stalled, and says of each call how it ended. */
    letGo: async () => (await send("POST", "/test/let-go")).body as unknown as string[],
    /** The most requests that were inside the shop at once since this was last asked. */
    mostInside: async () => Number((await send("POST", "/test/inside")).body["most"]),
    close: stack.close,
  };
}

const row = (text: string, ...values: unknown[]): Row => ({ text, values });

/** Writes down what a statement function prepares, to be sent to the real database. */
const recorder = {
  prepare: (text: string) => ({
    ...row(text),
    bind: (...values: unknown[]) => row(text, ...values),
  }),
} as unknown as D1Database;

/**
 * Says how an answer breaks the contract; returns null when the contract lists it. A 500 is no
 * breach here: it is a fault of the shop that the test itself must notice.
 */
export function findBreach(
  endpoint: DeskEndpoint & { access?: Endpoint["access"] },
  { status, body }: Pick<Answer, "status" | "body">,
): string | null {
  const call = `${endpoint.method} ${endpoint.path}`;
  if (status === 500) return null;
  if (status < 300) {
    const { error } = endpoint.answer.safeParse(body);
    return error ? `${call} answered with another form: ${z.prettifyError(error)}` : null;
  }
  const isListed = everyRefusal(endpoint).some(
    (refusal) => refusal.status === status && refusal.code === body["code"],
  );
  const answered = `${String(status)} ${String(body["code"])}`;
  return isListed ? null : `${call} answered ${answered}, which the contract does not list`;
}

/** The authority at the end of the address at which to pay. */
export function authorityOf(answer: { body: { url?: unknown } }): string {
  return String(answer.body["url"]).split("/").at(-1) ?? "";
}

/** Invariants that do not hold, by their sentence, with what breaks them; a sound shop has none. */
export async function auditShop(
  shop: Pick<TestShop, "readAll">,
): Promise<Record<string, unknown[]>> {
  const invariants = readInvariants().filter(({ isWarning }) => !isWarning);
  const found = await shop.readAll(invariants.map(({ sql }) => sql));
  return Object.fromEntries(
    invariants
      .map(({ name }, index) => [name, found[index] ?? []] as const)
      .filter(([, rows]) => rows.length > 0),
  );
}
