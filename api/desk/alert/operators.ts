import { type Statement } from "../../base/batch.ts";
import { OPENED } from "../../base/operator.ts";
import { DAY_MS, HOUR_MS } from "../../base/time.ts";

/** Actions of operators that cause an alert at once, even when they are allowed. Section 10.35. */

/** An operator who reads or replaces this many codes within an hour causes an alert. */
const READ_MANY = 10;
/** A price that changes by more than this in one step causes an alert. */
const PRICE_STEP_PERCENT = 30;

/**
 * Finds, as `subject`, risky actions of operators in the last day: giving value away by a price, a
 * cost or a discount code, exporting codes, reading or replacing many codes, opening more things
 * within an hour than allowed, making a token in the role finance or owner, inviting an operator,
 * and changing an operator's e-mail, role or areas. Large price changes are found for an hour only.
 */
export const findRiskyActions = (
  db: D1Database,
  openedMost: number,
  now: number,
): Statement<{ subject: string }> =>
  db
    .prepare(
      `SELECT id AS subject FROM given_away
       WHERE given_at > ?1 AND way IN ('price', 'rate', 'discount', 'export', 'cost')
       UNION ALL
       SELECT 'codes-' || operator || '-' || (given_at / ${HOUR_MS}) FROM given_away
       WHERE given_at > ?1 AND way IN ('reveal', 'replacement')
       GROUP BY operator, given_at / ${HOUR_MS} HAVING count(*) >= ${READ_MANY}
       UNION ALL
       SELECT 'opened-' || who || '-' || window_start FROM rate_limit
       WHERE kind = ?3 AND window_start > ?1 AND count > ?4
       UNION ALL
       SELECT id FROM desk_decision
       WHERE subject = 'operator' AND created_at > ?1
         AND (verdict IN ('invited', 'email', 'role', 'areas') OR verdict = 'token_made'
           AND (state_after GLOB 'finance*' OR state_after GLOB 'owner*'))
       UNION ALL
       SELECT 'price-' || new.product_id || '-' || new.number
       FROM price_change new JOIN price_change old
         ON old.product_id = new.product_id AND old.number = new.number - 1
       WHERE new.operator IS NOT NULL AND new.changed_at > ?2
         AND abs(new.price_toman - old.price_toman) * 100 > old.price_toman * ${PRICE_STEP_PERCENT}`,
    )
    .bind(now - DAY_MS, now - HOUR_MS, OPENED.kind, openedMost);
