import { type Statement } from "../../base/batch.ts";
import { OPENED } from "../../base/operator.ts";
import { DAY_MS, HOUR_MS } from "../../base/time.ts";

/** Deeds of operators that owners hear of at once, allowed or not. Section 10.35. */

/** Codes that one operator reads or replaces within an hour, from which on it is an alert. */
const READ_MANY = 10;
/** A price is an alert when it moves by more than this at once. */
const PRICE_STEP_PERCENT = 30;

/**
 * Finds, as `subject`, what operators did within a day: they gave something away below cost or took codes
 * out, read or replaced many codes, opened more than their share, made a token of finance or owner,
 * or changed a way in. Large steps of price are found for an hour.
 */
export const findDeeds = (
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
