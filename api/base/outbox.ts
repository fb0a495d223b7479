import { logError } from "./log-error.ts";
import { type Learnt, PAGE_SIZE, workOnPage } from "./job.ts";
import type { Shop } from "./context.ts";
import type { EmailOutcome } from "../outside/email.ts";
import type { Letter } from "./letter.ts";
import type { SmsMessage } from "../outside/sms.ts";
import { takeFromBudget } from "./sms-budget.ts";
import { MINUTE_MS } from "./time.ts";

/** Messages that must arrive: queued in the batch of their cause, sent by the jobs, and retried. */

/** Longer than one run takes when the provider hangs. */
const LEASE_MS = 5 * MINUTE_MS;
/** Pauses after each failed attempt. A message is given up after one attempt more. */
const RETRY_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS);

interface Message {
  /** A natural key, so that the same message is queued once. */
  id: string;
  userId: string;
  template: string;
  token: string;
}

type EmailTemplate = "order-delivered" | "email-verification";

interface EmailMessage extends Message {
  template: EmailTemplate;
}

/** Says that a message is not to be sent now, and from when it is tried again (UTC milliseconds). */
export interface Later {
  laterAt: number;
}

/** A message that waits for a release is looked at so often; a release also hurries it. */
export const LOOK_AGAIN_MS = 15 * MINUTE_MS;

/**
 * Writes an e-mail just before it is sent. Returns null when its content no longer holds, and `Later`
 * when it holds but must wait.
 */
type EmailWriter = (
  shop: Shop,
  message: { id: string; token: string; email: string },
) => Promise<Letter | Later | null>;
type EmailWriters = Record<EmailTemplate, EmailWriter>;

/** The words of an SMS and its receiver. */
export interface SmsWords {
  /** Ten digits, without the leading zero. */
  phone: string;
  token: string;
  /** For %token20. */
  reason?: string;
}

/**
 * Finds the words of an SMS just before it is sent, by its template. Null when there is nothing to
 * say any more, `Later` when it must wait. Other templates go to the shopper's own phone.
 */
type SmsWriters = (
  shop: Shop,
  message: { template: string; token: string },
) =>
  | ((shop: Shop, message: { token: string; phone: string }) => Promise<SmsWords | Later | null>)
  | undefined;

interface DueSms {
  id: string;
  channel: "sms";
  template: string;
  token: string;
  /** Of the identity request that the message is about, if it was rejected. */
  reason: string | null;
  /** Of the order or ticket whose id is the token. */
  number: string | null;
  title: string | null;
  attempts: number;
  phone: string;
}

interface DueEmail {
  id: string;
  channel: "email";
  template: EmailTemplate;
  token: string;
  attempts: number;
  email: string;
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
 * Queues an SMS for each row that a query finds: its id, user, template, token, time of sending and of
 * queueing (UTC milliseconds). One whose id is there already is not queued again.
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
 * Sends messages that rest, and were not given up, at the times that a query finds for their ids; with
 * all their attempts.
 */
export const wakeMessagesOf = (
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

/** Lets what waits for these people be tried at once. A message that is being sent stays as it is. */
export function hurryMessages(
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

/** Counts the SMS that are due, but no further than `max`. */
export async function countDueSms({ db, now }: Shop, max: number): Promise<number> {
  const due = await db
    .prepare(
      `SELECT count(*) AS count FROM (
         SELECT 1 FROM outbox WHERE channel = 'sms' AND next_attempt_at <= ?1 LIMIT ?2)`,
    )
    .bind(now(), max)
    .first<{ count: number }>();
  return due?.count ?? 0;
}

/** Writers of what is not in the outbox: e-mails, and SMS to others than the shopper. */
export interface Writers {
  email: EmailWriters;
  sms: SmsWriters;
}

/** Sends a page of due messages of one channel. True when more may be due. */
export async function sendDueMessages(
  shop: Shop,
  channel: "sms" | "email",
  writers: Writers,
): Promise<boolean> {
  const { db, now } = shop;
  // Each message is leased before it is sent, so that a concurrent run does not send it as well. A
  // message whose sending fails unexpectedly is tried again when its lease ends.
  const { results } = await db
    .prepare(
      `UPDATE outbox SET attempts = attempts + 1, next_attempt_at = ?1 + ?2
       WHERE id IN (
         SELECT id FROM outbox WHERE channel = ?4 AND next_attempt_at <= ?1
         ORDER BY next_attempt_at LIMIT ?3)
       RETURNING id, channel, email, template, token, attempts,
         (SELECT rejection_reason FROM identity_request
           WHERE outbox.id GLOB 'identity*:*'
             AND id = substr(outbox.id, instr(outbox.id, ':') + 1)) AS reason,
         coalesce((SELECT number FROM orders WHERE id = outbox.token),
           (SELECT number FROM ticket WHERE id = outbox.token)) AS number,
         (SELECT title FROM ticket WHERE id = outbox.token) AS title,
         (SELECT phone FROM user WHERE id = outbox.user_id) AS phone`,
    )
    .bind(now(), LEASE_MS, PAGE_SIZE, channel)
    .all<DueSms | DueEmail>();
  return workOnPage(
    results,
    ({ id }) => `message ${id}`,
    (row) => sendMessage(shop, row, writers),
  );
}

async function sendMessage(shop: Shop, row: DueSms | DueEmail, writers: Writers): Promise<Learnt> {
  const { db, now } = shop;
  const outcome = await (row.channel === "email"
    ? sendEmail(shop, row, writers.email)
    : sendSms(shop, row, writers.sms));
  if (outcome.kind === "sent") {
    await db
      .prepare("UPDATE outbox SET sent_at = ?2, next_attempt_at = NULL WHERE id = ?1")
      .bind(row.id, now())
      .run();
    return "answered";
  }
  if (outcome.kind === "later") {
    await db
      .prepare("UPDATE outbox SET next_attempt_at = ?2, attempts = attempts - 1 WHERE id = ?1")
      .bind(row.id, outcome.at)
      .run();
    return "answered";
  }
  const wait =
    outcome.kind === "failed" && outcome.retryable ? RETRY_MS[row.attempts - 1] : undefined;
  const isGivenUp = wait === undefined && outcome.kind === "failed";
  if (isGivenUp) console.error(JSON.stringify({ messageGivenUp: row.id, attempts: row.attempts }));
  await db
    .prepare("UPDATE outbox SET next_attempt_at = ?2, given_up_at = ?3 WHERE id = ?1")
    .bind(row.id, wait === undefined ? null : now() + wait, isGivenUp ? now() : null)
    .run();
  return outcome.kind === "failed" && outcome.retryable ? "silent" : "answered";
}

/** `pointless` is for ever, `later` is not. */
type Unsent = { kind: "pointless" } | { kind: "later"; at: number };

/**
 * Sends an SMS, as far as the day's budget of its receiver goes. An unknown outcome is retried: a
 * message twice is better than a lost one.
 */
async function sendSms(
  shop: Shop,
  row: DueSms,
  writers: SmsWriters,
): Promise<{ kind: "sent" } | Unsent | { kind: "failed"; retryable: boolean }> {
  const write = writers(shop, row);
  const words = write ? await write(shop, row) : { phone: row.phone, ...wordsOf(row) };
  if (words === null) return { kind: "pointless" };
  if ("laterAt" in words) return { kind: "later", at: words.laterAt };
  const taken = await takeFromBudget(shop, { phone: words.phone, template: row.template });
  if ("laterAt" in taken) return { kind: "later", at: taken.laterAt };
  const outcome = await shop.sms.send({ template: row.template, ...words });
  if (outcome.kind === "sent") return outcome;
  if (outcome.kind === "refused") await taken.giveBack();
  return { kind: "failed", retryable: outcome.kind === "unknown" || outcome.retryable };
}

/** The words for a template: a thing that has a number is named by it, and its id makes a link. */
function wordsOf({ token, reason, number, title }: DueSms): Omit<SmsMessage, "phone" | "template"> {
  return number === null
    ? { token, ...(reason !== null && { reason }) }
    : { token: number, id: token, ...(title !== null && { title }) };
}

/**
 * Writes and sends an e-mail. `pointless` means that its content no longer holds. An e-mail that
 * cannot be written is retried, and does not delay other messages.
 */
async function sendEmail(
  shop: Shop,
  row: DueEmail,
  writers: EmailWriters,
): Promise<EmailOutcome | Unsent> {
  if (shop.email === null) return { kind: "failed", retryable: false };
  try {
    const letter = await writers[row.template](shop, row);
    if (letter === null) return { kind: "pointless" };
    if ("laterAt" in letter) return { kind: "later", at: letter.laterAt };
    return await shop.email.send({ key: row.id, to: row.email, ...letter });
  } catch (error) {
    logError({ emailNotWritten: row.id }, error);
    return { kind: "failed", retryable: true };
  }
}

/** Queues what was given up since a moment (UTC milliseconds), with all its attempts. */
export function queueAgain(db: D1Database, since: number, now: number): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE outbox SET attempts = 0, next_attempt_at = ?2, given_up_at = NULL
       WHERE given_up_at >= ?1`,
    )
    .bind(since, now);
}
