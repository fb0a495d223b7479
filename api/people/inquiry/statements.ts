import { type Statement } from "../../base/batch.ts";
import { isCardFrozen, isFrozen } from "../../base/frozen.ts";
import { PROVEN_OWNER } from "../../base/person.ts";
import type { Inquiries } from "../../outside/inquiries.ts";

/** Inquiries and their steps. Each step claims that its turn is still the current one. */

export type InquiryReason =
  "no" | "name" | "silent" | "ceiling" | "partly" | "doubt" | "decided" | "unreadable";

export interface InquiryRow {
  id: string;
  /** The subject of the inquiry: an identity request, or a card that was added later. */
  request_id: string | null;
  card_id: string | null;
  user_id: string;
  facts: string;
  person_sealed: string;
  phone_says: "yes" | "no" | null;
  card_says: "yes" | "no" | null;
  owner_says: "yes" | "no" | null;
  attempts: number;
  next_attempt_at: number | null;
}

const IS_PERSON_FROZEN = isFrozen("i.user_id");
const IS_CARD_FROZEN = isCardFrozen("coalesce(r.card_number_fingerprint, c.number_fingerprint)");
/** SQL text: the inquiry `i` with its subject, the request `r` or the card `c`. */
const INQUIRY = `inquiry i LEFT JOIN identity_request r ON r.id = i.request_id
    LEFT JOIN bank_card c ON c.id = i.card_id`;
/** SQL text: true when the inquiry `known` proves the national code of its account. */
const IS_PROVEN = `((known.card_id IS NOT NULL AND known.state = 'approved') OR EXISTS (
    SELECT 1 FROM identity_request WHERE id = known.request_id AND status = 'verified'))`;
/** SQL text: true when another account proved the national code of the inquiry `i`. */
const HAS_OTHER_ACCOUNT = `EXISTS (SELECT 1 FROM inquiry known
    WHERE known.person_fingerprint = i.person_fingerprint AND known.user_id <> i.user_id
      AND ${IS_PROVEN})`;
/** SQL text: true when the account of the inquiry `i` proved another national code. */
const HAS_OTHER_CODE = `EXISTS (SELECT 1 FROM inquiry known
    WHERE known.user_id = i.user_id AND known.person_fingerprint <> i.person_fingerprint
      AND known.phone_says = 'yes' AND ${IS_PROVEN})`;
/**
 * SQL text: true when operators revoked the identity of the account, or the identity of another
 * account with the same national code, or the card of the inquiry `i`.
 */
const WAS_REVOKED = `(EXISTS (SELECT 1 FROM identity_request
      WHERE user_id = i.user_id AND revoked_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM inquiry known JOIN identity_request v ON v.id = known.request_id
      WHERE known.person_fingerprint = i.person_fingerprint AND v.revoked_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM bank_card v
      WHERE v.number_fingerprint = coalesce(r.card_number_fingerprint, c.number_fingerprint)
        AND v.revoked_at IS NOT NULL))`;

/** Returns the encryption context of the person that an inquiry asks about. */
export const personContext = (id: string) => `inquiry:${id}`;

const ROW = `SELECT id, request_id, card_id, user_id, facts, person_sealed, phone_says, card_says, owner_says,
    attempts, next_attempt_at FROM inquiry`;

export interface NewInquiry {
  id: string;
  requestId: string | null;
  cardId: string | null;
  userId: string;
  provider: Inquiries["name"];
  facts: string;
  personSealed: string;
  personFingerprint: string | null;
}

/** Finds a person's proven name; null before it is proven. */
export function findProvenOwner(
  db: D1Database,
  userId: string,
): Statement<{ owner: string | null }> {
  return db.prepare(`SELECT ${PROVEN_OWNER} AS owner FROM user u WHERE u.id = ?1`).bind(userId);
}

/**
 * Part of the batch that files a request or adds a card. For a later card, the answer "this phone
 * belongs to this national code" is reused if the account was proven with that code.
 */
export function openInquiry(db: D1Database, inquiry: NewInquiry, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO inquiry (id, request_id, card_id, user_id, provider, facts, person_sealed,
         person_fingerprint, phone_says, state, next_attempt_at, created_at)
       VALUES (?1, ?2, ?9, ?3, ?4, ?5, ?6, ?7, iif(?9 IS NULL, NULL, (
         SELECT known.phone_says FROM inquiry known
         WHERE known.user_id = ?3 AND known.person_fingerprint = ?7 AND known.phone_says = 'yes'
           AND ${IS_PROVEN} LIMIT 1)), 'due', ?8, ?8)`,
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
      inquiry.cardId,
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

export function findInquiry(db: D1Database, id: string): Statement<InquiryRow> {
  return db.prepare(`${ROW} WHERE id = ?1 AND state = 'due'`).bind(id);
}

/** Aborts when another run has begun to ask, or when the inquiry has ended. */
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

/**
 * Begins a turn: sets the time of the next turn, and counts this one before any question costs a
 * fee.
 */
export function beginTurn(db: D1Database, id: string, until: number): D1PreparedStatement {
  return db
    .prepare("UPDATE inquiry SET next_attempt_at = ?2, attempts = attempts + 1 WHERE id = ?1")
    .bind(id, until);
}

export function postponeInquiry(db: D1Database, id: string, until: number): D1PreparedStatement {
  return db.prepare("UPDATE inquiry SET next_attempt_at = ?2 WHERE id = ?1").bind(id, until);
}

/** Stores an answer, so that it is not paid for again. */
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
 * Ends an inquiry whose answers approve its subject. Aborts when an operator should decide: the
 * person or the card is frozen or was revoked, another account has the same national code or picture,
 * the account has proved another national code, or one of its orders is held for a look.
 */
export function markApproved(
  db: D1Database,
  { id }: Pick<InquiryRow, "id">,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'neither the person nor the card is frozen', NOT EXISTS (
           SELECT 1 FROM ${INQUIRY} WHERE i.id = ?1 AND (${IS_PERSON_FROZEN} OR ${IS_CARD_FROZEN}))`,
      )
      .bind(id),
    db
      .prepare(
        `INSERT INTO must SELECT 'neither the person nor the card was revoked', NOT EXISTS (
           SELECT 1 FROM ${INQUIRY} WHERE i.id = ?1 AND ${WAS_REVOKED})`,
      )
      .bind(id),
    db
      .prepare(
        `INSERT INTO must SELECT 'the national code is of no other account', NOT EXISTS (
           SELECT 1 FROM inquiry i WHERE i.id = ?1 AND ${HAS_OTHER_ACCOUNT})`,
      )
      .bind(id),
    db
      .prepare(
        `INSERT INTO must SELECT 'the account proved no other national code', NOT EXISTS (
           SELECT 1 FROM inquiry i WHERE i.id = ?1 AND ${HAS_OTHER_CODE})`,
      )
      .bind(id),
    db
      .prepare(
        `INSERT INTO must SELECT 'the picture is of no other account', NOT EXISTS (
           SELECT 1 FROM ${INQUIRY} JOIN upload p ON p.id = coalesce(r.upload_id, c.upload_id)
           JOIN person_mark m ON m.kind = 'picture' AND m.fingerprint = p.fingerprint
           WHERE i.id = ?1 AND p.fingerprint <> '' AND m.user_id <> i.user_id)`,
      )
      .bind(id),
    db
      .prepare(
        `INSERT INTO must SELECT 'no order waits for a look', NOT EXISTS (
           SELECT 1 FROM inquiry i JOIN orders o ON o.user_id = i.user_id
           WHERE i.id = ?1 AND o.look_due_at IS NOT NULL)`,
      )
      .bind(id),
    db
      .prepare(
        `UPDATE inquiry SET state = 'approved', person_sealed = '', next_attempt_at = NULL,
           ended_at = ?2 WHERE id = ?1`,
      )
      .bind(id, now),
  ];
}

/** Sets the IBAN that the bank named on an approved card that has none. */
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
  /** 1 when another account proved its identity with the same national code. */
  has_other_account: number;
  /** 1 when the account itself proved another national code. */
  has_other_code: number;
  /** 1 when operators revoked the person or the card before. */
  was_revoked: number;
}

/** Finds the provider's answers about a request or a card, for an operator. */
export function findEvidence(db: D1Database, aboutId: string): Statement<EvidenceRow> {
  return db
    .prepare(
      `SELECT i.facts, i.phone_says, i.card_says, i.owner_says, i.owner_said, i.state, i.reason,
         ${HAS_OTHER_ACCOUNT} AS has_other_account, ${HAS_OTHER_CODE} AS has_other_code,
         ${WAS_REVOKED} AS was_revoked
       FROM ${INQUIRY} WHERE i.request_id = ?1 OR i.card_id = ?1`,
    )
    .bind(aboutId);
}

export interface EndingRow {
  ending: InquiryReason | "approved" | "due";
  week: number;
  today: number;
}

/** Counts inquiries by result: the number since the time `since`, and the number since `today`. */
export function countEndings(db: D1Database, since: number, today: number): Statement<EndingRow> {
  return db
    .prepare(
      `SELECT coalesce(reason, state) AS ending, count(*) AS week, sum(created_at >= ?2) AS today
       FROM inquiry WHERE created_at >= ?1 GROUP BY ending`,
    )
    .bind(since, today);
}
