import { type EmailTemplate } from "./outbox.ts";
import { type ProviderResult, PAGE_SIZE, workOnPage } from "./job.ts";
import { logError } from "./log-error.ts";
import type { Shop } from "./context.ts";
import type { EmailOutcome } from "../outside/email.ts";
import type { Letter } from "./letter.ts";
import type { SmsMessage } from "../outside/sms.ts";
import { takeFromBudget } from "./sms-budget.ts";
import { MINUTE_MS } from "./time.ts";

/** Sends the messages of the outbox, and retries those that could not be sent. */

/** Longer than one run takes when the provider does not answer. */
const LEASE_MS = 5 * MINUTE_MS;

/**
 * The pause after each failed attempt. The message is given up when the attempt after the last
 * pause fails.
 */
const RETRY_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS);

/** Says that a message must not be sent now, and when it is tried again (UTC milliseconds). */
export interface Later {
  laterAt: number;
}

/**
 * How often a message that waits for the release of a freeze is checked. The release also makes it
 * due at once.
 */
export const CHECK_AGAIN_MS = 15 * MINUTE_MS;

/**
 * Writes an e-mail just before it is sent. Returns null when its content is no longer true, and
 * `Later` when it is true but must wait.
 */
type EmailWriter = (
  shop: Shop,
  message: { id: string; token: string; email: string },
) => Promise<Letter | Later | null>;

type EmailWriters = Record<EmailTemplate, EmailWriter>;

/** The fields of an SMS template, and its receiver. */
export interface SmsWords {
  /** Ten digits, without the leading zero. */
  phone: string;
  token: string;
  /** The value of `%token20`. */
  reason?: string;
}

/**
 * Returns the function that writes the fields of an SMS template just before the SMS is sent. That
 * function returns null when there is nothing to say any more, and `Later` when the SMS must wait.
 * An SMS of a template without a writer goes to the shopper's own phone.
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
  /** The rejection reason of the identity request that the message is about, if it was rejected. */
  reason: string | null;
  /** The number of the order or ticket whose id is the token. */
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

/** Writers of the contents that the outbox does not store: e-mails, and some templates of SMS. */
export interface Writers {
  email: EmailWriters;
  sms: SmsWriters;
}

/** Sends a page of due messages of one channel. Returns true when more may be due. */
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

async function sendMessage(
  shop: Shop,
  row: DueSms | DueEmail,
  writers: Writers,
): Promise<ProviderResult> {
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

/** A `pointless` message is never sent; a `later` message is sent at the time `at`. */
type Unsent = { kind: "pointless" } | { kind: "later"; at: number };

/**
 * Sends an SMS if the receiver's budget of the day allows it. An unknown outcome is retried: it is
 * better to send a message twice than to lose it.
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

/**
 * Returns the fields of a template. An order or ticket is named by its number; its id is used in a
 * link.
 */
function wordsOf({ token, reason, number, title }: DueSms): Omit<SmsMessage, "phone" | "template"> {
  return number === null
    ? { token, ...(reason !== null && { reason }) }
    : { token: number, id: token, ...(title !== null && { title }) };
}

/**
 * Writes and sends an e-mail. `pointless` means that its content is no longer true. An e-mail that
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
