import { runBatch, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { type ProviderResult, PAGE_SIZE, workOnPage } from "../../base/job.ts";
import { queueMessage } from "../../base/outbox.ts";
import { MINUTE_MS } from "../../base/time.ts";
import type { RefundOutcome, RefundProgress } from "../../outside/gateway.ts";
import * as ledger from "../../money/wallet/ledger.ts";
import * as statements from "./gateway-statements.ts";

type Row = statements.GatewayRefundRow;

/** The lease of a refund: longer than one call to the gateway can take. */
const LEASE_MS = 5 * MINUTE_MS;
/**
 * The times between attempts while the gateway rejects the call without reading it; after the last
 * one the wallet gets the money.
 */
const NOT_READ_WAITS_MS = [1, 5, 15, 60, 60, 120, 240, 480].map((minutes) => minutes * MINUTE_MS);
/**
 * The times between questions about a refund's progress; after the last one an operator must check.
 */
const PROGRESS_WAITS_MS = [
  1, 2, 5, 15, 60, 180, 360, 720, 1440, 1440, 1440, 1440, 1440, 1440, 1440,
].map((minutes) => minutes * MINUTE_MS);

/**
 * Sends due refunds to the gateway, which returns the money to the cards. A refund is sent again
 * only when the gateway did not read the request. True when more may be due.
 */
export async function sendDueRefunds(shop: Shop): Promise<boolean> {
  const { db, now } = shop;
  const lost = await readAll(statements.giveLostToReview(db, now()));
  for (const { id } of lost) logReview(id, "the gateway's answer was lost");
  return workOnRefunds(
    () => statements.takeDueRefund(db, now(), LEASE_MS),
    (refund) => send(shop, refund),
  );
}

/**
 * Asks the gateway about the progress of the refunds that it has accepted. True when more may be
 * due.
 */
export async function followSentRefunds(shop: Shop): Promise<boolean> {
  return workOnRefunds(
    () => statements.takeSentRefund(shop.db, shop.now(), LEASE_MS),
    (refund) => follow(shop, refund),
  );
}

/** Takes a page of refunds one by one, since two refunds of one order must not be sent together. */
async function workOnRefunds(
  take: () => D1PreparedStatement,
  work: (refund: Row) => Promise<ProviderResult>,
): Promise<boolean> {
  const refunds: Row[] = [];
  while (refunds.length < PAGE_SIZE) {
    const refund = await take().first<Row>();
    if (!refund) break;
    refunds.push(refund);
  }
  return workOnPage(refunds, ({ id }) => `refund ${id}`, work);
}

async function send(shop: Shop, refund: Row): Promise<ProviderResult> {
  // After a failed refund the wallet gets the money: another refund would go to the same card, and
  // the gateway's answers about the two could not be told apart.
  if (refund.has_failed_before) {
    await fallBack(shop, refund, "asking");
    return "answered";
  }
  const outcome = await shop.gateways
    .of(refund)
    .refund({
      authority: refund.authority,
      refId: refund.ref_id,
      paidToman: refund.paid_toman,
      ...amountsOf(refund),
      description: `بازگشت وجه سفارش ${refund.order_number}`,
    });
  await noteOutcome(shop, refund, outcome);
  return outcome.kind === "not_read" || outcome.kind === "unknown" ? "silent" : "answered";
}

async function noteOutcome(shop: Shop, refund: Row, outcome: RefundOutcome): Promise<void> {
  const { db, now } = shop;
  switch (outcome.kind) {
    case "accepted": {
      if (outcome.isDone)
        return void (await endRefund(shop, refund, "asking", {
          state: "done",
          providerRef: outcome.ref,
        }));
      const nextAttemptAt = now() + (PROGRESS_WAITS_MS[0] ?? 0);
      await statements
        .noteProgress(db, refund.id, "asking", {
          state: "sent",
          providerRef: outcome.ref,
          nextAttemptAt,
          isNewCount: true,
        })
        .run();
      return;
    }
    case "not_read": {
      const wait = NOT_READ_WAITS_MS[refund.attempts - 1];
      console.error(JSON.stringify({ refundUnheard: refund.id, attempts: refund.attempts }));
      if (wait === undefined) return fallBack(shop, refund, "asking");
      await statements
        .noteProgress(db, refund.id, "asking", { state: "due", nextAttemptAt: now() + wait })
        .run();
      return;
    }
    case "refused":
      console.error(JSON.stringify({ refundRefused: refund.id }));
      return fallBack(shop, refund, "asking");
    case "unknown":
      return giveToReview(shop, refund, "asking", "the gateway's answer was lost");
  }
}

async function follow(shop: Shop, refund: Row): Promise<ProviderResult> {
  if (refund.provider_ref === null) throw new Error("A refund that was sent has no reference");
  const progress = await shop.gateways
    .of(refund)
    .askRefund({ ref: refund.provider_ref, ...amountsOf(refund) });
  await noteProgress(shop, refund, progress);
  return progress === "unknown" ? "silent" : "answered";
}

async function noteProgress(shop: Shop, refund: Row, progress: RefundProgress): Promise<void> {
  if (progress === "done") return void (await endRefund(shop, refund, "sent", { state: "done" }));
  if (progress === "failed") return fallBack(shop, refund, "sent");
  const wait = PROGRESS_WAITS_MS[refund.attempts];
  if (wait === undefined)
    return giveToReview(shop, refund, "sent", "the gateway has not completed it within a week");
  await statements
    .noteProgress(shop.db, refund.id, "sent", { state: "sent", nextAttemptAt: shop.now() + wait })
    .run();
}

/**
 * Gives the wallet the money that the gateway cannot return. If the money was paid without papers,
 * the refund goes to review instead.
 */
async function fallBack(shop: Shop, refund: Row, from: "asking" | "sent"): Promise<void> {
  if (refund.is_card_only === 1)
    await giveToReview(shop, refund, from, "the card alone may get it, and the gateway refused");
  else await endRefund(shop, refund, from, { state: "fallen_back" });
}

/**
 * Ends a refund: either the gateway has made it, or the wallet gets the money and the shopper is
 * notified. Returns false when another run was faster.
 */
export function endRefund(
  { db, now, settings }: Shop,
  refund: Row,
  from: "asking" | "sent" | "review",
  end: Parameters<typeof statements.settleRefund>[3],
  also: D1PreparedStatement[] = [],
): Promise<boolean> {
  const { id, user_id: userId } = refund;
  const template = settings.SMS_TEMPLATE_WALLET_CREDIT;
  const money =
    end.state === "done"
      ? [
          ledger.bookTransfer(
            db,
            { kind: "refund_paid", to: ledger.gatewayAccount(refund.gateway), ...booking(refund) },
            now(),
          ),
        ]
      : [
          ledger.bookTransfer(
            db,
            { kind: "refund_fallback", to: ledger.shopperAccount(userId), ...booking(refund) },
            now(),
          ),
          queueMessage(
            db,
            { id: `refund_fallback:${id}`, userId, template, token: String(refund.gateway_toman) },
            now(),
          ),
        ];
  return runBatch(db, [...statements.settleRefund(db, id, from, end, now()), ...money, ...also]);
}

function amountsOf({ earlier_toman: earlierToman, gateway_toman: amountToman }: Row) {
  return { earlierToman, amountToman };
}

function booking({ id, order_id: orderId, gateway_toman: amountToman }: Row) {
  return { ref: id, from: ledger.refundAccount(id), amountToman, orderId };
}

/**
 * Moves a refund to review and logs it. Paying twice is worse than paying late, so the money is not
 * moved until an operator has checked the gateway's records.
 */
async function giveToReview(
  { db }: Shop,
  refund: Row,
  from: "asking" | "sent",
  reason: string,
): Promise<void> {
  await statements
    .noteProgress(db, refund.id, from, { state: "review", nextAttemptAt: null })
    .run();
  logReview(refund.id, reason);
}

function logReview(refundId: string, reason: string): void {
  console.error(JSON.stringify({ refundNeedsReview: refundId, reason }));
}
