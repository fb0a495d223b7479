import type { Shop } from "../context.ts";
import { checkPayment } from "../payments/check.ts";
import { nextLateCheck, releasePayment } from "../payments/release.ts";
import { type PaymentRow, findDuePayments, findPayment, findUnsettled, planNextCheck } from "../payments/statements.ts";
import { tellOfRestock } from "../restock/tell.ts";
import { indexCatalogue } from "../search/index-catalogue.ts";
import { deleteUnusedUploads } from "../upload/statements.ts";
import { sendDueMessages } from "./outbox.ts";

const PAYMENTS_PER_RUN = 20;
const MESSAGES_PER_RUN = 20;
const CHECK_AGAIN_MS = 60_000;
const UPLOADS_PER_RUN = 100;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** What is due each minute. Everything here may run twice, at the same time, or late. */
export async function runJobs(shop: Shop): Promise<void> {
  await checkDuePayments(shop);
  await settleUnverified(shop);
  // No more are written than are sent in a run: a crowd that waited keeps nobody else waiting.
  await tellOfRestock(shop, MESSAGES_PER_RUN);
  await sendDueMessages(shop, MESSAGES_PER_RUN);
  await indexCatalogue(shop.db);
  await removeOrphans(shop);
  await tidy(shop);
}

/** Payments that no browser came back for. */
async function checkDuePayments(shop: Shop): Promise<void> {
  const { db, now } = shop;
  const { results } = await findDuePayments(db, now(), PAYMENTS_PER_RUN).all<PaymentRow>();
  for (const payment of results) {
    await checkPayment(shop, payment, { mayStillPay: true });
    const current = await findPayment(db, payment.id).first<PaymentRow>();
    if (current?.state === "expired") await planNextCheck(db, payment.id, nextLateCheck(payment.checks, now())).run();
    else if (current && isAwaited(current) && current.expires_at <= now()) await releasePayment(shop, current, "expired");
    else if (current && isAwaited(current)) {
      await planNextCheck(db, payment.id, Math.min(now() + CHECK_AGAIN_MS, current.expires_at)).run();
    }
  }
}

/** Money that the bank took and nobody verified: late payments among it are delivered or credited. */
async function settleUnverified(shop: Shop): Promise<void> {
  const listed = await shop.gateway.listUnverified();
  if (!listed || listed.length === 0) return;
  const { results } = await findUnsettled(
    shop.db,
    listed.map(({ authority }) => authority),
  ).all<PaymentRow>();
  // A payment that is still awaited belongs to the browser that is on its way back; it is due soon enough by itself.
  for (const payment of results.filter((row) => !isAwaited(row)).slice(0, PAYMENTS_PER_RUN)) {
    await checkPayment(shop, payment, { mayStillPay: true });
  }
}

function isAwaited(payment: PaymentRow): boolean {
  return payment.state === "initiating" || payment.state === "pending";
}

/** Images that were sent and never used for anything within a day: nobody keeps papers that nobody needs. */
async function removeOrphans({ db, uploads, now }: Shop): Promise<void> {
  const { results } = await deleteUnusedUploads(db, now() - DAY_MS, UPLOADS_PER_RUN).all<{ id: string }>();
  if (results.length > 0) await uploads.delete(results.map(({ id }) => id));
}

/** Forgets what has no use any more. Nothing relies on it: every limit looks at times. */
async function tidy({ db, now }: Shop): Promise<void> {
  await db.batch([
    db.prepare("DELETE FROM attempt WHERE window_start < ?1").bind(now() - HOUR_MS),
    db.prepare("DELETE FROM sign_in_code WHERE created_at < ?1").bind(now() - 2 * DAY_MS),
    db.prepare("DELETE FROM session WHERE expires_at < ?1").bind(now() - DAY_MS),
  ]);
}
