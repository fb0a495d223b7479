import type { Shop } from "../context.ts";

/** Messages that must reach somebody: written with their cause, sent by the jobs, tried again with growing pauses. */

/** Longer than a run can take with a provider that hangs. */
const LEASE_MS = 5 * 60_000;
const RETRY_MS = [1, 5, 30, 120].map((minutes) => minutes * 60_000);

interface Message {
  /** A natural key: the same message is written once. */
  id: string;
  userId: string;
  template: string;
  token: string;
}

export function queueMessage(db: D1Database, message: Message, now: number): D1PreparedStatement {
  return queueMessages(db, [message], now);
}

export function queueMessages(db: D1Database, messages: readonly Message[], now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO outbox (id, user_id, template, token, next_attempt_at, created_at)
       SELECT value ->> 'id', value ->> 'userId', value ->> 'template', value ->> 'token', ?2, ?2 FROM json_each(?1) WHERE true
       ON CONFLICT (id) DO NOTHING`,
    )
    .bind(JSON.stringify(messages), now);
}

export async function sendDueMessages({ db, sms, now }: Shop, limit: number): Promise<void> {
  // Taking a message pushes its next attempt ahead first: a second run at the same time does not send it again.
  const { results } = await db
    .prepare(
      `UPDATE outbox SET attempts = attempts + 1, next_attempt_at = ?1 + ?2
       WHERE id IN (SELECT id FROM outbox WHERE next_attempt_at <= ?1 ORDER BY next_attempt_at LIMIT ?3)
       RETURNING id, template, token, attempts, (SELECT phone FROM user WHERE id = outbox.user_id) AS phone`,
    )
    .bind(now(), LEASE_MS, limit)
    .all<{ id: string; template: string; token: string; attempts: number; phone: string }>();
  for (const { id, template, token, attempts, phone } of results) {
    const outcome = await sms.send({ phone, template, token });
    if (outcome.kind === "sent") {
      await db.prepare("UPDATE outbox SET sent_at = ?2, next_attempt_at = NULL WHERE id = ?1").bind(id, now()).run();
      continue;
    }
    const wait = outcome.retryable ? RETRY_MS[attempts] : undefined;
    if (wait === undefined) console.error(JSON.stringify({ messageGivenUp: id, attempts }));
    const nextAttemptAt = wait === undefined ? null : now() + wait;
    await db.prepare("UPDATE outbox SET next_attempt_at = ?2 WHERE id = ?1").bind(id, nextAttemptAt).run();
  }
}
