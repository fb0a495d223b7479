import { type Statement } from "../../base/batch.ts";
import { GIFT_PROBLEM_DAYS_MAX } from "../../../contract/gift.ts";
import { PROBLEM_HOURS } from "../../../contract/ticket.ts";
import { DAY_MS, HOUR_MS } from "../../base/time.ts";

/** SQL text: true when the buyer has the code `c`: it was neither replaced nor refunded. */
export const IN_HAND = `(c.status = 'sold' AND c.withdrawn_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM refunded_unit WHERE order_item_id = c.order_item_id AND position = c.position))`;

/**
 * SQL text: when the code `c` of the item `i` was delivered. A code that replaced another one has a
 * delivery time of its own.
 */
const CODE_DELIVERED_AT = `iif(EXISTS (SELECT 1 FROM code
    WHERE order_item_id = c.order_item_id AND position = c.position AND withdrawn_at IS NOT NULL),
  c.sold_at, i.delivered_at)`;

/** SQL text: true when the code `c` is in a gift, sealed or opened: its buyer cannot read it. */
export const IS_GIVEN =
  "EXISTS (SELECT 1 FROM gift WHERE code_id = c.id AND state <> 'called_back')";
/** SQL text: true when nobody has opened the gift of the code `c` yet. */
export const IS_SEALED = "EXISTS (SELECT 1 FROM gift WHERE code_id = c.id AND state = 'sealed')";

const GIFT_SPAN_MS = String((GIFT_PROBLEM_DAYS_MAX * 24 - PROBLEM_HOURS) * HOUR_MS);
/**
 * SQL text: the time at which the code `c` of the item `i` reached the person who uses it: its
 * delivery or, for a gift, its opening, but at most `GIFT_SPAN_MS` after the delivery.
 */
const CODE_IN_HANDS_AT = `coalesce((SELECT min(opened_at, ${CODE_DELIVERED_AT} + ${GIFT_SPAN_MS})
    FROM gift WHERE code_id = c.id AND state = 'opened'), ${CODE_DELIVERED_AT})`;

/** The assumed duration of a freeze that has no end yet; longer than any real freeze. */
const CENTURY_MS = String(100 * 365 * DAY_MS);
const BEFORE = `OVER (ORDER BY m.marked_at, m.freeze_id
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;
/**
 * SQL text: the freezes of the buyer of the item `i` after `since` (a column of the outer query),
 * in order. Freezes may overlap. `gap_ms` is the unfrozen time directly before a freeze, and
 * `frozen_ms` is the part of the freeze that no earlier freeze covers.
 */
const FREEZES = `SELECT began_at, freeze_id, max(0, began_at - covered_until) AS gap_ms,
      max(0, ended_at - max(began_at, covered_until)) AS frozen_ms
    FROM (
      SELECT m.freeze_id, m.marked_at AS began_at,
        coalesce(m.released_at, m.marked_at + ${CENTURY_MS}) AS ended_at,
        max(since, coalesce(max(coalesce(m.released_at, m.marked_at + ${CENTURY_MS})) ${BEFORE}, 0))
          AS covered_until
      FROM orders b JOIN freeze_mark m ON m.kind = 'person' AND m.value = b.user_id
      WHERE b.id = i.order_id)`;
/**
 * SQL text: the start of the problem window of the code `c` of the item `i`. Time in which the
 * buyer is frozen does not count, so it moves the start to a later time. A freeze that begins after
 * the end of the window does not reopen it.
 */
export const PROBLEM_FROM = `(SELECT since + coalesce((
      SELECT sum(frozen_ms) FROM (
        SELECT frozen_ms, sum(gap_ms) OVER (ORDER BY began_at, freeze_id) AS run_ms
        FROM (${FREEZES}))
      WHERE run_ms < ${String(PROBLEM_HOURS * HOUR_MS)}), 0)
    FROM (SELECT ${CODE_IN_HANDS_AT} AS since))`;

export interface CodeRow {
  id: string;
  order_item_id: string;
  position: number;
  read_at: number | null;
  used_at: number | null;
  withdrawn_at: number | null;
  /** 1 when the unit of the code was refunded. */
  is_refunded: number;
  /** The id of the open ticket about the code. */
  ticket_id: string | null;
  /** The state of the code's gift, if the code was given away. */
  gift_state: "sealed" | "opened" | null;
  /** The start of the problem window; null when the item is cancelled. */
  problem_from: number | null;
}

const CODE = `SELECT c.id, c.order_item_id, c.position, c.read_at, c.used_at, c.withdrawn_at,
    r.position IS NOT NULL AS is_refunded, t.ticket_id, g.state AS gift_state,
    ${PROBLEM_FROM} AS problem_from
  FROM orders o JOIN order_item i ON i.order_id = o.id
  JOIN code c ON c.order_item_id = i.id AND c.status = 'sold'
  LEFT JOIN refunded_unit r ON r.order_item_id = i.id AND r.position = c.position
  LEFT JOIN gift g ON g.code_id = c.id AND g.state <> 'called_back'
  LEFT JOIN ticket_code t ON t.code_id = c.id AND t.is_open = 1
  WHERE o.id = ?2 AND o.user_id = ?1 AND o.paid_at IS NOT NULL
    AND i.delivery_status <> 'processing'`;

/**
 * Finds the codes of an order's items, without their texts. A replaced code comes before its
 * replacement. A unit that was refunded unread has an entry without a code, because its code is for
 * sale again.
 */
export function findOrderCodes(
  db: D1Database,
  userId: string,
  orderId: string,
): Statement<CodeRow> {
  return db
    .prepare(
      `SELECT * FROM (${CODE}
       UNION ALL SELECT r.refund_id || '-' || r.position, i.id, r.position, NULL, NULL, NULL, 1,
         NULL, NULL, NULL
       FROM orders o JOIN order_item i ON i.order_id = o.id
       JOIN refunded_unit r ON r.order_item_id = i.id
       WHERE o.id = ?2 AND o.user_id = ?1 AND i.delivery_status = 'delivered' AND NOT EXISTS (
         SELECT 1 FROM code WHERE order_item_id = i.id AND position = r.position
           AND withdrawn_at IS NULL))
       ORDER BY order_item_id, position, withdrawn_at IS NULL, withdrawn_at`,
    )
    .bind(userId, orderId);
}

export function findOrderCode(
  db: D1Database,
  userId: string,
  { orderId, itemId, codeId }: { orderId: string; itemId: string; codeId: string },
): Statement<CodeRow> {
  return db
    .prepare(`${CODE} AND i.id = ?3 AND c.id = ?4 AND o.state = 'paid' AND ${IN_HAND}`)
    .bind(userId, orderId, itemId, codeId);
}

/**
 * Sets or removes the buyer's mark that a code worked. The batch aborts when the buyer does not
 * have the code or has not read it.
 */
export function markUsed(
  db: D1Database,
  mark: { userId: string; orderId: string; itemId: string; codeId: string; isUsed: boolean },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the code was read and is theirs', EXISTS (
           SELECT 1 FROM orders o JOIN order_item i ON i.order_id = o.id
           JOIN code c ON c.order_item_id = i.id
           WHERE o.id = ?2 AND o.user_id = ?1 AND o.state = 'paid' AND i.id = ?3 AND c.id = ?4
             AND c.read_at IS NOT NULL AND ${IN_HAND} AND NOT ${IS_GIVEN})`,
      )
      .bind(mark.userId, mark.orderId, mark.itemId, mark.codeId),
    db
      .prepare("UPDATE code SET used_at = ?2 WHERE id = ?1")
      .bind(mark.codeId, mark.isUsed ? now : null),
  ];
}
