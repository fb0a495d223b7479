import { PROVEN_OWNER } from "../base/person.ts";

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

export function findUser(db: D1Database, userId: string): D1PreparedStatement {
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

/** Aborts when the shopper has not proved who they are. */
export function claimProven(db: D1Database, userId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'they have proved who they are', EXISTS (
         SELECT 1 FROM identity_request WHERE user_id = ?1 AND status = 'verified')`,
    )
    .bind(userId);
}

export interface ProfileChange {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  wantsCodesByEmail?: boolean | undefined;
}

/** The facts that a decision about names was made of. */
export type NameFacts = Pick<UserRow, "first_name" | "last_name" | "proven_owner">;

/**
 * Changes the given fields. A confirmed e-mail cannot be changed, and codes can only be sent to a
 * confirmed e-mail. With names, nothing is changed when `facts` no longer hold. Returns a row when
 * it succeeded.
 */
export function updateUser(
  db: D1Database,
  userId: string,
  change: ProfileChange,
  facts: NameFacts | null,
): D1PreparedStatement {
  const { firstName = null, lastName = null, email = null, wantsCodesByEmail = null } = change;
  return db
    .prepare(
      `UPDATE user AS u SET first_name = coalesce(?2, first_name),
         last_name = coalesce(?3, last_name),
         email = coalesce(?4, email), wants_codes_by_email = coalesce(?5, wants_codes_by_email)
       WHERE id = ?1 AND (is_email_verified = 0 OR ?4 IS NULL OR ?4 = email)
         AND (is_email_verified = 1 OR ?5 IS NOT 1)
         AND (coalesce(?2, ?3) IS NULL
           OR (first_name, last_name, ${PROVEN_OWNER}) IS (?6, ?7, ?8)) RETURNING id`,
    )
    .bind(
      userId,
      firstName,
      lastName,
      email,
      wantsCodesByEmail === null ? null : Number(wantsCodesByEmail),
      facts?.first_name ?? null,
      facts?.last_name ?? null,
      facts?.proven_owner ?? null,
    );
}

/** True when both names are set; only then may the codes of an order be opened. */
export function isProfileComplete(
  user: Pick<UserRow, "first_name" | "last_name"> | undefined,
): boolean {
  return user !== undefined && user.first_name !== "" && user.last_name !== "";
}
