import { type Statement } from "../../base/batch.ts";
import type { BankCard } from "../../../contract/bank-card.ts";
import { isCardFrozen, isFrozen } from "../../base/frozen.ts";
import { PERSON, PROVEN_AT, PROVEN_OWNER, type PersonColumns } from "../../base/person.ts";
import { makeFinder } from "../../base/page.ts";
import { openProposalAbout } from "../../base/open-proposal.ts";

/** The action of a proposal to verify a card whose owner is not the proven one. */
export const VERIFY_CARD = "verify_card";

export interface DeskCardRow extends PersonColumns {
  id: string;
  number_sealed: string;
  owner: string;
  upload_id: string | null;
  status: BankCard["status"];
  created_at: number;
  /** When the identity of the card's person was verified; null before that. */
  proven_at: number | null;
  /**
   * The time (UTC milliseconds) since which the card waits for an answer; null while the person's
   * identity is not verified.
   */
  waits_since: number | null;
  /** JSON of the open proposal to a second person, for `readAsked`. */
  asked: string | null;
}

const CARD = `SELECT c.id, c.number_sealed, c.owner, c.upload_id, c.status, c.created_at, c.waits_since,
    ${PROVEN_AT} AS proven_at, ${openProposalAbout(VERIFY_CARD, "c.id")} AS asked, ${PERSON}
  FROM bank_card c JOIN user u ON u.id = c.user_id WHERE c.deleted_at IS NULL`;

/** SQL text: true when the card `c` or its person is frozen. */
const IS_FROZEN = `${isFrozen("c.user_id")} OR ${isCardFrozen("c.number_fingerprint")}`;

/** Finds cards that wait for a decision, longest waiting first, after the cursor. */
export const findPendingCards = makeFinder<DeskCardRow>(
  `${CARD} AND c.status = 'pending' AND (c.created_at, c.id) > (?1, ?2)
       ORDER BY c.created_at, c.id LIMIT ?3`,
);

/** Finds cards that can be decided on, longest waiting first. */
export function findWaitingCards(db: D1Database, limit: number): D1PreparedStatement {
  return db
    .prepare(
      `${CARD} AND c.status = 'pending' AND c.waits_since IS NOT NULL
       ORDER BY c.waits_since, c.id LIMIT ?1`,
    )
    .bind(limit);
}

export function findCard(db: D1Database, id: string): Statement<DeskCardRow> {
  return db.prepare(`${CARD} AND c.id = ?1`).bind(id);
}

/** A card with its owner and the proven owner, as the operator compared them. */
export type ComparedCard = Pick<DeskCardRow, "id" | "owner" | "proven_owner">;

/**
 * Aborts when the card does not wait for a decision, or a proposal to verify it is open. To verify
 * it, the person must also have a proven name, nobody else may have proved their identity with the
 * card, and the owners must be those that the operator compared.
 */
export function claimDecidable(
  db: D1Database,
  { id, owner, proven_owner: provenOwner }: ComparedCard,
  status: "verified" | "rejected",
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the owners are those that were compared', ?4 <> 'verified' OR (
           SELECT c.owner = ?2 AND ${PROVEN_OWNER} = ?3
           FROM bank_card c JOIN user u ON u.id = c.user_id WHERE c.id = ?1)`,
      )
      .bind(id, owner, provenOwner, status),
    db
      .prepare(
        `INSERT INTO must SELECT 'the card waits', EXISTS (
           SELECT 1 FROM bank_card WHERE id = ?1 AND status = 'pending' AND deleted_at IS NULL)`,
      )
      .bind(id),
    db
      .prepare(
        `INSERT INTO must SELECT 'nobody else has proved with the card who they are',
           ?2 <> 'verified' OR NOT EXISTS (
           SELECT 1 FROM bank_card c
           JOIN identity_request r ON r.card_number_fingerprint = c.number_fingerprint
           WHERE c.id = ?1 AND r.status = 'verified' AND r.user_id <> c.user_id)`,
      )
      .bind(id, status),
    db
      .prepare(
        `INSERT INTO must SELECT 'nobody is asked to verify the card', NOT EXISTS (
           SELECT 1 FROM proposal
           WHERE action = ?2 AND subject_id = ?1 AND state = 'open' AND expires_at > ?3)`,
      )
      .bind(id, VERIFY_CARD, now),
  ];
}

/**
 * Aborts when another person has a verified card with this number, or the card or its person is
 * frozen: only a card that could be verified may be proposed to a second person.
 */
export function claimProposable(db: D1Database, id: string): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'nobody else has the asked card verified', NOT EXISTS (
           SELECT 1 FROM bank_card c
           JOIN bank_card other ON other.number_fingerprint = c.number_fingerprint
           WHERE c.id = ?1 AND other.id <> c.id AND other.status = 'verified'
             AND other.deleted_at IS NULL)`,
      )
      .bind(id),
    db
      .prepare(
        `INSERT INTO must SELECT 'neither the asked card nor its person is frozen',
           (SELECT NOT (${IS_FROZEN}) FROM bank_card c WHERE c.id = ?1)`,
      )
      .bind(id),
  ];
}

/** Finds a row when the card or its person is frozen. */
export function findFrozenCard(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare(`SELECT 1 FROM bank_card c WHERE c.id = ?1 AND (${IS_FROZEN})`).bind(id);
}

/** Decides on a card. The batch is undone in the cases that `claimDecidable` lists. */
export function decideCard(
  db: D1Database,
  card: ComparedCard,
  status: "verified" | "rejected",
  now: number,
): D1PreparedStatement[] {
  return [
    ...claimDecidable(db, card, status, now),
    db
      .prepare("UPDATE bank_card SET status = ?2, decided_at = ?3, is_default = 0 WHERE id = ?1")
      .bind(card.id, status, now),
  ];
}
