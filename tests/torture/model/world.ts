import type { Vault } from "../../../api/base/vault.ts";
import { person as personOf, shopperRows } from "../../support/fill.ts";
import { hash } from "../../support/operator.ts";
import type { Random } from "../../support/random.ts";
import type { ModelledShop } from "./step.ts";
import type { Person, Product, World } from "./things.ts";
import { DAY } from "../../support/time.ts";

/**
 * The start of a sequence: three people, each but the first invited by the one before, three
 * products and two discount codes.
 */

const NUMBERS = [1, 2, 3];
const CODES_MAX = 12;
const PRICES = [500, 1_000, 40_000, 100_000, 333_333];
const BALANCES = [0, 50_000, 300_000, 1_000_000, 3_000_000];
const PRODUCTS = ["instant-a", "instant-b", "manual-c"];
const SESSION_MS = 31 * DAY;

const sealed = new Map<string, string>();
const codeId = (productId: string, index: number) =>
  `${productId}-${String(index).padStart(4, "0")}`;

/** The name and the token of an operator who confirms the proposals of the first one. */
export const SECOND_OPERATOR = "second-operator-of-the-model";

/** Writes once the rows that all sequences share, because encrypting takes time. */
export async function fillShop(shop: ModelledShop, vault: Vault): Promise<void> {
  await shop.sql(
    `INSERT INTO operator (name, role, phone, created_at, entered_at)
     VALUES (?1, 'finance', '9301111111', 1, 1)`,
    SECOND_OPERATOR,
  );
  await shop.sql(
    `INSERT INTO operator_token (id, operator, hash, label, created_at, expires_at)
     VALUES (?1, ?1, ?2, 'model', 1, 9e15)`,
    SECOND_OPERATOR,
    hash(SECOND_OPERATOR),
  );
  for (const number of NUMBERS) {
    const inviter = number === 1 ? {} : { inviterId: personOf(number - 1).id };
    for (const { text, values } of await shopperRows(vault, [number], inviter))
      await shop.sql(text, ...(values as string[]));
  }
  for (const id of PRODUCTS) {
    for (let index = 0; index < CODES_MAX; index++) {
      sealed.set(
        codeId(id, index),
        await vault.seal(`CODE-${id}-${String(index)}`, `code:${id}:${codeId(id, index)}`),
      );
    }
  }
}

/** Renews all sessions, because signing in again is the subject of other tests. */
export async function renewSessions(shop: ModelledShop, now: number): Promise<void> {
  await shop.sql("UPDATE session SET created_at = ?1, expires_at = ?2", now, now + SESSION_MS);
}

export async function openWorld(shop: ModelledShop, random: Random, now: number): Promise<World> {
  shop.setClock(now);
  await renewSessions(shop, now);
  const people: Person[] = [];
  for (const number of NUMBERS)
    people.push(await openPerson(shop, random, number, people.at(-1) ?? null, now));
  const products: Product[] = [];
  for (const id of PRODUCTS) products.push(await openProduct(shop, random, id));
  const discounts = [
    {
      id: "tenth",
      code: "TENTH",
      type: "percentage",
      value: random.pick([10, 33, 100]),
      minPurchase: 0,
      max: random.pick([null, 9_999]),
      isAtAnyCost: random.next() < 0.5,
      usesMax: 2,
      usesPerPerson: 1,
    },
    {
      id: "fixed",
      code: "FIXED",
      type: "fixed",
      value: random.pick([7_777, 50_000]),
      minPurchase: 30_000,
      max: null,
      isAtAnyCost: random.next() < 0.5,
      usesMax: null,
      usesPerPerson: 2,
    },
  ] as const;
  for (const discount of discounts) {
    const { id, code, type, value, minPurchase, max, isAtAnyCost, usesMax, usesPerPerson } =
      discount;
    await shop.sql(
      `INSERT INTO discount_code
         (id, code, type, value, min_purchase_toman, uses_max, uses_per_user_max,
          max_discount_toman, may_sell_below_cost, created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0)`,
      id,
      code,
      type,
      value,
      minPurchase,
      usesMax,
      usesPerPerson,
      max,
      Number(isAtAnyCost),
    );
  }
  return {
    now,
    people,
    products,
    discounts: [...discounts],
    orders: [],
    payments: [],
    withdrawals: [],
    tickets: [],
  };
}

/** A time between a day and a year ago. */
const drawPast = (random: Random, now: number) => now - random.pick([1, 6, 40, 400]) * DAY;

async function openPerson(
  shop: ModelledShop,
  random: Random,
  number: number,
  inviter: Person | null,
  now: number,
): Promise<Person> {
  const { id, token, cardNumber } = personOf(number);
  const balance = random.pick(BALANCES);
  const isVerified = random.next() < 0.93;
  const hasNames = random.next() < 0.8;
  if (balance > 0) {
    await shop.sql(
      `INSERT INTO transfer
         (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
       VALUES ('opening:' || ?1, 'opening', 'shop:capital', 'shopper:' || ?1, ?2, ?3)`,
      id,
      balance,
      now,
    );
  }
  // Large orders of young accounts are held for a look.
  const [joinedAt, cardVerifiedAt] = [drawPast(random, now), drawPast(random, now)];
  await shop.sql("UPDATE user SET created_at = ?2 WHERE id = ?1", id, joinedAt);
  await shop.sql("UPDATE bank_card SET decided_at = ?2 WHERE user_id = ?1", id, cardVerifiedAt);
  if (!isVerified) await shop.sql("DELETE FROM identity_request WHERE user_id = ?1", id);
  if (!hasNames)
    await shop.sql("UPDATE user SET first_name = '', last_name = '' WHERE id = ?1", id);
  return {
    id,
    token,
    cardNumber,
    balance,
    isVerified,
    hasNames,
    joinedAt,
    cardVerifiedAt,
    filledAt: null,
    inviter,
    freezes: [],
    cart: { version: 1, lines: new Map(), discount: null },
  };
}

async function openProduct(shop: ModelledShop, random: Random, id: string): Promise<Product> {
  const type = id.startsWith("manual") ? "manual" : "instant";
  const price = random.pick(PRICES);
  const reward = random.pick([0, 0, Math.floor(price / 20)]);
  const units = type === "manual" ? random.below(12) : 0;
  const unitCost = Math.floor(price / 2);
  await shop.sql(
    `INSERT INTO product
       (id, subcategory_id, name, region, denomination, delivery_type, price_toman, reward_toman,
        manual_stock, manual_unit_cost_toman, position, created_at, updated_at)
     VALUES (?1, 'giftcard-itunes', ?1, '', '', ?2, ?3, ?4, ?5, ?6, 1, 0, 0)`,
    id,
    type,
    price,
    reward,
    units,
    unitCost,
  );
  await shop.sql(
    "INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at) VALUES (?1, ?1, ?2, 0)",
    id,
    unitCost,
  );
  const product: Product = { id, type, price, sale: null, reward, unitCost, codes: [], units };
  const count = type === "manual" ? 0 : random.below(CODES_MAX - 2);
  for (let index = 0; index < count; index++) await addCode(shop, product);
  return product;
}

/** Adds one code to a product, up to `CODES_MAX`. */
export async function addCode(shop: ModelledShop, product: Product): Promise<void> {
  const id = codeId(product.id, product.codes.length);
  const text = sealed.get(id);
  if (text === undefined) return;
  product.codes.push({ id, state: "free", item: null, heldUntil: 0 });
  await shop.sql(
    "INSERT INTO code (id, product_id, batch_id, sealed, fingerprint) VALUES (?1, ?2, ?2, ?3, ?1)",
    id,
    product.id,
    text,
  );
}
