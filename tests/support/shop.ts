import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { z } from "zod";
import { createVault } from "../../api/base/vault.ts";
import { DEMO_SHOPPER } from "../../api/seed/demo.ts";
import { setQuantity } from "../../contract/cart.ts";
import { decideBankCard } from "../../contract/desk/bank-card.ts";
import { decideIdentityRequest } from "../../contract/desk/identity.ts";
import {
  type DeskEndpoint,
  VIEW_MS_LEAST,
  withDeskRefusals,
} from "../../contract/desk/endpoint.ts";
import { DESK_PATH } from "../../contract/desk/endpoints.ts";
import { type Endpoint, type RefusalAnswer, everyRefusal } from "../../contract/endpoint.ts";
import { BASE_PATH } from "../../contract/endpoints.ts";
import { createOrder, getOrder, getOrders } from "../../contract/order.ts";
import { initiatePayment, verifyPayment } from "../../contract/payment.ts";
import { createRating } from "../../contract/rating.ts";
import type { AnswerOf, AnyRequest, Askable, RequestArguments } from "../../contract/request.ts";
import { sendSecondCode, verifySecondCode } from "../../contract/second-code.ts";
import { requestCode, verifyCode } from "../../contract/sign-in.ts";
import { getBalance } from "../../contract/wallet.ts";
import type { JobName } from "../../api/jobs.ts";
import type { GatewayName } from "../../persian/gateway.ts";
import { BEHIND_EDGE } from "../../scripts/run/stack-config.mjs";
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
import { type MoreHeaders, guest, requestBelow, shopRequest } from "./wire-request.ts";

/** The real shop in workerd with D1, R2 and the sandbox, and without the edge: for API tests. */

/** The answer to a request that need not follow the contract. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** The answer to a call of the contract: its body on success, or the fields of a refusal. */
export interface AnswerTo<Call extends Askable> {
  status: number;
  headers: Headers;
  body: AnswerOf<Call> & Partial<RefusalAnswer>;
}

export type TestShop = Awaited<ReturnType<typeof openShop>>;
export type TestShopper = Awaited<ReturnType<TestShop["newShopper"]>>;

interface BankOptions {
  isUsedWallet?: boolean;
  gateway?: GatewayName;
}

interface ShopOptions extends TestStackOptions {
  /** True when browsers use the edge at `siteUrl`; calls of the tests do not go through it. */
  isBehindEdge?: boolean;
}

export async function openShop({ isBehindEdge = false, ...options }: ShopOptions = {}) {
  let people = 0;
  const opened: TestStack = await openStack({
    shopMain: "tests/support/shop-worker.ts",
    ...options,
    // Tests upload for many people at once. The limit itself has an attack in tests/torture.
    shopVars: { UPLOADS_AT_ONCE: "1000", ...options.shopVars },
  });
  const stack = isBehindEdge ? { ...opened, url: opened.url + BEHIND_EDGE } : opened;
  const secrets = JSON.parse(await readFile(join(stack.dataDir, "secrets.json"), "utf8")) as {
    CODE_KEYS: string;
    HMAC_KEY: string;
    DESK_TOKEN: string;
  };
  const vault = createVault({
    CODE_KEYS: JSON.parse(secrets.CODE_KEYS) as Record<string, string>,
    HMAC_KEY: secrets.HMAC_KEY,
  });
  const sandbox = createSandbox(opened.url);

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

  /** Sends any request below /api/v1, including one that the contract refuses. */
  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    send(method, `${BASE_PATH}${path}`, body, headers);

  const operatorHeaders = { Authorization: `Bearer ${secrets.DESK_TOKEN}` };
  /** Sends any request below /desk/v1 as an operator of this shop. */
  const deskCall = (method: string, path: string, body?: unknown) =>
    send(method, `${DESK_PATH}${path}`, body, operatorHeaders);

  /** Makes a call of the contract and asserts that the contract lists the answer. */
  async function askBelow<Call extends Endpoint | DeskEndpoint>(
    base: string,
    endpoint: Call,
    request: AnyRequest & MoreHeaders = {},
  ): Promise<AnswerTo<Call>> {
    const { method, path, body, headers } = requestBelow(base, undefined, endpoint, request);
    const answer = await send(method, path, body, headers);
    expect(findBreach(endpoint, answer)).toBeNull();
    return answer as AnswerTo<Call>;
  }

  /** Makes a call of the contract as a guest. */
  const ask = <Call extends Endpoint>(
    endpoint: Call,
    ...[request]: RequestArguments<Call, MoreHeaders>
  ) => askBelow(BASE_PATH, endpoint, request);

  /**
   * Like `ask`, but the request may be one that the contract refuses. `deskUntyped` is like `desk`.
   */
  const askUntyped = <Call extends Endpoint>(
    endpoint: Call,
    request: AnyRequest & MoreHeaders = {},
  ) => askBelow(BASE_PATH, endpoint, request);
  const deskUntyped = async <Call extends DeskEndpoint>(
    endpoint: Call,
    request: AnyRequest = {},
  ) => {
    await lookBeforeVerifying(endpoint, request);
    return askBelow(DESK_PATH, endpoint, { ...request, headers: operatorHeaders });
  };

  /** Signs in to a phone from the browser with these headers. Returns the token of the session. */
  async function signIn(phone: string, headers: Record<string, string>): Promise<string> {
    expect((await ask(requestCode, { body: { username: phone }, headers })).status).toBe(200);
    const [message] = await sandbox.messages(phone);
    const body = { username: phone, otp: message?.code ?? "" };
    const answer = await ask(verifyCode, { body, headers });
    expect(answer.status).toBe(200);
    return String(answer.body.token);
  }

  /** Makes calls with the token of a session, in the browser that it was opened in. */
  function withToken(token: string, browser: Record<string, string> = {}) {
    const bearer = { ...browser, Authorization: `Bearer ${token}` };
    return {
      ask: <Call extends Endpoint>(
        endpoint: Call,
        ...[request]: RequestArguments<Call, MoreHeaders>
      ) =>
        askBelow(BASE_PATH, endpoint, { ...request, headers: { ...bearer, ...request?.headers } }),
      askUntyped: <Call extends Endpoint>(endpoint: Call, request: AnyRequest & MoreHeaders = {}) =>
        askUntyped(endpoint, { ...request, headers: { ...bearer, ...request.headers } }),
      /** Sends any request, also one that the contract does not allow. */
      call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
        call(method, path, body, { ...bearer, ...headers }),
    };
  }

  /** Makes a call of the desk's contract as an operator of this shop, without viewing first. */
  const deskOnly = <Call extends DeskEndpoint>(
    endpoint: Call,
    ...[request]: RequestArguments<Call, MoreHeaders>
  ) => askBelow(DESK_PATH, endpoint, { ...request, headers: operatorHeaders });

  /** Like `deskOnly`, but the operator first views the papers that the call verifies. */
  const desk = async <Call extends DeskEndpoint>(
    endpoint: Call,
    ...request: RequestArguments<Call, MoreHeaders>
  ) => {
    await lookBeforeVerifying(endpoint, request[0] ?? {});
    return deskOnly(endpoint, ...request);
  };

  let clockAheadMs = 0;

  /** Sets the shop's clock ahead of the machine's clock. */
  async function turnClock(aheadMs: number) {
    clockAheadMs = aheadMs;
    return send("POST", "/test/clock", { aheadMs });
  }

  /**
   * Records that an operator has viewed the picture of a card or an identity request, which is
   * required before it is verified. If a test wrote the papers without a picture, adds one.
   * tests/api/desk/queue.test.ts tests how pictures are delivered.
   */
  async function look(endpoint: DeskEndpoint, id: string, tokenId = "local"): Promise<void> {
    const table = endpoint.path === decideBankCard.path ? "bank_card" : "identity_request";
    await put(
      {
        text: `INSERT INTO upload (id, user_id, media_type, size_bytes, created_at)
          SELECT 'of-' || id, user_id, 'image/png', 1, created_at FROM ${table}
          WHERE id = ?1 AND upload_id IS NULL ON CONFLICT DO NOTHING`,
        values: [id],
      },
      {
        text: `UPDATE ${table} SET upload_id = 'of-' || id WHERE id = ?1 AND upload_id IS NULL`,
        values: [id],
      },
      {
        text: `UPDATE upload SET delete_at = (SELECT delete_at FROM image_end WHERE id = upload.id)
          WHERE id = 'of-' || ?1`,
        values: [id],
      },
      {
        text: `INSERT INTO delivered_image (upload_id, token_id, delivered_at)
          SELECT upload_id, ?2, ?3 FROM ${table} WHERE id = ?1 ON CONFLICT DO NOTHING`,
        values: [id, tokenId, Date.now() + clockAheadMs - VIEW_MS_LEAST],
      },
    );
  }

  async function lookBeforeVerifying(
    endpoint: DeskEndpoint,
    { params, body }: AnyRequest,
  ): Promise<void> {
    const isVerdict =
      endpoint.path === decideBankCard.path || endpoint.path === decideIdentityRequest.path;
    if (isVerdict && (body as { status?: string } | undefined)?.status === "verified")
      await look(endpoint, params?.["id"] ?? "");
  }

  /** Runs a statement in the shop's database. */
  async function sql<Row = Record<string, unknown>>(
    text: string,
    ...values: unknown[]
  ): Promise<Row[]> {
    const answer = await send("POST", "/test/sql", { sql: text, values });
    if (answer.status !== 200) throw new Error(String(answer.body.error));
    return answer.body as unknown as Row[];
  }

  /**
   * Runs a statement of the shop and returns its rows, its query plan and the number of rows read.
   * `detours` are the steps of the plan that scan a whole table or sort.
   */
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
    const detours = plan.filter((detail) =>
      /^SCAN (?!CONSTANT|\(subquery)|TEMP B-TREE/.test(detail),
    );
    return { plan, detours, rows, rowsRead: Number(response.headers.get("X-Rows-Read")) };
  }

  /** Runs statements of the shop as one batch. False when one of their claims does not hold. */
  async function runStatements(make: (db: D1Database) => D1PreparedStatement[]): Promise<boolean> {
    const { body } = await send("POST", "/test/batch", make(recorder));
    return body.isDone === true;
  }

  /** Runs statements in one call: one call for each would take longer than the test itself. */
  async function put(...rows: Row[]): Promise<void> {
    expect(await send("POST", "/test/put", rows)).toMatchObject({ status: 200, body: {} });
  }

  /** Runs several queries and returns their rows, in the same order. */
  async function readAll(texts: readonly string[]): Promise<Record<string, unknown>[][]> {
    const answer = await send("POST", "/test/read", texts);
    expect(answer.status).toBe(200);
    return answer.body as unknown as Record<string, unknown>[][];
  }

  /** Returns the ids of the items of an order. */
  async function itemsOf(orderId: string): Promise<string[]> {
    const rows = await sql<{ id: string }>(
      "SELECT id FROM order_item WHERE order_id = ?1 ORDER BY position",
      orderId,
    );
    return rows.map(({ id }) => id);
  }

  async function newShopper(options: ShopperOptions = {}) {
    const [shopper] = await newShoppers(1, options);
    if (!shopper) throw new Error("No shopper was made");
    return shopper;
  }

  /** Makes many shoppers at little more than the cost of one. */
  async function newShoppers(count: number, options: ShopperOptions = {}) {
    const numbers = Array.from({ length: count }, () => ++people);
    for (let at = 0; at < count; at += 500)
      await put(...(await shopperRows(vault, numbers.slice(at, at + 500), options)));
    return numbers.map(act);
  }

  /** Returns the calls of an existing shopper. */
  function act(number: number) {
    const { id, phone, token, cardId, cardNumber } = person(number);
    const session = withToken(token);
    const { ask } = session;
    async function put(productId: string, quantity = 1): Promise<void> {
      const answer = await ask(setQuantity, { body: { productId, quantity } });
      expect(answer.status).toBe(200);
    }
    function initiate({ isUsedWallet = false, gateway, key }: BankOptions & { key?: string } = {}) {
      const body = { purpose: "cart_checkout", cardNumber, isUsedWallet, gateway } as const;
      return ask(initiatePayment, { body, idempotencyKey: key });
    }
    const verify = (authority: string) => ask(verifyPayment, { body: { authority } });
    async function order(orderId: string) {
      const answer = await ask(getOrder, { params: { orderId } });
      expect(answer.status).toBe(200);
      return answer.body.order;
    }
    return {
      id,
      phone,
      token,
      cardId,
      cardNumber,
      ...session,
      put,
      balance: async () => (await ask(getBalance)).body.balance,
      orders: async () => (await ask(getOrders)).body.orders,
      order,
      /** Returns the first item of an order. */
      item: async (orderId: string) => {
        const [item] = (await order(orderId)).OrderItems;
        if (!item) throw new Error("The order has no item");
        return item;
      },
      /** Buys with the wallet. Without a product, buys a new one. Returns the id of the order. */
      buy: async (productId?: string, quantity = 1) => {
        await put(productId ?? (await newProduct()), quantity);
        const answer = await ask(createOrder, { body: {} });
        expect(answer.status).toBe(200);
        return answer.body.orderId;
      },
      initiate,
      verify,
      /** Pays the cart at the bank. Returns the authority of the payment. */
      payAtBank: async (options?: BankOptions) => {
        const authority = authorityOf(await initiate(options));
        await sandbox.pay(authority);
        expect((await verify(authority)).body).toMatchObject({ success: true });
        return authority;
      },
      /** Starts to pay money into the wallet. */
      topUp: (amount: number | string, gateway?: GatewayName) =>
        ask(initiatePayment, { body: { purpose: "wallet_topup", amount, cardNumber, gateway } }),
    };
  }

  /** Makes a product for one test: instant with `stock` codes, or manual with `stock` units. */
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

  /** The demo shopper's browser. Its calls go through the edge, so this shop must have one. */
  let visitor: ReturnType<typeof visit> | undefined;
  async function visit() {
    const cookies: string[] = [];
    const ask = async <Call extends Endpoint>(
      endpoint: Call,
      ...request: RequestArguments<Call, MoreHeaders>
    ): Promise<AnswerOf<Call>> => {
      const { method, path, body } = shopRequest(guest, endpoint, ...request);
      const answer = await fetch(`${stack.url}${path}`, {
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
      return (await answer.json()) as AnswerOf<Call>;
    };
    const { phone } = DEMO_SHOPPER;
    await ask(requestCode, { body: { username: phone } });
    const [message] = await sandbox.messages(phone);
    await ask(verifyCode, { body: { username: phone, otp: message?.code ?? "" } });
    // The demo shopper's account holds something of value, so a new browser needs a second code.
    await ask(sendSecondCode);
    const [second] = await sandbox.messages(phone);
    await ask(verifySecondCode, { body: { otp: second?.code ?? "" } });
    return ask;
  }

  /** Starts to pay for one unit of a product, from the demo shopper's browser. */
  async function sellOne(productId: string): Promise<void> {
    const ask = await (visitor ??= visit());
    await ask(setQuantity, { body: { productId, quantity: 1 } });
    const { cardNumber } = DEMO_SHOPPER;
    await ask(initiatePayment, {
      body: { purpose: "cart_checkout", cardNumber, isUsedWallet: false },
    });
  }

  /** Buys one unit from the wallet and rates it, from the demo shopper's browser. */
  async function rateOne(productId: string, stars: number, comment: string): Promise<void> {
    const ask = await (visitor ??= visit());
    await ask(setQuantity, { body: { productId, quantity: 1 } });
    const { orderId } = await ask(createOrder, { body: {} });
    const { order } = await ask(getOrder, { params: { orderId } });
    const orderItemId = order.OrderItems[0]?.id ?? "";
    await ask(createRating, { body: { orderItemId, stars, comment } });
  }

  return {
    stack,
    siteUrl: opened.url,
    sandbox,
    sellOne,
    rateOne,
    vault,
    call,
    ask,
    askUntyped,
    signIn,
    withToken,
    desk,
    deskOnly,
    deskUntyped,
    look,
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
    itemsOf,
    addCodes,
    turnClock,
    /** Runs the jobs of a minute, or only those that are named. */
    runJobs: (...only: JobName[]) =>
      send("POST", only.length === 0 ? "/test/jobs" : `/test/jobs?only=${only.join()}`),
    /** Plans the next faults of the database. Returns the number of calls since the last plan. */
    trouble: async (plan: Trouble) =>
      Number((await send("POST", "/test/trouble", plan)).body.calls),
    /** Counts the database calls that are stalled. */
    stalled: async () => Number((await send("POST", "/test/stalled")).body.count),
    /** Runs the stalled database calls and returns how each of them ended. */
    releaseStalled: async () =>
      (await send("POST", "/test/release")).body as unknown as ("fulfilled" | "rejected")[],
    /** The highest number of requests inside the shop at once since this was last called. */
    mostInside: async () => Number((await send("POST", "/test/inside")).body.most),
    close: stack.close,
  };
}

const row = (text: string, ...values: unknown[]): Row => ({ text, values });

/** Records the statements that a function prepares, to send them to the real database. */
const recorder = {
  prepare: (text: string) => ({
    ...row(text),
    bind: (...values: unknown[]) => row(text, ...values),
  }),
} as unknown as D1Database;

/**
 * Describes how an answer breaks the contract; returns null when the contract lists it. A 500 is no
 * breach here, since the test itself must notice that fault of the shop.
 */
export function findBreach(
  endpoint: Endpoint | DeskEndpoint,
  { status, body }: Pick<Answer, "status" | "body">,
): string | null {
  const call = `${endpoint.method} ${endpoint.path}`;
  if (status === 500) return null;
  if (status < 300) {
    const { error } = endpoint.answer.safeParse(body);
    return error ? `${call} answered with another form: ${z.prettifyError(error)}` : null;
  }
  const listed = everyRefusal("trace" in endpoint ? withDeskRefusals(endpoint) : endpoint);
  const isListed = listed.some(
    (refusal) => refusal.status === status && refusal.code === body.code,
  );
  const answered = `${String(status)} ${String(body.code)}`;
  return isListed ? null : `${call} answered ${answered}, which the contract does not list`;
}

/** The authority at the end of the gateway's address. Zibal's numbers get a Z in front. */
export function authorityOf(answer: { body: { url?: unknown } }): string {
  const [name = "", page] = String(answer.body.url).split("/").toReversed();
  return page === "start" ? `Z${name}` : name;
}

/** Finds broken invariants: their sentences with the ids that break them. */
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
