import { fingerprintCode, lastFourOf } from "../../api/buying/code/code-text.ts";
import { createHash } from "node:crypto";
import { numberContext } from "../../api/base/open-number.ts";
import type { Vault } from "../../api/base/vault.ts";
import { withCheckDigit } from "./people.ts";

/** Rows of shoppers, products and codes for the start of a test, many in one statement. */

export interface ShopperOptions {
  balanceToman?: number;
  isVerified?: boolean;
  cardStatus?: "pending" | "verified" | "rejected" | "none";
  hasNames?: boolean;
  inviterId?: string;
}

export interface ProductOptions {
  priceToman?: number;
  stock?: number;
  deliveryType?: "instant" | "manual";
  rewardToman?: number;
  unitCostToman?: number;
}

export interface Row {
  text: string;
  values: unknown[];
}

/** Derives a shopper's ids, phone and card number from a number. */
export function person(number: number) {
  return {
    id: `shopper-${String(number)}`,
    phone: `9${String(300_000_000 + number)}`,
    token: `test-token-of-shopper-${String(number)}`,
    cardId: `card-${String(number)}`,
    cardNumber: withCheckDigit(`621986103${String(number).padStart(6, "0")}`),
  };
}

const insertEach = (text: string, rows: unknown[]): Row => ({
  text,
  values: [JSON.stringify(rows)],
});

export async function shopperRows(
  vault: Vault,
  numbers: number[],
  options: ShopperOptions = {},
): Promise<Row[]> {
  const {
    balanceToman = 0,
    isVerified = true,
    cardStatus = "verified",
    hasNames = true,
    inviterId = null,
  } = options;
  const now = Date.now();
  const people = await Promise.all(
    numbers.map(async (number) => {
      const { id, phone, token, cardId, cardNumber } = person(number);
      return {
        id,
        phone,
        cardId,
        number,
        now,
        inviterId,
        balanceToman,
        cardStatus,
        name: hasNames ? "آزمون" : "",
        // The name that the identity proves. A person without names may type it as their names.
        owner: hasNames ? "آزمون آزمون" : "سارا کریمی",
        tokenHash: createHash("sha256").update(token).digest("hex"),
        expiresAt: now + 31 * 24 * 60 * 60_000,
        sealed: await vault.seal(cardNumber, numberContext("bank_card", cardId)),
        fingerprint: await vault.fingerprint("card number", cardNumber),
        endFingerprint: await vault.fingerprint("card end", cardNumber.slice(-4)),
      };
    }),
  );
  const rows = [
    insertEach(
      `INSERT INTO user (id, phone, first_name, last_name, referral_code, inviter_id, created_at)
       SELECT value ->> 'id', value ->> 'phone', value ->> 'name', value ->> 'name',
         upper(value ->> 'id'), value ->> 'inviterId', value ->> 'now'
       FROM json_each(?1)`,
      people,
    ),
    insertEach(
      `INSERT INTO account (id, kind)
       SELECT 'shopper:' || (value ->> 'id'), 'shopper' FROM json_each(?1)`,
      people,
    ),
    insertEach("INSERT INTO cart (user_id) SELECT value ->> 'id' FROM json_each(?1)", people),
    insertEach(
      `INSERT INTO session (token_hash, user_id, created_at, expires_at)
       SELECT value ->> 'tokenHash', value ->> 'id', value ->> 'now', value ->> 'expiresAt'
       FROM json_each(?1)`,
      people,
    ),
  ];
  if (cardStatus !== "none")
    rows.push(
      insertEach(
        `INSERT INTO bank_card
           (id, user_id, number_sealed, number_fingerprint, owner, status, is_default, created_at,
            end_fingerprint)
         SELECT value ->> 'cardId', value ->> 'id', value ->> 'sealed', value ->> 'fingerprint',
           value ->> 'owner', value ->> 'cardStatus', 1, value ->> 'now', value ->> 'endFingerprint'
         FROM json_each(?1)`,
        people,
      ),
    );
  if (isVerified)
    rows.push(
      insertEach(
        `INSERT INTO identity_request
           (id, user_id, card_number_sealed, card_number_fingerprint, card_owner, status,
            created_at)
         SELECT 'identity-' || (value ->> 'number'), value ->> 'id', value ->> 'sealed',
           value ->> 'fingerprint', value ->> 'owner', 'verified', value ->> 'now'
         FROM json_each(?1)`,
        people,
      ),
    );
  if (balanceToman > 0)
    rows.push(
      insertEach(
        `INSERT INTO transfer
           (id, kind, debit_account_id, credit_account_id, amount_toman, created_at)
         SELECT 'opening:' || (value ->> 'id'), 'opening', 'shop:capital',
           'shopper:' || (value ->> 'id'), value ->> 'balanceToman', value ->> 'now'
         FROM json_each(?1)`,
        people,
      ),
    );
  return rows;
}

/** Rows of products: instant with `stock` codes, or manual with `stock` units. */
export async function productRows(
  vault: Vault,
  ids: string[],
  options: ProductOptions = {},
): Promise<Row[]> {
  const {
    priceToman = 100_000,
    stock = 5,
    deliveryType = "instant",
    rewardToman = 0,
    unitCostToman = 50_000,
  } = options;
  const isManual = deliveryType === "manual";
  const text = `INSERT INTO product
       (id, subcategory_id, name, region, denomination, delivery_type, price_toman, reward_toman,
        manual_stock, manual_unit_cost_toman, position, created_at, updated_at)
     SELECT value, 'giftcard-itunes', value, 'آمریکا', '$1', ?2, ?3, ?4, ?5, ?6, 999, 0, 0
     FROM json_each(?1)`;
  const values = [
    JSON.stringify(ids),
    deliveryType,
    priceToman,
    rewardToman,
    isManual ? stock : 0,
    isManual ? unitCostToman : 0,
  ];
  const codes = isManual ? [] : await codeRows(vault, ids, stock, unitCostToman);
  return [{ text, values }, ...codes];
}

let batches = 0;

/** Rows of a batch of `count` codes for each product. */
export async function codeRows(
  vault: Vault,
  productIds: string[],
  count: number,
  unitCostToman = 50_000,
): Promise<Row[]> {
  const now = Date.now();
  const made = productIds.map((productId) => ({
    // All ids have one length: the shop compares codes without dashes, so batch 1 with code 10
    // could equal batch 11 with code 0.
    id: `batch-${String(++batches).padStart(6, "0")}`,
    productId,
    unitCostToman,
    now,
  }));
  const codes = await Promise.all(
    made.flatMap(({ id: batchId, productId }) =>
      Array.from({ length: count }, async (_, index) => {
        const id = `${batchId}-${String(index)}`;
        const plain = `CODE-${id}`;
        return {
          id,
          productId,
          batchId,
          sealed: await vault.seal(plain, `code:${productId}:${id}`),
          fingerprint: await fingerprintCode(vault, plain),
          lastFour: lastFourOf(plain),
        };
      }),
    ),
  );
  return [
    insertEach(
      `INSERT INTO code_batch (id, product_id, unit_cost_toman, created_at)
       SELECT value ->> 'id', value ->> 'productId', value ->> 'unitCostToman', value ->> 'now'
       FROM json_each(?1)`,
      made,
    ),
    insertEach(
      `INSERT INTO code (id, product_id, batch_id, sealed, fingerprint, last_four)
       SELECT value ->> 'id', value ->> 'productId', value ->> 'batchId', value ->> 'sealed',
         value ->> 'fingerprint', value ->> 'lastFour'
       FROM json_each(?1)`,
      codes,
    ),
  ];
}
