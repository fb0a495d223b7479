import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { DEMO_SHOPPER } from "../../api/seed/demo.ts";
import { createVault } from "../../api/vault.ts";
import type { StackOptions } from "../../scripts/stack.mjs";
import { withCheckDigit } from "./people.ts";
import { createSandbox } from "./sandbox.ts";
import { type TestStack, openStack } from "./stack.ts";

/** The real shop in workerd with its D1 and R2, the sandbox outside, and no edge: what an API test talks to. */

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON; each test knows what it asked for. */
  body: Record<string, never> & { [field: string]: never };
}

export type TestShop = Awaited<ReturnType<typeof openShop>>;
export type TestShopper = Awaited<ReturnType<TestShop["newShopper"]>>;

export interface ShopperOptions {
  balanceToman?: number;
  isVerified?: boolean;
  cardStatus?: "pending" | "verified" | "rejected" | "none";
  hasNames?: boolean;
}

let people = 0;

export async function openShop(options: Partial<StackOptions> = {}) {
  const stack: TestStack = await openStack({ shopMain: "tests/support/shop-worker.ts", ...options });
  const secrets = JSON.parse(await readFile(join(stack.dataDir, "secrets.json"), "utf8")) as {
    CODE_KEYS: string;
    HMAC_KEY: string;
  };
  const vault = createVault({ CODE_KEYS: JSON.parse(secrets.CODE_KEYS) as Record<string, string>, HMAC_KEY: secrets.HMAC_KEY });
  const sandbox = createSandbox(stack.url);

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${stack.url}${path}`, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text === "" ? {} : JSON.parse(text)) as Answer["body"] };
  }

  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    send(method, `/api/v1${path}`, body, headers);

  /** Looks into the database, or puts something there that no call can make. */
  async function sql<Row = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<Row[]> {
    const answer = await send("POST", "/test/sql", { sql: text, values });
    if (answer.status !== 200) throw new Error(String(answer.body["error"]));
    return answer.body as unknown as Row[];
  }

  /** Runs statements of the shop as one batch, as the shop would; false when something they rely on does not hold. */
  async function runStatements(make: (db: D1Database) => D1PreparedStatement[]): Promise<boolean> {
    const answer = await send("POST", "/test/batch", make(recorder));
    return (answer.body as unknown as { isDone: boolean }).isDone;
  }

  /** Puts rows in, all in one call: a call for each would cost more than what is tested. */
  async function put(...rows: { text: string; values: unknown[] }[]): Promise<void> {
    const answer = await send("POST", "/test/batch", rows);
    expect(answer).toMatchObject({ status: 200, body: { isDone: true } });
  }

  /** What several questions find, in their order. */
  async function readAll(texts: readonly string[]): Promise<Record<string, unknown>[][]> {
    const answer = await send("POST", "/test/read", texts);
    expect(answer.status).toBe(200);
    return answer.body as unknown as Record<string, unknown>[][];
  }

  async function newShopper(shopper: ShopperOptions = {}) {
    const { balanceToman = 0, isVerified = true, cardStatus = "verified", hasNames = true } = shopper;
    const number = ++people;
    const id = `shopper-${String(number)}`;
    const phone = `9${String(300_000_000 + number)}`;
    const token = `test-token-of-shopper-${String(number)}`;
    const cardNumber = withCheckDigit(`621986103${String(number).padStart(6, "0")}`);
    const now = Date.now();
    const sealed = await vault.seal(cardNumber, `bank_card:card-${String(number)}`);
    const fingerprint = await vault.fingerprint("card number", cardNumber);
    const name = hasNames ? "آزمون" : "";
    const rows = [
      row(
        "INSERT INTO user (id, phone, first_name, last_name, referral_code, created_at) VALUES (?1, ?2, ?3, ?3, ?1, ?4)",
        id,
        phone,
        name,
        now,
      ),
      row("INSERT INTO account (id, kind) VALUES ('shopper:' || ?1, 'shopper')", id),
      row("INSERT INTO cart (user_id) VALUES (?1)", id),
      row(
        "INSERT INTO session (token_hash, user_id, created_at, expires_at) VALUES (?1, ?2, ?3, ?4)",
        await hash(token),
        id,
        now,
        now + 31 * 24 * 60 * 60_000,
      ),
    ];
    if (cardStatus !== "none") {
      rows.push(
        row(
          `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status, is_default, created_at)
           VALUES (?1, ?2, ?3, ?4, 'آزمون', ?5, 1, ?6)`,
          `card-${String(number)}`,
          id,
          sealed,
          fingerprint,
          cardStatus,
          now,
        ),
      );
    }
    if (isVerified) {
      rows.push(
        row(
          `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint, card_owner, status, created_at)
           VALUES (?1, ?2, ?3, ?4, 'آزمون', 'verified', ?5)`,
          `identity-${String(number)}`,
          id,
          sealed,
          fingerprint,
          now,
        ),
      );
    }
    if (balanceToman > 0) {
      rows.push(
        row(
          `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
           VALUES ('opening:' || ?1, 'opening', 'shop:capital', 'shopper:' || ?1, ?2, ?3)`,
          id,
          balanceToman,
          now,
        ),
      );
    }
    await put(...rows);
    const bearer = { Authorization: `Bearer ${token}` };
    const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      call(method, path, body, { ...bearer, ...headers });
    return {
      id,
      phone,
      token,
      cardNumber,
      call: ask,
      put: async (productId: string, quantity = 1) => {
        const answer = await ask("PUT", "/carts/quantity", { productId, quantity });
        expect(answer.status).toBe(200);
      },
      balance: async () => Number((await ask("GET", "/wallets/balance")).body["balance"]),
      orders: async () => (await ask("GET", "/orders")).body["orders"] as unknown as { id: string; totalAmount: number }[],
      initiate: (options: { isUsedWallet?: boolean; key?: string } = {}) =>
        ask(
          "POST",
          "/payments/initiate",
          { purpose: "cart_checkout", cardNumber, isUsedWallet: options.isUsedWallet ?? false },
          options.key === undefined ? {} : { "Idempotency-Key": options.key },
        ),
      verify: (authority: string) => ask("POST", "/payments/verify", { authority }),
    };
  }

  /** A product of its own for a test: instant with `stock` codes, or manual with `stock` units. */
  async function newProduct(
    product: { priceToman?: number; stock?: number; deliveryType?: "instant" | "manual"; rewardToman?: number } = {},
  ) {
    const { priceToman = 100_000, stock = 5, deliveryType = "instant", rewardToman = 0 } = product;
    const id = `test-product-${String(++people)}`;
    await sql(
      `INSERT INTO product (id, subcategory_id, name, region, denomination, delivery_type, price_toman, reward_toman, manual_stock, position,
         created_at, updated_at)
       VALUES (?1, 'giftcard-itunes', ?1, 'آمریکا', '$1', ?2, ?3, ?4, ?5, 999, 0, 0)`,
      id,
      deliveryType,
      priceToman,
      rewardToman,
      deliveryType === "manual" ? stock : 0,
    );
    if (deliveryType === "instant") await addCodes(id, stock);
    return id;
  }

  async function addCodes(productId: string, count: number) {
    const batch = `batch-${String(++people)}`;
    const rows = [
      row("INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at) VALUES (?1, ?2, 50000, 0)", batch, productId),
    ];
    for (let index = 0; index < count; index++) {
      const codeId = `${batch}-${String(index)}`;
      const plain = `CODE-${codeId}`;
      rows.push(
        row(
          "INSERT INTO code (id, product_id, batch_id, sealed, fingerprint) VALUES (?1, ?2, ?3, ?4, ?5)",
          codeId,
          productId,
          batch,
          await vault.seal(plain, `code:${productId}:${codeId}`),
          await vault.fingerprint("code", plain),
        ),
      );
    }
    await put(...rows);
  }

  /** Somebody signs in through the edge, which this shop must run with, and starts to pay for one unit of a product. */
  async function sellOne(productId: string): Promise<void> {
    const { phone, cardNumber } = DEMO_SHOPPER;
    const cookies: string[] = [];
    const ask = async (method: string, path: string, body: unknown) => {
      const answer = await fetch(`${stack.url}/api/v1${path}`, {
        method,
        headers: { Origin: stack.url, "Content-Type": "application/json", Cookie: cookies.join("; ") },
        body: JSON.stringify(body),
      });
      cookies.push(...answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? ""));
      expect([path, answer.status]).toEqual([path, 200]);
    };
    await ask("POST", "/auth", { username: phone });
    const [message] = await sandbox.messages(phone);
    await ask("POST", "/auth/verify", { username: phone, otp: message?.code });
    await ask("PUT", "/carts/quantity", { productId, quantity: 1 });
    await ask("POST", "/payments/initiate", { purpose: "cart_checkout", cardNumber, isUsedWallet: false });
  }

  return {
    stack,
    sandbox,
    sellOne,
    vault,
    call,
    sql,
    readAll,
    runStatements,
    newShopper,
    newProduct,
    addCodes,
    /** Sets the shop's clock ahead of the machine's. */
    turnClock: (aheadMs: number) => send("POST", "/test/clock", { aheadMs }),
    runJobs: () => send("POST", "/test/jobs"),
    close: stack.close,
  };
}

const row = (text: string, ...values: unknown[]) => ({ text, values });

/** Writes down what a statement function prepares, to be sent to the real database. */
const recorder = {
  prepare: (text: string) => ({ ...row(text), bind: (...values: unknown[]) => row(text, ...values) }),
} as unknown as D1Database;

/** The authority at the end of the address at which to pay. */
export function authorityOf(answer: Answer): string {
  return String(answer.body["url"]).split("/").at(-1) ?? "";
}

/** Books that do not add up, by name; a sound shop has none. */
export async function auditShop(shop: Pick<TestShop, "readAll">): Promise<Record<string, unknown[]>> {
  const checks: Record<string, string> = {
    "accounts differ from their transfers": `SELECT a.id FROM account a WHERE
        a.debits_toman <> (SELECT coalesce(sum(amount_toman), 0) FROM transfer WHERE debit_account_id = a.id)
        OR a.credits_toman <> (SELECT coalesce(sum(amount_toman), 0) FROM transfer WHERE credit_account_id = a.id)`,
    "an account below zero": `SELECT id FROM account WHERE kind IN ('shopper', 'hold', 'clearing') AND credits_toman < debits_toman`,
    "money held for an order that is not awaited": `SELECT a.id FROM account a JOIN orders o ON a.id = 'hold:' || o.id
        WHERE a.credits_toman <> a.debits_toman AND o.state <> 'awaiting'`,
    "clearing differs from what is still to be delivered": `SELECT o.id FROM orders o LEFT JOIN account a ON a.id = 'clearing:' || o.id
        WHERE o.paid_at IS NOT NULL AND coalesce(a.credits_toman - a.debits_toman, 0) <> (
          SELECT coalesce(sum(total_toman), 0) FROM order_item WHERE order_id = o.id AND delivery_status <> 'delivered')`,
    "an order whose lines do not sum to its total": `SELECT o.id FROM orders o
        WHERE o.total_toman <> (SELECT sum(total_toman) FROM order_item WHERE order_id = o.id)`,
    "a paid order that was not paid whole": `SELECT o.id FROM orders o WHERE o.paid_at IS NOT NULL AND o.total_toman <> (
        SELECT coalesce(sum(amount_toman), 0) FROM transfer WHERE order_id = o.id AND kind IN ('order_wallet', 'order_gateway'))`,
    "an item without exactly its codes": `SELECT i.id FROM order_item i JOIN orders o ON o.id = i.order_id WHERE i.delivery_type = 'instant'
        AND (SELECT count(*) FROM code WHERE order_item_id = i.id AND status = 'sold') <> iif(o.paid_at IS NULL, 0, i.quantity)`,
    "a code of another product": `SELECT c.id FROM code c JOIN order_item i ON i.id = c.order_item_id WHERE c.product_id <> i.product_id`,
    "a payment credited without its transfer, or twice": `SELECT p.id FROM payment p WHERE (p.state IN ('paid', 'credited')) <> (
        SELECT count(*) FROM transfer WHERE payment_id = p.id AND debit_account_id = 'gateway:zarinpal')`,
    "a broken reference": "PRAGMA foreign_key_check",
  };
  const found = await shop.readAll(Object.values(checks));
  return Object.fromEntries(
    Object.keys(checks)
      .map((name, index) => [name, found[index] ?? []] as const)
      .filter(([, rows]) => rows.length > 0),
  );
}

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest).toString("hex");
}
