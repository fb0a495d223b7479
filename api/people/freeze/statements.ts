import type { Vault } from "../../base/vault.ts";

/** Returns the keyed hash by which a frozen phone is recognised at a later sign-in. */
export function fingerprintPhone(vault: Vault, phone: string): Promise<string> {
  return vault.fingerprint("frozen phone", phone);
}

/**
 * Freezes an account that signs in with a frozen phone or on a frozen device. The account joins
 * that freeze, and is released with it.
 */
export function freezeAtSignIn(
  db: D1Database,
  entry: { phone: string; phoneFingerprint: string; visitorHash: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO freeze_mark (freeze_id, kind, value, marked_at)
       SELECT DISTINCT m.freeze_id, 'person', u.id, ?4
       FROM user u JOIN freeze_mark m ON (m.kind, m.value) IN (VALUES ('phone', ?2), ('device', ?3))
       WHERE u.phone = ?1 AND m.released_at IS NULL
       ON CONFLICT (freeze_id, kind, value) DO NOTHING`,
    )
    .bind(entry.phone, entry.phoneFingerprint, entry.visitorHash, now);
}
