import { formatDate } from "../../persian/dates.ts";

/** Things that wait for a second person, as they are shown where the thing itself is. */

export interface AskedRow {
  asked_by: string;
  created_at: number;
  expires_at: number;
}

/**
 * SQL text: as JSON, the open proposal of an action about the row `id` (an expression); null without
 * one.
 */
export const askedAbout = (action: string, id: string) => `(SELECT json_object(
      'asked_by', asked_by, 'created_at', created_at, 'expires_at', expires_at)
    FROM proposal WHERE action = '${action}' AND subject_id = ${id} AND state = 'open')`;

/** Reads what `askedAbout` selects; null when nobody asked, or it ran out. */
export function readAsked(json: string | null, now: number): AskedRow | null {
  const row = json === null ? null : (JSON.parse(json) as AskedRow);
  return row !== null && row.expires_at > now ? row : null;
}

/** Says who asked, since when, and until when it waits: «raha، از ۵ آذر … تا ۱۲ آذر …». */
export const askedWords = (row: AskedRow) =>
  `${row.asked_by}، از ${formatDate(row.created_at)} تا ${formatDate(row.expires_at)}`;
