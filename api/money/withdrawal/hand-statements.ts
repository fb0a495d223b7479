/** Statements about withdrawals in hand, which an operator is paying. */

/** Puts back a withdrawal that was in hand. */
export const putBackOne = (db: D1Database, id: string): D1PreparedStatement =>
  db
    .prepare("UPDATE withdrawal SET in_hand_of = NULL, in_hand_since = NULL WHERE id = ?1")
    .bind(id);

/** Takes withdrawals (a JSON list of ids) in hand, except those that are already in hand. */
export const takeFree = (
  db: D1Database,
  ids: string,
  operator: string,
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE withdrawal SET in_hand_of = ?2, in_hand_since = ?3
       WHERE id IN (SELECT value FROM json_each(?1)) AND in_hand_of IS NULL`,
    )
    .bind(ids, operator, now);

/** Puts back the open withdrawals whose rows in this bank file were settled at the time `now`. */
export const putBackSettled = (
  db: D1Database,
  payoutId: string,
  now: number,
): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE withdrawal SET in_hand_of = NULL, in_hand_since = NULL
       WHERE state = 'pending' AND id IN (
         SELECT withdrawal_id FROM payout_row WHERE payout_id = ?1 AND settled_at = ?2)`,
    )
    .bind(payoutId, now);

/**
 * SQL text: puts back the withdrawals in files of operator ?1 that still wait for a second person.
 */
export const PUT_BACK_WAITING = `UPDATE withdrawal SET in_hand_of = NULL, in_hand_since = NULL
     WHERE state = 'pending' AND in_hand_of = ?1 AND id IN (
       SELECT r.withdrawal_id FROM payout_row r JOIN payout p ON p.id = r.payout_id
       WHERE p.made_by = ?1 AND p.state = 'waiting')`;
