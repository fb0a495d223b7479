import { formatDate } from "../../persian/dates.ts";

/** Open proposals, shown on the pages of the things that they are about. */

export interface ProposalRow {
  asked_by: string;
  created_at: number;
  expires_at: number;
}

/**
 * SQL text: the open proposal to carry out an action on the row `id` (an expression), as JSON; null
 * if there is none.
 */
export const openProposalAbout = (action: string, id: string) => `(SELECT json_object(
      'asked_by', asked_by, 'created_at', created_at, 'expires_at', expires_at)
    FROM proposal WHERE action = '${action}' AND subject_id = ${id} AND state = 'open')`;

/** Reads what `openProposalAbout` selects; null when there is no proposal, or it expired. */
export function readAsked(json: string | null, now: number): ProposalRow | null {
  const row = json === null ? null : (JSON.parse(json) as ProposalRow);
  return row !== null && row.expires_at > now ? row : null;
}

/** Says who made the proposal, when, and when it expires: «raha، از ۵ آذر … تا ۱۲ آذر …». */
export const proposalWords = (row: ProposalRow) =>
  `${row.asked_by}، از ${formatDate(row.created_at)} تا ${formatDate(row.expires_at)}`;
