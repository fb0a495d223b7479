/** A shopper, and whether an identity request of theirs was verified. */
export interface UserRow {
  phone: string;
  first_name: string;
  last_name: string;
  email: string;
  is_email_verified: number;
  wants_codes_by_email: number;
  is_verified: number;
}

export function findUser(db: D1Database, userId: string): D1PreparedStatement {
  return db
    .prepare(
      `SELECT phone, first_name, last_name, email, is_email_verified, wants_codes_by_email,
         EXISTS (SELECT 1 FROM identity_request
           WHERE user_id = user.id AND status = 'verified') AS is_verified
       FROM user WHERE id = ?1`,
    )
    .bind(userId);
}

export interface ProfileChange {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  wantsCodesByEmail?: boolean | undefined;
}

/**
 * Changes the given fields. A confirmed e-mail cannot be changed, and codes can only be sent to a
 * confirmed e-mail. Returns a row when it succeeded.
 */
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
       WHERE id = ?1 AND (is_email_verified = 0 OR ?4 IS NULL OR ?4 = email)
         AND (is_email_verified = 1 OR ?5 IS NOT 1) RETURNING id`,
    )
    .bind(
      userId,
      firstName,
      lastName,
      email,
      wantsCodesByEmail === null ? null : Number(wantsCodesByEmail),
    );
}

/** True when both names are set; only then may the codes of an order be opened. */
export function isProfileComplete(
  user: Pick<UserRow, "first_name" | "last_name"> | undefined,
): boolean {
  return user !== undefined && user.first_name !== "" && user.last_name !== "";
}
