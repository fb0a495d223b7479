export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  sentAt: number;
}

export interface NewMail {
  /** The sender's idempotency key for this e-mail: an e-mail that is sent twice arrives once. */
  key: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
}

const KEPT_MAX = 2_000;
const LIST_MAX = 50;

/**
 * Adds an e-mail, once per key. Returns its id, or null when the key was used for another e-mail.
 */
export function addMail(sql: SqlStorage, mail: NewMail, now: number): string | null {
  const words = JSON.stringify([mail.to, mail.subject, mail.text, mail.html]);
  const known = sql.exec(`SELECT id, words FROM mail WHERE key = ? LIMIT 1`, mail.key).toArray()[0];
  if (known) return known["words"] === words ? `mail-${String(known["id"])}` : null;
  let id = 0;
  for (const to of mail.to) {
    const row = sql
      .exec(
        `INSERT INTO mail (key, recipient, subject, text, html, words, sent_at)
         VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
        mail.key,
        to,
        mail.subject,
        mail.text,
        mail.html,
        words,
        now,
      )
      .one();
    id = Number(row["id"]);
  }
  sql.exec(`DELETE FROM mail WHERE id <= ?`, id - KEPT_MAX);
  return `mail-${String(id)}`;
}

/** Lists e-mails, newest first, to one address or (with null) to all. */
export function listMail(sql: SqlStorage, to: string | null): Mail[] {
  const rows =
    to === null
      ? sql.exec(`SELECT * FROM mail ORDER BY id DESC LIMIT ?`, LIST_MAX)
      : sql.exec(`SELECT * FROM mail WHERE recipient = ? ORDER BY id DESC LIMIT ?`, to, LIST_MAX);
  return rows
    .toArray()
    .map((row) => ({
      to: String(row["recipient"]),
      subject: String(row["subject"]),
      text: String(row["text"]),
      html: String(row["html"]),
      sentAt: Number(row["sent_at"]),
    }));
}
