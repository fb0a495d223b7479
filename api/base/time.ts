/** Spans of time in milliseconds, the unit of every timestamp in the database. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns a moment (UTC milliseconds) as answers say it. */
export const toIso = (moment: number): string => new Date(moment).toISOString();

/** The same, where there may be none. */
export const toIsoOrNull = (moment: number | null): string | null =>
  moment === null ? null : toIso(moment);
