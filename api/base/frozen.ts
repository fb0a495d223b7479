/**
 * SQL texts about frozen people. Triggers of the schema (`frozen_…`) refuse what a frozen person
 * may not do, whichever call tries it.
 */

/** SQL text: true when the person `id` (an expression) is frozen. */
export const isFrozen = (id: string) =>
  `EXISTS (SELECT 1 FROM frozen_person WHERE user_id = ${id})`;

/** SQL text: why the owner of the row of `session` is frozen; null when the owner is not frozen. */
export const FROZEN_REASON = `(SELECT f.reason FROM freeze_mark m
    JOIN freeze f ON f.id = m.freeze_id
    WHERE m.kind = 'person' AND m.value = session.user_id AND m.released_at IS NULL
    ORDER BY f.frozen_at LIMIT 1)`;

/** SQL text: true when the card number with the keyed hash `fingerprint` (an expression) is frozen. */
export const isCardFrozen = (fingerprint: string) => `EXISTS (SELECT 1 FROM freeze_mark
    WHERE kind = 'card' AND value = ${fingerprint} AND released_at IS NULL)`;

/** Finds one row if the person is frozen, and no row otherwise. */
export function findFrozen(db: D1Database, userId: string): D1PreparedStatement {
  return db.prepare("SELECT 1 FROM frozen_person WHERE user_id = ?1 LIMIT 1").bind(userId);
}
