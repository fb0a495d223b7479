import type { z } from "zod";
import type { DeskCode } from "../../contract/desk/code.ts";
import { formatDate } from "../../persian/dates.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { IN_HAND, IS_GIVEN } from "./statements.ts";

/** Delivered codes as operators see them: opened or not, and from where; never their texts. */

export interface OpeningRow {
  id: string;
  order_item_id: string;
  position: number;
  /** 1 while its buyer has it: it was neither replaced nor given back. */
  is_in_hand: number;
  opened_at: number | null;
  last_opened_at: number | null;
  times: number;
  /** JSON. */
  networks: string;
}

/**
 * SQL text: true when the reading `r` showed the code `c`. One of all that an item had then does not
 * show a code that came later, lay in a gift, or was gone. A given code is never shown that way: it
 * was unread when it was given.
 */
export const SHOWED = `(r.order_item_id = c.order_item_id AND (r.code_id = c.id OR (
    r.code_id IS NULL AND c.read_at <= r.read_at AND NOT ${IS_GIVEN}
      AND (c.withdrawn_at IS NULL OR r.read_at <= c.withdrawn_at) AND NOT EXISTS (
        SELECT 1 FROM refunded_unit ru JOIN refund rf ON rf.id = ru.refund_id
        WHERE ru.order_item_id = c.order_item_id AND ru.position = c.position
          AND rf.created_at < r.read_at))))`;

/** SQL text: the columns of the openings of the code `c`, whose readings are the rows `r` of its group. */
export const OPENED = `c.read_at AS opened_at, max(r.read_at) AS last_opened_at,
    count(r.id) AS times,
    json_group_array(DISTINCT r.address) FILTER (WHERE r.address <> '') AS networks`;

const OPENINGS = `SELECT c.id, c.order_item_id, c.position, ${IN_HAND} AS is_in_hand, ${OPENED}
  FROM code c LEFT JOIN content_reading r ON ${SHOWED}
  WHERE c.status = 'sold'`;

/** Finds the codes of an item. */
export function findOpenings(db: D1Database, itemId: string): D1PreparedStatement {
  return db
    .prepare(`${OPENINGS} AND c.order_item_id = ?1 GROUP BY c.id ORDER BY c.position, c.id`)
    .bind(itemId);
}

export function showOpening(row: OpeningRow): z.infer<typeof DeskCode> {
  return {
    id: row.id,
    position: row.position,
    openedAt: dateOf(row.opened_at),
    lastOpenedAt: dateOf(row.last_opened_at),
    timesOpened: row.times,
    networks: JSON.parse(row.networks) as string[],
  };
}

/** Says when a code was opened, how often and from where: «کد ۲: ۵ آذر ۱۴۰۵ ساعت ۱۳:۲۰، ۳ بار، از …». */
export function sayOpening({ position, opened_at: at, times, networks }: OpeningRow): string {
  const from = (JSON.parse(networks) as string[]).join("، ");
  return [
    `کد ${toPersianDigits(position)}: ${at === null ? "باز نشده است" : formatDate(at)}`,
    ...(times === 0 ? [] : [`${toPersianDigits(times)} بار`]),
    ...(from === "" ? [] : [`از ${from}`]),
  ].join("، ");
}

const dateOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
