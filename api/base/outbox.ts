/**
 * Messages that must arrive: queued here in the same batch as the change that causes them, sent by
 * the jobs (`send-messages.ts`), and retried.
 */

interface Message {
  /** A natural key, so that the same message is queued once. */
  id: string;
  userId: string;
  template: string;
  token: string;
}

export type EmailTemplate = "order-delivered" | "email-verification";

interface EmailMessage extends Message {
  template: EmailTemplate;
}

export function queueMessage(db: D1Database, message: Message, now: number): D1PreparedStatement {
  return queueMessages(db, [message], now);
}

export function queueMessages(
  db: D1Database,
  messages: readonly Message[],
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO outbox (id, user_id, template, token, next_attempt_at, created_at)
       SELECT value ->> 'id', value ->> 'userId', value ->> 'template', value ->> 'token', ?2, ?2
       FROM json_each(?1) WHERE true
       ON CONFLICT (id) DO NOTHING`,
    )
    .bind(JSON.stringify(messages), now);
}

/**
 * Queues a message unless one about the same subject was queued within `quietMs`. The id is made of
 * the subject and the time.
 */
export function queueMessageUnlessRecent(
  db: D1Database,
  { subject, userId, template, token }: Omit<Message, "id"> & { subject: string },
  quietMs: number,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO outbox (id, user_id, template, token, next_attempt_at, created_at)
       SELECT ?1 || ':' || ?5, ?2, ?3, ?4, ?5, ?5
       WHERE NOT EXISTS (
         SELECT 1 FROM outbox WHERE id > ?1 || ':' || (?5 - ?6) AND id <= ?1 || ':' || ?5)`,
    )
    .bind(subject, userId, template, token, now, quietMs);
}

/**
 * Queues an SMS for each row of a query, which selects the id, user, template, token, time of
 * sending and time of queueing (UTC milliseconds). An SMS whose id exists already is not queued
 * again.
 */
export const queueMessagesOf = (
  db: D1Database,
  ROWS: string,
  ...values: (string | number)[]
): D1PreparedStatement =>
  db
    .prepare(
      `INSERT INTO outbox (id, user_id, template, token, next_attempt_at, created_at)
       ${ROWS} ON CONFLICT (id) DO NOTHING`,
    )
    .bind(...values);

/**
 * Schedules messages that have no next attempt and were not given up. The query gives their ids and
 * the times of their next attempts. Their attempts are counted from 0 again.
 */
export const scheduleMessagesOf = (
  db: D1Database,
  TIMES: string,
  ...values: (string | number)[]
): D1PreparedStatement =>
  db
    .prepare(
      `WITH due(id, at) AS (${TIMES})
       UPDATE outbox SET next_attempt_at = (SELECT at FROM due WHERE due.id = outbox.id), attempts = 0
       WHERE id IN (SELECT id FROM due) AND next_attempt_at IS NULL AND given_up_at IS NULL`,
    )
    .bind(...values);

/** Queues an e-mail to the shopper's confirmed address, if there is one. */
export function queueEmail(
  db: D1Database,
  message: EmailMessage,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO outbox
         (id, user_id, channel, email, template, token, next_attempt_at, created_at)
       SELECT ?1, id, 'email', email, ?3, ?4, ?5, ?5
       FROM user WHERE id = ?2 AND is_email_verified = 1
       ON CONFLICT (id) DO NOTHING`,
    )
    .bind(message.id, message.userId, message.template, message.token, now);
}

/** Queues an e-mail to an address that is not confirmed yet. */
export function queueEmailTo(
  db: D1Database,
  email: string,
  message: EmailMessage,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO outbox
         (id, user_id, channel, email, template, token, next_attempt_at, created_at)
       VALUES (?1, ?2, 'email', ?3, ?4, ?5, ?6, ?6)`,
    )
    .bind(message.id, message.userId, email, message.template, message.token, now);
}

/**
 * Makes the waiting messages of these people due now. A message that is being sent is not changed.
 */
export function makeMessagesDue(
  db: D1Database,
  userIds: readonly string[],
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE outbox SET next_attempt_at = ?2
       WHERE user_id IN (SELECT value FROM json_each(?1)) AND next_attempt_at > ?2 AND attempts = 0`,
    )
    .bind(JSON.stringify(userIds), now);
}

/**
 * Queues again the messages that were given up since a time (UTC milliseconds). Their attempts are
 * counted from 0 again.
 */
export function queueAgain(db: D1Database, since: number, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE outbox SET attempts = 0, next_attempt_at = ?2, given_up_at = NULL
       WHERE given_up_at >= ?1`,
    )
    .bind(since, now);
}
