import { PROVEN_OWNER, type UserRow } from "../../base/person.ts";
import { type Asker, FRESH_CODE_MS } from "../second-code/statements.ts";

export interface ProfileChange {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  wantsCodesByEmail?: boolean | undefined;
}

/** The facts on which a decision about names is based. */
export type NameFacts = Pick<UserRow, "first_name" | "last_name" | "proven_owner">;

/**
 * Aborts unless the given fields may be changed: a confirmed e-mail may not be changed, and codes
 * by e-mail may be switched on only for a confirmed e-mail and after a second code was entered just
 * now.
 */
export function claimChangeFits(
  db: D1Database,
  { userId, tokenHash }: Asker,
  { email, wantsCodesByEmail }: ProfileChange,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'this change of the profile is allowed',
         (is_email_verified = 0 OR ?3 IS NULL OR ?3 = email)
         AND (?4 IS NOT 1 OR (is_email_verified = 1
           AND (wants_codes_by_email = 1 OR EXISTS (
             SELECT 1 FROM session WHERE token_hash = ?2 AND second_code_at > ?5))))
       FROM user WHERE id = ?1`,
    )
    .bind(
      userId,
      tokenHash,
      email ?? null,
      wantsCodesByEmail === undefined ? null : Number(wantsCodesByEmail),
      now - FRESH_CODE_MS,
    );
}

/** Aborts unless the names and the proven owner are those on which the decision was based. */
export function claimNames(db: D1Database, userId: string, facts: NameFacts): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the names are as they were seen', (
         SELECT (first_name, last_name, ${PROVEN_OWNER}) IS (?2, ?3, ?4) FROM user u WHERE id = ?1)`,
    )
    .bind(userId, facts.first_name, facts.last_name, facts.proven_owner);
}

/** Changes the given fields. */
export function updateUser(
  db: D1Database,
  userId: string,
  change: ProfileChange,
): D1PreparedStatement {
  const { firstName = null, lastName = null, email = null, wantsCodesByEmail = null } = change;
  return db
    .prepare(
      `UPDATE user SET first_name = coalesce(?2, first_name), last_name = coalesce(?3, last_name),
         email = coalesce(?4, email), wants_codes_by_email = coalesce(?5, wants_codes_by_email)
       WHERE id = ?1`,
    )
    .bind(
      userId,
      firstName,
      lastName,
      email,
      wantsCodesByEmail === null ? null : Number(wantsCodesByEmail),
    );
}
