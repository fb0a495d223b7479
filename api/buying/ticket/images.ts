/** Deletes the references of tickets to images that are removed. */
export function forgetTicketImages(db: D1Database, ids: readonly string[]): D1PreparedStatement[] {
  const those = JSON.stringify(ids);
  return [
    db
      .prepare(
        "UPDATE ticket SET upload_id = NULL WHERE upload_id IN (SELECT value FROM json_each(?1))",
      )
      .bind(those),
    db
      .prepare(
        `UPDATE ticket_message SET upload_id = NULL
         WHERE upload_id IN (SELECT value FROM json_each(?1))`,
      )
      .bind(those),
  ];
}
