import type { z } from "zod";
import { type endReview, reviewRefusals } from "../../../contract/desk/review.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { Operator } from "../../base/operator.ts";
import { creditInstead } from "../../buying/payment/settle.ts";
import { findPayment } from "../../buying/payment/statements.ts";
import { findGatewayRefund } from "../../buying/refund/gateway-statements.ts";
import { endRefund } from "../../buying/refund/through-gateway.ts";
import {
  claimPaymentInReview,
  findCardOnly,
  findFormerReview,
  findReview,
  markReviewed,
} from "../../buying/payment/review-statements.ts";

type Verdict = z.output<typeof endReview.body>;

/** Carries out an operator's decision about a payment or refund in review, once. */
export async function decideReview(
  shop: Shop,
  id: string,
  verdict: Verdict,
  operator: Operator,
): Promise<Refusal | null> {
  const { db, now } = shop;
  const review = await readFirst(findReview(db, id));
  if (!review) {
    const former = await readFirst(findFormerReview(db, id));
    return former?.was_reviewed === 1 ? reviewRefusals.decided : refusals.notFound;
  }
  if (verdict.moneyIs === "in_shop" && review.forgotten_at !== null) return reviewRefusals.nobody;
  if (verdict.moneyIs === "in_shop" && review.order_id !== null) {
    const order = await readFirst(findCardOnly(db, review.order_id));
    if (order?.is_card_only === 1) return reviewRefusals.cardOnly;
  }
  const { kind: subject } = review;
  const decision = noteDecision({ db, operator, moment: now() }, subject, id, verdict.moneyIs, {
    note: verdict.note,
    before: "review",
    after: verdict.moneyIs,
  });
  if (subject === "refund") return endRefundReview(shop, id, verdict, decision);
  if (verdict.moneyIs === "in_shop") return creditReviewed(shop, id, decision);
  const isDone = await runBatch(db, [
    claimPaymentInReview(db, id),
    markReviewed(db, id, now()),
    decision,
  ]);
  return isDone ? null : reviewRefusals.decided;
}

/**
 * Ends the review of a refund. When the money is on the card, the refund is done. Otherwise the
 * wallet gets the money. This is refused when the gateway has made the refund after all, because
 * the buyer would get the money twice.
 */
async function endRefundReview(
  shop: Shop,
  id: string,
  { moneyIs }: Verdict,
  decision: D1PreparedStatement,
): Promise<Refusal | null> {
  const refund = await readFirst(findGatewayRefund(shop.db, id));
  if (!refund) throw new Error("A refund in review does not exist");
  if (moneyIs === "in_shop") {
    const answer = await shop.gateways
      .of(refund)
      .hasRefunded({
        authority: refund.authority,
        refId: refund.ref_id,
        paidToman: refund.paid_toman,
        earlierToman: refund.earlier_toman,
        amountToman: refund.gateway_toman,
      });
    if (answer === "unknown") return refusals.unavailable;
    if (answer === "yes") return reviewRefusals.refundMade;
  }
  const isDone = await endRefund(
    shop,
    refund,
    "review",
    { state: moneyIs === "on_card" ? "done" : "fallen_back" },
    [decision],
  );
  return isDone ? null : reviewRefusals.decided;
}

/**
 * Credits a reviewed payment to the wallet if the gateway confirms it. Verifying the payment at the
 * gateway also makes it final.
 */
async function creditReviewed(
  shop: Shop,
  id: string,
  decision: D1PreparedStatement,
): Promise<Refusal | null> {
  const { db, gateways } = shop;
  const payment = await readFirst(findPayment(db, id));
  if (payment?.authority == null) return reviewRefusals.notPaid;
  const outcome = await gateways
    .of(payment)
    .verify({ authority: payment.authority, amountToman: payment.amount_toman });
  if (outcome.kind === "unknown") return refusals.unavailable;
  if (outcome.kind !== "verified" && outcome.kind !== "already_verified")
    return reviewRefusals.notPaid;
  const credit = await creditInstead(shop, payment, outcome.refId);
  if (await runBatch(db, [claimPaymentInReview(db, id), ...credit, decision])) return null;
  return (await findReview(db, id).first())
    ? reviewRefusals.referenceKnown
    : reviewRefusals.decided;
}
