import { LOOK_MINUTES, LOOK_MS_LEAST, deskRefusals } from "../../../contract/desk/endpoint.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import { type Statement, readTogether } from "../../base/batch.ts";
import type { Operator } from "../../base/operator.ts";
import { MINUTE_MS } from "../../base/time.ts";
import { findAnyUpload } from "../../people/upload/statements.ts";

/** Which images the shop delivered to which token of an operator: those alone were seen. */

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

/** A second tab or a program of the same operator has not seen what this session was sent. */
const SEEN = `EXISTS (SELECT 1 FROM delivered_image
    WHERE upload_id = ?1 AND token_id = ?2 AND delivered_at > ?3 AND delivered_at <= ?4)`;

/** Aborts unless the image was delivered to the token of this call, with time to look at it. */
export function claimSeen(
  db: D1Database,
  { tokenId }: Operator,
  uploadId: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(`INSERT INTO must SELECT 'they have looked at it', ${SEEN}`)
    .bind(uploadId, tokenId, ...timesOfLooks(now));
}

/** Says why a look is missing; null when it is not. What is gone, nobody can look at any more. */
export async function refuseUnseen(
  db: D1Database,
  { tokenId }: Operator,
  uploadId: string,
  now: number,
): Promise<Refusal | null> {
  const [[seen], [upload]] = await readTogether(db, [
    findSeen(db, uploadId, tokenId, now),
    findAnyUpload(db, uploadId),
  ]);
  if (seen?.has_seen === 1) return null;
  return upload ? deskRefusals.notSeen : deskRefusals.noPicture;
}

const findSeen = (
  db: D1Database,
  uploadId: string,
  tokenId: string,
  now: number,
): Statement<{ has_seen: number }> =>
  db.prepare(`SELECT ${SEEN} AS has_seen`).bind(uploadId, tokenId, ...timesOfLooks(now));

const timesOfLooks = (now: number) =>
  [now - LOOK_MINUTES * MINUTE_MS, now - LOOK_MS_LEAST] as const;
