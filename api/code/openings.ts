import type { z } from "zod";
import type { DeskCode } from "../../contract/desk/code.ts";
import { IN_HAND } from "./statements.ts";

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

/** Readings from before single codes were told apart count for all of their item. */
const OPENINGS = `SELECT c.id, c.order_item_id, c.position, ${IN_HAND} AS is_in_hand,
    min(r.read_at) AS opened_at, max(r.read_at) AS last_opened_at, count(r.id) AS times,
    json_group_array(DISTINCT r.address) FILTER (WHERE r.address <> '') AS networks
  FROM code c LEFT JOIN content_reading r
    ON r.order_item_id = c.order_item_id AND coalesce(r.code_id, c.id) = c.id
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

const dateOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
