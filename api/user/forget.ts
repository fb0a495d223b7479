import { claimNothingOpen, claimNotForgotten } from "./desk-statements.ts";

/**
 * Returns the statements that delete a person's data: everything that identifies them is deleted,
 * and the ledger's rows remain under a random id. They go into one batch with the operator's
 * decision. Aborts while anything of theirs is open.
 */
export function forget(db: D1Database, id: string, now: number): D1PreparedStatement[] {
  return [
    claimNotForgotten(db, id),
    claimNothingOpen(db, id),
    ...FORGET_STATEMENTS.map((text) =>
      db.prepare(text).bind(...(text.includes("?2") ? [id, now] : [id])),
    ),
    db
      .prepare(
        `UPDATE user SET phone = ?2, first_name = '', last_name = '', email = '',
           is_email_verified = 0, wants_codes_by_email = 0,
           referral_code = id, forgotten_at = ?3 WHERE id = ?1`,
      )
      .bind(id, randomPhone(), now),
  ];
}

const ACCESS = [
  "DELETE FROM session WHERE user_id = ?1",
  "DELETE FROM email_verification WHERE user_id = ?1",
  "DELETE FROM known_browser WHERE phone = (SELECT phone FROM user WHERE id = ?1)",
  "DELETE FROM sign_in_code WHERE phone = (SELECT phone FROM user WHERE id = ?1)",
  "DELETE FROM outbox WHERE user_id = ?1",
  "DELETE FROM restock_alert WHERE user_id = ?1",
  "DELETE FROM cart_item WHERE user_id = ?1",
  "UPDATE cart SET discount_code_id = NULL WHERE user_id = ?1",
  "UPDATE discount_code SET is_active = 0 WHERE owner_id = ?1",
];

/** Card numbers and their fingerprints are cleared, so the card can be used in a new account. */
const CARD_NUMBERS = [
  `UPDATE bank_card SET number_sealed = '', number_fingerprint = 'forgotten:' || id, owner = ''
   WHERE user_id = ?1`,
  `UPDATE identity_request
   SET card_number_sealed = '', card_number_fingerprint = 'forgotten:' || id, card_owner = '',
     rejection_reason = NULL, status = iif(status = 'pending', 'rejected', status)
   WHERE user_id = ?1`,
];

const TEXTS = [
  `UPDATE ticket_message SET content = ''
   WHERE ticket_id IN (SELECT id FROM ticket WHERE user_id = ?1)`,
  "UPDATE ticket SET title = '', description = '', status = 'Closed' WHERE user_id = ?1",
  "UPDATE rating SET comment = '' WHERE user_id = ?1",
  `UPDATE content_reading SET address = '' WHERE order_item_id IN (
     SELECT i.id FROM orders o JOIN order_item i ON i.order_id = o.id WHERE o.user_id = ?1)`,
  // The bank's reference of a payment belongs to the books; the reason for a rejection does not.
  "UPDATE withdrawal SET note = NULL WHERE user_id = ?1 AND state = 'rejected'",
  "UPDATE refund SET note = NULL WHERE order_id IN (SELECT id FROM orders WHERE user_id = ?1)",
  `UPDATE desk_decision SET note = NULL
   WHERE subject = 'bank_card' AND subject_id IN (SELECT id FROM bank_card WHERE user_id = ?1)`,
  `UPDATE desk_decision SET note = NULL
   WHERE subject = 'identity_request'
     AND subject_id IN (SELECT id FROM identity_request WHERE user_id = ?1)`,
  `UPDATE desk_decision SET note = NULL
   WHERE subject = 'ticket' AND subject_id IN (SELECT id FROM ticket WHERE user_id = ?1)`,
  `UPDATE desk_decision SET note = NULL WHERE subject = 'order_item' AND subject_id IN (
     SELECT i.id FROM orders o JOIN order_item i ON i.order_id = o.id WHERE o.user_id = ?1)`,
  `UPDATE desk_decision SET note = NULL
   WHERE subject = 'withdrawal' AND subject_id IN (SELECT id FROM withdrawal WHERE user_id = ?1)`,
  "UPDATE desk_decision SET note = NULL WHERE subject = 'person' AND subject_id = ?1",
];

const ENDINGS = [
  "UPDATE bank_card SET deleted_at = ?2, is_default = 0 WHERE user_id = ?1 AND deleted_at IS NULL",
  "UPDATE earning SET state = 'cancelled', settled_at = ?2 WHERE user_id = ?1 AND state = 'held'",
  // All images, also those of tickets: the jobs remove them at once.
  "UPDATE upload SET delete_at = 0 WHERE user_id = ?1",
];

/** ?1 is the person's id; ?2, in some, is the time. */
export const FORGET_STATEMENTS: readonly string[] = [
  ...ACCESS,
  ...CARD_NUMBERS,
  ...TEXTS,
  ...ENDINGS,
];

/**
 * Returns a unique phone-like value that belongs to nobody: no mobile network uses the prefix 097.
 * Safety does not depend on it, because the database refuses sessions for deleted people.
 */
function randomPhone(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(8))];
  return `97${bytes.map((byte) => String(byte % 10)).join("")}`;
}
