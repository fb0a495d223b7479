import { PERSONAL_DATA } from "./personal-data.ts";

/**
 * Returns the statements that delete a person's data: everything that identifies them is deleted,
 * and the ledger's rows remain under a random id. They go into one batch with the operator's
 * decision, behind what claims that the person may be forgotten.
 */
export function forget(db: D1Database, id: string, now: number): D1PreparedStatement[] {
  return [
    ...PERSONAL_DATA.flatMap(({ forget = [] }) => forget).map((text) =>
      db.prepare(text).bind(...(text.includes("?2") ? [id, now] : [id])),
    ),
    db
      .prepare(
        `UPDATE user SET phone = ?2, first_name = '', last_name = '', email = '',
           is_email_verified = 0, wants_codes_by_email = 0,
           email_proved_at = NULL, return_visitor_hash = NULL,
           return_until = NULL, referral_code = id, forgotten_at = ?3 WHERE id = ?1`,
      )
      .bind(id, randomPhone(), now),
  ];
}

/**
 * Returns a unique phone-like value that belongs to nobody: no mobile network uses the prefix 097.
 * Safety does not depend on it, because the database refuses sessions for deleted people.
 */
function randomPhone(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(8))];
  return `97${bytes.map((byte) => String(byte % 10)).join("")}`;
}
