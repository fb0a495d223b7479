import { type Statement } from "../../base/batch.ts";
import type { ProposalRow } from "../../base/open-proposal.ts";

/** Open proposals to refund codes that somebody has opened; a second person must confirm them. */

/** The action of a proposal to refund opened codes. */
export const REFUND_OPENED = "refund_opened";

export interface AskedRefundRow extends ProposalRow {
  order_item_id: string;
  /** JSON: the ids of the codes; null for all codes of the item. */
  code_ids: string | null;
  note: string | null;
}

/** SQL text: the proposals `p` that are open at `?1`. */
const ASKED = `proposal p WHERE p.action = 'refund_opened' AND p.state = 'open' AND p.expires_at > ?1`;

/**
 * SQL text: true when the proposal `p` is about the item `?2` and at least one of the codes in the
 * JSON list `?3`. A null list, in `p` or as `?3`, means all codes of the item.
 */
const ABOUT = `p.subject_id = ?2 AND (?3 IS NULL OR p.details ->> '$.codeIds' IS NULL
    OR EXISTS (SELECT 1 FROM json_each(p.details, '$.codeIds') asked
      JOIN json_each(?3) code ON code.value = asked.value))`;

const COLUMNS = `p.subject_id AS order_item_id, p.details ->> '$.codeIds' AS code_ids, p.asked_by,
    p.note, p.created_at, p.expires_at`;

export function findAskedRefund(
  db: D1Database,
  { itemId, codeIds }: { itemId: string; codeIds: readonly string[] | null },
  now: number,
): Statement<AskedRefundRow> {
  return db
    .prepare(`SELECT ${COLUMNS} FROM ${ASKED} AND ${ABOUT} LIMIT 1`)
    .bind(now, itemId, codeIds && JSON.stringify(codeIds));
}

/** Finds the open proposals for all items of an order. */
export function findAskedRefunds(
  db: D1Database,
  orderId: string,
  now: number,
): Statement<AskedRefundRow> {
  return db
    .prepare(
      `SELECT ${COLUMNS} FROM ${ASKED}
         AND p.subject_id IN (SELECT id FROM order_item WHERE order_id = ?2)
       ORDER BY p.created_at`,
    )
    .bind(now, orderId);
}

/** Aborts while a proposal to refund one of these codes is open. */
export function claimNoRefundAsked(
  db: D1Database,
  { itemId, codeIds }: { itemId: string; codeIds: readonly string[] | null },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'no refund of it waits for a second person',
         NOT EXISTS (SELECT 1 FROM ${ASKED} AND ${ABOUT})`,
    )
    .bind(now, itemId, codeIds && JSON.stringify(codeIds));
}
