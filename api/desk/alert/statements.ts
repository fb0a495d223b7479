import { type Statement } from "../../base/batch.ts";
import { DAY_MS, MINUTE_MS } from "../../base/time.ts";
import { type AlertKind, type Crossing, type Hours, getsAllAlerts, isUrgent } from "./rules.ts";

export interface ChannelRow {
  id: string;
  kind: "bot" | "sms" | "email";
  address: string;
  wants: "all" | "urgent";
  from_hour: number | null;
  until_hour: number | null;
  created_by: string;
  sent_at: number | null;
  trouble: "token" | "gone" | "refused" | "silent" | null;
  trouble_since: number | null;
  /**
   * The phone of the operator who gets the SMS; null for other kinds, and after the operator has
   * left.
   */
  phone: string | null;
}

const CHANNEL = `c.id, c.kind, c.address, c.wants, c.from_hour, c.until_hour, c.created_by,
  c.sent_at, c.trouble, c.trouble_since, iif(c.kind = 'sms', (SELECT phone FROM operator
    WHERE name = c.address AND ended_at IS NULL), NULL) AS phone`;

export const findChannels = (db: D1Database): Statement<ChannelRow> =>
  db.prepare(
    `SELECT ${CHANNEL} FROM alert_channel c WHERE ended_at IS NULL ORDER BY created_at, id`,
  );

export const findChannel = (db: D1Database, id: string): Statement<ChannelRow> =>
  db.prepare(`SELECT ${CHANNEL} FROM alert_channel c WHERE id = ?1 AND ended_at IS NULL`).bind(id);

export const findOpenAlerts = (
  db: D1Database,
): Statement<{ kind: AlertKind; count: number; since: number }> =>
  db.prepare(
    `SELECT kind, count(*) AS count, min(opened_at) AS since FROM alert
     WHERE closed_at IS NULL GROUP BY kind`,
  );

/**
 * Opens an alert for each new crossing. Closes open alerts of the checked kinds that have no
 * crossing any more.
 */
export const noteCrossings = (
  db: D1Database,
  crossings: readonly Crossing[],
  watched: readonly AlertKind[],
  now: number,
) => {
  const rows = JSON.stringify(
    crossings.map((one) => ({ ...one, isUrgent: isUrgent(one.kind) ? 1 : 0 })),
  );
  return [
    db
      .prepare(
        `UPDATE alert SET closed_at = ?3 WHERE closed_at IS NULL
           AND kind IN (SELECT value FROM json_each(?2))
           AND (kind, subject) NOT IN (
             SELECT value ->> 'kind', value ->> 'subject' FROM json_each(?1))`,
      )
      .bind(rows, JSON.stringify(watched), now),
    db
      .prepare(
        `INSERT INTO alert (id, kind, subject, is_urgent, opened_at)
         SELECT (value ->> 'kind') || ':' || (value ->> 'subject') || ':' || ?2, value ->> 'kind',
           value ->> 'subject', value ->> 'isUrgent', ?2
         FROM json_each(?1) WHERE true ON CONFLICT DO NOTHING`,
      )
      .bind(rows, now),
  ];
};

/** The shortest time between two messages to a channel. Alerts in between are sent together. */
const GATHER_MS = 5 * MINUTE_MS;

/** Returns the hours in which a channel gets all alerts; null when they are not limited. */
export const hoursOf = ({ from_hour: from, until_hour: until }: ChannelRow) =>
  from === null || until === null ? null : { from, until };

/** Returns, as JSON, the ids of the channels that now also get alerts that can wait. */
const hearing = (channels: readonly ChannelRow[], now: number): string =>
  JSON.stringify(
    channels
      .filter((one) => getsAllAlerts({ wants: one.wants, hours: hoursOf(one) }, now))
      .map(({ id }) => id),
  );

/**
 * SQL text: true when alert `a` must still be sent to channel `c`. ?1 are the ids of the channels
 * that now get all alerts. An alert that can wait is not sent after it was closed.
 */
const IS_UNTOLD = `(a.is_urgent = 1 AND a.opened_at > coalesce(c.urgent_told_until, c.told_until)
  OR a.is_urgent = 0 AND a.opened_at > c.told_until AND a.closed_at IS NULL
    AND c.id IN (SELECT value FROM json_each(?1)))`;

/**
 * Takes the channels that have unsent alerts and may get a message now. Their next time is moved
 * ahead, so that a concurrent run does not take them too.
 */
export const takeDueChannels = (
  db: D1Database,
  channels: readonly ChannelRow[],
  now: number,
): Statement<{ id: string }> =>
  db
    .prepare(
      `UPDATE alert_channel AS c SET next_send_at = ?3
       WHERE ended_at IS NULL AND trouble IS NOT 'gone' AND next_send_at <= ?2
         AND EXISTS (SELECT 1 FROM alert a WHERE ${IS_UNTOLD})
       RETURNING id`,
    )
    .bind(hearing(channels, now), now, now + GATHER_MS);

export interface UntoldRow {
  kind: AlertKind;
  is_urgent: number;
  opened_at: number;
}

export const findUntold = (
  db: D1Database,
  channel: ChannelRow,
  now: number,
): Statement<UntoldRow> =>
  db
    .prepare(
      `SELECT a.kind, a.is_urgent, a.opened_at FROM alert_channel c JOIN alert a ON ${IS_UNTOLD}
       WHERE c.id = ?2 ORDER BY a.opened_at LIMIT 1000`,
    )
    .bind(hearing([channel], now), channel.id);

/** Records that a message was sent, and which alerts it contained. */
export const noteSent = (db: D1Database, id: string, told: readonly UntoldRow[], now: number) => {
  const last = (isUrgent: number) =>
    told.findLast((one) => one.is_urgent === isUrgent)?.opened_at ?? 0;
  return db
    .prepare(
      `UPDATE alert_channel SET told_until = max(told_until, ?2),
         urgent_told_until = max(coalesce(urgent_told_until, told_until), ?3),
         sent_at = ?4, trouble = NULL, trouble_since = NULL WHERE id = ?1`,
    )
    .bind(id, last(0), last(1), now);
};

export const noteTrouble = (
  db: D1Database,
  id: string,
  { trouble, afterMs }: { trouble: NonNullable<ChannelRow["trouble"]>; afterMs: number },
  now: number,
) =>
  db
    .prepare(
      `UPDATE alert_channel SET trouble = ?2, trouble_since = coalesce(trouble_since, ?3),
         next_send_at = max(next_send_at, ?4) WHERE id = ?1`,
    )
    .bind(id, trouble, now, now + afterMs);

export const moveChat = (db: D1Database, id: string, chat: string) =>
  db.prepare("UPDATE alert_channel SET address = ?2 WHERE id = ?1").bind(id, chat);

/** Adds a channel. Aborts when the shop already has `most` channels. */
export const insertChannel = (
  db: D1Database,
  channel: Pick<ChannelRow, "id" | "kind" | "address" | "wants" | "created_by"> & {
    hours: Hours | null;
  },
  most: number,
  now: number,
) => [
  db
    .prepare(
      `INSERT INTO must SELECT 'there is room for a channel',
         (SELECT count(*) FROM alert_channel WHERE ended_at IS NULL) < ?1`,
    )
    .bind(most),
  db
    .prepare(
      `INSERT INTO alert_channel (id, kind, address, wants, created_by, created_at, told_until,
         urgent_told_until, from_hour, until_hour)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?6, ?7, ?8)`,
    )
    .bind(
      channel.id,
      channel.kind,
      channel.address,
      channel.wants,
      channel.created_by,
      now,
      channel.hours?.from ?? null,
      channel.hours?.until ?? null,
    ),
];

export const endChannel = (db: D1Database, id: string, now: number) => [
  db
    .prepare(
      `INSERT INTO must SELECT 'the channel is in use',
         EXISTS (SELECT 1 FROM alert_channel WHERE id = ?1 AND ended_at IS NULL)`,
    )
    .bind(id),
  db.prepare("UPDATE alert_channel SET ended_at = ?2 WHERE id = ?1").bind(id, now),
];

/** Deletes alerts that were closed more than a month ago. */
export const deleteOldAlerts = (db: D1Database, now: number) =>
  db.prepare("DELETE FROM alert WHERE closed_at < ?1").bind(now - 31 * DAY_MS);
