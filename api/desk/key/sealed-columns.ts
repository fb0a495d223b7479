import { numberContext } from "../../base/open-number.ts";
import { tokenContext as giftContext } from "../../buying/gift/statements.ts";
import { cartAnswerContext, orderAnswerContext } from "../../buying/question/statements.ts";
import { personContext } from "../../people/inquiry/statements.ts";
import { sealContext as codeContext } from "../../buying/code/code-text.ts";
import { tokenContext } from "../../people/user/verification-email.ts";

export interface SealedRow {
  id: string;
  sealed: string;
  /** The product of a code, which is part of its vault context; empty in other tables. */
  product_id: string;
}

/** A column with sealed texts, their vault context, and the SQL to find and replace them. */
export interface SealedColumn {
  name:
    | "code"
    | "bank_card"
    | "identity_request"
    | "outbox"
    | "gift"
    | "iban"
    | "code_import_line"
    | "cart_answer"
    | "order_answer"
    | "inquiry";
  contextOf: (row: SealedRow) => string;
  /**
   * ?1: key versions as a JSON list. ?2: texts that could not be decrypted are tried again when
   * their last attempt was before this time. ?3: the maximum number of rows.
   */
  find: string;
  /**
   * ?1: a JSON list of `{ id, old, fresh }`. Replaces a text only while it is still `old`, and
   * returns the ids of replaced rows.
   */
  replace: string;
  /**
   * Counts the texts of each key version. Version 0 is left out: these texts were emptied when
   * their owner's data was deleted.
   */
  count: string;
  /**
   * Finds texts of older keys that could not be decrypted. ?1: the newest key version. ?2: the
   * maximum number of rows.
   */
  unopenable: string;
}

function sealedColumn(
  name: SealedColumn["name"],
  column: string,
  contextOf: SealedColumn["contextOf"],
  { product = "''", where = "TRUE", table = name as string, version = "key_version" } = {},
): SealedColumn {
  return {
    name,
    contextOf,
    find: `SELECT id, ${column} AS sealed, ${product} AS product_id FROM ${table}
      WHERE ${version} IN (SELECT value FROM json_each(?1)) AND ${where}
        AND NOT EXISTS (
          SELECT 1 FROM unopenable_seal u
          WHERE u.place = '${name}' AND u.row_id = ${table}.id AND u.tried_at > ?2)
      LIMIT ?3`,
    replace: `UPDATE ${table} SET ${column} = j.value ->> 'fresh' FROM json_each(?1) j
      WHERE ${table}.id = j.value ->> 'id' AND ${table}.${column} = j.value ->> 'old'
      RETURNING ${table}.id`,
    count: `SELECT ${version} AS version, count(*) AS texts FROM ${table}
      WHERE ${version} > 0 AND ${where} GROUP BY ${version}`,
    unopenable: `SELECT u.place, u.row_id, u.tried_at
      FROM unopenable_seal u JOIN ${table} ON ${table}.id = u.row_id
      WHERE u.place = '${name}' AND ${version} BETWEEN 1 AND ?1 - 1 ORDER BY u.row_id LIMIT ?2`,
  };
}

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  sealedColumn("code", "sealed", ({ id, product_id: productId }) => codeContext(productId, id), {
    product: "product_id",
  }),
  sealedColumn(
    "code_import_line",
    "sealed",
    ({ id, product_id: productId }) => codeContext(productId, id),
    { product: "(SELECT product_id FROM code_import WHERE id = import_id)" },
  ),
  sealedColumn("bank_card", "number_sealed", ({ id }) => numberContext("bank_card", id)),
  sealedColumn("iban", "iban_sealed", ({ id }) => numberContext("iban", id), {
    table: "bank_card",
    version: "iban_key_version",
  }),
  sealedColumn("identity_request", "card_number_sealed", ({ id }) =>
    numberContext("identity_request", id),
  ),
  sealedColumn("outbox", "token", ({ id }) => tokenContext(id), {
    where: "template = 'email-verification'",
  }),
  sealedColumn("gift", "token_sealed", ({ id }) => giftContext(id)),
  sealedColumn("cart_answer", "sealed", ({ id }) => cartAnswerContext(id)),
  sealedColumn("order_answer", "sealed", ({ id }) => orderAnswerContext(id)),
  sealedColumn("inquiry", "person_sealed", ({ id }) => personContext(id)),
];
