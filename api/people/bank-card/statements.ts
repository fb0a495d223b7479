import { type Statement } from "../../base/batch.ts";
import { type BankCard, NEW_CARD_WAIT_HOURS } from "../../../contract/bank-card.ts";
import { isCardFrozen } from "../../base/frozen.ts";
import { keepMark } from "../../base/person-mark.ts";
import { HOUR_MS } from "../../base/time.ts";

/** The time for which no money is paid to a new card or IBAN. */
export const NEW_CARD_WAIT_MS = NEW_CARD_WAIT_HOURS * HOUR_MS;

export interface BankCardRow {
  id: string;
  number_sealed: string;
  owner: string;
  upload_id: string | null;
  status: BankCard["status"];
  is_default: number;
  /** Empty when the card has no IBAN. */
  iban_sealed: string;
  /** 1 when the card's person has a verified identity. */
  is_proven: number;
  /** The time from which money may be paid to the card; 0 means at any time. */
  pays_out_from: number;
  /** The desk's note when it rejected or revoked the card. */
  rejection_reason: string | null;
}

/**
 * SQL text: the time from which money may be paid to the card `c`; 0 means at any time. A card that
 * was added after the identity was verified must wait until a day after its own verification; every
 * card must wait until a day after a change of its IBAN.
 */
export const PAYS_OUT_FROM = `max(
    iif(EXISTS (SELECT 1 FROM identity_request r
      WHERE r.user_id = c.user_id AND r.status = 'verified'
        AND r.card_number_fingerprint = c.number_fingerprint),
      0, coalesce(c.decided_at + ${String(NEW_CARD_WAIT_MS)}, 0)),
    coalesce(c.iban_changed_at + ${String(NEW_CARD_WAIT_MS)}, 0))`;

const SHOWN = `c.id, c.number_sealed, c.owner, c.upload_id, c.status, c.is_default, c.iban_sealed,
    EXISTS (SELECT 1 FROM identity_request
      WHERE user_id = c.user_id AND status = 'verified') AS is_proven,
    iif(c.status = 'verified', ${PAYS_OUT_FROM}, 0) AS pays_out_from,
    (SELECT note FROM desk_decision WHERE subject = 'bank_card' AND subject_id = c.id
      AND verdict IN ('rejected', 'revoked')
      ORDER BY created_at DESC LIMIT 1) AS rejection_reason`;

/**
 * SQL text: 1 when the order with the given id was paid with a card that was only named by its
 * number.
 */
export const isCardOnly = (orderId: string) => `EXISTS (SELECT 1 FROM payment np
  JOIN bank_card nc ON nc.id = np.card_id AND nc.is_named = 1 WHERE np.order_id = ${orderId})`;

export interface NewCard {
  id: string;
  userId: string;
  numberSealed: string;
  fingerprint: string;
  endFingerprint: string;
  owner: string;
  uploadId: string;
}

/** Reasons to refuse a new card, each 0 or 1. */
export interface Obstacles {
  is_image_missing: number;
  is_taken: number;
  is_full: number;
}

/**
 * SQL text: true when the shopper already has this card, when another person has it verified or has
 * proved their identity with it, or when it is frozen.
 */
const IS_TAKEN = `${isCardFrozen("?2")} OR EXISTS (
    SELECT 1 FROM bank_card
    WHERE number_fingerprint = ?2 AND user_id = ?1 AND deleted_at IS NULL)
  OR EXISTS (
    SELECT 1 FROM bank_card
    WHERE number_fingerprint = ?2 AND user_id <> ?1 AND deleted_at IS NULL AND status = 'verified')
  OR EXISTS (
    SELECT 1 FROM identity_request
    WHERE card_number_fingerprint = ?2 AND user_id <> ?1 AND status = 'verified')`;
const CARD_COUNT = "(SELECT count(*) FROM bank_card WHERE user_id = ?1 AND deleted_at IS NULL)";

/** Finds the shopper's cards, newest first. */
export function findCards(db: D1Database, userId: string, limit: number): Statement<BankCardRow> {
  return db
    .prepare(
      `SELECT ${SHOWN} FROM bank_card c
       WHERE user_id = ?1 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ?2`,
    )
    .bind(userId, limit);
}

export type CardRow = Pick<BankCardRow, "id" | "status" | "pays_out_from">;

/** Finds the shopper's card by number fingerprint; finds nothing when `fingerprint` is null. */
export function findCardByFingerprint(
  db: D1Database,
  userId: string,
  fingerprint: string | null,
): Statement<CardRow> {
  return db
    .prepare(
      `SELECT id, status, ${PAYS_OUT_FROM} AS pays_out_from
       FROM bank_card c WHERE user_id = ?1 AND number_fingerprint = ?2 AND deleted_at IS NULL`,
    )
    .bind(userId, fingerprint);
}

/**
 * Aborts unless the card is a verified card of the shopper. Used for paying with it and for payouts
 * to it.
 */
export function claimOwnCardVerified(
  db: D1Database,
  userId: string,
  cardId: string,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the card is verified', EXISTS (
         SELECT 1 FROM bank_card
         WHERE id = ?2 AND user_id = ?1 AND status = 'verified' AND deleted_at IS NULL)`,
    )
    .bind(userId, cardId);
}

/**
 * Adds a card. The batch is undone when the image is not the shopper's, the card is taken, or they
 * have `cardsMax` cards.
 */
export function addCard(
  db: D1Database,
  card: NewCard,
  cardsMax: number,
  now: number,
): D1PreparedStatement[] {
  const { id, userId, fingerprint, uploadId } = card;
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the image is their own', EXISTS (
           SELECT 1 FROM upload WHERE id = ?2 AND user_id = ?1 AND delete_at IS NOT 0)`,
      )
      .bind(userId, uploadId),
    db
      .prepare(`INSERT INTO must SELECT 'the card is free', NOT (${IS_TAKEN})`)
      .bind(userId, fingerprint),
    db
      .prepare(`INSERT INTO must SELECT 'there is room for another card', ${CARD_COUNT} < ?2`)
      .bind(userId, cardsMax),
    db
      .prepare(
        `INSERT INTO bank_card
           (id, user_id, number_sealed, number_fingerprint, owner, upload_id, status, created_at,
            end_fingerprint)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'pending', ?7, ?8)`,
      )
      .bind(
        id,
        userId,
        card.numberSealed,
        fingerprint,
        card.owner,
        uploadId,
        now,
        card.endFingerprint,
      ),
    keepMark(db, userId, { kind: "card", fingerprint }, now),
  ];
}

/** Finds why a card was not added, as one row of Obstacles. */
export function findObstacles(
  db: D1Database,
  card: NewCard,
  cardsMax: number,
): Statement<Obstacles> {
  return db
    .prepare(
      `SELECT
         NOT EXISTS (
           SELECT 1 FROM upload WHERE id = ?3 AND user_id = ?1 AND delete_at IS NOT 0)
           AS is_image_missing,
         (${IS_TAKEN}) AS is_taken, ${CARD_COUNT} >= ?4 AS is_full`,
    )
    .bind(card.userId, card.fingerprint, card.uploadId, cardsMax);
}

/**
 * Removes a shopper's card. The batch is undone when the card is not theirs, or a withdrawal to it
 * is pending.
 */
export function deleteCard(
  db: D1Database,
  userId: string,
  id: string,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the card is their own and no money is on its way to it',
           EXISTS (SELECT 1 FROM bank_card WHERE id = ?2 AND user_id = ?1 AND deleted_at IS NULL)
           AND NOT EXISTS (
             SELECT 1 FROM withdrawal WHERE user_id = ?1 AND state = 'pending' AND card_id = ?2)`,
      )
      .bind(userId, id),
    db
      .prepare(
        "UPDATE bank_card SET deleted_at = ?3, is_default = 0 WHERE id = ?2 AND user_id = ?1",
      )
      .bind(userId, id, now),
    passDefaultOn(db, userId),
  ];
}

/** Removes a person's cards that nobody has decided about yet: a thief may have added them. */
export function deleteUndecidedCards(
  db: D1Database,
  userId: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE bank_card SET deleted_at = ?2
       WHERE user_id = ?1 AND status = 'pending' AND is_named = 0 AND deleted_at IS NULL`,
    )
    .bind(userId, now);
}

/**
 * Makes a card the default one. The batch is undone when it is not a verified card of this person.
 */
export function chooseDefault(db: D1Database, userId: string, id: string): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the card is their own and verified', EXISTS (
           SELECT 1 FROM bank_card
           WHERE id = ?2 AND user_id = ?1 AND deleted_at IS NULL AND status = 'verified')`,
      )
      .bind(userId, id),
    db
      .prepare(
        `UPDATE bank_card SET is_default = (id = ?2)
         WHERE user_id = ?1 AND (is_default = 1 OR id = ?2)`,
      )
      .bind(userId, id),
  ];
}

export function findOwnCard(db: D1Database, userId: string, id: string): Statement<BankCardRow> {
  return db
    .prepare(
      `SELECT ${SHOWN} FROM bank_card c WHERE c.id = ?2 AND c.user_id = ?1
         AND c.deleted_at IS NULL`,
    )
    .bind(userId, id);
}

/**
 * Changes or removes the IBAN of a card. The batch is undone when the card is not a verified card
 * of this person, or when an operator is paying a withdrawal to it, because the operator has read
 * the old IBAN.
 */
export function changeIban(
  db: D1Database,
  userId: string,
  { id, ibanSealed }: { id: string; ibanSealed: string },
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the card is their own and verified', EXISTS (
           SELECT 1 FROM bank_card
           WHERE id = ?2 AND user_id = ?1 AND status = 'verified' AND deleted_at IS NULL)`,
      )
      .bind(userId, id),
    db
      .prepare(
        `INSERT INTO must SELECT 'nobody is paying to the card', NOT EXISTS (
           SELECT 1 FROM withdrawal
           WHERE card_id = ?1 AND state = 'pending' AND in_hand_of IS NOT NULL)`,
      )
      .bind(id),
    db
      .prepare("UPDATE bank_card SET iban_sealed = ?2, iban_changed_at = ?3 WHERE id = ?1")
      .bind(id, ibanSealed, now),
  ];
}

/** Makes the shopper's oldest verified card the default, if no verified card is the default. */
export function passDefaultOn(db: D1Database, userId: string): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE bank_card SET is_default = 1 WHERE id = (
         SELECT id FROM bank_card
         WHERE user_id = ?1 AND deleted_at IS NULL AND status = 'verified'
         ORDER BY created_at, id LIMIT 1)
       AND NOT EXISTS (
         SELECT 1 FROM bank_card
         WHERE user_id = ?1 AND deleted_at IS NULL AND status = 'verified' AND is_default = 1)`,
    )
    .bind(userId);
}
