/**
 * One kind of data that the shop stores about a person. Each room lists the sections of its tables.
 * In all statements ?1 is the person's id.
 */
export interface Section {
  name: string;
  /**
   * Selects the rows for the export; ?2 is the row limit. Column names become field names, and
   * times (`…_at`) become dates.
   */
  export?: string;
  /** The kind of encrypted text to decrypt for the export. */
  opens?: "bank_card" | "identity_request" | "iban" | "cart_answer" | "order_answer";
  /**
   * Statements that remove what identifies the person. Rows that the ledger needs stay, under an id
   * that identifies nobody. ?2, if a statement uses it, is the time.
   */
  forget?: string[];
}

/** Sections of the tables that no room owns. */
export const BASE_DATA: readonly Section[] = [
  {
    // The export does not contain the keyed hashes, because nobody may read them.
    name: "marks",
    export: `SELECT kind, created_at FROM person_mark WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
    forget: ["DELETE FROM person_mark WHERE user_id = ?1"],
  },
  {
    name: "messages",
    export: `SELECT template, channel, email, created_at, sent_at FROM outbox WHERE user_id = ?1
      ORDER BY created_at DESC LIMIT ?2`,
    forget: ["DELETE FROM outbox WHERE user_id = ?1"],
  },
  {
    // Notes of operators may be about the person; their decisions stay.
    name: "notes",
    forget: [
      "UPDATE desk_decision SET note = NULL WHERE subject = 'person' AND subject_id = ?1",
      `UPDATE desk_decision SET note = NULL
       WHERE subject = 'bank_card' AND subject_id IN (SELECT id FROM bank_card WHERE user_id = ?1)`,
      `UPDATE desk_decision SET note = NULL
       WHERE subject = 'identity_request'
         AND subject_id IN (SELECT id FROM identity_request WHERE user_id = ?1)`,
      `UPDATE desk_decision SET note = NULL WHERE subject = 'order' AND subject_id IN (
         SELECT id FROM orders WHERE user_id = ?1)`,
      `UPDATE desk_decision SET note = NULL WHERE subject = 'order_item' AND subject_id IN (
         SELECT i.id FROM orders o JOIN order_item i ON i.order_id = o.id WHERE o.user_id = ?1)`,
      `UPDATE desk_decision SET note = NULL
       WHERE subject = 'withdrawal'
         AND subject_id IN (SELECT id FROM withdrawal WHERE user_id = ?1)`,
      `UPDATE desk_decision SET note = NULL
       WHERE subject = 'ticket' AND subject_id IN (SELECT id FROM ticket WHERE user_id = ?1)`,
    ],
  },
];
