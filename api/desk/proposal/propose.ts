import type { Action } from "../../../contract/desk/asking.ts";
import { PROPOSAL_DAYS } from "../../../contract/desk/proposal.ts";
import { type Decision, noteDecision } from "../../base/decisions.ts";
import type { Operator } from "../../base/operator.ts";
import { DAY_MS } from "../../base/time.ts";
import { insertProposal } from "./statements.ts";

/** An action that one operator proposes and another one has to confirm. */
export interface Proposal {
  action: Action;
  subject: Decision["subject"];
  subjectId: string;
  details: Record<string, unknown>;
  note: string | null;
}

/**
 * Returns statements of a batch that makes a proposal. The batch aborts while the same proposal is
 * open.
 */
export function propose(
  db: D1Database,
  operator: Operator,
  { action, subject, subjectId, details, note }: Proposal,
  now: number,
): { id: string; statements: D1PreparedStatement[] } {
  const id = crypto.randomUUID();
  const proposal = {
    id,
    action,
    subject_id: subjectId,
    details: JSON.stringify(details),
    note,
    asked_by: operator.name,
    expires_at: now + PROPOSAL_DAYS * DAY_MS,
  };
  const verdict = `${action}_asked` as const;
  return {
    id,
    statements: [
      ...insertProposal(db, proposal, now),
      noteDecision({ db, operator, moment: now }, subject, subjectId, verdict, { note }),
    ],
  };
}
