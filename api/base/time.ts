/** Spans of time in milliseconds, the unit of every timestamp in the database. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns a time (UTC milliseconds) as text, in the format that answers use (ISO 8601). */
export const toIso = (moment: number): string => new Date(moment).toISOString();

/** Like `toIso`, for a moment that may be missing. */
export const toIsoOrNull = (moment: number | null): string | null =>
  moment === null ? null : toIso(moment);
