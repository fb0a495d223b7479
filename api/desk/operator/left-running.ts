import { CANCEL_PLANS } from "../../goods/price/statements.ts";
import { END_AUTOMATIC_RATES } from "../../goods/rate/statements.ts";
import { PUT_BACK_WAITING } from "../../money/withdrawal/hand-statements.ts";

/**
 * Everything that continues in an operator's name when they are not at the desk. It all ends when
 * the operator is removed, loses a role or an area, or is invited again. Each key is the name of a
 * column that contains an operator's name. tests/unit/left-running.test.ts finds all such columns
 * of the schema. Each column must be listed here, or in that test with the reason why its rows
 * stay. `?1` is the operator, `?2` the time (UTC milliseconds).
 */
export const ACTIVE_IN_NAME: Record<string, readonly string[]> = {
  // Sessions of browsers, the person's own tokens, and the tokens of programs.
  "operator_token.operator": [
    "UPDATE operator_token SET ended_at = ?2 WHERE operator = ?1 AND ended_at IS NULL",
  ],
  "operator_invitation.operator": [
    `DELETE FROM operator_invitation
     WHERE operator = ?1 AND purpose = 'link' AND accepted_at IS NULL`,
  ],
  "passkey_challenge.operator": ["DELETE FROM passkey_challenge WHERE operator = ?1"],
  "proposal.asked_by": [
    `UPDATE proposal SET state = 'dropped', decided_at = ?2
     WHERE asked_by = ?1 AND state = 'open'`,
  ],
  // Only bank files that wait for a second person end. Other files stay, because they may be at the
  // bank.
  "payout.made_by": [
    `UPDATE payout_row SET state = 'returned', settled_at = ?2,
       bank_words = 'سازندهٔ این پرونده دیگر در این نقش نیست.'
     WHERE state = 'sent'
       AND payout_id IN (SELECT id FROM payout WHERE made_by = ?1 AND state = 'waiting')`,
    PUT_BACK_WAITING,
    `UPDATE payout SET state = 'done', ended_at = ?2
     WHERE made_by = ?1 AND state = 'waiting'`,
  ],
  "price_plan.operator": [CANCEL_PLANS],
  "rate.automatic_by": [END_AUTOMATIC_RATES],
  "alert_channel.created_by": [
    "UPDATE alert_channel SET ended_at = ?2 WHERE created_by = ?1 AND ended_at IS NULL",
  ],
  "alert_channel.address": [
    `UPDATE alert_channel SET ended_at = ?2
     WHERE kind = 'sms' AND address = ?1 AND ended_at IS NULL`,
  ],
  "code_import.operator": [
    `UPDATE code_import SET state = 'dropped', ended_at = ?2
     WHERE operator = ?1 AND state = 'open'`,
  ],
  "queue_hold.operator": ["DELETE FROM queue_hold WHERE operator = ?1"],
  "queue_aside.operator": ["DELETE FROM queue_aside WHERE operator = ?1"],
};

/** Returns statements of a batch that end everything that continues in an operator's name. */
export function endLeftRunning(db: D1Database, name: string, now: number): D1PreparedStatement[] {
  return Object.values(ACTIVE_IN_NAME)
    .flat()
    .map((sql) => db.prepare(sql).bind(...(sql.includes("?2") ? [name, now] : [name])));
}
