import type { Statement } from "./batch.ts";
import { DAY_MS, HOUR_MS } from "./time.ts";

/**
 * The state of a server of one's own, as its launcher tells with each run of the jobs
 * (scripts/serve/state.mjs). All times are UTC milliseconds.
 */
export interface ServerState {
  /** When the newest copy was begun; null before the first one. */
  copiedAt: number | null;
  /** When a copy was last checked with all invariants; null before the first one. */
  provenAt: number | null;
  /** The number of invariants that this copy breaks. */
  findings: number;
  /** True when the last copy could not be sent to another machine. */
  isAwayFailing: boolean;
  /** When the certificate that visitors get ends; null when it could not be seen. */
  certificateEndsAt: number | null;
}

/** A copy is due every five minutes, or after ten times as long as the last one took. */
const COPY_LATE_MS = HOUR_MS;
/** A copy is proven each night. */
const PROOF_LATE_MS = 26 * HOUR_MS;
/** A cut of the network abroad may last longer than a proxy needs to renew a certificate. */
const CERTIFICATE_ENDS_MS = 20 * DAY_MS;

export interface ServerRow {
  copied_at: number | null;
  proven_at: number | null;
  findings: number;
  is_away_failing: number;
  certificate_ends_at: number | null;
  since: number;
}

const COLUMNS = "copied_at, proven_at, findings, is_away_failing, certificate_ends_at";

export const findServer = (db: D1Database): Statement<ServerRow> =>
  db.prepare(`SELECT ${COLUMNS}, since FROM server_state`);

/** Stores the state, if it has changed. */
export async function storeServer(db: D1Database, state: ServerState, now: number): Promise<void> {
  await db
    .prepare(
      `INSERT INTO server_state (id, ${COLUMNS}, since) VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6)
       ON CONFLICT (id) DO UPDATE SET (${COLUMNS}) = (?1, ?2, ?3, ?4, ?5)
       WHERE (${COLUMNS}) IS NOT (?1, ?2, ?3, ?4, ?5)`,
    )
    .bind(
      state.copiedAt,
      state.provenAt,
      state.findings,
      Number(state.isAwayFailing),
      state.certificateEndsAt,
      now,
    )
    .run();
}

/** Returns what is wrong with the server, of which an operator must know. */
export function troublesOf(row: ServerRow, now: number): string[] {
  return [
    ...(now - (row.copied_at ?? row.since) > COPY_LATE_MS ? ["late"] : []),
    ...(now - (row.proven_at ?? row.since) > PROOF_LATE_MS ? ["unproven"] : []),
    ...(row.findings > 0 ? ["unsound"] : []),
    ...(row.is_away_failing === 1 ? ["away"] : []),
    ...(row.certificate_ends_at !== null && row.certificate_ends_at - now < CERTIFICATE_ENDS_MS
      ? ["certificate"]
      : []),
  ];
}
