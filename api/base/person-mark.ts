/**
 * A sign that two accounts may belong to one person; its text is a keyed hash. The shop cannot
 * recognise devices; a browser is the closest thing that it can recognise.
 */
export interface PersonMark {
  kind: "browser" | "picture" | "name" | "card";
  fingerprint: string;
}

/** Part of a batch: stores a mark of a person permanently, once. */
export function keepMark(
  db: D1Database,
  userId: string,
  { kind, fingerprint }: PersonMark,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO person_mark (user_id, kind, fingerprint, created_at) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (user_id, kind, fingerprint) DO NOTHING`,
    )
    .bind(userId, kind, fingerprint, now);
}

/** Like `keepMark`, for the browser that is signing in to a phone. */
export function keepBrowserMark(
  db: D1Database,
  phone: string,
  visitorHash: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO person_mark (user_id, kind, fingerprint, created_at)
       SELECT id, 'browser', ?2, ?3 FROM user WHERE phone = ?1
       ON CONFLICT (user_id, kind, fingerprint) DO NOTHING`,
    )
    .bind(phone, visitorHash, now);
}

/** The number of kinds of marks that two accounts must share to look like one person. */
const KINDS_OF_ONE_PERSON = 2;

/**
 * SQL text: true when the buyer `u` and their inviter look like one person. A shared network is no
 * mark: families, offices and mobile networks share theirs.
 */
export const LOOKS_LIKE_ONE_PERSON = `((SELECT count(DISTINCT mine.kind)
    FROM person_mark mine JOIN person_mark theirs
      ON theirs.user_id = u.inviter_id AND theirs.kind = mine.kind
        AND theirs.fingerprint = mine.fingerprint
    WHERE mine.user_id = u.id) >= ${String(KINDS_OF_ONE_PERSON)})`;
