import { VIEW_MINUTES, VIEW_MS_LEAST, deskRefusals } from "../../../contract/desk/endpoint.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import { type Statement, readTogether } from "../../base/batch.ts";
import type { Operator } from "../../base/operator.ts";
import { MINUTE_MS } from "../../base/time.ts";
import { findAnyUpload } from "../../people/upload/statements.ts";

/**
 * Records which images were delivered to which token of an operator; only these count as viewed.
 */

export function noteDelivery(
  db: D1Database,
  uploadId: string,
  tokenId: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO delivered_image (upload_id, token_id, delivered_at) VALUES (?1, ?2, ?3)
       ON CONFLICT DO NOTHING`,
    )
    .bind(uploadId, tokenId, now);
}

/**
 * SQL text: true when the image was delivered to this token. A delivery to another session or to a
 * program of the same operator does not count.
 */
const VIEWED = `EXISTS (SELECT 1 FROM delivered_image
    WHERE upload_id = ?1 AND token_id = ?2 AND delivered_at > ?3 AND delivered_at <= ?4)`;

/** Aborts unless the image was delivered to the token of this call, long enough ago to view it. */
export function claimViewed(
  db: D1Database,
  { tokenId }: Operator,
  uploadId: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO must SELECT 'the operator has viewed the picture', ${VIEWED}`)
    .bind(uploadId, tokenId, ...timesOfViews(now));
}

/**
 * Returns why an image does not count as viewed; null when it does. A deleted image cannot be
 * viewed any more.
 */
export async function refuseUnviewed(
  db: D1Database,
  { tokenId }: Operator,
  uploadId: string,
  now: number,
): Promise<Refusal | null> {
  const [[row], [upload]] = await readTogether(db, [
    findViewed(db, uploadId, tokenId, now),
    findAnyUpload(db, uploadId),
  ]);
  if (row?.has_viewed === 1) return null;
  return upload ? deskRefusals.notSeen : deskRefusals.noPicture;
}

const findViewed = (
  db: D1Database,
  uploadId: string,
  tokenId: string,
  now: number,
): Statement<{ has_viewed: number }> =>
  db.prepare(`SELECT ${VIEWED} AS has_viewed`).bind(uploadId, tokenId, ...timesOfViews(now));

const timesOfViews = (now: number) =>
  [now - VIEW_MINUTES * MINUTE_MS, now - VIEW_MS_LEAST] as const;
