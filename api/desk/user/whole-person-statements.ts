import { type Statement } from "../../base/batch.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";

/**
 * The number of rows that each list on a person's page shows. Another page shows all rows of the
 * list.
 */
export const SHOWN = 20;

export interface HeadRow extends PersonColumns {
  email: string;
  created_at: number;
  forgotten_at: number | null;
  orders_count: number;
  tickets_count: number;
  invitees_count: number;
  referral_income_toman: number;
  inviter_id: string | null;
  inviter_name: string | null;
}

export interface IdentityRow {
  id: string;
  status: "pending" | "verified" | "rejected";
  card_owner: string;
  rejection_reason: string | null;
  created_at: number;
  decided_at: number | null;
}

export interface FreezeRow {
  id: string;
  reason: string;
  frozen_at: number;
  frozen_by: string;
  released_at: number | null;
  released_by: string | null;
  release_reason: string | null;
}

export interface AlikeRow extends PersonColumns {
  kinds: string;
}

export interface LineRow {
  id: string;
  operator: string;
  verdict: string;
  note: string | null;
  created_at: number;
}

export function findHead(db: D1Database, id: string): Statement<HeadRow> {
  return db
    .prepare(
      `SELECT ${PERSON}, u.email, u.created_at, u.forgotten_at, u.orders_count, u.tickets_count,
         u.invitees_count, u.referral_income_toman, u.inviter_id,
         (SELECT trim(first_name || ' ' || last_name) FROM user WHERE id = u.inviter_id)
           AS inviter_name
       FROM user u WHERE u.id = ?1`,
    )
    .bind(id);
}

export function findIdentities(db: D1Database, id: string): Statement<IdentityRow> {
  return db
    .prepare(
      `SELECT r.id, r.status, r.card_owner, r.rejection_reason, r.created_at, r.decided_at
       FROM user u JOIN identity_request r ON r.user_id = u.id
       WHERE u.id = ?1 ORDER BY r.created_at DESC, r.id DESC LIMIT ?2`,
    )
    .bind(id, SHOWN);
}

/** Finds the freezes that stop or stopped a person, newest first. */
export function findFreezesOf(db: D1Database, id: string): Statement<FreezeRow> {
  return db
    .prepare(
      `SELECT f.id, f.reason, f.frozen_at, f.frozen_by, f.released_at, f.released_by,
         f.release_reason
       FROM freeze_mark m JOIN freeze f ON f.id = m.freeze_id
       WHERE m.kind = 'person' AND m.value = ?1 ORDER BY f.frozen_at DESC, f.id DESC LIMIT ?2`,
    )
    .bind(id, SHOWN);
}

/** Finds people who share marks with a person, with the kinds of these marks. */
export function findAlike(db: D1Database, id: string): Statement<AlikeRow> {
  return db
    .prepare(
      `SELECT ${PERSON}, group_concat(DISTINCT mine.kind) AS kinds
       FROM user me JOIN person_mark mine ON mine.user_id = me.id
       JOIN person_mark theirs ON theirs.kind = mine.kind AND theirs.fingerprint = mine.fingerprint
         AND theirs.user_id <> mine.user_id
       JOIN user u ON u.id = theirs.user_id
       WHERE me.id = ?1 GROUP BY u.id ORDER BY count(*) DESC, u.id LIMIT ?2`,
    )
    .bind(id, SHOWN);
}

/** Finds operators' decisions and notes about a person, newest first, without views. */
export function findLines(db: D1Database, id: string): Statement<LineRow> {
  return db
    .prepare(
      `SELECT id, operator, verdict, note, created_at FROM desk_decision
       WHERE subject = 'person' AND subject_id = ?1 AND verdict NOT IN ('viewed', 'found')
       ORDER BY created_at DESC LIMIT ?2`,
    )
    .bind(id, SHOWN);
}
