import { INVITEE_DISCOUNT_MAX_TOMAN, INVITEE_DISCOUNT_PERCENT } from "../../contract/referral.ts";
import { bookTransfer, CAPITAL_ACCOUNT, shopperAccount } from "../wallet/ledger.ts";
import { ADD_HELP, ADD_UNSOLD, ADD_WORDS, toUnsoldRows, toWordRows } from "../search/word-sql.ts";
import { indexCatalogue } from "../search/index-catalogue.ts";
import { fingerprintCode, lastFourOf, sealContext as codeContext } from "../stock/code-text.ts";
import { fingerprintEnd, numberContext } from "../base/open-number.ts";
import { createVault, type Vault } from "../base/vault.ts";
import catalogue from "./catalogue.json" with { type: "json" };
import help from "./search-help.json" with { type: "json" };
import searchWords from "./search-words.json" with { type: "json" };
import { DEMO_SHOPPER, PUBLIC_DISCOUNT } from "./demo.ts";

/**
 * Fills a shop for demonstration and tests: the catalogue with worthless codes, a discount code,
 * and a shopper with a verified identity and card. It only adds missing rows, so changes that
 * people made stay.
 */
export async function seed(
  env: { DB: D1Database; CODE_KEYS: string; HMAC_KEY: string },
  { now }: { now: number },
): Promise<void> {
  const vault = createVault({
    CODE_KEYS: JSON.parse(env.CODE_KEYS) as Record<string, string>,
    HMAC_KEY: env.HMAC_KEY,
  });
  const add = (sql: string, rows: readonly object[]) =>
    env.DB.prepare(sql).bind(JSON.stringify(rows));
  await env.DB.batch([
    add(ADD_WORDS, toWordRows(searchWords, help)),
    add(ADD_UNSOLD, toUnsoldRows(searchWords)),
    add(ADD_HELP, help),
    ...catalogueStatements(env.DB, now),
  ]);
  await indexCatalogue(env.DB, Infinity);
  await addCodes(env.DB, vault, now);
  await addDiscount(env.DB, now);
  await addDemoShopper(env.DB, vault, now);
}

interface SeedProduct {
  id: string;
  name: string;
  region: string;
  denomination: string;
  price: number;
  priceAfterDiscount?: number;
  deliveryType: string;
  reward: number;
  /** Codes to create for an instant product, or units of a manual one. */
  stock: number;
  unitCost: number;
}

function products(): SeedProduct[] {
  return catalogue.categories.flatMap((category) =>
    category.subcategories.flatMap((subcategory): SeedProduct[] => subcategory.products),
  );
}

function catalogueStatements(db: D1Database, now: number): D1PreparedStatement[] {
  const categories = catalogue.categories.map((category, position) => ({ ...category, position }));
  const subcategories = categories.flatMap(({ type, subcategories: list }) =>
    list.map((subcategory, position) => ({
      ...subcategory,
      id: `${type}-${subcategory.urlName}`,
      type,
      position,
    })),
  );
  const rows = subcategories.flatMap(({ id, products: list }) =>
    (list as SeedProduct[]).map((product, position) => ({
      ...product,
      subcategoryId: id,
      position,
    })),
  );
  return [
    db
      .prepare(
        `INSERT INTO category (type, display_name, position)
         SELECT value ->> 'type', value ->> 'displayName', value ->> 'position' FROM json_each(?1)
         WHERE true ON CONFLICT DO NOTHING`,
      )
      .bind(JSON.stringify(categories)),
    db
      .prepare(
        `INSERT INTO subcategory (id, type, url_name, display_name, latin_name, hue, tagline,
           region_notice, redeem_url, redeem_steps, position)
         SELECT value ->> 'id', value ->> 'type', value ->> 'urlName', value ->> 'displayName',
           value ->> 'latinName', value ->> 'hue', value ->> 'tagline', value ->> 'regionNotice',
           value ->> '$.redeem.url', value ->> '$.redeem.steps', value ->> 'position'
         FROM json_each(?1) WHERE true
         ON CONFLICT (id) DO UPDATE SET redeem_url = excluded.redeem_url,
           redeem_steps = excluded.redeem_steps WHERE redeem_steps = '[]'
         ON CONFLICT DO NOTHING`,
      )
      .bind(JSON.stringify(subcategories)),
    db
      .prepare(
        `INSERT INTO product (id, subcategory_id, name, region, denomination, delivery_type,
           price_toman, sale_price_toman, reward_toman, manual_stock, manual_unit_cost_toman,
           position, created_at, updated_at)
         SELECT value ->> 'id', value ->> 'subcategoryId', value ->> 'name', value ->> 'region',
           value ->> 'denomination', value ->> 'deliveryType', value ->> 'price',
           value ->> 'priceAfterDiscount', value ->> 'reward',
           iif(value ->> 'deliveryType' = 'manual', value ->> 'stock', 0),
           iif(value ->> 'deliveryType' = 'manual', value ->> 'unitCost', 0),
           value ->> 'position', ?2, ?2
         FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`,
      )
      .bind(JSON.stringify(rows), now),
  ];
}

/** Adds the seed's batch of codes to each instant product, once. */
async function addCodes(db: D1Database, vault: Vault, now: number): Promise<void> {
  const { results } = await db.prepare("SELECT id FROM code_batch").all<{ id: string }>();
  const known = new Set(results.map(({ id }) => id));
  const empty = products().filter(
    ({ id, deliveryType, stock }) =>
      deliveryType === "instant" && stock > 0 && !known.has(batchOf(id)),
  );
  const filling = await Promise.all(empty.map((product) => fill(db, vault, product, now)));
  if (filling.length > 0) await db.batch(filling.flat());
}

const batchOf = (productId: string) => `seed-${productId}`;

async function fill(
  db: D1Database,
  vault: Vault,
  { id: productId, stock, unitCost }: SeedProduct,
  now: number,
): Promise<D1PreparedStatement[]> {
  const codes = await Promise.all(
    Array.from({ length: stock }, async () => {
      const id = crypto.randomUUID();
      const plain = randomCode();
      return {
        id,
        sealed: await vault.seal(plain, codeContext(productId, id)),
        fingerprint: await fingerprintCode(vault, plain),
        lastFour: lastFourOf(plain),
      };
    }),
  );
  return [
    db
      .prepare(
        `INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at)
         VALUES (?1, ?2, ?3, ?4)`,
      )
      .bind(batchOf(productId), productId, unitCost, now),
    db
      .prepare(
        `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, last_four)
         SELECT value ->> 'id', ?2, ?3, value ->> 'sealed', value ->> 'fingerprint',
           value ->> 'lastFour'
         FROM json_each(?1)`,
      )
      .bind(JSON.stringify(codes), productId, batchOf(productId)),
  ];
}

async function addDiscount(db: D1Database, now: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO discount_code (id, code, type, value, min_purchase_toman, max_discount_toman,
         uses_per_user_max, created_at)
       VALUES ('seed-discount', ?1, 'percentage', ?2, ?3, ?5, 1000, ?4) ON CONFLICT DO NOTHING`,
    )
    .bind(
      PUBLIC_DISCOUNT.code,
      PUBLIC_DISCOUNT.percent,
      PUBLIC_DISCOUNT.minPurchaseToman,
      now,
      PUBLIC_DISCOUNT.maxDiscountToman,
    )
    .run();
}

async function addDemoShopper(db: D1Database, vault: Vault, now: number): Promise<void> {
  const { phone, firstName, lastName, cardNumber, balanceToman, discountCode } = DEMO_SHOPPER;
  const known = await db.prepare("SELECT 1 FROM user WHERE phone = ?1").bind(phone).first();
  if (known) return;
  const userId = crypto.randomUUID();
  const owner = `${firstName} ${lastName}`;
  const cardId = crypto.randomUUID();
  const requestId = crypto.randomUUID();
  const fingerprint = await vault.fingerprint("card number", cardNumber);
  await db.batch([
    db
      .prepare(
        `INSERT INTO user (id, phone, first_name, last_name, referral_code, created_at)
         VALUES (?1, ?2, ?3, ?4, 'ARMAGHAN', ?5)`,
      )
      .bind(userId, phone, firstName, lastName, now),
    db
      .prepare("INSERT INTO account (id, kind) VALUES (?1, 'shopper')")
      .bind(shopperAccount(userId)),
    db.prepare("INSERT INTO cart (user_id) VALUES (?1)").bind(userId),
    db
      .prepare(
        `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status,
           is_default, created_at, decided_at, end_fingerprint)
         VALUES (?1, ?2, ?3, ?4, ?5, 'verified', 1, ?6, ?6, ?7)`,
      )
      .bind(
        cardId,
        userId,
        await vault.seal(cardNumber, numberContext("bank_card", cardId)),
        fingerprint,
        owner,
        now,
        await fingerprintEnd(vault, cardNumber),
      ),
    db
      .prepare(
        `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint,
           card_owner, status, created_at, decided_at)
         VALUES (?1, ?2, ?3, ?4, ?5, 'verified', ?6, ?6)`,
      )
      .bind(
        requestId,
        userId,
        await vault.seal(cardNumber, numberContext("identity_request", requestId)),
        fingerprint,
        owner,
        now,
      ),
    db
      .prepare(
        `INSERT INTO discount_code (id, code, type, value, max_discount_toman, owner_id, uses_max,
           created_at)
         VALUES ('seed-own-discount', ?1, 'percentage', ?2, ?5, ?3, 1, ?4)`,
      )
      .bind(discountCode, INVITEE_DISCOUNT_PERCENT, userId, now, INVITEE_DISCOUNT_MAX_TOMAN),
    bookTransfer(
      db,
      {
        kind: "opening",
        ref: userId,
        from: CAPITAL_ACCOUNT,
        to: shopperAccount(userId),
        amountToman: balanceToman,
      },
      now,
    ),
  ]);
}

/**
 * Returns a worthless code of realistic form: sixteen letters and digits in groups, without
 * characters that people confuse.
 */
function randomCode(): string {
  const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
  const letters = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => LETTERS.charAt(byte % 32))
    .join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}
