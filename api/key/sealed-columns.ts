import { numberContext } from "../base/open-number.ts";
import { tokenContext as giftContext } from "../gift/statements.ts";
import { sealContext as codeContext } from "../stock/code-text.ts";
import { tokenContext } from "../user/verification-email.ts";

export interface SealedRow {
  id: string;
  sealed: string;
  /** The product of a code, which is part of its vault context; empty in other tables. */
  product_id: string;
}

/** A column with sealed texts, their vault context, and the SQL to find and replace them. */
export interface SealedColumn {
  name: "code" | "bank_card" | "identity_request" | "outbox" | "gift" | "iban";
  contextOf: (row: SealedRow) => string;
  /**
   * ?1: key versions as a JSON list. ?2: unopenable texts last tried before this time are tried
   * again. ?3: the maximum number of rows.
   */
  find: string;
  /**
   * ?1: a JSON list of `{ id, old, fresh }`. Replaces a text only while it is still `old`, and
   * returns the ids of replaced rows.
   */
  replace: string;
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    name: "code",
    contextOf: ({ id, product_id: productId }) => codeContext(productId, id),
    find: `SELECT id, sealed, product_id FROM code
      WHERE key_version IN (SELECT value FROM json_each(?1))
        AND NOT EXISTS (
          SELECT 1 FROM unopenable_seal u
          WHERE u.place = 'code' AND u.row_id = code.id AND u.tried_at > ?2)
      LIMIT ?3`,
    replace: `UPDATE code SET sealed = j.value ->> 'fresh' FROM json_each(?1) j
      WHERE code.id = j.value ->> 'id' AND code.sealed = j.value ->> 'old' RETURNING code.id`,
  },
  {
    name: "bank_card",
    contextOf: ({ id }) => numberContext("bank_card", id),
    find: `SELECT id, number_sealed AS sealed, '' AS product_id FROM bank_card
      WHERE key_version IN (SELECT value FROM json_each(?1))
        AND NOT EXISTS (
          SELECT 1 FROM unopenable_seal u
          WHERE u.place = 'bank_card' AND u.row_id = bank_card.id AND u.tried_at > ?2)
      LIMIT ?3`,
    replace: `UPDATE bank_card SET number_sealed = j.value ->> 'fresh' FROM json_each(?1) j
      WHERE bank_card.id = j.value ->> 'id' AND bank_card.number_sealed = j.value ->> 'old'
      RETURNING bank_card.id`,
  },
  {
    name: "iban",
    contextOf: ({ id }) => numberContext("iban", id),
    find: `SELECT id, iban_sealed AS sealed, '' AS product_id FROM bank_card
      WHERE iban_key_version IN (SELECT value FROM json_each(?1))
        AND NOT EXISTS (
          SELECT 1 FROM unopenable_seal u
          WHERE u.place = 'iban' AND u.row_id = bank_card.id AND u.tried_at > ?2)
      LIMIT ?3`,
    replace: `UPDATE bank_card SET iban_sealed = j.value ->> 'fresh' FROM json_each(?1) j
      WHERE bank_card.id = j.value ->> 'id' AND bank_card.iban_sealed = j.value ->> 'old'
      RETURNING bank_card.id`,
  },
  {
    name: "identity_request",
    contextOf: ({ id }) => numberContext("identity_request", id),
    find: `SELECT id, card_number_sealed AS sealed, '' AS product_id FROM identity_request
      WHERE key_version IN (SELECT value FROM json_each(?1))
        AND NOT EXISTS (
          SELECT 1 FROM unopenable_seal u
          WHERE u.place = 'identity_request' AND u.row_id = identity_request.id
            AND u.tried_at > ?2)
      LIMIT ?3`,
    replace: `UPDATE identity_request SET card_number_sealed = j.value ->> 'fresh'
      FROM json_each(?1) j
      WHERE identity_request.id = j.value ->> 'id'
        AND identity_request.card_number_sealed = j.value ->> 'old'
      RETURNING identity_request.id`,
  },
  {
    name: "outbox",
    contextOf: ({ id }) => tokenContext(id),
    find: `SELECT id, token AS sealed, '' AS product_id FROM outbox
      WHERE template = 'email-verification' AND key_version IN (SELECT value FROM json_each(?1))
        AND NOT EXISTS (
          SELECT 1 FROM unopenable_seal u
          WHERE u.place = 'outbox' AND u.row_id = outbox.id AND u.tried_at > ?2)
      LIMIT ?3`,
    replace: `UPDATE outbox SET token = j.value ->> 'fresh' FROM json_each(?1) j
      WHERE outbox.id = j.value ->> 'id' AND outbox.token = j.value ->> 'old' RETURNING outbox.id`,
  },
  {
    name: "gift",
    contextOf: ({ id }) => giftContext(id),
    find: `SELECT id, token_sealed AS sealed, '' AS product_id FROM gift
      WHERE key_version IN (SELECT value FROM json_each(?1))
        AND NOT EXISTS (
          SELECT 1 FROM unopenable_seal u
          WHERE u.place = 'gift' AND u.row_id = gift.id AND u.tried_at > ?2)
      LIMIT ?3`,
    replace: `UPDATE gift SET token_sealed = j.value ->> 'fresh' FROM json_each(?1) j
      WHERE gift.id = j.value ->> 'id' AND gift.token_sealed = j.value ->> 'old'
      RETURNING gift.id`,
  },
];
