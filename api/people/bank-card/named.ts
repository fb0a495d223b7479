import { IS_CARD_REFUSED } from "../identity/statements.ts";

/** Cards that a person names by their number, for one payment only: section 4.21. */

export interface NamedCard {
  /** The id of the payment. */
  id: string;
  userId: string;
  numberSealed: string;
  endFingerprint: string;
  fingerprint: string;
}

/**
 * Inserts the card that a payment is bound to. The batch is undone when the card belongs to another
 * person.
 */
export function nameCard(db: D1Database, card: NamedCard, now: number): D1PreparedStatement[] {
  const { id, userId, numberSealed, fingerprint, endFingerprint } = card;
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'no other person has the card verified', NOT ${IS_CARD_REFUSED}`,
      )
      .bind(userId, fingerprint),
    db
      .prepare(
        `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status,
           is_named, created_at, deleted_at, end_fingerprint)
         VALUES (?1, ?2, ?3, ?4, '', 'pending', 1, ?5, ?5, ?6)`,
      )
      .bind(id, userId, numberSealed, fingerprint, now, endFingerprint),
  ];
}
