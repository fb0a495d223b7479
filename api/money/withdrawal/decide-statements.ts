import { type Statement } from "../../base/batch.ts";
import { PAYS_OUT_FROM } from "../../people/bank-card/statements.ts";
import { isFrozen } from "../../base/frozen.ts";
import { PERSON, PROVEN_OWNER, type PersonColumns } from "../../base/person.ts";
import { makeFinder } from "../../base/page.ts";
import { DAY_MS } from "../../base/time.ts";
import { openProposalAbout } from "../../base/open-proposal.ts";
import { PAYOUT, operatorToman, personToman } from "./paid-alone.ts";
import type { WithdrawalRow } from "./statements.ts";

/** SQL text: true when the owner of the withdrawal `w` is frozen. */
const IS_FROZEN = isFrozen("w.user_id");

/** SQL text: true while the withdrawal `w` is in a bank file. */
const IS_IN_FILE = `EXISTS (SELECT 1 FROM payout_row WHERE withdrawal_id = w.id AND state = 'sent')`;

/** The card that receives the money. */
export interface SealedCard {
  card_id: string;
  card_number_sealed: string;
  /** Empty when the money is paid to the card number. */
  iban_sealed: string;
}

export interface DeskWithdrawalRow extends WithdrawalRow, PersonColumns, SealedCard {
  card_owner: string;
  in_hand_of: string | null;
  payout_id: string | null;
  bank_words: string | null;
  /** JSON of the open proposal to a second person, for `readAsked`. */
  asked: string | null;
}

export interface DecidedRow
  extends Pick<WithdrawalRow, "id" | "amount_toman" | "state" | "due_at">, SealedCard {
  card_owner: string;
  proven_owner: string | null;
  user_id: string;
  /** 0 when the verification of the card was withdrawn. */
  is_card_verified: number;
  is_frozen: number;
  in_hand_of: string | null;
  /** 1 while a bank file contains the withdrawal. */
  is_in_file: number;
}

const CARD = `c.id AS card_id, c.number_sealed AS card_number_sealed, c.iban_sealed,
    c.owner AS card_owner, ${PAYS_OUT_FROM} AS due_at`;

const WITHDRAWAL = `SELECT w.id, w.amount_toman, w.state, w.created_at, w.in_hand_of, ${CARD}, ${PERSON},
    (SELECT payout_id FROM payout_row WHERE withdrawal_id = w.id AND state = 'sent') AS payout_id,
    (SELECT bank_words FROM payout_row WHERE withdrawal_id = w.id AND state = 'returned'
      ORDER BY settled_at DESC LIMIT 1) AS bank_words, ${openProposalAbout(PAYOUT, "w.id")} AS asked
  FROM withdrawal w JOIN user u ON u.id = w.user_id JOIN bank_card c ON c.id = w.card_id`;

export function findWhole(db: D1Database, id: string): Statement<DeskWithdrawalRow> {
  return db.prepare(`${WITHDRAWAL} WHERE w.id = ?1`).bind(id);
}

/** Finds the withdrawal that was paid with this reference of the bank. */
export function findPaidWith(db: D1Database, reference: string): Statement<{ id: string }> {
  return db.prepare("SELECT id FROM withdrawal WHERE note = ?1 AND state = 'paid'").bind(reference);
}

/** Finds withdrawals that wait to be paid, longest waiting first. */
export const findOpenWithdrawals = makeFinder<DeskWithdrawalRow>(
  `${WITHDRAWAL} WHERE w.state = 'pending' AND (w.created_at, w.id) > (?1, ?2)
       ORDER BY w.created_at, w.id LIMIT ?3`,
);

export function findWithdrawal(db: D1Database, id: string): Statement<DecidedRow> {
  return db
    .prepare(
      `SELECT w.id, w.user_id, w.amount_toman, w.state, w.in_hand_of, ${CARD},
         ${PROVEN_OWNER} AS proven_owner, c.status = 'verified' AS is_card_verified,
         ${IS_FROZEN} AS is_frozen, ${IS_IN_FILE} AS is_in_file
       FROM withdrawal w JOIN user u ON u.id = w.user_id JOIN bank_card c ON c.id = w.card_id
       WHERE w.id = ?1`,
    )
    .bind(id);
}

/** Aborts unless the withdrawal is open. */
function claimOpen(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the withdrawal is open',
         (SELECT state = 'pending' FROM withdrawal WHERE id = ?1)`,
    )
    .bind(id);
}

/** Aborts while a bank file contains the withdrawal. */
function claimInNoFile(db: D1Database, id: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the withdrawal is in no bank file', NOT EXISTS (
         SELECT 1 FROM payout_row WHERE withdrawal_id = ?1 AND state = 'sent')`,
    )
    .bind(id);
}

/** Aborts when another operator has the withdrawal in hand. */
function claimNoOtherHand(db: D1Database, id: string, operator: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'nobody else claimed the withdrawal',
         (SELECT coalesce(in_hand_of, ?2) = ?2 FROM withdrawal WHERE id = ?1)`,
    )
    .bind(id, operator);
}

/** Aborts when the card or its IBAN is so new that no money may be paid to it yet. */
function claimDue(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the card is old enough to be paid to', (
         SELECT ${PAYS_OUT_FROM} <= ?2
         FROM withdrawal w JOIN bank_card c ON c.id = w.card_id WHERE w.id = ?1)`,
    )
    .bind(id, now);
}

/** Aborts when the owners that the operator compared have changed. */
function claimOwners(
  db: D1Database,
  id: string,
  { card_owner: cardOwner, proven_owner: provenOwner }: DecidedRow,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the owners are those that were compared for the payout', (
         SELECT c.owner = ?2 AND ${PROVEN_OWNER} IS ?3
         FROM withdrawal w JOIN user u ON u.id = w.user_id JOIN bank_card c ON c.id = w.card_id
         WHERE w.id = ?1)`,
    )
    .bind(id, cardOwner, provenOwner);
}

/**
 * Takes an open withdrawal in hand. Aborts when another operator has it in hand, or when it is not
 * due yet: until then its owner must be able to take it back.
 */
export function takeInHand(
  db: D1Database,
  id: string,
  operator: string,
  now: number,
): D1PreparedStatement[] {
  return [
    claimOpen(db, id),
    claimDue(db, id, now),
    claimNoOtherHand(db, id, operator),
    db
      .prepare(
        `UPDATE withdrawal SET in_hand_of = ?2, in_hand_since = coalesce(in_hand_since, ?3)
         WHERE id = ?1`,
      )
      .bind(id, operator, now),
  ];
}

/**
 * Puts an open withdrawal back, whichever operator has it in hand, unless a proposal to record its
 * payout is open.
 */
export function putBack(db: D1Database, id: string, now: number): D1PreparedStatement[] {
  return [
    claimOpen(db, id),
    claimNoPayoutAsked(db, id, now),
    db
      .prepare("UPDATE withdrawal SET in_hand_of = NULL, in_hand_since = NULL WHERE id = ?1")
      .bind(id),
  ];
}

/** Aborts while a proposal to record the payout is open. */
export function claimNoPayoutAsked(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'nobody is asked to confirm its payout', NOT EXISTS (
         SELECT 1 FROM proposal
         WHERE action = ?2 AND subject_id = ?1 AND state = 'open' AND expires_at > ?3)`,
    )
    .bind(id, PAYOUT, now);
}

/** Finds a row when a proposal to record the payout is open. */
export function findPayoutAsked(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT 1 FROM proposal
       WHERE action = ?2 AND subject_id = ?1 AND state = 'open' AND expires_at > ?3`,
    )
    .bind(id, PAYOUT, now);
}

/**
 * SQL text: the sum paid to the owner of withdrawal ?1 after ?2, or sent to the bank for this
 * person, plus this withdrawal.
 */
const PAID_WITH_IT = `SELECT w.amount_toman + ${personToman("?2")}
  FROM withdrawal w WHERE w.id = ?1`;

/**
 * SQL text: the sum that operator ?3 paid out alone after ?2, or sent to the bank alone, to all
 * people, plus withdrawal ?1.
 */
const PAID_BY_THEM = `SELECT w.amount_toman + ${operatorToman("?3", "?2")}
  FROM withdrawal w WHERE w.id = ?1`;

/** The limits of payouts that one operator may make alone within a day. */
interface PaidAlone {
  operator: string;
  /** The maximum to one person (`personToman`), and to all people together (`dayToman`). */
  personToman: number;
  dayToman: number;
}

/** Finds, as `is_too_much`, whether the operator may not pay this withdrawal alone now. */
export function readTooMuchAlone(
  db: D1Database,
  id: string,
  { operator, personToman, dayToman }: PaidAlone,
  now: number,
): Statement<{ is_too_much: number }> {
  return db
    .prepare(`SELECT (${PAID_WITH_IT}) > ?4 OR (${PAID_BY_THEM}) > ?5 AS is_too_much`)
    .bind(id, now - DAY_MS, operator, personToman, dayToman);
}

/** Aborts when the operator may not pay this withdrawal alone now. */
export function claimPaidAlone(
  db: D1Database,
  id: string,
  { operator, personToman, dayToman }: PaidAlone,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'one operator may pay so much alone', (${PAID_WITH_IT}) <= ?3`,
      )
      .bind(id, now - DAY_MS, personToman),
    db
      .prepare(
        `INSERT INTO must SELECT 'one operator may pay so much a day', (${PAID_BY_THEM}) <= ?4`,
      )
      .bind(id, now - DAY_MS, operator, dayToman),
  ];
}

/**
 * Aborts unless this operator has the open withdrawal in hand, no bank file contains it, and its
 * card is verified, old enough and has the owners that the operator compared.
 */
export function claimPayable(
  db: D1Database,
  id: string,
  row: DecidedRow,
  operator: string,
  now: number,
): D1PreparedStatement[] {
  return [
    claimOpen(db, id),
    db
      .prepare(
        `INSERT INTO must SELECT 'the operator claimed it, and its card is verified',
           (SELECT in_hand_of = ?2 AND EXISTS (
             SELECT 1 FROM bank_card WHERE id = card_id AND status = 'verified')
           FROM withdrawal WHERE id = ?1)`,
      )
      .bind(id, operator),
    claimInNoFile(db, id),
    claimDue(db, id, now),
    claimOwners(db, id, row),
  ];
}

/** Aborts unless this operator may reject the open withdrawal. */
export function claimRejectable(
  db: D1Database,
  id: string,
  operator: string,
  now: number,
): D1PreparedStatement[] {
  return [claimOpen(db, id), claimNoOtherHand(db, id, operator), claimNoPayoutAsked(db, id, now)];
}

/** Closes a withdrawal. `note` is the bank's reference or the reason for a rejection. */
export function closeWithdrawal(
  db: D1Database,
  id: string,
  { status, note }: { status: "paid" | "rejected"; note: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE withdrawal SET state = ?2, note = ?3, decided_at = ?4 WHERE id = ?1
       RETURNING 'withdrawal' AS effect, iif(state = 'paid', id, NULL) AS id, amount_toman AS toman,
         note AS reference`,
    )
    .bind(id, status, note, now);
}
