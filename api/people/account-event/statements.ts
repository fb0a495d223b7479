import type { Statement } from "../../base/batch.ts";
import {
  type AccountEventKind,
  EVENTS_KEPT_DAYS,
  type NotedEventKind,
} from "../../../contract/account-event.ts";
import type { Cursor } from "../../base/page.ts";
import { DAY_MS } from "../../base/time.ts";

export interface NewEvent {
  /** A key that is the same when the same event is noted again. */
  id: string;
  userId: string;
  kind: NotedEventKind;
  device?: string;
}

/** Part of a batch: notes an event of an account. */
export function noteEvent(
  db: D1Database,
  { id, userId, kind, device = "" }: NewEvent,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO account_event (id, user_id, kind, device, happened_at)
       VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (id) DO NOTHING`,
    )
    .bind(id, userId, kind, device, now);
}

/** Notes an event of the account that a phone belongs to, if there is one. */
export function noteEventOfPhone(
  db: D1Database,
  { id, phone, kind, device }: { id: string; phone: string; kind: NotedEventKind; device: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO account_event (id, user_id, kind, device, happened_at)
       SELECT ?1, id, ?3, ?4, ?5 FROM user WHERE phone = ?2 ON CONFLICT (id) DO NOTHING`,
    )
    .bind(id, phone, kind, device, now);
}

/**
 * Notes that the browser of a session signs out. Must come before the session ends, because only a
 * live session is noted.
 */
export function noteSignOut(db: D1Database, tokenHash: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO account_event (id, user_id, kind, device, happened_at)
       SELECT 'out-' || id, user_id, 'signed_out', device, ?2 FROM session
       WHERE token_hash = ?1 AND revoked_at IS NULL ON CONFLICT (id) DO NOTHING`,
    )
    .bind(tokenHash, now);
}

export interface EventRow {
  id: string;
  kind: AccountEventKind;
  device: string;
  happened_at: number;
  /** The number of the order, and the amount in toman, if the event is about one. */
  number: string | null;
  amount_toman: number | null;
  /** The status of the card or the withdrawal; for opened codes, the channel. */
  state: string | null;
}

const NOTED = `SELECT id, kind, device, happened_at, NULL AS number, NULL AS amount_toman,
    NULL AS state
  FROM account_event WHERE user_id = ?1`;
const READ = `SELECT 'read-' || r.rowid AS id, 'code_read' AS kind, '' AS device,
    r.read_at AS happened_at, o.number, NULL AS amount_toman, r.channel AS state
  FROM content_reading r JOIN order_item i ON i.id = r.order_item_id JOIN orders o ON o.id = i.order_id
  WHERE r.user_id = ?1`;
const ofCard = (kind: string, at: string) =>
  `SELECT '${kind}-' || id AS id, '${kind}' AS kind, '' AS device, ${at} AS happened_at,
     NULL AS number, NULL AS amount_toman, status AS state
   FROM bank_card WHERE user_id = ?1`;
const ofWithdrawal = (kind: string, at: string) =>
  `SELECT '${kind}-' || id AS id, '${kind}' AS kind, '' AS device, ${at} AS happened_at,
     NULL AS number, amount_toman, state
   FROM withdrawal WHERE user_id = ?1`;

/** SQL texts: a page of each source of events, newest first. */
const SOURCES = [
  { select: NOTED, at: "happened_at", id: "id" },
  { select: READ, at: "r.read_at", id: "'read-' || r.rowid" },
  ...(
    [
      [ofCard, "card_added", "created_at"],
      [ofCard, "card_decided", "decided_at"],
      [ofCard, "card_removed", "deleted_at"],
      [ofWithdrawal, "withdrawal_asked", "created_at"],
      [ofWithdrawal, "withdrawal_decided", "decided_at"],
    ] as const
  ).map(([of, kind, at]) => ({ select: of(kind, at), at, id: `'${kind}-' || id` })),
].map(
  ({ select, at, id }) =>
    `${select} AND ${at} > ?5 AND ${at} <= ?2 AND (${at}, ${id}) < (?2, ?3)
     ORDER BY ${at} DESC, ${id} DESC LIMIT ?4`,
);

/** Finds a page of each kind of event from the days for which events are kept, newest first. */
export function findEvents(
  db: D1Database,
  userId: string,
  page: { limit: number; after: Cursor },
  now: number,
): Statement<EventRow>[] {
  const since = now - EVENTS_KEPT_DAYS * DAY_MS;
  return SOURCES.map((text) =>
    db.prepare(text).bind(userId, page.after.at, page.after.id, page.limit, since),
  );
}

/** Merges the pages of all sources, newest first. */
export function mergeEvents(found: EventRow[][]): EventRow[] {
  return found
    .flat()
    .sort((one, other) => other.happened_at - one.happened_at || (one.id < other.id ? 1 : -1));
}
