import { DatabaseSync } from "node:sqlite";
import { numberContext } from "../../api/base/open-number.ts";
import { DAY_MS } from "../../api/base/time.ts";
import { createVault, sha256 } from "../../api/base/vault.ts";
import { findDatabase } from "../../scripts/audit/audit-source.mjs";
import { readSecrets } from "../../scripts/run/stack-config.mjs";
import {
  LAST_CODE,
  MANUAL,
  NAMELESS,
  OWNER_TOKENS,
  type Person,
  newcomers,
  people,
  tokenOf,
} from "./people.ts";

/** Writes people and products into a data folder before its stack starts. */
export async function addPeople(dataDir: string): Promise<void> {
  const { CODE_KEYS, HMAC_KEY } = readSecrets(dataDir);
  const vault = createVault({
    CODE_KEYS: JSON.parse(CODE_KEYS) as Record<string, string>,
    HMAC_KEY,
  });
  const now = Date.now();
  const everybody = [...people, NAMELESS];
  const phones = [...everybody.map(({ phone }) => phone), ...newcomers];
  const rows = [
    ...(await Promise.all(everybody.map((person) => rowsOf(vault, person, now)))).flat(),
    ...rowsOfNewcomers(now),
    await sessionsOf(phones, now),
    rowOfProduct(LAST_CODE, "instant", 0),
    rowOfProduct(MANUAL, "manual", 5),
    sql(
      `INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at)
       VALUES ('last', ?1, 1, 0)`,
      LAST_CODE.id,
    ),
    sql(
      `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint)
       VALUES ('last', ?1, 'last', ?2, 'last')`,
      LAST_CODE.id,
      await vault.seal("THE-ONLY-CODE", `code:${LAST_CODE.id}:last`),
    ),
  ];
  write(dataDir, rows);
  await addOwners(dataDir);
}

/**
 * Adds two owners whose browser sessions have just shown a passkey: one owner makes the calls that
 * need a passkey, the other confirms proposals.
 */
export async function addOwners(dataDir: string): Promise<void> {
  const until = Date.now() + 100 * DAY_MS;
  const hashes = await Promise.all(OWNER_TOKENS.map(sha256));
  write(
    dataDir,
    hashes.flatMap((hash, at) => {
      const name = `owner-${String(at)}`;
      return [
        sql(
          `INSERT INTO operator (name, role, phone, created_at, entered_at)
           VALUES (?1, 'owner', '900000010' || ?2, 1, 1)`,
          name,
          at,
        ),
        sql(
          `INSERT INTO operator_token (id, operator, hash, label, created_at, expires_at, kind,
             last_used_at, proven_at)
           VALUES (?1, ?1, ?2, 'test', 1, ?3, 'session', ?3, ?3)`,
          name,
          hash,
          until,
        ),
        sql(
          `INSERT INTO passkey (id, operator, label, public_key, counter, transports, device_type,
             aaguid, created_at)
           VALUES (?1, ?1, 'test', '', 0, '[]', 'singleDevice', '', 1)`,
          name,
        ),
      ];
    }),
  );
}

function write(dataDir: string, rows: readonly ReturnType<typeof sql>[]): void {
  const database = new DatabaseSync(findDatabase(dataDir));
  try {
    database.exec("BEGIN");
    for (const { text, values } of rows) database.prepare(text).run(...values);
    database.exec("COMMIT");
  } finally {
    database.close();
  }
}

interface PersonRow {
  text: string;
  values: (string | number)[];
}

const sql = (text: string, ...values: PersonRow["values"]): PersonRow => ({ text, values });

async function rowsOf(
  vault: ReturnType<typeof createVault>,
  person: Person,
  now: number,
): Promise<PersonRow[]> {
  const id = `person-${person.phone}`;
  const sealed = await vault.seal(person.cardNumber, numberContext("bank_card", `card-${id}`));
  const fingerprint = await vault.fingerprint("card number", person.cardNumber);
  return [
    sql(
      `INSERT INTO user (id, phone, first_name, last_name, referral_code, created_at)
       VALUES (?1, ?2, ?4, ?5, upper(?1), ?3)`,
      id,
      person.phone,
      now,
      person.firstName,
      person.lastName,
    ),
    sql("INSERT INTO account (id, kind) VALUES ('shopper:' || ?1, 'shopper')", id),
    sql("INSERT INTO cart (user_id) VALUES (?1)", id),
    sql(
      `INSERT INTO identity_request
         (id, user_id, card_number_sealed, card_number_fingerprint, card_owner, status, created_at)
       VALUES ('identity-' || ?1, ?1, ?2, ?3, 'آزمون مرورگر', 'verified', ?4)`,
      id,
      sealed,
      fingerprint,
      now,
    ),
    sql(
      `INSERT INTO transfer
         (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
       VALUES ('opening:' || ?1, 'opening', 'shop:capital', 'shopper:' || ?1, ?2, ?3)`,
      id,
      person.balanceToman,
      // One balance was booked days ago, so that the desk has days to close.
      person === NAMELESS ? now - 3 * DAY_MS : now,
    ),
    sql(
      `INSERT INTO bank_card
         (id, user_id, number_sealed, number_fingerprint, owner, status, is_default, created_at)
       VALUES ('card-' || ?1, ?1, ?2, ?3, 'آزمون مرورگر', 'verified', 1, ?4)`,
      id,
      sealed,
      fingerprint,
      now,
    ),
  ];
}

function rowsOfNewcomers(now: number): PersonRow[] {
  const phones = JSON.stringify(newcomers);
  const everyPhone = "(SELECT 'person-' || value AS id, value AS phone FROM json_each(?1))";
  return [
    sql(
      `INSERT INTO user (id, phone, referral_code, created_at)
       SELECT id, phone, upper(id), ?2 FROM ${everyPhone}`,
      phones,
      now,
    ),
    sql(
      `INSERT INTO account (id, kind) SELECT 'shopper:' || id, 'shopper' FROM ${everyPhone}`,
      phones,
    ),
    sql(`INSERT INTO cart (user_id) SELECT id FROM ${everyPhone}`, phones),
  ];
}

async function sessionsOf(phones: readonly string[], now: number): Promise<PersonRow> {
  const sessions = await Promise.all(
    phones.map(async (phone) => [await sha256(tokenOf(phone)), `person-${phone}`] as const),
  );
  return sql(
    `INSERT INTO session (token_hash, user_id, created_at, expires_at)
     SELECT value ->> 0, value ->> 1, ?2, ?2 + 86400000 FROM json_each(?1)`,
    JSON.stringify(sessions),
    now,
  );
}

function rowOfProduct(
  product: { id: string; name: string; priceToman: number },
  deliveryType: string,
  stock: number,
): PersonRow {
  return sql(
    `INSERT INTO product
       (id, subcategory_id, name, region, denomination, delivery_type, price_toman, manual_stock,
        position, created_at, updated_at)
     VALUES (?1, 'giftcard-ea', ?2, 'جهانی', '$1', ?3, ?4, ?5, 99, 0, 0)`,
    product.id,
    product.name,
    deliveryType,
    product.priceToman,
    stock,
  );
}
