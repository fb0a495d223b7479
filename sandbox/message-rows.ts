export interface Message {
  id: number;
  /** Ten digits. */
  phone: string;
  template: string;
  text: string;
  /** The one-time code, if the message contains one. */
  code: string | null;
  sentAt: number;
}

const KEPT_MAX = 2_000;
const LIST_MAX = 50;

export function addMessage(
  sql: SqlStorage,
  message: Omit<Message, "id" | "sentAt">,
  now: number,
): number {
  const row = sql
    .exec(
      `INSERT INTO message (phone, template, text, code, sent_at) VALUES (?, ?, ?, ?, ?)
       RETURNING id`,
      message.phone,
      message.template,
      message.text,
      message.code,
      now,
    )
    .one();
  const id = Number(row["id"]);
  sql.exec(`DELETE FROM message WHERE id <= ?`, id - KEPT_MAX);
  return id;
}

/** Lists messages, newest first, to one phone or (with null) to all. */
export function listMessages(sql: SqlStorage, phone: string | null): Message[] {
  const rows =
    phone === null
      ? sql.exec(`SELECT * FROM message ORDER BY id DESC LIMIT ?`, LIST_MAX)
      : sql.exec(`SELECT * FROM message WHERE phone = ? ORDER BY id DESC LIMIT ?`, phone, LIST_MAX);
  return rows
    .toArray()
    .map((row) => ({
      id: Number(row["id"]),
      phone: String(row["phone"]),
      template: String(row["template"]),
      text: String(row["text"]),
      code: typeof row["code"] === "string" ? row["code"] : null,
      sentAt: Number(row["sent_at"]),
    }));
}
