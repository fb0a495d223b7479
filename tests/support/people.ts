import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { configForTools } from "../../scripts/prepare.mjs";
import { createVault } from "../../api/vault.ts";

/** Shoppers of the browser tests: each test takes one of its own, so that none waits for another's limits. */
export interface Person {
  phone: string;
  cardNumber: string;
  balanceToman: number;
  /** Empty for somebody who has not completed their profile. */
  firstName: string;
  lastName: string;
}

export const people: readonly Person[] = Array.from({ length: 40 }, (_, index) => ({
  phone: `9390000${String(index).padStart(3, "0")}`,
  cardNumber: withCheckDigit(`621986104${String(index).padStart(6, "0")}`),
  balanceToman: 3_000_000,
  firstName: "آزمون",
  lastName: "مرورگر",
}));

/** Somebody who may buy and has no name yet. */
export const NAMELESS: Person = {
  phone: "9390000900",
  cardNumber: withCheckDigit("621986104000900"),
  balanceToman: 3_000_000,
  firstName: "",
  lastName: "",
};

/** A product that has a single code. */
export const LAST_CODE = { id: "last-code", name: "آخرین کد آزمون", priceToman: 200_000 };
/** A product that the operator delivers. */
export const MANUAL = { id: "by-hand", name: "محصول دستی آزمون", priceToman: 150_000 };

/** Writes people and products into a data folder before its stack starts. */
export async function addPeople(dataDir: string): Promise<void> {
  const proxy = await getPlatformProxy<{ DB: D1Database; CODE_KEYS: string; HMAC_KEY: string }>({
    configPath: configForTools(dataDir),
    persist: { path: join(dataDir, "state", "v3") },
    remoteBindings: false,
  });
  const secrets = JSON.parse(await readFile(join(dataDir, "secrets.json"), "utf8")) as { CODE_KEYS: string; HMAC_KEY: string };
  const vault = createVault({ CODE_KEYS: JSON.parse(secrets.CODE_KEYS) as Record<string, string>, HMAC_KEY: secrets.HMAC_KEY });
  const db = proxy.env.DB;
  const now = Date.now();
  try {
    for (const person of [...people, NAMELESS]) await addPerson(db, vault, person, now);
    await addProduct(db, LAST_CODE, "instant", 0);
    await addProduct(db, MANUAL, "manual", 5);
    await db
      .prepare("INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at) VALUES ('last', ?1, 1, 0)")
      .bind(LAST_CODE.id)
      .run();
    await db
      .prepare("INSERT INTO code (id, product_id, batch_id, sealed, fingerprint) VALUES ('last', ?1, 'last', ?2, 'last')")
      .bind(LAST_CODE.id, await vault.seal("THE-ONLY-CODE", `code:${LAST_CODE.id}:last`))
      .run();
  } finally {
    await proxy.dispose();
  }
}

async function addPerson(db: D1Database, vault: ReturnType<typeof createVault>, person: Person, now: number): Promise<void> {
  const id = `person-${person.phone}`;
  const sealed = await vault.seal(person.cardNumber, `bank_card:card-${id}`);
  const fingerprint = await vault.fingerprint("card number", person.cardNumber);
  await db.batch([
    db
      .prepare("INSERT INTO user (id, phone, first_name, last_name, referral_code, created_at) VALUES (?1, ?2, ?4, ?5, ?1, ?3)")
      .bind(id, person.phone, now, person.firstName, person.lastName),
    db.prepare("INSERT INTO account (id, kind) VALUES ('shopper:' || ?1, 'shopper')").bind(id),
    db.prepare("INSERT INTO cart (user_id) VALUES (?1)").bind(id),
    db
      .prepare(
        `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint, card_owner, status, created_at)
         VALUES ('identity-' || ?1, ?1, ?2, ?3, 'آزمون', 'verified', ?4)`,
      )
      .bind(id, sealed, fingerprint, now),
    db
      .prepare(
        `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
         VALUES ('opening:' || ?1, 'opening', 'shop:capital', 'shopper:' || ?1, ?2, ?3)`,
      )
      .bind(id, person.balanceToman, now),
    db
      .prepare(
        `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status, is_default, created_at)
         VALUES ('card-' || ?1, ?1, ?2, ?3, 'آزمون مرورگر', 'verified', 1, ?4)`,
      )
      .bind(id, sealed, fingerprint, now),
  ]);
}

async function addProduct(
  db: D1Database,
  product: { id: string; name: string; priceToman: number },
  type: string,
  stock: number,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO product (id, subcategory_id, name, region, denomination, delivery_type, price_toman, manual_stock, position, created_at, updated_at)
       VALUES (?1, 'giftcard-ea', ?2, 'جهانی', '$1', ?3, ?4, ?5, 99, 0, 0)`,
    )
    .bind(product.id, product.name, type, product.priceToman, stock)
    .run();
}

/** Fifteen digits and the one that makes a card number of them. */
export function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
