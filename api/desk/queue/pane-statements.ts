import { type Statement } from "../../base/batch.ts";
import { isFrozen } from "../../base/frozen.ts";

/** Statements for what the pane of a thing shows in addition to its row. */

/** SQL text: true when the person `u` is frozen. */
const IS_FROZEN = isFrozen("u.id");

export interface PersonFactsRow {
  joined_at: number;
  orders_count: number;
  /** The price of the person's cart; null when it is empty. */
  cart_toman: number | null;
  is_frozen: number;
  inviter: string | null;
}

export function findPersonFacts(db: D1Database, userId: string): Statement<PersonFactsRow> {
  return db
    .prepare(
      `SELECT u.created_at AS joined_at, u.orders_count, (
         SELECT sum(c.quantity * coalesce(p.sale_price_toman, p.price_toman))
         FROM cart_item c JOIN product p ON p.id = c.product_id WHERE c.user_id = u.id)
         AS cart_toman, ${IS_FROZEN} AS is_frozen,
         (SELECT trim(first_name || ' ' || last_name) FROM user WHERE id = u.inviter_id) AS inviter
       FROM user u WHERE u.id = ?1`,
    )
    .bind(userId);
}

export interface LineRow {
  operator: string;
  verdict: string;
  note: string | null;
  created_at: number;
}

const LINES_MAX = 12;

/** Finds the decisions about a thing, newest first. */
export function findLines(
  db: D1Database,
  { subject, subjectId }: { subject: string; subjectId: string },
): Statement<LineRow> {
  return db
    .prepare(
      `SELECT operator, verdict, note, created_at FROM desk_decision
       WHERE subject = ?1 AND subject_id = ?2 AND verdict <> 'viewed'
       ORDER BY created_at DESC LIMIT ?3`,
    )
    .bind(subject, subjectId, LINES_MAX);
}

/** Finds the decisions about the identity requests and cards of a person, newest first. */
export function findLinesOfPapers(db: D1Database, userId: string): Statement<LineRow> {
  return db
    .prepare(
      `SELECT d.operator, d.verdict, d.note, d.created_at
       FROM (SELECT 'identity_request' AS subject, id FROM identity_request WHERE user_id = ?1
         UNION ALL SELECT 'bank_card', id FROM bank_card WHERE user_id = ?1
         UNION ALL SELECT 'person', ?1) thing
       CROSS JOIN desk_decision d ON d.subject = thing.subject AND d.subject_id = thing.id
       WHERE d.verdict <> 'viewed' ORDER BY d.created_at DESC LIMIT ?2`,
    )
    .bind(userId, LINES_MAX);
}

export interface TwinRow {
  /** 1 when another person has this card verified, or verified their identity with it. */
  has_twin: number;
  /** 1 when another person sent the same picture. */
  has_picture_twin: number;
  rejections: number;
}

const TWIN = `EXISTS (SELECT 1 FROM identity_request
      WHERE card_number_fingerprint = t.fingerprint AND status = 'verified' AND user_id <> t.user_id)
    OR EXISTS (SELECT 1 FROM bank_card
      WHERE number_fingerprint = t.fingerprint AND status = 'verified' AND deleted_at IS NULL
        AND user_id <> t.user_id)`;
const PICTURE_TWIN = `EXISTS (SELECT 1 FROM upload u JOIN person_mark m
      ON m.kind = 'picture' AND m.fingerprint = u.fingerprint
      WHERE u.id = t.upload_id AND u.fingerprint <> '' AND m.user_id <> t.user_id)`;

/** Compares an identity request with other people, and counts the person's earlier refusals. */
export function compareRequest(db: D1Database, id: string): Statement<TwinRow> {
  return db
    .prepare(
      `SELECT ${TWIN} AS has_twin, ${PICTURE_TWIN} AS has_picture_twin,
         (SELECT count(*) FROM identity_request
          WHERE user_id = t.user_id AND status = 'rejected') AS rejections
       FROM (SELECT user_id, card_number_fingerprint AS fingerprint, upload_id
         FROM identity_request WHERE id = ?1) t`,
    )
    .bind(id);
}

/** Compares a card with those of other people, and counts the person's refused cards. */
export function compareCard(db: D1Database, id: string): Statement<TwinRow> {
  return db
    .prepare(
      `SELECT ${TWIN} AS has_twin, ${PICTURE_TWIN} AS has_picture_twin,
         (SELECT count(*) FROM bank_card WHERE user_id = t.user_id AND status = 'rejected')
           AS rejections
       FROM (SELECT user_id, number_fingerprint AS fingerprint, upload_id
         FROM bank_card WHERE id = ?1) t`,
    )
    .bind(id);
}

export interface TalkRow {
  operator: string | null;
  content: string;
  upload_id: string | null;
  created_at: number;
}

/** The newest messages of a ticket in the pane; the page of the ticket has all of them. */
const TALK_MAX = 30;

/** Finds the messages of a ticket with the operators who wrote them, newest first. */
export function findTalk(db: D1Database, ticketId: string): Statement<TalkRow> {
  return db
    .prepare(
      `SELECT operator, content, upload_id, created_at FROM ticket_message
       WHERE ticket_id = ?1 ORDER BY created_at DESC, id DESC LIMIT ?2`,
    )
    .bind(ticketId, TALK_MAX);
}
