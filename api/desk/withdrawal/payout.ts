import { readFirst } from "../../base/batch.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { proposalRefusals } from "../../../contract/desk/proposal.ts";
import { PayoutDetails, deskWithdrawalRefusals } from "../../../contract/desk/withdrawal.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import { haveSameLetters } from "../../../persian/names.ts";
import type { Shop } from "../../base/context.ts";
import type { Operator } from "../../base/operator.ts";
import type { Carrier } from "../proposal/routes.ts";
import { propose } from "../proposal/propose.ts";
import { claimOneVerifier, countVerifiers } from "../proposal/statements.ts";
import * as ledger from "../../money/wallet/ledger.ts";
import { PAYOUT } from "../../money/withdrawal/paid-alone.ts";
import * as statements from "../../money/withdrawal/decide-statements.ts";

/**
 * Proposes to a second person to record the withdrawal as paid. The batch aborts if the withdrawal
 * cannot be paid.
 */
export function askPayout(
  db: D1Database,
  operator: Operator,
  row: statements.DecidedRow,
  { reference, overrideReason }: { reference: string; overrideReason: string | undefined },
  now: number,
): { id: string; statements: D1PreparedStatement[] } {
  const { id, card_owner: cardOwner, proven_owner: provenOwner } = row;
  const why = isOwnersCard(row) || overrideReason === undefined ? "" : `؛ ${overrideReason}`;
  const proposal = propose(
    db,
    operator,
    {
      action: PAYOUT,
      subject: "withdrawal",
      subjectId: id,
      details: { reference, overrideReason, cardOwner, provenOwner },
      note: `${reference}${why}`,
    },
    now,
  );
  return {
    id: proposal.id,
    statements: [
      ...statements.claimPayable(db, id, row, operator.name, now),
      ...proposal.statements,
    ],
  };
}

/**
 * Records a withdrawal as paid after another operator has confirmed it. The asker has already made
 * the payment.
 */
export const payout: Carrier = async (
  { db },
  { subjectId: id, details, askedBy },
  operator,
  now,
) => {
  const { reference, cardOwner, provenOwner } = PayoutDetails.parse(details);
  const row = await readFirst(statements.findWithdrawal(db, id));
  if (!row) throw new Error("A withdrawal that was asked about does not exist");
  const compared = { ...row, card_owner: cardOwner, proven_owner: provenOwner };
  const people = [askedBy, operator.name] as const;
  const subject = { userId: row.user_id, cardId: row.card_id };
  return {
    subject: "withdrawal",
    statements: [
      claimOneVerifier(db, people, subject),
      ...statements.claimPayable(db, id, compared, askedBy, now),
      ...pay(db, row, reference, now),
    ],
    verdict: "paid",
    before: "pending",
    after: "paid",
    message: "پرداخت این برداشت تأیید و ثبت شد.",
    explain: async () => {
      const counted = await readFirst(countVerifiers(db, people, subject));
      if ((counted?.verifiers ?? 0) > 1) return proposalRefusals.bothVerified;
      const since = await readFirst(statements.findWithdrawal(db, id));
      const refusal = since && refuseHand(since, askedBy, "paid", now);
      if (refusal) return refusal;
      const isKnown = await statements.findPaidWith(db, reference).first();
      return isKnown ? deskWithdrawalRefusals.referenceKnown : null;
    },
  };
};

/** Closes a withdrawal as paid, and books the money out. */
export function pay(
  db: D1Database,
  { id, amount_toman: amountToman }: statements.DecidedRow,
  reference: string,
  now: number,
): D1PreparedStatement[] {
  return [
    statements.closeWithdrawal(db, id, { status: "paid", note: reference }, now),
    ledger.bookTransfer(
      db,
      {
        kind: "withdrawal_paid",
        ref: id,
        from: ledger.withdrawalAccount(id),
        to: ledger.PAYOUTS_ACCOUNT,
        amountToman,
      },
      now,
    ),
  ];
}

/** Returns why this operator cannot record a withdrawal as paid or rejected; null when they can. */
export function refuseHand(
  row: statements.DecidedRow,
  operator: string,
  status: "paid" | "rejected",
  now: number,
): Refusal | null {
  const { state, in_hand_of: hand } = row;
  if (state !== "pending") return deskRefusals.decided;
  if (row.is_in_file === 1) return deskWithdrawalRefusals.inFile;
  if (hand !== null && hand !== operator) return deskWithdrawalRefusals.inAnotherHand;
  if (status === "rejected") return null;
  if (row.due_at > now) return deskWithdrawalRefusals.notDue;
  if (hand === null) return deskWithdrawalRefusals.notInHand;
  if (row.is_frozen === 1) return deskRefusals.frozen;
  return row.is_card_verified === 1 ? null : deskRefusals.cardRevoked;
}

/** True when the owner of the card is the proven owner. */
export function isOwnersCard(row: statements.DecidedRow): boolean {
  return row.proven_owner !== null && haveSameLetters(row.card_owner, row.proven_owner);
}

/** Returns the limits of what this operator may pay alone within a day. */
export const aloneOf = (settings: Shop["settings"], { name: operator }: Operator) => ({
  operator,
  personToman: settings.PAYOUT_ALONE_TOMAN,
  dayToman: settings.PAYOUTS_ALONE_DAY_TOMAN,
});

/** True when this payment needs a second person. */
export async function isTooMuchAlone(
  { db, settings }: Shop,
  id: string,
  operator: Operator,
  now: number,
): Promise<boolean> {
  const read = await readFirst(
    statements.readTooMuchAlone(db, id, aloneOf(settings, operator), now),
  );
  return read?.is_too_much === 1;
}
