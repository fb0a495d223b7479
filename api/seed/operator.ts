/** The first owner of a shop on this machine, so that `npm run desk` works at once. */

const LOCAL_TOKEN_YEARS = 10;
const YEAR_MS = 365 * 24 * 3_600_000;

/** Adds the operator `local`, an owner. `tokenHash` is the SHA-256 of the owner's token. */
export function addLocalOwner(
  db: D1Database,
  tokenHash: string,
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO operator (name, role, phone, created_at, entered_at)
         VALUES ('local', 'owner', '9000000000', ?1, ?1) ON CONFLICT (name) DO NOTHING`,
      )
      .bind(now),
    db
      .prepare(
        `INSERT INTO operator_token (id, operator, hash, label, created_at, expires_at)
         VALUES ('local', 'local', ?1, 'npm run desk', ?2, ?3)
         ON CONFLICT (id) DO UPDATE SET hash = ?1`,
      )
      .bind(tokenHash, now, now + LOCAL_TOKEN_YEARS * YEAR_MS),
  ];
}
