/** SQL texts for sums that were paid out or are in open bank files. Decisions 42 and 48. */

/** The action of a proposal to record a withdrawal as paid. */
export const PAYOUT = "payout";

/**
 * SQL text: the sum paid to the person of `w` after `since` (an expression), plus the sum for this
 * person in open bank files.
 */
export const personToman = (since: string) => `(SELECT coalesce(sum(earlier.amount_toman), 0)
    FROM withdrawal earlier
    WHERE earlier.user_id = w.user_id AND earlier.state = 'paid' AND earlier.decided_at > ${since})
  + (SELECT coalesce(sum(sent.amount_toman), 0)
    FROM withdrawal sent JOIN payout_row r ON r.withdrawal_id = sent.id AND r.state = 'sent'
    WHERE sent.user_id = w.user_id AND sent.state = 'pending')`;

/**
 * SQL text: the sum that `operator` paid out after `since` without a second person, plus the sum in
 * this operator's open bank files. Both parameters are expressions.
 */
export const operatorToman = (
  operator: string,
  since: string,
) => `(SELECT coalesce(sum(earlier.amount_toman), 0)
    FROM desk_decision d JOIN withdrawal earlier ON earlier.id = d.subject_id
    WHERE d.operator = ${operator} AND d.created_at > ${since} AND d.subject = 'withdrawal'
      AND d.verdict = 'paid'
      AND NOT EXISTS (SELECT 1 FROM proposal
        WHERE action = '${PAYOUT}' AND subject_id = d.subject_id AND state = 'confirmed')
      AND NOT EXISTS (SELECT 1 FROM payout_row r JOIN payout p ON p.id = r.payout_id
        WHERE r.withdrawal_id = d.subject_id AND r.state = 'paid' AND p.confirmed_by IS NOT NULL))
  + (SELECT coalesce(sum(sent.amount_toman), 0)
    FROM payout p JOIN payout_row r ON r.payout_id = p.id AND r.state = 'sent'
    JOIN withdrawal sent ON sent.id = r.withdrawal_id
    WHERE p.made_by = ${operator} AND p.state = 'made' AND p.confirmed_by IS NULL)`;
