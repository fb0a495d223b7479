import { type Statement } from "../../base/batch.ts";
import { PROVEN_OWNER } from "../../base/person.ts";

/** The most rows of each kind in a dossier, the newest ones. In all, they take about 1 MB. */
const ROWS_MAX = 2_000;

/** SQL text: an array of objects with these columns of a person's rows, newest first. */
const list = (columns: readonly string[], rows: string) =>
  `(SELECT json_group_array(json_object(${columns
    .map((column) => `'${column}', ${column}`)
    .join(", ")})) FROM (SELECT * FROM ${rows} LIMIT ${String(ROWS_MAX)}))`;

/**
 * SQL text: the facts about person ?1 that the law may ask for, as JSON with card numbers still
 * sealed.
 */
const FACTS = `SELECT json_object(
  'person', json_object('id', u.id, 'phone', u.phone, 'first_name', u.first_name,
    'last_name', u.last_name, 'email', u.email, 'proven_owner', ${PROVEN_OWNER},
    'created_at', u.created_at),
  'bankCards', json(${list(
    ["id", "number_sealed", "iban_sealed", "owner", "status", "created_at", "decided_at"],
    "bank_card WHERE user_id = ?1 ORDER BY created_at DESC, id",
  )}),
  'identityRequests', json(${list(
    [
      "id",
      "card_number_sealed",
      "card_owner",
      "first_name",
      "last_name",
      "status",
      "created_at",
      "decided_at",
    ],
    "identity_request WHERE user_id = ?1 ORDER BY created_at DESC, id",
  )}),
  'orders', json(${list(
    ["id", "number", "state", "total_toman", "wallet_toman", "gateway_toman", "paid_at"],
    "orders WHERE user_id = ?1 AND paid_at IS NOT NULL ORDER BY paid_at DESC, id",
  )}),
  'payments', json(${list(
    [
      "id",
      "order_id",
      "card_id",
      "gateway",
      "amount_toman",
      "state",
      "authority",
      "ref_id",
      "created_at",
      "settled_at",
    ],
    "payment WHERE user_id = ?1 ORDER BY created_at DESC, id",
  )}),
  'withdrawals', json(${list(
    ["id", "card_id", "amount_toman", "state", "note", "created_at", "decided_at"],
    "withdrawal WHERE user_id = ?1 ORDER BY created_at DESC, id",
  )}),
  'refunds', json(${list(
    ["id", "order_id", "wallet_toman", "gateway_toman", "state", "provider_ref", "created_at"],
    "(SELECT f.* FROM orders o JOIN refund f ON f.order_id = o.id WHERE o.user_id = ?1) ORDER BY created_at DESC, id",
  )}))
  FROM user u WHERE u.id = ?1`;

/** Reads, as `facts`, the content of a dossier about a person. */
export function readFacts(db: D1Database, userId: string): Statement<{ facts: string | null }> {
  return db.prepare(`SELECT (${FACTS}) AS facts`).bind(userId);
}

/** Aborts when the facts have changed since the dossier was written from them. */
export function claimFacts(db: D1Database, userId: string, facts: string): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO must SELECT 'the dossier holds the present facts', (${FACTS}) = ?2`)
    .bind(userId, facts);
}

export function keepDossier(db: D1Database, sealed: string, deleteAt: number): D1PreparedStatement {
  return db
    .prepare("INSERT INTO dossier (id, sealed, delete_at) VALUES (?1, ?2, ?3)")
    .bind(crypto.randomUUID(), sealed, deleteAt);
}
