import type { Section } from "../base/personal-data.ts";

/** The export lists who a person is and how they sign in; forgetting deletes these data. */
export const PEOPLE_DATA: readonly Section[] = [
  {
    name: "profile",
    export: `SELECT id, phone, first_name, last_name, email, is_email_verified,
        wants_codes_by_email, referral_code, inviter_id IS NOT NULL AS was_invited, orders_count, purchases_count,
        tickets_count, invitees_count, invitees_purchases_count, referral_income_toman,
        referral_pending_toman, created_at, forgotten_at
      FROM user WHERE id = ?1 LIMIT ?2`,
  },
  {
    name: "sessions",
    export: `SELECT device, created_at, last_used_at, expires_at, revoked_at, second_code_at
      FROM session WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
    forget: ["DELETE FROM session WHERE user_id = ?1"],
  },
  {
    name: "secondCodes",
    export: `SELECT created_at, expires_at, used_at, tries FROM second_code WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
    forget: ["DELETE FROM second_code WHERE user_id = ?1"],
  },
  {
    name: "accountEvents",
    export: `SELECT kind, device, happened_at FROM account_event WHERE user_id = ?1
      ORDER BY happened_at DESC LIMIT ?2`,
    forget: ["DELETE FROM account_event WHERE user_id = ?1"],
  },
  {
    name: "knownBrowsers",
    export: `SELECT b.created_at FROM user u JOIN known_browser b ON b.phone = u.phone
      WHERE u.id = ?1 ORDER BY b.created_at DESC LIMIT ?2`,
    forget: ["DELETE FROM known_browser WHERE phone = (SELECT phone FROM user WHERE id = ?1)"],
  },
  {
    name: "signInCodes",
    export: `SELECT c.created_at, c.expires_at, c.used_at, c.tries FROM user u
      JOIN sign_in_code c ON c.phone = u.phone
      WHERE u.id = ?1 ORDER BY c.created_at DESC LIMIT ?2`,
    forget: ["DELETE FROM sign_in_code WHERE phone = (SELECT phone FROM user WHERE id = ?1)"],
  },
  {
    name: "bankCards",
    opens: "bank_card",
    export: `SELECT id, number_sealed AS sealed, owner, status, is_default, is_named, created_at,
        decided_at, deleted_at
      FROM bank_card WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
    // Numbers and their fingerprints are cleared, so the card can be used in a new account.
    forget: [
      `UPDATE bank_card SET number_sealed = '', number_fingerprint = 'forgotten:' || id, owner = '',
         iban_sealed = '', end_fingerprint = '' WHERE user_id = ?1`,
      `UPDATE bank_card SET deleted_at = ?2, is_default = 0
       WHERE user_id = ?1 AND deleted_at IS NULL`,
    ],
  },
  {
    name: "ibans",
    opens: "iban",
    export: `SELECT id, iban_sealed AS sealed, iban_changed_at
      FROM bank_card WHERE user_id = ?1 AND iban_changed_at IS NOT NULL
      ORDER BY created_at DESC LIMIT ?2`,
  },
  {
    // The answers of the provider are not exported: they might be about somebody else's card.
    name: "inquiries",
    export: `SELECT id, facts, state, created_at, ended_at FROM inquiry WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
    forget: ["DELETE FROM inquiry WHERE user_id = ?1"],
  },
  {
    name: "identityRequests",
    opens: "identity_request",
    export: `SELECT id, card_number_sealed AS sealed, card_owner, first_name, last_name, status,
        rejection_reason, created_at, decided_at
      FROM identity_request WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
    forget: [
      `UPDATE identity_request
       SET card_number_sealed = '', card_number_fingerprint = 'forgotten:' || id, card_owner = '',
         first_name = '', last_name = '', rejection_reason = NULL, status = iif(status = 'pending', 'rejected', status)
       WHERE user_id = ?1`,
    ],
  },
  {
    name: "freezes",
    export: `SELECT f.reason, m.marked_at AS frozen_at, m.released_at
      FROM freeze_mark m JOIN freeze f ON f.id = m.freeze_id
      WHERE m.kind = 'person' AND m.value = ?1 ORDER BY m.marked_at DESC LIMIT ?2`,
  },
  {
    name: "nameRequests",
    export: `SELECT id, first_name, last_name, old_first_name, old_last_name, reason, status,
        rejection_reason, created_at, decided_at
      FROM name_request WHERE user_id = ?1 ORDER BY created_at DESC LIMIT ?2`,
    forget: ["DELETE FROM name_request WHERE user_id = ?1"],
  },
  {
    name: "images",
    export: `SELECT id, media_type, size_bytes, created_at, delete_at FROM upload WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
    // This includes the images of tickets. The next run of the jobs removes them.
    forget: ["UPDATE upload SET delete_at = 0, fingerprint = '' WHERE user_id = ?1"],
  },
  { name: "emailLinks", forget: ["DELETE FROM email_verification WHERE user_id = ?1"] },
];

/**
 * Empties the row of a forgotten person. Must come last, because other rows are found by its phone.
 */
export const emptyUser = (db: D1Database, id: string, now: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE user SET phone = ?2, first_name = '', last_name = '', email = '',
         is_email_verified = 0, wants_codes_by_email = 0,
         email_proved_at = NULL, return_visitor_hash = NULL,
         return_until = NULL, referral_code = id, forgotten_at = ?3 WHERE id = ?1
       RETURNING 'person' AS effect, id`,
    )
    .bind(id, randomPhone(), now);

/**
 * Returns a unique phone-like value that belongs to nobody: no mobile network uses the prefix 097.
 * Safety does not depend on it, because the database refuses sessions for deleted people.
 */
function randomPhone(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(8))];
  return `97${bytes.map((byte) => String(byte % 10)).join("")}`;
}
