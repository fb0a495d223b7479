import { claimNothingOpen, claimNotForgotten } from "./desk-statements.ts";

/**
 * The statements that take a person out of the shop: what says who they are goes, and what the books need stays, with a random id
 * for whoever it was. ?1 is their id. Goes together with the decision; undone as a whole while anything of theirs is open.
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
        `UPDATE user SET phone = ?2, first_name = '', last_name = '', email = '', is_email_verified = 0, wants_codes_by_email = 0,
           referral_code = id, forgotten_at = ?3 WHERE id = ?1`,
      )
      .bind(id, randomPhone(), now),
  ];
}

const WAYS_IN = [
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

/** Numbers are emptied, and so are their fingerprints: the card may come back with a new account. */
const PAPERS = [
  "UPDATE bank_card SET number_sealed = '', number_fingerprint = 'forgotten:' || id, owner = '' WHERE user_id = ?1",
  `UPDATE identity_request SET card_number_sealed = '', card_number_fingerprint = 'forgotten:' || id, card_owner = '',
     rejection_reason = NULL, status = iif(status = 'pending', 'rejected', status) WHERE user_id = ?1`,
];

const WORDS = [
  "UPDATE ticket_message SET content = '' WHERE ticket_id IN (SELECT id FROM ticket WHERE user_id = ?1)",
  "UPDATE ticket SET title = '', description = '', status = 'Closed' WHERE user_id = ?1",
  "UPDATE rating SET comment = '' WHERE user_id = ?1",
  `UPDATE content_reading SET address = '' WHERE order_item_id IN (
     SELECT i.id FROM orders o JOIN order_item i ON i.order_id = o.id WHERE o.user_id = ?1)`,
  // The bank's reference of what was paid belongs to the books; why something was refused does not.
  "UPDATE withdrawal SET note = NULL WHERE user_id = ?1 AND state = 'rejected'",
  "UPDATE refund SET note = NULL WHERE order_id IN (SELECT id FROM orders WHERE user_id = ?1)",
  "UPDATE desk_decision SET note = NULL WHERE subject = 'bank_card' AND subject_id IN (SELECT id FROM bank_card WHERE user_id = ?1)",
  `UPDATE desk_decision SET note = NULL
     WHERE subject = 'identity_request' AND subject_id IN (SELECT id FROM identity_request WHERE user_id = ?1)`,
  "UPDATE desk_decision SET note = NULL WHERE subject = 'ticket' AND subject_id IN (SELECT id FROM ticket WHERE user_id = ?1)",
  `UPDATE desk_decision SET note = NULL WHERE subject = 'order_item' AND subject_id IN (
     SELECT i.id FROM orders o JOIN order_item i ON i.order_id = o.id WHERE o.user_id = ?1)`,
  "UPDATE desk_decision SET note = NULL WHERE subject = 'withdrawal' AND subject_id IN (SELECT id FROM withdrawal WHERE user_id = ?1)",
  "UPDATE desk_decision SET note = NULL WHERE subject = 'person' AND subject_id = ?1",
];

const ENDINGS = [
  "UPDATE bank_card SET deleted_at = ?2, is_default = 0 WHERE user_id = ?1 AND deleted_at IS NULL",
  "UPDATE earning SET state = 'cancelled', settled_at = ?2 WHERE user_id = ?1 AND state = 'held'",
  // All images, also those of tickets: the jobs remove them at once.
  "UPDATE upload SET delete_at = 0 WHERE user_id = ?1",
];

/** ?1 is the person's id; ?2, in some, is the time. */
export const FORGET_STATEMENTS: readonly string[] = [...WAYS_IN, ...PAPERS, ...WORDS, ...ENDINGS];

/**
 * The column wants a phone, and one that is nobody's: no mobile network begins with 097. Nothing rests on that, since the database
 * opens no session for somebody who was forgotten.
 */
function randomPhone(): string {
  return `97${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => String(byte % 10)).join("")}`;
}
