import type { Shop } from "../../base/context.ts";
import { type ProviderResult, PAGE_SIZE, runJob, workOnPage } from "../../base/job.ts";
import { checkPayment } from "./check.ts";
import {
  type QueuedPaymentRow,
  oldestFirst,
  takeDuePayments,
  takeUnsettled,
} from "./due-statements.ts";
import { CHECK_LEASE_MS, scheduleNextCheck } from "./schedule.ts";
import type { Gateway } from "../../outside/gateway.ts";
import { noteStrays } from "./stray-statements.ts";

const UNVERIFIED_PER_RUN = 50;

/**
 * Checks due payments whose shopper did not return from the bank. Returns true when more may be
 * due.
 */
export async function checkDuePayments(shop: Shop): Promise<boolean> {
  const taken = takeDuePayments(shop.db, shop.now(), CHECK_LEASE_MS, PAGE_SIZE);
  return checkAll(shop, (await taken.all<QueuedPaymentRow>()).results);
}

/**
 * Settles payments that the gateway lists as paid but not verified by the shop, even when they have
 * expired.
 */
export async function settleUnverified(shop: Shop): Promise<void> {
  const { gateways } = shop;
  const ends = await Promise.allSettled(
    gateways.names.map((gateway) => settleListed(shop, gateways.of({ gateway }))),
  );
  const failed = ends.find((end) => end.status === "rejected");
  if (failed) throw failed.reason;
}

async function settleListed(shop: Shop, gateway: Gateway): Promise<void> {
  const listed = await gateway.listUnverified();
  if (!listed || listed.length === 0) return;
  await runJob("stray payments", () => noteStrayPayments(shop, listed));
  const authorities = listed.map(({ authority }) => authority);
  for (let count = 0; count < UNVERIFIED_PER_RUN; count += PAGE_SIZE) {
    const taken = takeUnsettled(shop.db, authorities, shop.now(), CHECK_LEASE_MS, PAGE_SIZE);
    if (!(await checkAll(shop, (await taken.all<QueuedPaymentRow>()).results))) return;
  }
}

function checkAll(shop: Shop, payments: QueuedPaymentRow[]): Promise<boolean> {
  return workOnPage(
    oldestFirst(payments),
    ({ id }) => `payment ${id}`,
    (payment, earlier) => checkAndReschedule(shop, payment, earlier),
  );
}

async function checkAndReschedule(
  shop: Shop,
  payment: QueuedPaymentRow,
  earlier: Promise<unknown>,
): Promise<ProviderResult> {
  const learnt = await checkPayment(shop, payment, { mayStillPay: true, settleAfter: earlier });
  await scheduleNextCheck(shop, payment.id, learnt);
  // A payment without an authority has nothing that the gateway could be asked about.
  return learnt === "known" || payment.authority === null ? "answered" : "silent";
}

/** Records stray payments for an operator: the shop cannot tell whose money it is. */
async function noteStrayPayments(
  { db, now }: Shop,
  listed: { authority: string; amountToman: number }[],
): Promise<void> {
  const [strays] = await db.batch<{ authority: string }>(noteStrays(db, listed, now()));
  const authorities = (strays?.results ?? []).map(({ authority }) => authority);
  if (authorities.length > 0)
    console.error(JSON.stringify({ paymentsUnknownToTheShop: authorities }));
}
