import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { createVault, sha256 } from "../../api/base/vault.ts";
import { configForTools } from "../../scripts/run/prepare.mjs";
import { LAST_CODE, MANUAL, NAMELESS, type Person, newcomers, people, tokenOf } from "./people.ts";

/** Writes people and products into a data folder before its stack starts. */
export async function addPeople(dataDir: string): Promise<void> {
  const proxy = await getPlatformProxy<{ DB: D1Database; CODE_KEYS: string; HMAC_KEY: string }>({
    configPath: configForTools(dataDir),
    persist: { path: join(dataDir, "state", "v3") },
    remoteBindings: false,
  });
  const secrets = JSON.parse(await readFile(join(dataDir, "secrets.json"), "utf8")) as {
    CODE_KEYS: string;
    HMAC_KEY: string;
  };
  const vault = createVault({
    CODE_KEYS: JSON.parse(secrets.CODE_KEYS) as Record<string, string>,
    HMAC_KEY: secrets.HMAC_KEY,
  });
  const db = proxy.env.DB;
  const now = Date.now();
  try {
    for (const person of [...people, NAMELESS]) await addPerson(db, vault, person, now);
    await addNewcomers(db, now);
    await openSessions(
      db,
      [...people.map(({ phone }) => phone), NAMELESS.phone, ...newcomers],
      now,
    );
    await addProduct(db, LAST_CODE, "instant", 0);
    await addProduct(db, MANUAL, "manual", 5);
    await db
      .prepare(
        `INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at)
         VALUES ('last', ?1, 1, 0)`,
      )
      .bind(LAST_CODE.id)
      .run();
    await db
      .prepare(
        `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint)
         VALUES ('last', ?1, 'last', ?2, 'last')`,
      )
      .bind(LAST_CODE.id, await vault.seal("THE-ONLY-CODE", `code:${LAST_CODE.id}:last`))
      .run();
  } finally {
    await proxy.dispose();
  }
}

async function addPerson(
  db: D1Database,
  vault: ReturnType<typeof createVault>,
  person: Person,
  now: number,
): Promise<void> {
  const id = `person-${person.phone}`;
  const sealed = await vault.seal(person.cardNumber, `bank_card:card-${id}`);
  const fingerprint = await vault.fingerprint("card number", person.cardNumber);
  await db.batch([
    db
      .prepare(
        `INSERT INTO user (id, phone, first_name, last_name, referral_code, created_at)
         VALUES (?1, ?2, ?4, ?5, ?1, ?3)`,
      )
      .bind(id, person.phone, now, person.firstName, person.lastName),
    db.prepare("INSERT INTO account (id, kind) VALUES ('shopper:' || ?1, 'shopper')").bind(id),
    db.prepare("INSERT INTO cart (user_id) VALUES (?1)").bind(id),
    db
      .prepare(
        `INSERT INTO identity_request
           (id, user_id, card_number_sealed, card_number_fingerprint, card_owner, status,
            created_at)
         VALUES ('identity-' || ?1, ?1, ?2, ?3, 'آزمون', 'verified', ?4)`,
      )
      .bind(id, sealed, fingerprint, now),
    db
      .prepare(
        `INSERT INTO transfer
           (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
         VALUES ('opening:' || ?1, 'opening', 'shop:capital', 'shopper:' || ?1, ?2, ?3)`,
      )
      .bind(id, person.balanceToman, now),
    db
      .prepare(
        `INSERT INTO bank_card
           (id, user_id, number_sealed, number_fingerprint, owner, status, is_default, created_at)
         VALUES ('card-' || ?1, ?1, ?2, ?3, 'آزمون مرورگر', 'verified', 1, ?4)`,
      )
      .bind(id, sealed, fingerprint, now),
  ]);
}

async function addNewcomers(db: D1Database, now: number): Promise<void> {
  const phones = JSON.stringify(newcomers);
  const everyPhone = "(SELECT 'person-' || value AS id, value AS phone FROM json_each(?1))";
  await db.batch([
    db
      .prepare(
        `INSERT INTO user (id, phone, referral_code, created_at)
         SELECT id, phone, id, ?2 FROM ${everyPhone}`,
      )
      .bind(phones, now),
    db
      .prepare(
        `INSERT INTO account (id, kind) SELECT 'shopper:' || id, 'shopper' FROM ${everyPhone}`,
      )
      .bind(phones),
    db.prepare(`INSERT INTO cart (user_id) SELECT id FROM ${everyPhone}`).bind(phones),
  ]);
}

async function openSessions(db: D1Database, phones: readonly string[], now: number): Promise<void> {
  const sessions = await Promise.all(
    phones.map(async (phone) => [await sha256(tokenOf(phone)), `person-${phone}`] as const),
  );
  await db
    .prepare(
      `INSERT INTO session (token_hash, user_id, created_at, expires_at)
       SELECT value ->> 0, value ->> 1, ?2, ?2 + 86400000 FROM json_each(?1)`,
    )
    .bind(JSON.stringify(sessions), now)
    .run();
}

async function addProduct(
  db: D1Database,
  product: { id: string; name: string; priceToman: number },
  type: string,
  stock: number,
): Promise<void> {
  await db
    .prepare(
      `INSERT INTO product
         (id, subcategory_id, name, region, denomination, delivery_type, price_toman, manual_stock,
          position, created_at, updated_at)
       VALUES (?1, 'giftcard-ea', ?2, 'جهانی', '$1', ?3, ?4, ?5, 99, 0, 0)`,
    )
    .bind(product.id, product.name, type, product.priceToman, stock)
    .run();
}
