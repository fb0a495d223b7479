import { CatalogueFile } from "../../contract/desk/catalogue-file.ts";
import { INVITEE_DISCOUNT_MAX_TOMAN, INVITEE_DISCOUNT_PERCENT } from "../../contract/referral.ts";
import { bookTransfer, CAPITAL_ACCOUNT, shopperAccount } from "../money/wallet/ledger.ts";
import { carryOut } from "../goods/catalogue/carry-out.ts";
import { readStored } from "../goods/catalogue/decide.ts";
import { planFile } from "../goods/catalogue/plan-file.ts";
import {
  ADD_HELP,
  ADD_UNSOLD,
  ADD_WORDS,
  toUnsoldRows,
  toWordRows,
} from "../goods/catalogue/word-sql.ts";
import { indexCatalogue } from "../goods/search/index-catalogue.ts";
import {
  fingerprintCode,
  lastFourOf,
  sealContext as codeContext,
} from "../buying/code/code-text.ts";
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
  await env.DB.batch([
    // The catalogue must come before the words, because words are also facts of a subcategory.
    ...(await addCatalogue(env.DB, now)),
    ...addSearchWords(env.DB),
  ]);
  await indexCatalogue(env.DB, Infinity);
  await addCodes(env.DB, vault, now);
  await addDiscount(env.DB, now);
  await addDemoShopper(env.DB, vault, now);
}

/** Returns the statements that add the missing words of the search. */
export function addSearchWords(db: D1Database): D1PreparedStatement[] {
  const add = (sql: string, rows: readonly object[]) => db.prepare(sql).bind(JSON.stringify(rows));
  return [
    add(ADD_WORDS, toWordRows(searchWords, help)),
    add(ADD_UNSOLD, toUnsoldRows(searchWords)),
    add(ADD_HELP, help),
  ];
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

/**
 * Returns the statements that add missing goods, as an imported file does. Also adds the redeeming
 * steps to subcategories that were seeded before such steps existed.
 */
async function addCatalogue(db: D1Database, now: number): Promise<D1PreparedStatement[]> {
  const { made, changed } = planFile(
    CatalogueFile.parse(catalogue),
    await readStored({ db, now: () => now }),
    { keepsIds: true },
  );
  const withoutSteps = changed.flatMap((one) => {
    if (one.kind !== "subcategory") return [];
    const before = JSON.parse(one.seen) as typeof one.facts;
    const { redeemUrl, redeemSteps } = one.facts;
    return before.redeemSteps.length > 0
      ? []
      : [{ ...one, facts: { ...before, redeemUrl, redeemSteps } }];
  });
  return carryOut(db, { made, changed: withoutSteps }, { operator: null, reason: null, now });
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
