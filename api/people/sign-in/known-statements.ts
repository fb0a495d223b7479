import { type Statement } from "../../base/batch.ts";
import { DAY_MS } from "../../base/time.ts";
import type { Requester } from "./send-statements.ts";

/** Statements about the known browsers of a phone. */

/**
 * Finds a row when a code for this browser does not use the allowance of unknown browsers: the
 * browser signed in to the phone before and got fewer than `perDayMax` such codes today, or it may
 * return (see `allowReturn`).
 */
export function isKnownBrowser(
  db: D1Database,
  { phone, visitorHash }: Pick<Requester, "phone" | "visitorHash">,
  perDayMax: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `SELECT 1 WHERE EXISTS (SELECT 1 FROM user
           WHERE phone = ?1 AND return_visitor_hash = ?2 AND return_until > ?3)
         OR (EXISTS (SELECT 1 FROM known_browser WHERE phone = ?1 AND visitor_hash = ?2)
           AND (SELECT count(*) FROM sign_in_code
             WHERE phone = ?1 AND visitor_hash = ?2 AND is_known_browser = 1
               AND failed_at IS NULL AND created_at > ?3 - ?5) < ?4)`,
    )
    .bind(phone, visitorHash, now, perDayMax, DAY_MS);
}

/** Finds a row when this browser ended all sessions of the phone recently and may return. */
export function findReturn(
  db: D1Database,
  { phone, visitorHash }: Pick<Requester, "phone" | "visitorHash">,
  now: number,
): Statement<object> {
  return db
    .prepare(
      `SELECT 1 FROM user WHERE phone = ?1 AND return_visitor_hash = ?2 AND return_until > ?3`,
    )
    .bind(phone, visitorHash, now);
}

/** Uses up the right to return, for the browser that got this code. */
export function useReturn(db: D1Database, codeId: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE user SET return_visitor_hash = NULL
       WHERE (phone, return_visitor_hash) =
         (SELECT phone, visitor_hash FROM sign_in_code WHERE id = ?1)`,
    )
    .bind(codeId);
}
