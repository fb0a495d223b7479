import { type Statement } from "./batch.ts";
import { maskPhone } from "../../persian/identifiers.ts";

/**
 * SQL text: the owner of the card with which the person `u` proved who they are; null before that.
 * It is the person's real name, whatever the account says.
 */
export const PROVEN_OWNER = `(SELECT nullif(card_owner, '') FROM identity_request
    WHERE user_id = u.id AND status = 'verified')`;

/** SQL text: when the identity of the person `u` was verified; null before. */
export const PROVEN_AT = `(SELECT coalesce(decided_at, created_at) FROM identity_request
    WHERE user_id = u.id AND status = 'verified')`;

/** A shopper, and whether an identity request of theirs was verified. */
export interface UserRow {
  phone: string;
  first_name: string;
  last_name: string;
  email: string;
  is_email_verified: number;
  wants_codes_by_email: number;
  is_verified: number;
  /** The owner of the card that proved the identity; null before. */
  proven_owner: string | null;
}

export function findUser(db: D1Database, userId: string): Statement<UserRow> {
  return db
    .prepare(
      `SELECT phone, first_name, last_name, email, is_email_verified, wants_codes_by_email,
         EXISTS (SELECT 1 FROM identity_request
           WHERE user_id = u.id AND status = 'verified') AS is_verified,
         ${PROVEN_OWNER} AS proven_owner
       FROM user u WHERE id = ?1`,
    )
    .bind(userId);
}

/** True when both names are set; only then may the codes of an order be opened. */
export function isProfileComplete(
  user: Pick<UserRow, "first_name" | "last_name"> | undefined,
): boolean {
  return user !== undefined && user.first_name !== "" && user.last_name !== "";
}

/**
 * SQL text: a person's columns as operators see them, to be selected from `user u`. Deleted people
 * have no phone.
 */
export const PERSON = `u.id AS person_id, u.first_name, u.last_name,
    iif(u.forgotten_at IS NULL, u.phone, '') AS phone, ${PROVEN_OWNER} AS proven_owner`;

export interface PersonColumns {
  person_id: string;
  first_name: string;
  last_name: string;
  phone: string;
  proven_owner: string | null;
}

/** Returns a person as lists of the desk show them, with a masked phone. */
export function showPerson(row: PersonColumns) {
  return { ...columnsOf(row), phone: maskPhone(row.phone) };
}

/**
 * Returns a person with the whole phone, for an operator who opened the person's page; the log
 * records the opening. `isOwn` is true when the person is the operator, who may not decide about
 * themselves. The log, too, recognises operators by their phone.
 */
export function showWholePerson(row: PersonColumns, operator: { phone: string }) {
  return { ...columnsOf(row), isOwn: row.phone !== "" && row.phone === operator.phone };
}

function columnsOf(row: PersonColumns) {
  return {
    id: row.person_id,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    provenOwner: row.proven_owner,
  };
}
