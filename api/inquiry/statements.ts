import { isCardFrozen, isFrozen } from "../base/frozen.ts";

/** The rows of inquiries, and the steps they take. Each step claims the turn it had. */

export type InquiryReason =
  "no" | "name" | "silent" | "ceiling" | "partly" | "doubt" | "decided" | "unreadable";

export interface InquiryRow {
  id: string;
  request_id: string;
  user_id: string;
  facts: string;
  person_sealed: string;
  phone_says: "yes" | "no" | null;
  card_says: "yes" | "no" | null;
  owner_says: "yes" | "no" | null;
  attempts: number;
  next_attempt_at: number | null;
}

const IS_PERSON_FROZEN = isFrozen("?1");
const IS_CARD_FROZEN = isCardFrozen("r.card_number_fingerprint");

/** The vault context of what an inquiry asks about. */
export const personContext = (id: string) => `inquiry:${id}`;

const ROW = `SELECT id, request_id, user_id, facts, person_sealed, phone_says, card_says, owner_says,
    attempts, next_attempt_at FROM inquiry`;

export interface NewInquiry {
  id: string;
  requestId: string;
  userId: string;
  provider: string;
  facts: string;
  personSealed: string;
  personFingerprint: string | null;
}

/** Part of the batch that files a request. */
export function openInquiry(db: D1Database, inquiry: NewInquiry, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO inquiry (id, request_id, user_id, provider, facts, person_sealed,
         person_fingerprint, state, next_attempt_at, created_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'due', ?8, ?8)`,
    )
    .bind(
      inquiry.id,
      inquiry.requestId,
      inquiry.userId,
      inquiry.provider,
      inquiry.facts,
      inquiry.personSealed,
      inquiry.personFingerprint,
      now,
    );
}

/** Finds inquiries that are due, longest due first. */
export function findDueInquiries(db: D1Database, limit: number, now: number): D1PreparedStatement {
  return db
    .prepare(
      `${ROW} WHERE state = 'due' AND next_attempt_at <= ?1 ORDER BY next_attempt_at LIMIT ?2`,
    )
    .bind(now, limit);
}

export function findInquiry(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare(`${ROW} WHERE id = ?1 AND state = 'due'`).bind(id);
}

/** Aborts unless the turn is still this one. */
export function claimInquiry(
  db: D1Database,
  { id, next_attempt_at: turn }: Pick<InquiryRow, "id" | "next_attempt_at">,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the inquiry is ours', EXISTS (
         SELECT 1 FROM inquiry WHERE id = ?1 AND state = 'due' AND next_attempt_at = ?2)`,
    )
    .bind(id, turn);
}

/** Begins a turn: moves the next one ahead, and counts it before anything costs a fee. */
export function beginTurn(db: D1Database, id: string, until: number): D1PreparedStatement {
  return db
    .prepare("UPDATE inquiry SET next_attempt_at = ?2, attempts = attempts + 1 WHERE id = ?1")
    .bind(id, until);
}

export function postponeInquiry(db: D1Database, id: string, until: number): D1PreparedStatement {
  return db.prepare("UPDATE inquiry SET next_attempt_at = ?2 WHERE id = ?1").bind(id, until);
}

/** Keeps an answer, so that it is not paid for again. */
export function notePhone(db: D1Database, id: string, says: "yes" | "no"): D1PreparedStatement {
  return db.prepare("UPDATE inquiry SET phone_says = ?2 WHERE id = ?1").bind(id, says);
}

export function noteCard(db: D1Database, id: string, says: "yes" | "no"): D1PreparedStatement {
  return db.prepare("UPDATE inquiry SET card_says = ?2 WHERE id = ?1").bind(id, says);
}

export function noteOwner(
  db: D1Database,
  id: string,
  owner: { says: "yes" | "no"; said: string; personSealed: string },
): D1PreparedStatement {
  return db
    .prepare(
      "UPDATE inquiry SET owner_says = ?2, owner_said = ?3, person_sealed = ?4 WHERE id = ?1",
    )
    .bind(id, owner.says, owner.said, owner.personSealed);
}

export function leaveToDesk(
  db: D1Database,
  id: string,
  reason: InquiryReason,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE inquiry SET state = 'left', reason = ?2, person_sealed = '', next_attempt_at = NULL,
         ended_at = ?3 WHERE id = ?1`,
    )
    .bind(id, reason, now);
}

/**
 * Ends an inquiry that approves its request. Aborts when a person would look twice: at somebody
 * frozen, a frozen card, a national code or a picture of another account, or an order that is held for
 * a look.
 */
export function markApproved(db: D1Database, row: InquiryRow, now: number): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'neither the person nor the card is frozen',
           NOT ${IS_PERSON_FROZEN} AND NOT EXISTS (SELECT 1 FROM identity_request r
             WHERE r.id = ?2 AND ${IS_CARD_FROZEN})`,
      )
      .bind(row.user_id, row.request_id),
    db
      .prepare(
        `INSERT INTO must SELECT 'the national code is of no other account', NOT EXISTS (
           SELECT 1 FROM inquiry mine
           JOIN inquiry theirs ON theirs.person_fingerprint = mine.person_fingerprint
           JOIN identity_request r ON r.id = theirs.request_id
           WHERE mine.id = ?1 AND theirs.user_id <> mine.user_id AND r.status = 'verified')`,
      )
      .bind(row.id),
    db
      .prepare(
        `INSERT INTO must SELECT 'the picture is of no other account', NOT EXISTS (
           SELECT 1 FROM identity_request r JOIN upload p ON p.id = r.upload_id
           JOIN person_mark m ON m.kind = 'picture' AND m.fingerprint = p.fingerprint
           WHERE r.id = ?1 AND p.fingerprint <> '' AND m.user_id <> r.user_id)`,
      )
      .bind(row.request_id),
    db
      .prepare(
        `INSERT INTO must SELECT 'no order waits for a look', NOT EXISTS (
           SELECT 1 FROM identity_request r JOIN orders o ON o.user_id = r.user_id
           WHERE r.id = ?1 AND o.look_due_at IS NOT NULL)`,
      )
      .bind(row.request_id),
    db
      .prepare(
        `UPDATE inquiry SET state = 'approved', person_sealed = '', next_attempt_at = NULL,
           ended_at = ?2 WHERE id = ?1`,
      )
      .bind(row.id, now),
  ];
}

/** Gives the card of an approved request the IBAN that the bank named, if it has none. */
export function fillIban(
  db: D1Database,
  card: { id: string; ibanSealed: string },
): D1PreparedStatement {
  return db
    .prepare("UPDATE bank_card SET iban_sealed = ?2 WHERE id = ?1 AND iban_sealed = ''")
    .bind(card.id, card.ibanSealed);
}

export interface EvidenceRow {
  facts: string;
  phone_says: "yes" | "no" | null;
  card_says: "yes" | "no" | null;
  owner_says: "yes" | "no" | null;
  owner_said: string;
  state: "due" | "approved" | "left";
  reason: InquiryReason | null;
  /** 1 when another account proved who it is under the same national code. */
  has_other_account: number;
}

/** Finds what the provider said about a request, for an operator. */
export function findEvidence(db: D1Database, requestId: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT i.facts, i.phone_says, i.card_says, i.owner_says, i.owner_said, i.state, i.reason,
         EXISTS (SELECT 1 FROM inquiry theirs
           JOIN identity_request r ON r.id = theirs.request_id
           WHERE theirs.person_fingerprint = i.person_fingerprint AND theirs.user_id <> i.user_id
             AND r.status = 'verified') AS has_other_account
       FROM inquiry i WHERE i.request_id = ?1`,
    )
    .bind(requestId);
}
