import type { z } from "zod";
import {
  payoutRefusals,
  payoutRowRefusals,
  type settlePayout,
} from "../../../contract/desk/payout.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import { isOwnDecision, runBatch, readFirst, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { Operator } from "../../base/operator.ts";
import { proposalRefusals } from "../../../contract/desk/proposal.ts";
import type { Carrier } from "../proposal/routes.ts";
import {
  claimPayable,
  findPaidWith,
  findWithdrawal,
} from "../../money/withdrawal/decide-statements.ts";
import { isOwnersCard, pay, refuseHand } from "../withdrawal/payout.ts";
import { putBackOne } from "../../money/withdrawal/hand-statements.ts";
import * as statements from "./statements.ts";

type Answered = z.output<typeof settlePayout.body>["rows"][number];

interface Settled {
  withdrawalId: string;
  outcome: "paid" | "returned" | "refused";
  refusal: Refusal | null;
}

/**
 * Records the bank's result for one row. Rows are independent: a refusal of one does not stop the
 * others.
 */
export async function settleRow(
  shop: Shop,
  file: statements.PayoutColumns,
  answered: Answered,
  operator: Operator,
): Promise<Settled> {
  const { db } = shop;
  const { withdrawalId, status } = answered;
  const moment = shop.now();
  const row = await readFirst(findWithdrawal(db, withdrawalId));
  if (!row) return { withdrawalId, outcome: "refused", refusal: payoutRowRefusals.notFound };
  const isPaid = status === "paid";
  const note = isPaid ? answered.reference : answered.words;
  const settling = [
    ...statements.settleRow(
      db,
      file.id,
      withdrawalId,
      { state: status, words: isPaid ? null : note },
      moment,
    ),
    // The operator who made the file has the withdrawals in hand, even when another operator
    // records the answer.
    ...(isPaid
      ? [
          ...claimPayable(db, withdrawalId, row, file.made_by, moment),
          ...pay(db, row, note, moment),
        ]
      : [putBackOne(db, withdrawalId)]),
    noteDecision(
      { db, operator, moment },
      "withdrawal",
      withdrawalId,
      isPaid ? "paid" : "returned",
      { note, before: "pending", after: isPaid ? "paid" : "pending" },
    ),
  ];
  try {
    if (await runBatch(db, settling)) return { withdrawalId, outcome: status, refusal: null };
  } catch (error) {
    if (!isOwnDecision(error)) throw error;
    return { withdrawalId, outcome: "refused", refusal: deskRefusals.ownThing };
  }
  return { withdrawalId, outcome: "refused", refusal: await explain(shop, file, answered) };
}

async function explain(
  { db, now }: Shop,
  file: statements.PayoutColumns,
  answered: Answered,
): Promise<Refusal> {
  const results = await readAll(statements.findRows(db, file.id));
  const since = results.find(({ id }) => id === answered.withdrawalId);
  if (!since) return payoutRowRefusals.notFound;
  if (since.row_state !== "sent") return payoutRowRefusals.decided;
  if (answered.status === "returned") return payoutRefusals.notReady;
  if (!isOwnersCard(since)) return payoutRowRefusals.ownerDiffers;
  const refusal = refuseHand({ ...since, is_in_file: 0 }, file.made_by, "paid", now());
  if (refusal) return refusal;
  const isKnown = await findPaidWith(db, answered.reference).first();
  return isKnown ? payoutRowRefusals.referenceKnown : payoutRefusals.notReady;
}

const DROPPED = "نفر دوم این پرونده را تأیید نکرد.";

/**
 * Releases a bank file to the bank after a second person has confirmed it. If the proposal is
 * dropped instead, ends the rows of the file.
 */
export const payoutFile: Carrier = ({ db }, { subjectId: id, askedBy }, operator, now) => {
  const people = [askedBy, operator.name] as const;
  return {
    subject: "payout",
    statements: [
      statements.claimNotBothVerified(db, people, id),
      ...statements.confirmPayout(db, id, operator.name, now),
    ],
    dropped: statements.dropPayout(db, id, DROPPED, now),
    before: "waiting",
    after: "made",
    message: "این پرونده تأیید شد و می‌تواند به بانک برود.",
    explain: async () =>
      (await statements.findBothVerified(db, people, id).first())
        ? proposalRefusals.bothVerified
        : null,
  };
};
