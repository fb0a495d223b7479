/** Statements about the hand that a withdrawal is in while its money goes to the bank. */

/** Frees a withdrawal that was in somebody's hand. */
export const letGo = (db: D1Database, id: string): D1PreparedStatement =>
  db
    .prepare("UPDATE withdrawal SET in_hand_of = NULL, in_hand_since = NULL WHERE id = ?1")
    .bind(id);

/** Takes withdrawals, a JSON list of ids, into the hand of an operator, as far as they are free. */
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

/** Frees the withdrawals whose rows in a bank file ended at this moment. */
export const letGoOfFile = (db: D1Database, payoutId: string, now: number): D1PreparedStatement =>
  db
    .prepare(
      `UPDATE withdrawal SET in_hand_of = NULL, in_hand_since = NULL
       WHERE state = 'pending' AND id IN (
         SELECT withdrawal_id FROM payout_row WHERE payout_id = ?1 AND settled_at = ?2)`,
    )
    .bind(payoutId, now);

/** SQL text: frees what operator ?1 had put into files that no second person confirmed. */
export const LET_GO_OF_FILES = `UPDATE withdrawal SET in_hand_of = NULL, in_hand_since = NULL
     WHERE state = 'pending' AND in_hand_of = ?1 AND id IN (
       SELECT r.withdrawal_id FROM payout_row r JOIN payout p ON p.id = r.payout_id
       WHERE p.made_by = ?1 AND p.state = 'waiting')`;
